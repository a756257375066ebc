"""A small map of the layout: every arm a line in its direction, every end a dot.

Arms at a branching double are drawn at right angles to their arm and smaller, so that a large
cross stays a picture.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from pasch.games.domino.tiles import TILES
from pasch.games.domino.view import ArmView

_UNIT: Final = 160
"""Half the length of a tile on an arm of the opening tile, in the map's own measure."""

_MARGIN: Final = 130
_LEAST: Final = 1100
"""The least width and height, so that a young layout does not look huge."""

_WAYS: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""The directions of the opening tile's arms: left, right, up, down."""


class Map(NamedTuple):
    """The map as paths of an SVG: `lines` of the arms, `dots` of ends, `hot` ones to play at.

    `box` is the part that is to be seen; `arms` and `tiles` count what lies there.
    """

    box: str
    lines: str
    dots: str
    hot: str
    arms: int
    tiles: int


class _Stretch(NamedTuple):
    """An arm on the map: where it starts, its direction, and the size of its tiles."""

    x: int
    y: int
    way: tuple[int, int]
    unit: int

    def at(self, steps: int) -> tuple[int, int]:
        """Return the point so many half tiles away."""
        return self.x + self.way[0] * self.unit * steps, self.y + self.way[1] * self.unit * steps


@lru_cache(maxsize=1024)
def map_of(opening: str, arms: tuple[ArmView, ...], hot: tuple[int, ...]) -> Map:
    """Return the map of a layout; at the ends `hot` the viewer may play."""
    stretches = list[_Stretch]()
    doubles: dict[str, tuple[_Stretch, int]] = {}
    ends = list[tuple[int, int]]()
    for arm in arms:
        stretch = _stretch(arm, opening, doubles)
        steps = 0
        for placed in arm.tiles:
            is_double = TILES[placed.tile].is_double
            if is_double:
                doubles[placed.tile] = (stretch, steps)
            steps += 1 if is_double else 2
        stretches.append(stretch)
        ends.append(stretch.at(steps + 1))
    starts = [(stretch.x, stretch.y) for stretch in stretches]
    pairs = list(zip(starts, ends, strict=True))
    lines = "".join(f"M{x} {y}L{to} {at}" for (x, y), (to, at) in pairs)
    marks = [f"M{x} {y}h0" for x, y in ends]
    return Map(
        box=_box([*starts, *ends]),
        lines=lines,
        dots="".join(m for m, arm in zip(marks, arms, strict=True) if arm.end not in hot),
        hot="".join(m for m, arm in zip(marks, arms, strict=True) if arm.end in hot),
        arms=len(arms),
        tiles=1 + sum(len(arm.tiles) for arm in arms),
    )


def _stretch(arm: ArmView, opening: str, doubles: dict[str, tuple[_Stretch, int]]) -> _Stretch:
    """Return where an arm starts: in the middle, or beside the double that branched."""
    if arm.root == opening:
        return _Stretch(0, 0, _WAYS[arm.side - 1], _UNIT)
    stretch, steps = doubles[arm.root]
    x, y = stretch.at(steps + 1)
    turn = 1 if arm.side == 1 else -1
    way = (stretch.way[1] * turn, -stretch.way[0] * turn)
    return _Stretch(x, y, way, stretch.unit * 5 // 9)


def _box(points: list[tuple[int, int]]) -> str:
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    width, height = max(_LEAST, right - left), max(_LEAST // 2, bottom - top)
    x = (left + right - width) // 2 - _MARGIN
    y = (top + bottom - height) // 2 - _MARGIN
    return f"{x} {y} {width + 2 * _MARGIN} {height + 2 * _MARGIN}"
