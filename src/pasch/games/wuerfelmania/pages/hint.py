"""Hints in words: what is best now, and what the own move before has cost."""

from typing import Final

from pasch.games.wuerfelmania.notation import EVENTS, Keep, Write
from pasch.games.wuerfelmania.pages.rows import CELL_NAMES
from pasch.games.wuerfelmania.view import WuerfelmaniaView
from pasch.kernel.page import Advice, Line, Seen, Term
from pasch.kernel.refusals import N_

_HUNDREDTHS: Final = 100

_ENTER: Final = (
    N_("Best: enter %(cell)s."),
    N_("Best: enter %(cell)s. Your last move cost %(lost)s."),
)
_HOLD: Final = (
    N_("Best: hold %(dice)s."),
    N_("Best: hold %(dice)s. Your last move cost %(lost)s."),
)
_THROW: Final = (
    N_("Best: throw all five dice."),
    N_("Best: throw all five dice. Your last move cost %(lost)s."),
)
"""What is best, without and with what the own move before has cost."""


def hint_of(seen: Seen[WuerfelmaniaView]) -> Line | None:
    """Return the hint that the viewer has asked for, as the advice of the dock."""
    advice = seen.advice
    if advice is None:
        return None
    what: tuple[str, str | Term]
    event, lost = EVENTS[advice.best], _points(advice)
    if isinstance(event, Write):
        plain, with_cost, what = *_ENTER, ("cell", Term(CELL_NAMES[event.cell]))
    elif isinstance(event, Keep) and event.places and seen.view.turn is not None:
        dice = sorted(seen.view.turn.dice[place - 1] for place in event.places)
        plain, with_cost, what = *_HOLD, ("dice", " ".join(map(str, dice)))
    else:
        return Line(_THROW[1], (lost,)) if lost else Line(_THROW[0])
    return Line(with_cost, (what, lost)) if lost else Line(plain, (what,))


def _points(advice: Advice) -> tuple[str, str] | None:
    """Return what the move before has cost as a parameter; None when there was none."""
    if advice.lost is None:
        return None
    whole, rest = divmod(advice.lost, _HUNDREDTHS)
    return "lost", f"{whole}.{rest:02}"
