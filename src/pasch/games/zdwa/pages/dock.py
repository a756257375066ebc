"""The dock as models: the dice, what the player may do with them, and where the turn stands."""

from typing import Final, NamedTuple

from pasch.games.zdwa.notation import ANNOUNCED, Cancel, Correct, Keep, Retract, Roll
from pasch.games.zdwa.pages.quick import quick_region
from pasch.games.zdwa.pages.rows import CELL_NAMES
from pasch.games.zdwa.sheet import DICE
from pasch.games.zdwa.view import TurnView, ZdwaView
from pasch.kernel.dock import (
    NO_THROW,
    Info,
    Throwing,
    dice_regions,
    first_throw,
    next_throw,
    own_status,
    status_of_other,
)
from pasch.kernel.page import Line, Region, Seen, Term
from pasch.kernel.refusals import N_

_ROLL: Final = str(Roll())
_RETRACT: Final = str(Retract())
_CORRECT: Final = str(Correct())
_CANCEL: Final = str(Cancel())
_KEEP_NONE: Final = str(Keep(()))
_ANNOUNCE_FIRST: Final = "announce"

_CUP: Final = Line(N_("All five dice are in your cup."))
_HOLD: Final = Line(N_("Hold dice and throw on, or enter."))
_HOLD_OR_ANNOUNCE: Final = Line(N_("Hold dice and throw on, announce a cell, or enter."))
_TIPS: Final = (_CUP, _HOLD, _HOLD_OR_ANNOUNCE)


class Actions(NamedTuple):
    """The buttons of the dock. `throwing` is blocked by "announce" when that comes first."""

    throwing: Throwing = NO_THROW
    can_announce: bool = False
    can_retract: bool = False
    can_correct: bool = False
    can_cancel: bool = False


def dock_regions(seen: Seen[ZdwaView], turn: TurnView) -> dict[str, Region]:
    """Return the regions of the dock: each die, what can be done, and where the turn stands."""
    is_deciding = turn.seat == seen.viewer and bool(seen.legal)
    can_hold = is_deciding and not turn.correcting and 0 < turn.throw < turn.throws_allowed
    held = turn.kept if turn.correcting else seen.held
    actions = _actions(seen, turn, can_hold=can_hold)
    return {
        **dice_regions(DICE, turn.dice, held, can_hold=can_hold),
        "dock-actions": Region("dock_actions", actions),
        "dock-info": Region("dock_info", _info(seen, turn, actions)),
        "dock-quick": quick_region(seen, turn),
    }


def _actions(seen: Seen[ZdwaView], turn: TurnView, *, can_hold: bool) -> Actions:
    legal = seen.legal
    if turn.seat != seen.viewer:
        return Actions(can_correct=_CORRECT in legal) if legal else Actions()
    return Actions(
        throwing=_throwing(seen, can_hold=can_hold),
        can_announce=not ANNOUNCED.keys().isdisjoint(legal),
        can_retract=_RETRACT in legal,
        can_correct=_CORRECT in legal,
        can_cancel=_CANCEL in legal,
    )


def _throwing(seen: Seen[ZdwaView], *, can_hold: bool) -> Throwing:
    if _ROLL in seen.legal:
        return first_throw(_ROLL, DICE)
    if not can_hold:
        return NO_THROW
    throwing = next_throw(str(Keep(seen.held)), seen.held, DICE)
    return throwing if _KEEP_NONE in seen.legal else throwing._replace(blocked=_ANNOUNCE_FIRST)


def _info(seen: Seen[ZdwaView], turn: TurnView, actions: Actions) -> Info:
    is_mine = turn.seat == seen.viewer
    status = _own_status(turn) if is_mine else _status(turn)
    advice = _own_advice(seen.view, turn, actions) if is_mine else _advice(seen, turn)
    is_tip = advice in _TIPS
    who = "" if is_mine else seen.name(turn.seat)
    return Info(status, who, advice, is_tip, turn.throw, turn.throws_allowed)


def _own_status(turn: TurnView) -> Line:
    if turn.correcting:
        return Line(N_("Correct your entry"))
    return own_status(turn.throw, turn.throws_allowed)


def _status(turn: TurnView) -> Line:
    if turn.correcting:
        return Line(N_("%(who)s corrects the last entry"))
    return status_of_other(turn.throw, turn.throws_allowed)


def _own_advice(view: ZdwaView, turn: TurnView, actions: Actions) -> Line:  # noqa: PLR0911 - a table
    if turn.correcting:
        return Line(N_("Enter these dice again, or let it stand."))
    if turn.throw == 0:
        return _CUP
    if actions.throwing.blocked == _ANNOUNCE_FIRST:
        return Line(N_("Only “Announced” is free: announce a cell, or enter at once."))
    if turn.announced is not None:
        if turn.throw == turn.throws_allowed:
            return Line(N_("Announced: %(cell)s. Enter it now."), _cell(turn))
        return Line(N_("Announced: %(cell)s"), _cell(turn))
    if view.hardcore:
        return Line(N_("One throw only: enter it."))
    if turn.throw == turn.throws_allowed:
        return Line(N_("That was the last throw: enter it."))
    if actions.can_announce:
        return _HOLD_OR_ANNOUNCE
    return _HOLD


def _advice(seen: Seen[ZdwaView], turn: TurnView) -> Line | None:
    if turn.announced is not None:
        return Line(N_("Announced: %(cell)s"), _cell(turn))
    if seen.viewer is not None and seen.view.correctable == seen.viewer and not turn.correcting:
        return Line(N_("You can correct it until dice roll again."))
    return None


def _cell(turn: TurnView) -> tuple[tuple[str, Term], ...]:
    return (("cell", Term(CELL_NAMES[turn.announced])),) if turn.announced else ()
