"""Writing: which cell may be written (Z13 to Z15, Z18), and what the dice bring there (Z16)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from pasch.games.zdwa.notation import EVENTS, Write
from pasch.games.zdwa.sheet import DICE, INDEX, ROW, SCORERS, Cell, Sheet, with_cell
from pasch.games.zdwa.state import Entry, State, Turn
from pasch.kernel.actors import Seat
from pasch.kernel.dice import counts_of
from pasch.kernel.refusals import N_, Reason

_ROLL_FIRST: Final = Reason(N_("throw the dice before you write"), "Z13")
_FILLED: Final = Reason(N_("this cell is filled already"), "Z14")
_SAID_FILLED: Final = Reason(_FILLED.message, "Z15")
_DOWNWARDS: Final = Reason(N_("this column is filled from top to bottom"), "Z14")
_UPWARDS: Final = Reason(N_("this column is filled from bottom to top"), "Z14")
_NOT_SAID: Final = Reason(
    N_("without an announcement ❗ can be written only straight after the first throw"), "Z15"
)
_RETRACT_FIRST: Final = Reason(N_("retract the announcement to write another cell"), "Z18")
_ANNOUNCED: Final = Reason(N_("only the announced cell can be written"), "Z18")

_WRITES: Final = tuple(event for event in EVENTS.values() if isinstance(event, Write))

_SHEETS_KEPT: Final = 2048
"""Latest sheets whose free cells are not looked for again: most events change no sheet."""
_THROWS_KEPT: Final = 4096
"""Latest throws whose points are not counted again: one is asked for in many cells."""


def open_writes(state: State) -> tuple[Write, ...]:
    """Return all that `against_write` has nothing against, in the order of `notation.EVENTS`."""
    if state.turn.throws == 0:
        return ()
    if state.turn.announced is not None:
        return (Write("said", state.turn.announced),)
    found = _next_places(state.sheet)
    if _may_write_unannounced(state):
        return found
    return tuple([write for write in found if write.column != "said"])


@lru_cache(maxsize=_SHEETS_KEPT)
def _next_places(sheet: Sheet) -> tuple[Write, ...]:
    """Return the cells that the order of their columns allows (Z14)."""
    return tuple(event for event in _WRITES if _against_place(sheet, event) is None)


def against_write(state: State, event: Write) -> Reason | None:
    """Return why the cell cannot be written, or None."""
    turn = state.turn
    if turn.throws == 0:
        return _ROLL_FIRST
    if turn.announced is not None:
        if event.column == "said" and event.cell == turn.announced:
            return None
        return _RETRACT_FIRST if turn.throws == 1 else _ANNOUNCED
    reason = _against_place(state.sheet, event)
    if reason is None and event.column == "said" and not _may_write_unannounced(state):
        return _NOT_SAID
    return reason


def _against_place(sheet: Sheet, event: Write) -> Reason | None:
    """Return why the column's order forbids the cell, or None (Z14)."""
    column, row = sheet[INDEX[event.column]], ROW[event.cell]
    if column[row] is not None:
        return _SAID_FILLED if event.column == "said" else _FILLED
    if event.column == "down" and None in column[:row]:
        return _DOWNWARDS
    if event.column == "up" and None in column[row + 1 :]:
        return _UPWARDS
    return None


def _may_write_unannounced(state: State) -> bool:
    """Return whether ❗ is open although nothing is announced (Z15).

    In hardcore a turn has one throw, so that ❗ is like the free column.
    """
    return state.turn.throws == 1 or state.is_last_cell


def points_of(turn: Turn, cell: Cell) -> int:
    """Return what the turn's dice bring in a cell."""
    return _points(turn.dice, _poker_counts(turn))[cell]


@lru_cache(maxsize=_THROWS_KEPT)
def _points(dice: tuple[int, ...], poker_counts: bool) -> Mapping[Cell, int]:
    counts = counts_of(dice)
    points = {cell: scorer(counts) for cell, scorer in SCORERS.items()}
    return points if poker_counts or DICE in counts else {**points, "P": 0}


def _poker_counts(turn: Turn) -> bool:
    """Return whether four equal dice count in this throw: the turn's first, or announced (Z16)."""
    return turn.announced == "P" or turn.first_four == turn.throws


def written(state: State, event: Write) -> State:
    """Return the position with the cell written and the next seat's turn begun."""
    points = points_of(state.turn, event.cell)
    return entered(state, Entry(state.seat, event.column, event.cell, points))


def entered(state: State, entry: Entry) -> State:
    """Return the position with the entry on its sheet and the next seat's turn begun."""
    variant, turn = state.variant, state.turn
    sheets = put(state, entry, entry.points)
    goes_on = any(sheet.free for sheet in sheets)
    can_reopen = variant.corrects and turn.announced is None and goes_on
    return State(
        variant,
        sheets,
        seat=Seat(entry.seat % len(variant.party_of) + 1),
        turn=variant.first_turn if goes_on else Turn(),
        last=entry,
        reopens=turn if can_reopen else None,
    )


def put(state: State, entry: Entry, points: int | None) -> tuple[Sheet, ...]:
    """Return all sheets with the entry's cell written, or free again when `points` is None."""
    party = state.variant.party_of[entry.seat - 1]
    sheet = with_cell(state.sheets[party], entry.column, entry.cell, points)
    return (*state.sheets[:party], sheet, *state.sheets[party + 1 :])
