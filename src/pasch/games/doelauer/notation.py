"""What the seats of Dölauer may say, and how it stands in record text.

There are few enough events to list them all; reading is looking a text up in that list, so
nothing but the one written form is ever read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, get_args

from pasch.kernel import throwing
from pasch.kernel.chance import FACES, Choice
from pasch.kernel.refusals import N_, Reason, Unreadable

Special = Literal["strasse", "doell"]
SPECIALS: Final[tuple[Special, ...]] = get_args(Special)


class Roll(throwing.Roll):
    """Throw all dice, or those that do not lie."""

    __slots__ = ()
    rule = "L1"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn: score what lies. `rule` gives the event to who is to move."""

    rule: ClassVar[str] = "L4"

    def __str__(self) -> str:
        """Return the record text."""
        return "stop"


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay out (rauslegen) the dice of a face; None in throw 1, where the rule decides."""

    rule: ClassVar[str] = "L3"

    face: int | None

    def __str__(self) -> str:
        """Return the record text."""
        return "lay" if self.face is None else f"lay {self.face}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take Straße or Döll."""

    rule: ClassVar[str] = "L3"

    special: Special

    def __str__(self) -> str:
        """Return the record text."""
        return f"take {self.special}"


Event = Roll | Stop | Lay | Take


def _all_events() -> Iterator[Event]:
    yield from (Roll(), Stop(), Lay(None))
    yield from map(Lay, range(1, FACES + 1))
    yield from map(Take, SPECIALS)


EVENTS: Final[dict[str, Event]] = {str(event): event for event in _all_events()}
"""Every event by its text, in the order in which `legal` lists them: `roll`, `stop`, `lay`, `lay`
with the faces, `take strasse`, `take doell`."""

_FORMS: Final = {
    "lay": N_("“lay” stands alone or names a face from 1 to 6"),
    "take": N_("“take” names strasse or doell"),
}
_UNKNOWN: Final = N_("expected roll, stop, lay or take")


def read_event(text: str) -> Event:
    """Read an event; raise `Unreadable` for any other text."""
    event = EVENTS.get(text)
    if event is None:
        raise Unreadable(Reason(_FORMS.get(text.partition(" ")[0], _UNKNOWN)))
    return event


def start_of(seats: int) -> Choice:
    """Return the draw of who begins."""
    return Choice("start", seats)
