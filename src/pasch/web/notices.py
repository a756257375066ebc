"""The host's own pages, imprint and privacy, from Markdown files in the data folder.

A file may be there once, or once for each language: `impressum.md`, or `impressum.de.md` and
`impressum.en.md`. Of privacy Pasch has a text of its own, which the host's file replaces; an
imprint nobody but the host can write.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import mistune
import nh3

from pasch.kernel.refusals import N_
from pasch.web.i18n import LANGUAGES, Language

_OWN_TEXTS: Final = Path(__file__).parent / "texts"
_TEXTS_KEPT: Final = 16
LONGEST_TEXT: Final = 256 * 1024
"""Longest file that is shown, in bytes."""

_TAGS: Final = frozenset(
    {"a", "blockquote", "br", "code", "dd", "del", "dl", "dt", "em", "h1", "h2", "h3", "h4", "hr"}
    | {"li", "ol", "p", "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"}
)
_ATTRIBUTES: Final = {"a": {"href", "title"}, "ol": {"start"}}
_SCHEMES: Final = frozenset({"http", "https", "mailto", "tel"})
_MARKDOWN: Final = mistune.create_markdown(escape=True, plugins=["table", "strikethrough", "url"])
_HEADING: Final = re.compile(r"<h1>(.*?)</h1>", re.DOTALL)
_TAG: Final = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Notice:
    """A page of the host: its address, its name for people, how its files may be called."""

    path: str
    title: str
    files: tuple[str, ...]
    has_own_text: bool


IMPRINT: Final = Notice("/impressum", N_("Imprint"), ("impressum", "imprint"), has_own_text=False)
PRIVACY: Final = Notice("/privacy", N_("Privacy"), ("privacy", "datenschutz"), has_own_text=True)
NOTICES: Final = (IMPRINT, PRIVACY)


@dataclass(frozen=True, slots=True)
class Link:
    """A link at the foot of a page; `title` is a message id."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text as HTML; `language` is None where nobody says which it is."""

    html: str
    heading: str
    language: Language | None


def links(folder: Path) -> tuple[Link, ...]:
    """Return what the foot of a page links to."""
    return tuple(
        Link(notice.path, notice.title)
        for notice in NOTICES
        if notice.has_own_text or any(path.is_file() for path, _ in _candidates(folder, notice))
    )


def find(folder: Path, notice: Notice, language: Language) -> Text | None:
    """Return the text of a notice that fits a language best, or None when there is none.

    The host's file in that language comes first, then one without a language, then one in
    another; Pasch's own text comes last.
    """
    found = [pair for pair in _candidates(folder, notice) if pair[0].is_file()]
    if notice.has_own_text:
        found.append((_OWN_TEXTS / f"{notice.files[0]}.{language}.md", language))
    if not found:
        return None
    path, written_in = min(found, key=lambda pair: _distance(pair, folder, language))
    state = path.stat()
    html, heading = _drawn(path, state.st_mtime_ns, state.st_size)
    return Text(html, heading, written_in)


def _candidates(folder: Path, notice: Notice) -> Iterator[tuple[Path, Language | None]]:
    for name in notice.files:
        yield folder / f"{name}.md", None
        for language in LANGUAGES:
            yield folder / f"{name}.{language}.md", language


def _distance(pair: tuple[Path, Language | None], folder: Path, language: Language) -> int:
    path, written_in = pair
    order = (language, None, *LANGUAGES)
    return order.index(written_in) if path.parent == folder else len(order)


@lru_cache(maxsize=_TEXTS_KEPT)
def _drawn(path: Path, _changed_at: int, _size: int) -> tuple[str, str]:
    """Return a Markdown file as HTML, and its heading as plain text; drawn anew when it changes."""
    with path.open("rb") as file:
        text = file.read(LONGEST_TEXT).decode("utf-8-sig", "replace")
    drawn = str(_MARKDOWN(text))
    html = nh3.clean(drawn, tags=set(_TAGS), attributes=_ATTRIBUTES, url_schemes=set(_SCHEMES))
    heading = _HEADING.search(html)
    return html, _TAG.sub("", heading[1]).strip() if heading else ""
