"""What the seats of ZDWA may say, and how it stands in record text.

There are few enough events to list them all; reading is looking a text up in that list, so
nothing but the one written form is ever read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pasch.games.zdwa.sheet import CELLS, COLUMNS, DICE, Cell, Column
from pasch.kernel import throwing
from pasch.kernel.refusals import N_, Reason, Unreadable


class Roll(throwing.Roll):
    """Throw all dice for the first time in a turn."""

    __slots__ = ()
    rule = "Z11"


class Keep(throwing.Keep):
    """Hold some dice and throw the others."""

    __slots__ = ()
    rule = "Z12"


@dataclass(frozen=True, slots=True)
class Write:
    """Enter the dice in a cell."""

    rule: ClassVar[str] = "Z13"

    column: Column
    cell: Cell

    def __str__(self) -> str:
        """Return the record text."""
        return f"write {self.column} {self.cell}"


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce (ansagen) a cell of ❗."""

    rule: ClassVar[str] = "Z17"

    cell: Cell

    def __str__(self) -> str:
        """Return the record text."""
        return f"announce {self.cell}"


@dataclass(frozen=True, slots=True)
class Retract:
    """Lift the announcement."""

    rule: ClassVar[str] = "Z17"

    def __str__(self) -> str:
        """Return the record text."""
        return "retract"


@dataclass(frozen=True, slots=True)
class Correct:
    """Take the last entry back."""

    rule: ClassVar[str] = "Z20"

    def __str__(self) -> str:
        """Return the record text."""
        return "correct"


@dataclass(frozen=True, slots=True)
class Cancel:
    """Let the old entry stand."""

    rule: ClassVar[str] = "Z21"

    def __str__(self) -> str:
        """Return the record text."""
        return "cancel"


Event = Roll | Keep | Write | Announce | Retract | Correct | Cancel


def _all_events() -> Iterator[Event]:
    yield Roll()
    yield from map(Keep, throwing.holds_of(DICE))
    yield from (Write(column, cell) for column in COLUMNS for cell in CELLS)
    yield from map(Announce, CELLS)
    yield from (Retract(), Correct(), Cancel())


EVENTS: Final[dict[str, Event]] = {str(event): event for event in _all_events()}
"""Every event by its text, in the order in which `legal` lists them: `roll`, `keep` by the places
in the order of words in a dictionary, `write` by column and cell, `announce` by cell, `retract`,
`correct`, `cancel`."""

ANNOUNCED: Final[dict[str, Cell]] = {
    text: event.cell for text, event in EVENTS.items() if isinstance(event, Announce)
}
"""The cells that are announced, by the texts that announce them."""

_FORMS: Final = {
    "keep": throwing.KEEP_FORM,
    "write": N_("“write” names a column (down, free, up, said) and a cell (1 to 6 + - K F P 60)"),
    "announce": N_("“announce” names a cell (1 to 6 + - K F P 60)"),
}
_UNKNOWN: Final = N_("expected roll, keep, write, announce, retract, correct or cancel")


def read_event(text: str) -> Event:
    """Read an event; raise `Unreadable` for any other text."""
    event = EVENTS.get(text)
    if event is None:
        raise Unreadable(Reason(_FORMS.get(text.partition(" ")[0], _UNKNOWN)))
    return event
