"""Correction (Korrektur): taking the last entry back until the next throw (Z20, Z21)."""

from typing import Final, cast

from pasch.games.zdwa.state import Entry, State, Turn
from pasch.games.zdwa.writing import entered, put
from pasch.kernel.actors import Seat
from pasch.kernel.refusals import N_, Reason

_NOT_HERE: Final = Reason(N_("alone and in hardcore entries are not corrected"), "Z20")
_OPEN: Final = Reason(N_("the entry is being corrected already"), "Z21")
_NOT_YOURS: Final = Reason(N_("only who wrote last may correct"), "Z20")
_TOO_LATE: Final = Reason(N_("the next player has thrown: the entry stands"), "Z20")
_ANNOUNCED: Final = Reason(N_("an announced entry stands"), "Z20")
_NOT_OPEN: Final = Reason(N_("no entry is being corrected"), "Z21")


def against_correct(state: State, seat: Seat) -> Reason | None:
    """Return why the seat cannot take the last entry back, or None. The match is not over."""
    if not state.variant.corrects:
        return _NOT_HERE
    if state.is_correcting:
        return _OPEN
    if state.last is None or state.last.seat != seat:
        return _NOT_YOURS
    if state.turn.is_throwing or state.turn.throws > 0:
        return _TOO_LATE
    return _ANNOUNCED if state.reopens is None else None


def against_cancel(state: State) -> Reason | None:
    """Return why there is no correction to cancel, or None."""
    return None if state.is_correcting else _NOT_OPEN


def reopened(state: State) -> State:
    """Return the position with the last entry off its sheet and its turn as it stood.

    There must be no reason against it, so both are there.
    """
    entry, turn = cast(Entry, state.last), cast(Turn, state.reopens)
    sheets = put(state, entry, None)
    return State(state.variant, sheets, entry.seat, turn, entry, is_correcting=True)


def cancelled(state: State) -> State:
    """Return the position with the old entry back; it must be off its sheet."""
    return entered(state, cast(Entry, state.last))
