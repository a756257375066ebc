"""Two simple computer players: a view in, an event's text out.

Both know no more than the view that their seat gets, and keep nothing between two events.
"""

from collections.abc import Callable
from typing import Final

from pasch.games.domino.claims import points_of
from pasch.games.domino.layout import Arm, Layout, Shape, extended, opened
from pasch.games.domino.notation import EVENTS, Play
from pasch.games.domino.tiles import TILES
from pasch.games.domino.variant import KINDS
from pasch.games.domino.view import ArmView, DominoView

Level = Callable[[DominoView], str]
"""Chooses one of the view's legal events; there must be one."""


def first_legal(view: DominoView) -> str:
    """Return the first legal event: the tile held longest that fits; claims are never forgotten."""
    return view.legal[0]


def greedy(view: DominoView) -> str:
    """Return the event that brings most points at once, among equals the tile with most eyes."""
    return max(view.legal, key=lambda text: _worth(view, text))


LEVELS: Final[dict[str, Level]] = {"first": first_legal, "greedy": greedy}
"""The levels by name, the weaker one first."""


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
    arms = tuple(map(_arm, view.arms))
    return extended(Layout(Shape(), TILES[view.opening], arms), play.tile, play.end)


def _arm(arm: ArmView) -> Arm:
    tiles = tuple(TILES[placed.tile] for placed in arm.tiles)
    return Arm(TILES[arm.root], arm.start, arm.number, tiles)
