"""German and English: message ids are English; German comes from the `de.po` beside each layer.

Catalogues are read as text at the start, so that nothing has to be compiled.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Final, Literal, get_args

from babel.dates import format_date
from babel.messages.pofile import read_po

import pasch
from pasch.games.discovery import home, slugs
from pasch.kernel.page import Line, Name, Param, Term
from pasch.kernel.refusals import Reason
from pasch.matches.model import Millis

Language = Literal["de", "en"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
DEFAULT: Final[Language] = "de"
MILLIS_A_SECOND: Final = 1000
_ROOT: Final = Path(pasch.__file__).parent
_LOCALES: Final[dict[Language, str]] = {"de": "de", "en": "en_GB"}


class Catalogue(NullTranslations):
    """Translations of one language; an unknown message id is returned as it is."""

    def __init__(self, language: Language, messages: Mapping[str, str | tuple[str, ...]]) -> None:
        """Keep the messages; one with a plural form is a tuple (singular, plural)."""
        super().__init__()
        self.language = language
        self._messages = messages

    def gettext(self, message: str) -> str:
        """Return the translation of a message id."""
        found = self._messages.get(message, message)
        return found if isinstance(found, str) else found[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation that fits the number; both languages have two forms."""
        found = self._messages.get(msgid1)
        forms = found if isinstance(found, tuple) else (msgid1, msgid2)
        return forms[0 if n == 1 else 1]

    def date(self, at: Millis, length: Literal["medium", "long"] = "medium") -> str:
        """Return the day of a time, in the server's own time zone."""
        here = datetime.fromtimestamp(at / MILLIS_A_SECOND, UTC).astimezone()
        return format_date(here, length, _LOCALES[self.language])

    def reason(self, reason: Reason) -> str:
        """Return a refusal's reason as a sentence, without its rule's number.

        Kernel and rules give it without capital and full stop, to be quoted within a line.
        """
        text = self.gettext(reason.message) % self._words(reason.params)
        return closed(text[:1].upper() + text[1:])

    def line(self, line: Line, who: str, names: Sequence[str] = ()) -> str:
        """Return a line of the log; `who` is the name of its seat, `names` stand by seat."""
        return self._form(line) % {"who": who, **self._words(line.params, names)}

    def _form(self, line: Line) -> str:
        """Return the text of a line in the form that fits its number, if it has one."""
        if not line.plural:
            return self.gettext(line.message)
        number = dict(line.params)[line.number]
        if not isinstance(number, int):
            raise TypeError(f"“{line.number}” of “{line.plural}” is no number")
        return self.ngettext(line.message, line.plural, number)

    def _words(
        self, params: Iterable[tuple[str, Param]], names: Sequence[str] = ()
    ) -> dict[str, str | int]:
        return {name: self._word(value, names) for name, value in params}

    def _word(self, value: Param, names: Sequence[str]) -> str | int:
        if isinstance(value, Term):
            return self.gettext(value.message)
        return names[value.seat - 1] if isinstance(value, Name) else value


def closed(text: str) -> str:
    """Return a text as a sentence: with a full stop where no mark ends it."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def catalogue_files() -> tuple[Path, ...]:
    """Return every German catalogue: one a layer, one a game."""
    layers = (_ROOT / layer / "de.po" for layer in ("kernel", "players", "matches", "web"))
    games = (home(slug) / "de.po" for slug in slugs())
    return tuple(path for path in (*layers, *games) if path.exists())


@cache
def catalogue(language: Language) -> Catalogue:
    """Return the translations of a language."""
    if language == "en":
        return Catalogue("en", {})
    messages: dict[str, str | tuple[str, ...]] = {}
    for path in catalogue_files():
        messages |= _read(path)
    return Catalogue("de", messages)


def _read(path: Path) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    with path.open(encoding="utf-8") as file:
        for message in read_po(file, locale="de"):
            if message.id and message.string:
                key = message.id if isinstance(message.id, str) else message.id[0]
                text = message.string
                yield key, text if isinstance(text, str) else tuple(text)


def choose_language(cookie: str | None, accept: str) -> Language:
    """Return the language of a request: the chosen one, else the browser's first that we have."""
    for wanted in (cookie or "", *_by_weight(accept)):
        for language in LANGUAGES:
            if wanted.lower().partition("-")[0] == language:
                return language
    return DEFAULT


def _by_weight(accept: str) -> list[str]:
    """Return the languages of an Accept-Language header, the most wanted first."""
    listed = [part.split(";") for part in accept.split(",")]
    weighted = [(_weight(parameters), tag.strip()) for tag, *parameters in listed]
    return [tag for weight, tag in sorted(weighted, key=lambda pair: -pair[0]) if weight > 0]


def _weight(parameters: list[str]) -> float:
    """Return the weight that stands among a language's parameters; what cannot be read is 0."""
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                weight = float(value)
            except ValueError:
                return 0
            return weight if 0 <= weight <= 1 else 0  # NaN compares with nothing.
    return 1
