"""The dock as models: the dice, the button that throws, and where the turn stands."""

from typing import Final

from pasch.games.wuerfelmania.notation import Keep, Roll
from pasch.games.wuerfelmania.pages.hint import HintedInfo, hint_of, past_of
from pasch.games.wuerfelmania.sheet import DICE
from pasch.games.wuerfelmania.view import TurnView, WuerfelmaniaView
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
from pasch.kernel.page import Line, Region, Seen
from pasch.kernel.refusals import N_

_ROLL: Final = str(Roll())
_KEEP_NONE: Final = str(Keep(()))

_CUP: Final = Line(N_("All five dice are in your cup."))
_HOLD: Final = Line(N_("Hold dice and throw on, or enter."))
_LAST: Final = Line(N_("That was the last throw: enter it."))
_YOU_BEGIN: Final = Line(N_("The draw has decided: you begin."))
_BEGINS: Final = Line(N_("The draw has decided: %(who)s begins."))
_TIPS: Final = (_CUP, _HOLD)


def dock_regions(seen: Seen[WuerfelmaniaView], turn: TurnView) -> dict[str, Region]:
    """Return the regions of the dock: each die, what can be done, and where the turn stands."""
    can_hold = turn.seat == seen.viewer and _KEEP_NONE in seen.legal
    return {
        **dice_regions(DICE, turn.dice, seen.held, can_hold=can_hold),
        "dock-actions": Region("dock_actions", _throwing(seen, can_hold=can_hold)),
        "dock-info": Region("dock_info", _info(seen, turn)),
    }


def _throwing(seen: Seen[WuerfelmaniaView], *, can_hold: bool) -> Throwing:
    if _ROLL in seen.legal:
        return first_throw(_ROLL, DICE)
    return next_throw(str(Keep(seen.held)), seen.held, DICE) if can_hold else NO_THROW


def _info(seen: Seen[WuerfelmaniaView], turn: TurnView) -> HintedInfo:
    is_mine = turn.seat == seen.viewer
    status = (own_status if is_mine else status_of_other)(turn.throw, turn.throws_allowed)
    hint = hint_of(seen)
    advice = hint or (_own_advice if is_mine else _advice)(seen.view, turn)
    is_tip = advice in _TIPS
    who, throws = seen.name(turn.seat), turn.throws_allowed
    info = Info(status, who, advice, is_tip, turn.throw, throws, is_hint=hint is not None)
    return HintedInfo(info, past_of(seen.advice))


def _own_advice(view: WuerfelmaniaView, turn: TurnView) -> Line:
    if turn.throw == 0:
        return _YOU_BEGIN if _is_first_turn(view) else _CUP
    return _LAST if turn.throw == turn.throws_allowed else _HOLD


def _advice(view: WuerfelmaniaView, turn: TurnView) -> Line | None:
    return _BEGINS if turn.throw == 0 and _is_first_turn(view) else None


def _is_first_turn(view: WuerfelmaniaView) -> bool:
    """Return whether nobody has written anything in a match where it was drawn who begins."""
    return view.last is None and len(view.sheets) > 1
