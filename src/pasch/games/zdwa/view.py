"""What may be seen of a position. ZDWA hides nothing; only the offers are for one seat."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from pasch.games.zdwa.sheet import Cell, Column, Sheet, Sums, sums_of
from pasch.games.zdwa.state import Entry, State
from pasch.games.zdwa.writing import open_writes, points_of
from pasch.kernel.actors import Seat

_SHEETS_KEPT: Final = 2048
"""Latest sheets whose sums are not added up again: most events change no sheet."""


class SheetView(NamedTuple):
    """A party's sheet: its seats, its columns' points and sums in the order of `COLUMNS`."""

    seats: tuple[Seat, ...]
    columns: Sheet
    sums: tuple[Sums, ...]
    total: int


class TurnView(NamedTuple):
    """The turn of the seat that plays.

    `dice` are the faces by place, empty before the first throw; `throw` counts the throws made,
    `kept` are the places of the last `keep`. `old_entry` is the entry that is being corrected.
    """

    seat: Seat
    dice: tuple[int, ...]
    throw: int
    throws_allowed: int
    announced: Cell | None
    kept: tuple[int, ...]
    correcting: bool
    old_entry: Entry | None


class Offer(NamedTuple):
    """A cell that may be written now, and the points that the dice bring there."""

    column: Column
    cell: Cell
    points: int


@dataclass(frozen=True, slots=True)
class ZdwaView:
    """A position as one viewer sees it.

    `turn` is None when the match is over; `places`, by sheet, are empty before. `last` is the
    latest entry that stands; `correctable` is the seat that may take it back. `offers` are there
    for the seat to move alone, by column and cell.
    """

    mode: str
    hardcore: bool
    sheets: tuple[SheetView, ...]
    turn: TurnView | None
    last: Entry | None
    correctable: Seat | None
    places: tuple[int, ...]
    offers: tuple[Offer, ...]


def view_of(state: State, viewer: Seat | None, places: tuple[int, ...]) -> ZdwaView:
    """Return what `viewer` may know of a position; `places` are those of a match that is over."""
    return ZdwaView(
        mode=state.variant.mode,
        hardcore=state.variant.hardcore,
        sheets=_sheets(state.variant.bonus_from, state.variant.parties, state.sheets),
        turn=None if places else _turn(state),
        last=None if state.is_correcting else state.last,
        correctable=state.last.seat if state.last and state.reopens else None,
        places=places,
        offers=_offers(state) if viewer and viewer == state.mover else (),
    )


@lru_cache(maxsize=_SHEETS_KEPT)
def _sheets(
    bonus_from: int, parties: tuple[tuple[Seat, ...], ...], sheets: tuple[Sheet, ...]
) -> tuple[SheetView, ...]:
    return tuple(
        _sheet(bonus_from, seats, sheet) for seats, sheet in zip(parties, sheets, strict=True)
    )


@lru_cache(maxsize=_SHEETS_KEPT)
def _sheet(bonus_from: int, seats: tuple[Seat, ...], sheet: Sheet) -> SheetView:
    sums = tuple(sums_of(column, bonus_from) for column in sheet)
    return SheetView(seats, sheet, sums, sum(column.total for column in sums))


def _turn(state: State) -> TurnView:
    turn = state.turn
    return TurnView(
        seat=state.seat,
        dice=turn.dice,
        throw=turn.throws,
        throws_allowed=state.throws_allowed,
        announced=turn.announced,
        kept=turn.kept,
        correcting=state.is_correcting,
        old_entry=state.last if state.is_correcting else None,
    )


def _offers(state: State) -> tuple[Offer, ...]:
    return tuple(
        Offer(write.column, write.cell, points_of(state.turn, write.cell))
        for write in open_writes(state)
    )
