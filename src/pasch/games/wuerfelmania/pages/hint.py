"""Hints in words: what is best now, what the own move before has cost, and what was better."""

from typing import Final, NamedTuple

from pasch.games.wuerfelmania.notation import EVENTS, Keep, Write
from pasch.games.wuerfelmania.pages.rows import CELL_NAMES
from pasch.games.wuerfelmania.view import WuerfelmaniaView
from pasch.kernel.dock import Info
from pasch.kernel.page import Advice, Line, Seen, Term
from pasch.kernel.refusals import N_

_HUNDREDTHS: Final = 100

_NOTHING: Final = Line(N_("Your last move cost nothing."))


class HintedInfo(NamedTuple):
    """Where the turn stands, and with a hint what is said of the own move before."""

    info: Info
    past: Line | None = None


def hint_of(seen: Seen[WuerfelmaniaView]) -> Line | None:
    """Return the hint that the viewer has asked for, as the advice of the dock."""
    if seen.advice is None:
        return None
    event = EVENTS[seen.advice.best]
    if isinstance(event, Write):
        return Line(N_("Best: enter %(cell)s."), (("cell", Term(CELL_NAMES[event.cell])),))
    if isinstance(event, Keep) and event.places and seen.view.turn is not None:
        faces = sorted(seen.view.turn.dice[place - 1] for place in event.places)
        return Line(N_("Best: hold %(dice)s."), (("dice", " ".join(map(str, faces))),))
    return Line(N_("Best: throw all five dice."))


def past_of(advice: Advice | None) -> Line | None:
    """Return what the own move before has cost, and what would have been better there.

    Dice are named by their places: what they showed may have been thrown again since. None
    without a hint, or before the first move.
    """
    if advice is None or advice.lost is None:
        return None
    if not advice.lost:
        return _NOTHING
    whole, rest = divmod(advice.lost, _HUNDREDTHS)
    cost = (("whole", whole), ("rest", f"{rest:02}"))
    event = EVENTS[advice.better]
    if isinstance(event, Write):
        text = N_("Your last move cost %(whole)d.%(rest)s points; better: enter %(cell)s.")
        return Line(text, (*cost, ("cell", Term(CELL_NAMES[event.cell]))))
    if isinstance(event, Keep) and event.places:
        places = ", ".join(map(str, event.places))
        text = N_(
            "Your last move cost %(whole)d.%(rest)s points; better: hold dice no. %(places)s."
        )
        return Line(text, (*cost, ("places", places)))
    text = N_("Your last move cost %(whole)d.%(rest)s points; better: throw all five dice.")
    return Line(text, cost)
