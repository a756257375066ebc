"""What may be seen of a position. Würfelmania hides nothing; only the offers are for one seat."""

from dataclasses import dataclass

from pasch.games.wuerfelmania.sheet import Cell, Sheet
from pasch.games.wuerfelmania.state import Entry, State
from pasch.games.wuerfelmania.throwing import THROWS
from pasch.games.wuerfelmania.writing import WRITES, against_write, score_now
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Deciding, Over, ToMove


@dataclass(frozen=True, slots=True)
class SheetView:
    """A seat's sheet: the points in the order of `CELLS`, the bonus of W8, the total.

    `fives` counts the five equal that have brought a prize.
    """

    seat: Seat
    points: tuple[int | None, ...]
    fives: int
    bonus: int
    total: int


@dataclass(frozen=True, slots=True)
class TurnView:
    """The turn of the seat that plays.

    `dice` are the faces by place, empty before the first throw; `throw` counts the throws made,
    `kept` are the places of the last `keep`.
    """

    seat: Seat
    dice: tuple[int, ...]
    throw: int
    throws_allowed: int
    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A cell that may be written now, the points that the dice bring there, and the bonus."""

    cell: Cell
    points: int
    bonus: int


@dataclass(frozen=True, slots=True)
class WuerfelmaniaView:
    """A position as one viewer sees it.

    `starter` is the seat that was drawn to begin, None before. `turn` is None before that and
    when the match is over; `places`, by seat, are empty until then. `last` is the latest entry.
    `offers` are there for the seat to move alone, in the order of `CELLS`.
    """

    fives: str
    starter: Seat | None
    sheets: tuple[SheetView, ...]
    turn: TurnView | None
    last: Entry | None
    places: tuple[int, ...]
    offers: tuple[Offer, ...]


def view_of(state: State, viewer: Seat | None, to_move: ToMove) -> WuerfelmaniaView:
    """Return what `viewer` may know of a position in which `to_move` acts next."""
    is_over = isinstance(to_move, Over)
    return WuerfelmaniaView(
        fives=state.variant.fives,
        starter=state.starter,
        sheets=tuple(map(_sheet, state.seats, state.sheets)),
        turn=None if is_over or state.starter is None else _turn(state),
        last=state.last,
        places=to_move.places if isinstance(to_move, Over) else (),
        offers=_offers(state) if viewer and to_move == Deciding((viewer,)) else (),
    )


def _sheet(seat: Seat, sheet: Sheet) -> SheetView:
    return SheetView(seat, sheet.points, sheet.fives, sheet.bonus, sheet.total)


def _turn(state: State) -> TurnView:
    turn = state.turn
    return TurnView(state.seat, turn.dice, turn.throws, THROWS, turn.kept)


def _offers(state: State) -> tuple[Offer, ...]:
    open_cells = [write.cell for write in WRITES if against_write(state, write) is None]
    scores = [(cell, score_now(state, cell)) for cell in open_cells]
    return tuple(Offer(cell, score.points, score.bonus) for cell, score in scores)
