"""Which names people may bear, and when two of them are too alike."""

import unicodedata
from typing import Final

from pasch.kernel.refusals import N_, Reason
from pasch.matches.refusals import BadName

SHORTEST: Final = 2
LONGEST: Final = 24
"""Length of a name in visible characters."""

_FORBIDDEN: Final = frozenset(",#")
"""Characters with a meaning in record text."""

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"})
"""Unicode categories of controls (line breaks, bidirectional and zero-width ones among them)."""

_MARKS: Final = frozenset({"Mn", "Me"})
"""Unicode categories of what is drawn on the letter before it, or not at all (U+034F, U+FE0F)."""

_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters and symbols that show nothing."""

_LOOK_ALIKE: Final = str.maketrans(
    {
        "0": "o", "1": "l", "i": "l", "|": "l",
        "а": "a", "в": "b", "с": "c", "е": "e", "н": "h", "і": "l", "ј": "j", "к": "k", "м": "m",
        "о": "o", "р": "p", "ѕ": "s", "т": "t", "у": "y", "х": "x",
        "α": "a", "β": "b", "ε": "e", "ι": "l", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "τ": "t",
        "υ": "u", "χ": "x", "ı": "l",
    }
)  # fmt: skip
"""Cyrillic, Greek and digits that look like Latin letters, after case folding."""

_LOOK_ALIKE_CAPITALS: Final = str.maketrans("ΖΗΜΝΥ", "ZHMNY")
"""Greek capitals that look like Latin ones although their small letters do not."""

DELETED: Final = N_("deleted account")
"""The name that stands for whoever has deleted the account; pages translate it."""

_RESERVED: Final = ("computer", "pasch", "server", "system", DELETED, "gelöschtes Konto")
"""Beginnings of names that belong to the house."""


def clean_name(raw: str) -> str:
    """Return the name in its shown form; raise `BadName` saying what is wrong with it."""
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    if any(char in _FORBIDDEN for char in name):
        raise BadName(Reason(N_("A name holds no comma and no #.")))
    if any(_is_invisible(char) for char in name):
        raise BadName(Reason(N_("A name holds no invisible characters.")))
    length = sum(unicodedata.category(char) not in _MARKS for char in name)
    if not SHORTEST <= length <= LONGEST or len(name) > 2 * LONGEST:
        params = (("shortest", SHORTEST), ("longest", LONGEST))
        raise BadName(
            Reason(N_("A name has %(shortest)d to %(longest)d characters."), None, params)
        )
    if name_key(name).startswith(tuple(map(name_key, _RESERVED))):
        raise BadName(Reason(N_("This name is kept for the house.")))
    return name


def name_key(name: str) -> str:
    """Return the form in which two names that look alike are equal."""
    spread = unicodedata.normalize("NFKD", name).translate(_LOOK_ALIKE_CAPITALS)
    folded = unicodedata.normalize("NFKD", spread.casefold())
    plain = "".join(char for char in folded if char.isalnum() or char == "|")
    return plain.translate(_LOOK_ALIKE) or folded


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) in _INVISIBLE or char in _BLANK_LETTERS
