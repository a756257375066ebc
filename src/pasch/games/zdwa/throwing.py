"""Throwing: the first throw, holding dice (halten) and throwing the others (Z10 to Z12)."""

from typing import Final

from pasch.games.zdwa.announcing import must_announce
from pasch.games.zdwa.notation import EVENTS, Keep
from pasch.games.zdwa.sheet import DICE
from pasch.games.zdwa.state import State, Turn, with_turn
from pasch.kernel import throwing
from pasch.kernel.refusals import N_, Reason
from pasch.kernel.throwing import throw_due

_CORRECTING: Final = Reason(N_("nothing is thrown while an entry is corrected"), "Z21")
_ROLLED: Final = Reason(throwing.ROLLED, "Z11")
_ROLL_FIRST: Final = Reason(throwing.ROLL_FIRST, "Z12")
_ALL_KEPT: Final = Reason(throwing.ALL_KEPT, "Z12")
_NO_THROW_LEFT: Final = Reason(throwing.NO_THROW_LEFT, "Z10")
_ANNOUNCE_FIRST: Final = Reason(
    N_("only cells of the ❗ column are free: announce one before you throw again"), "Z19"
)

KEEPS: Final = tuple(
    event for event in EVENTS.values() if isinstance(event, Keep) and len(event.places) < DICE
)
"""What may be kept when dice are thrown again."""


def rule_of_throw(turn: Turn) -> str:
    """Return the number of the rule about the turn's next throw."""
    return "Z11" if turn.throws == 0 else "Z12"


def against_roll(state: State) -> Reason | None:
    """Return why the first throw cannot be made, or None."""
    if state.is_correcting:
        return _CORRECTING
    return _ROLLED if state.turn.throws > 0 else None


def against_keep(state: State, event: Keep) -> Reason | None:
    """Return why these dice cannot be held and the others thrown, or None."""
    if len(event.places) == DICE:
        return _ALL_KEPT
    return _against_throwing_again(state)


def can_keep(state: State) -> bool:
    """Return whether each of `KEEPS` may be said: what speaks against it is the same for all."""
    return _against_throwing_again(state) is None


def can_hold(state: State) -> bool:
    """Return whether dice may be held for another throw, now or after an announcement."""
    return _against_throwing_again(state) in (None, _ANNOUNCE_FIRST)


def _against_throwing_again(state: State) -> Reason | None:
    """Return why the player cannot throw again, whatever dice are held, or None."""
    if state.is_correcting:
        return _CORRECTING
    if state.turn.throws == 0:
        return _ROLL_FIRST
    if state.turn.throws >= state.throws_allowed:
        return _NO_THROW_LEFT
    return _ANNOUNCE_FIRST if must_announce(state) else None


def rolled(state: State) -> State:
    """Return the position with all dice in the cup; the entry before stands for good (Z20)."""
    return state._replace(turn=throwing.throwing(state.turn), reopens=None)


def kept(state: State, event: Keep) -> State:
    """Return the position with the dice that are not held in the cup."""
    return with_turn(state, throwing.throwing(state.turn, event.places))


def thrown(state: State, text: str) -> State:
    """Return the position after the throw; raise `Unreadable` or `Illegal` for a wrong one."""
    faces = throw_due(state.turn, DICE).read(text, rule_of_throw(state.turn))
    return with_turn(state, state.turn.after(faces))
