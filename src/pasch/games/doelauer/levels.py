"""Two simple computer players of Dölauer."""

from typing import Final

from pasch.games.doelauer.view import DoelauerView
from pasch.players.level import EASY, GREEDY_ABOUT, GREEDY_TITLE, Level


def greedy(view: DoelauerView, legal: tuple[str, ...]) -> str:
    """Return the event of a player who lays what is worth most and stops as soon as it scores."""
    best = max(view.offers, key=lambda offer: offer.points, default=None)
    return best.event if best is not None and best.points else legal[0]


LEVELS: Final[tuple[Level[DoelauerView], ...]] = (
    Level(EASY.name, EASY.title, EASY.about, EASY.choose),
    Level("greedy", GREEDY_TITLE, GREEDY_ABOUT, greedy),
)
"""The weaker one first."""
