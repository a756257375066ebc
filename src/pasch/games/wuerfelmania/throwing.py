"""Throwing: the first throw, holding dice (halten) and throwing the others (W1)."""

from dataclasses import replace
from typing import Final

from pasch.games.wuerfelmania.notation import TURN, Keep
from pasch.games.wuerfelmania.sheet import DICE
from pasch.games.wuerfelmania.state import State
from pasch.kernel import throwing
from pasch.kernel.refusals import Reason

THROWS: Final = 3
"""How many throws a turn may have."""

_ROLLED: Final = Reason(throwing.ROLLED, TURN)
_ROLL_FIRST: Final = Reason(throwing.ROLL_FIRST, TURN)
_ALL_KEPT: Final = Reason(throwing.ALL_KEPT, TURN)
_NO_THROW_LEFT: Final = Reason(throwing.NO_THROW_LEFT, TURN)


def against_roll(state: State) -> Reason | None:
    """Return why the first throw cannot be made, or None."""
    return _ROLLED if state.turn.throws > 0 else None


def against_keep(state: State, event: Keep) -> Reason | None:
    """Return why these dice cannot be held and the others thrown, or None."""
    return _ALL_KEPT if len(event.places) == DICE else _against_throwing_again(state)


def can_hold(state: State) -> bool:
    """Return whether dice may be held for another throw."""
    return _against_throwing_again(state) is None


def _against_throwing_again(state: State) -> Reason | None:
    """Return why the player cannot throw again, whatever dice are held, or None."""
    if state.turn.throws == 0:
        return _ROLL_FIRST
    return _NO_THROW_LEFT if state.turn.throws >= THROWS else None


def rolled(state: State) -> State:
    """Return the position with all dice in the cup."""
    return replace(state, turn=throwing.throwing(state.turn))


def kept(state: State, event: Keep) -> State:
    """Return the position with the dice that are not held in the cup."""
    return replace(state, turn=throwing.throwing(state.turn, event.places))


def thrown(state: State, text: str) -> State:
    """Return the position after the throw; raise `Unreadable` or `Illegal` for a wrong one."""
    faces = throwing.throw_due(state.turn, DICE).read(text, TURN)
    return replace(state, turn=throwing.thrown(state.turn, faces))
