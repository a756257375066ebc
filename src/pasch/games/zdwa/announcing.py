"""Announcing (Ansage): naming a cell of ❗ between the first throw and the second (Z17 to Z19)."""

from dataclasses import replace
from typing import Final

from pasch.games.zdwa.notation import EVENTS, Announce
from pasch.games.zdwa.sheet import INDEX, ROW, Cell
from pasch.games.zdwa.state import State, with_turn
from pasch.kernel.refusals import N_, Reason

_NOT_HERE: Final = Reason(N_("in hardcore nothing is announced"), "Z17")
_CORRECTING: Final = Reason(N_("nothing is announced while an entry is corrected"), "Z21")
_TOO_SOON: Final = Reason(N_("announce after the first throw"), "Z17")
_TOO_LATE: Final = Reason(N_("one can announce only after the first throw, not later"), "Z17")
_FIXED: Final = Reason(N_("from the second throw on the announcement stands"), "Z18")
_FILLED: Final = Reason(N_("this cell of the ❗ column is filled already"), "Z17")
_SAME: Final = Reason(N_("this cell is announced already"), "Z17")
_NOTHING: Final = Reason(N_("nothing is announced"), "Z17")

_SAID: Final = INDEX["said"]

_ANNOUNCEMENTS: Final = tuple(event for event in EVENTS.values() if isinstance(event, Announce))


def must_announce(state: State) -> bool:
    """Return whether only ❗ has free cells, two or more, and none is announced (Z19)."""
    *others, said = state.sheet
    only_said_is_free = not any(None in column for column in others)
    return state.turn.announced is None and only_said_is_free and said.count(None) > 1


def against_announce(state: State, event: Announce) -> Reason | None:
    """Return why the cell cannot be announced, or None."""
    reason = _against_any(state)
    if reason is not None:
        return reason
    if state.sheet[_SAID][ROW[event.cell]] is not None:
        return _FILLED
    return _SAME if event.cell == state.turn.announced else None


def open_announcements(state: State) -> tuple[Announce, ...]:
    """Return all that `against_announce` has nothing against, in the order of `EVENTS`."""
    if _against_any(state) is not None:
        return ()
    return tuple(each for each in _ANNOUNCEMENTS if against_announce(state, each) is None)


def against_retract(state: State) -> Reason | None:
    """Return why the announcement cannot be lifted, or None."""
    return _against_any(state) or (_NOTHING if state.turn.announced is None else None)


def announced(state: State, cell: Cell | None) -> State:
    """Return the position with the cell announced, or with nothing announced."""
    return with_turn(state, replace(state.turn, announced=cell))


def _against_any(state: State) -> Reason | None:
    """Return why announcements cannot be made, changed or lifted now, or None."""
    if not state.variant.announces:
        return _NOT_HERE
    if state.is_correcting:
        return _CORRECTING
    if state.turn.throws == 0:
        return _TOO_SOON
    if state.turn.throws == 1:
        return None
    return _TOO_LATE if state.turn.announced is None else _FIXED
