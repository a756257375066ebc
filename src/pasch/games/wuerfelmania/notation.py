"""What the seats of Würfelmania may say, and how it stands in record text.

There are few enough events to list them all; reading is looking a text up in that list, so
nothing but the one written form is ever read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pasch.games.wuerfelmania.sheet import CELLS, DICE, Cell
from pasch.kernel import throwing
from pasch.kernel.chance import Choice
from pasch.kernel.refusals import N_, Reason, Unreadable

TURN: Final = "W1"
"""The number of the rule about the course of a turn."""


class Roll(throwing.Roll):
    """Throw all dice for the first time in a turn."""

    __slots__ = ()
    rule = TURN


class Keep(throwing.Keep):
    """Hold some dice and throw the others."""

    __slots__ = ()
    rule = TURN


@dataclass(frozen=True, slots=True)
class Write:
    """Enter the dice in a cell."""

    rule: ClassVar[str] = TURN

    cell: Cell

    def __str__(self) -> str:
        """Return the record text."""
        return f"write {self.cell}"


Event = Roll | Keep | Write


def _all_events() -> Iterator[Event]:
    yield Roll()
    yield from map(Keep, throwing.holds_of(DICE))
    yield from map(Write, CELLS)


EVENTS: Final[dict[str, Event]] = {str(event): event for event in _all_events()}
"""Every event by its text, in the order in which `legal` lists them: `roll`, `keep` by the places
in the order of words in a dictionary, `write` by cell."""

_FORMS: Final = {
    "keep": throwing.KEEP_FORM,
    "write": N_("“write” names a cell (1 to 6 3P 4P FH KS GS 5W CH)"),
}
_UNKNOWN: Final = N_("expected roll, keep or write")


def read_event(text: str) -> Event:
    """Read an event; raise `Unreadable` for any other text."""
    event = EVENTS.get(text)
    if event is None:
        raise Unreadable(Reason(_FORMS.get(text.partition(" ")[0], _UNKNOWN)))
    return event


def start_of(seats: int) -> Choice:
    """Return the draw of who begins."""
    return Choice("start", seats)
