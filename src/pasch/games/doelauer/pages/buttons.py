"""The two big buttons: what stopping brings, and what throwing risks."""

from typing import Final, NamedTuple

from pasch.games.doelauer.notation import Roll, Stop
from pasch.games.doelauer.pages.words import sum_of
from pasch.games.doelauer.points import DICE
from pasch.games.doelauer.state import THROWS
from pasch.games.doelauer.view import DoelauerView, TurnView
from pasch.kernel.page import Line, Region, Seen
from pasch.kernel.refusals import N_

_ROLL: Final = str(Roll())
_STOP: Final = str(Stop())


class StopButton(NamedTuple):
    """Ends the turn; `tone` is "win", "gain", "none" or "loss", what it brings is the note."""

    tone: str
    note: Line
    question: Line | None = None


class RollButton(NamedTuple):
    """Throws so many dice; `is_risk` says that something may be lost, which the note tells."""

    dice: int
    note: Line | None
    is_risk: bool


class Actions(NamedTuple):
    """The buttons of who is to move."""

    stop: StopButton | None = None
    roll: RollButton | None = None


def button_regions(seen: Seen[DoelauerView], turn: TurnView) -> dict[str, Region]:
    """Return the region of the buttons, empty for those who are not to move."""
    missing = seen.view.target + 1 - seen.view.scores[turn.seat - 1]
    actions = Actions(
        _stop(turn, missing) if _STOP in seen.legal else None,
        _roll(turn) if _ROLL in seen.legal else None,
    )
    return {"dock-actions": Region("dock_actions", actions)}


def _stop(turn: TurnView, missing: int) -> StopButton:
    points, pending = turn.points, turn.pending
    if points:
        words = (("points", sum_of(points, pending)),)
        if points + pending >= missing:
            return StopButton("win", Line(N_("win with %(points)s points"), words))
        return StopButton("gain", Line(N_("secure %(points)s points"), words))
    if pending:
        lost = (("pending", pending),)
        question = Line(N_("End the turn? The %(pending)d points are lost then."), lost)
        return StopButton("loss", Line(N_("the %(pending)d points are lost"), lost), question)
    question = Line(N_("End the turn without points?"))
    return StopButton("none", Line(N_("for 0 points")), question)


def _roll(turn: TurnView) -> RollButton:
    dice = DICE - len(turn.lying)
    stake = (("points", sum_of(turn.points, turn.pending)),)
    if turn.throw == 0:
        note = Line(N_("%(points)s points at stake"), stake) if turn.pending else None
        return RollButton(dice, note, is_risk=False)
    if turn.throw < THROWS - 1:
        return RollButton(dice, Line(N_("no risk: what lies stays")), is_risk=False)
    if not turn.points:
        message = N_("last chance for %(points)s points") if turn.pending else N_("nothing to lose")
        return RollButton(dice, Line(message, stake if turn.pending else ()), is_risk=False)
    return RollButton(dice, Line(N_("risk: %(points)s points"), stake), is_risk=True)
