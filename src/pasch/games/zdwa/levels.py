"""Two simple computer players of ZDWA."""

from typing import Final

from pasch.games.zdwa.notation import Announce, Write
from pasch.games.zdwa.sheet import CELLS, Cell
from pasch.games.zdwa.view import Offer, TurnView, ZdwaView
from pasch.players.dice import commonest, keeping, places_showing
from pasch.players.level import EASY, GREEDY_ABOUT, GREEDY_TITLE, Level

ENOUGH: Final = 30
"""Points for which the greedy level stops throwing."""


def greedy(view: ZdwaView, legal: tuple[str, ...]) -> str:
    """Return the event of a player who gathers equal dice and writes where it brings most.

    It announces only when nothing else can be written any more.
    """
    turn = view.turn
    if turn is None or not turn.dice:
        return legal[0]
    best = max(view.offers, key=lambda offer: offer.points, default=None)
    keep = keeping(places_showing(_wanted(turn), turn.dice))
    if best is None or not _is_enough(best, turn):
        announcement = str(Announce(CELLS[commonest(turn.dice) - 1]))
        if best is None and turn.announced is None and announcement in legal:
            return announcement
        if keep in legal:
            return keep
    return _write(best) if best is not None else legal[0]


LEVELS: Final[tuple[Level[ZdwaView], ...]] = (
    Level(EASY.name, EASY.title, EASY.about, EASY.choose),
    Level("greedy", GREEDY_TITLE, GREEDY_ABOUT, greedy),
)
"""The weaker one first."""


def _wanted(turn: TurnView) -> int:
    """Return the face to gather: the announced one, or what there is most of."""
    announced: Cell | None = turn.announced
    return int(announced) if announced in {"1", "2", "3", "4", "5", "6"} else commonest(turn.dice)


def _is_enough(best: Offer, turn: TurnView) -> bool:
    return best.points >= ENOUGH or len(set(turn.dice)) == 1


def _write(offer: Offer) -> str:
    return str(Write(offer.column, offer.cell))
