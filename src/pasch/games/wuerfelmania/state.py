"""A position of Würfelmania: what the option decides, the sheets, the turn, the last entry."""

from dataclasses import dataclass, replace

from pasch.games.wuerfelmania.sheet import Cell, Sheet, Variant, variant_of
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.meta import Options
from pasch.kernel.throwing import DiceTurn


@dataclass(frozen=True, slots=True)
class Entry:
    """What a seat has written: the points of the cell, and the bonus beside it (W8)."""

    seat: Seat
    cell: Cell
    points: int
    bonus: int


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    `sheets` has one sheet a seat. `starter` is the seat that was drawn to begin, None before.
    `seat` plays `turn`. `last` is the latest entry.
    """

    variant: Variant
    sheets: tuple[Sheet, ...]
    seat: Seat
    turn: DiceTurn
    starter: Seat | None = None
    last: Entry | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the table."""
        return seats_of(len(self.sheets))

    @property
    def sheet(self) -> Sheet:
        """The sheet of the seat that plays."""
        return self.sheets[self.seat - 1]

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each seat."""
        return tuple(sheet.total for sheet in self.sheets)

    @property
    def is_over(self) -> bool:
        """Whether every sheet is full (W9)."""
        return not any(sheet.free for sheet in self.sheets)


def first_state(options: Options, seats: int) -> State:
    """Return the position before the first event."""
    return State(variant_of(dict(options)["fives"]), (Sheet(),) * seats, Seat(1), DiceTurn())


def begun(state: State, starter: Seat) -> State:
    """Return the position in which the drawn seat begins (W1)."""
    return replace(state, starter=starter, seat=starter)
