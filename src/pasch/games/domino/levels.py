"""Two simple computer players: a view in, an event's text out.

Both know no more than the view that their seat gets, and keep nothing between two events.
"""

from typing import Final

from pasch.games.domino.claims import points_of
from pasch.games.domino.layout import Arm, Layout, Shape, extended, opened
from pasch.games.domino.notation import EVENTS, Play
from pasch.games.domino.tiles import TILES
from pasch.games.domino.variant import KINDS
from pasch.games.domino.view import ArmView, DominoView
from pasch.players.level import EASY, GREEDY_ABOUT, GREEDY_TITLE, Level

_CLAIM: Final = "claim"
_CONTINUE: Final = "continue"


def greedy(view: DominoView, legal: tuple[str, ...]) -> str:
    """Return the event that brings most points at once, among equals the tile with most eyes.

    Points are never forgotten, and none are claimed that are not there; `muggins` stands first.
    """
    if _CLAIM in legal and _CONTINUE in legal:
        return _CLAIM if points_of(_layout(view), KINDS[view.variant]) else _CONTINUE
    return max(legal, key=lambda text: _worth(view, text))


LEVELS: Final[tuple[Level[DominoView], ...]] = (
    Level(EASY.name, EASY.title, EASY.about, EASY.choose),
    Level("greedy", GREEDY_TITLE, GREEDY_ABOUT, greedy),
)
"""The weaker one first."""


def _worth(view: DominoView, text: str) -> tuple[int, int]:
    """Return what a tile brings at once, and its eyes; nothing for other events."""
    event = EVENTS[text]
    if not isinstance(event, Play):
        return 0, 0
    return points_of(_layout_after(view, event), KINDS[view.variant]), event.tile.eyes


def _layout_after(view: DominoView, play: Play) -> Layout:
    """Return the layout with one more tile; sides of a spinner are bare then and do not count."""
    if view.opening is None or play.end is None:
        return opened(Layout(Shape()), play.tile)
    return extended(_layout(view), play.tile, play.end)


def _layout(view: DominoView) -> Layout:
    """Return what lies on the table."""
    if view.opening is None:
        return Layout(Shape())
    return Layout(Shape(), TILES[view.opening], tuple(map(_arm, view.arms)))


def _arm(arm: ArmView) -> Arm:
    tiles = tuple(TILES[placed.tile] for placed in arm.tiles)
    return Arm(TILES[arm.root], arm.start, arm.number, tiles)
