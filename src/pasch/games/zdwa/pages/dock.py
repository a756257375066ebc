"""The dock as models: the dice, what the player may do with them, and where the turn stands."""

from functools import lru_cache
from typing import Final, NamedTuple

from pasch.games.zdwa.notation import PLACES, Cancel, Correct, Keep, Retract, Roll
from pasch.games.zdwa.pages.quick import quick_region
from pasch.games.zdwa.pages.rows import CELL_NAMES
from pasch.games.zdwa.sheet import DICE
from pasch.games.zdwa.view import TurnView, ZdwaView
from pasch.kernel.page import Line, Region, Seen, Term
from pasch.kernel.refusals import N_

_NO_DICE: Final = (0,) * DICE
_ROLL: Final = str(Roll())
_RETRACT: Final = str(Retract())
_CORRECT: Final = str(Correct())
_CANCEL: Final = str(Cancel())
_KEEP_NONE: Final = str(Keep(()))
_ANNOUNCE: Final = "announce "

_CUP: Final = Line(N_("All five dice are in your cup."))
_HOLD: Final = Line(N_("Hold dice and throw on, or enter."))
_HOLD_OR_ANNOUNCE: Final = Line(N_("Hold dice and throw on, announce a cell, or enter."))
_TIPS: Final = (_CUP, _HOLD, _HOLD_OR_ANNOUNCE)


class Die(NamedTuple):
    """A die at its place; face 0 is not thrown yet. `can_hold` makes it a button."""

    place: int
    face: int
    is_held: bool
    can_hold: bool


class Actions(NamedTuple):
    """The buttons of the dock.

    `throw` is the event of the throw button, "" for none; it throws `dice` dice. `blocked` says
    why it cannot be pressed now: "held" (all dice are), "announce" (that comes first), or "".
    """

    throw: str = ""
    dice: int = 0
    blocked: str = ""
    can_announce: bool = False
    can_retract: bool = False
    can_correct: bool = False
    can_cancel: bool = False


class Info(NamedTuple):
    """Where the turn stands: a line, a piece of advice, and the throws made of those allowed.

    A tip is advice that small screens can do without.
    """

    status: Line
    who: str
    advice: Line | None
    is_tip: bool
    throw: int
    throws: int


def dock_regions(seen: Seen[ZdwaView], turn: TurnView) -> dict[str, Region]:
    """Return the regions of the dock: each die, what can be done, and where the turn stands."""
    is_deciding = turn.seat == seen.viewer and bool(seen.legal)
    can_hold = is_deciding and not turn.correcting and 0 < turn.throw < turn.throws_allowed
    held = turn.kept if turn.correcting else seen.held
    actions = _actions(seen, turn, can_hold=can_hold)
    return {
        **_dice(turn.dice, held, can_hold),
        "dock-actions": Region("dock_actions", actions),
        "dock-info": Region("dock_info", _info(seen, turn, actions)),
        "dock-quick": quick_region(seen, turn),
    }


@lru_cache(maxsize=8192)
def _dice(faces: tuple[int, ...], held: tuple[int, ...], can_hold: bool) -> dict[str, Region]:
    """Return the dice by id. Nobody may change the result."""
    dice = (
        Die(place, face, bool(faces) and place in held, can_hold)
        for place, face in zip(PLACES, faces or _NO_DICE, strict=True)
    )
    return {f"die-{die.place}": Region("die", die) for die in dice}


def _actions(seen: Seen[ZdwaView], turn: TurnView, *, can_hold: bool) -> Actions:
    legal = seen.legal
    if turn.seat != seen.viewer:
        return Actions(can_correct=_CORRECT in legal) if legal else Actions()
    throw, dice, blocked = "", 0, ""
    if _ROLL in legal:
        throw, dice = _ROLL, DICE
    elif can_hold:
        throw = str(Keep(seen.held))
        dice = DICE - len(seen.held)
        blocked = "" if dice else "held"
        if _KEEP_NONE not in legal:
            blocked = "announce"
    return Actions(
        throw=throw,
        dice=dice,
        blocked=blocked,
        can_announce=any(event.startswith(_ANNOUNCE) for event in legal),
        can_retract=_RETRACT in legal,
        can_correct=_CORRECT in legal,
        can_cancel=_CANCEL in legal,
    )


def _info(seen: Seen[ZdwaView], turn: TurnView, actions: Actions) -> Info:
    is_mine = turn.seat == seen.viewer
    status = _own_status(turn) if is_mine else _status(turn)
    advice = _own_advice(seen.view, turn, actions) if is_mine else _advice(seen, turn)
    is_tip = advice in _TIPS
    return Info(status, seen.name(turn.seat), advice, is_tip, turn.throw, turn.throws_allowed)


def _throws(turn: TurnView) -> tuple[tuple[str, int], ...]:
    return (("throw", turn.throw), ("throws", turn.throws_allowed))


def _own_status(turn: TurnView) -> Line:
    if turn.correcting:
        return Line(N_("Correct your entry"))
    if turn.throw == 0:
        return Line(N_("It is your turn"))
    return Line(N_("Throw %(throw)d of %(throws)d"), _throws(turn))


def _status(turn: TurnView) -> Line:
    if turn.correcting:
        return Line(N_("%(who)s corrects the last entry"))
    if turn.throw == 0:
        return Line(N_("%(who)s is to move"))
    return Line(N_("%(who)s: throw %(throw)d of %(throws)d"), _throws(turn))


def _own_advice(view: ZdwaView, turn: TurnView, actions: Actions) -> Line:  # noqa: PLR0911 - a table
    if turn.correcting:
        return Line(N_("Enter these dice again, or let it stand."))
    if turn.throw == 0:
        return _CUP
    if actions.blocked == "announce":
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
