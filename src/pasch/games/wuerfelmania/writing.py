"""Writing: every turn fills one free cell, if need be with 0 (W1)."""

from dataclasses import replace
from typing import Final

from pasch.games.wuerfelmania.notation import EVENTS, TURN, Write
from pasch.games.wuerfelmania.sheet import ROW, Cell, Score, score_of, with_score
from pasch.games.wuerfelmania.state import Entry, State
from pasch.kernel.actors import Seat
from pasch.kernel.dice import counts_of
from pasch.kernel.refusals import N_, Reason
from pasch.kernel.throwing import DiceTurn

_ROLL_FIRST: Final = Reason(N_("throw the dice before you write"), TURN)
_FILLED: Final = Reason(N_("this cell is filled already"), TURN)
WORTHLESS: Final = Reason(N_("this entry scores no points"), TURN)

WRITES: Final = tuple(event for event in EVENTS.values() if isinstance(event, Write))


def against_write(state: State, event: Write) -> Reason | None:
    """Return why the cell cannot be written, or None."""
    if state.turn.throws == 0:
        return _ROLL_FIRST
    return None if state.sheet.points[ROW[event.cell]] is None else _FILLED


def score_now(state: State, cell: Cell) -> Score:
    """Return what the dice on the table bring in a cell of the seat that plays."""
    return score_of(state.variant, state.sheet, cell, counts_of(state.turn.dice))


def written(state: State, event: Write) -> State:
    """Return the position with the cell written and the next seat's turn begun."""
    seat, score = state.seat, score_now(state, event.cell)
    sheet = with_score(state.sheet, event.cell, score)
    return replace(
        state,
        sheets=(*state.sheets[: seat - 1], sheet, *state.sheets[seat:]),
        seat=Seat(seat % len(state.sheets) + 1),
        turn=DiceTurn(),
        last=Entry(seat, event.cell, score.points, score.bonus),
    )
