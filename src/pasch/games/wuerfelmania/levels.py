"""Two simple computer players of Würfelmania."""

from typing import Final

from pasch.games.wuerfelmania.notation import Write
from pasch.games.wuerfelmania.view import Offer, WuerfelmaniaView
from pasch.players.dice import commonest, keeping, places_showing
from pasch.players.level import EASY, GREEDY_ABOUT, GREEDY_TITLE, Level

ENOUGH: Final = 25
"""Points for which the greedy level stops throwing."""


def greedy(view: WuerfelmaniaView, legal: tuple[str, ...]) -> str:
    """Return the event of a player who gathers equal dice and writes where it brings most."""
    turn = view.turn
    if turn is None or not view.offers:
        return legal[0]
    best = max(view.offers, key=_points)
    keep = keeping(places_showing(commonest(turn.dice), turn.dice))
    if _points(best) < ENOUGH and keep in legal:
        return keep
    return str(Write(best.cell))


LEVELS: Final[tuple[Level[WuerfelmaniaView], ...]] = (
    Level(EASY.name, EASY.title, EASY.about, EASY.choose),
    Level("greedy", GREEDY_TITLE, GREEDY_ABOUT, greedy),
)
"""The weaker one first."""


def _points(offer: Offer) -> int:
    return offer.points + offer.bonus
