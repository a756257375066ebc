"""The layout as models: each arm a row of tiles with its end (D14)."""

from functools import lru_cache
from typing import Final, NamedTuple

from pasch.games.domino.layout import CROSS, LINE
from pasch.games.domino.meta import FIXED_SETS
from pasch.games.domino.notation import Play
from pasch.games.domino.tiles import TILES
from pasch.games.domino.view import ArmView, DominoView, HeldTile, PlacedTile
from pasch.kernel.page import Line, Region
from pasch.kernel.refusals import N_

LONG: Final = 4
"""Tiles from which on a row may have to be scrolled."""

_SIDES: Final = (
    N_("%(tile)s, left arm"),
    N_("%(tile)s, right arm"),
    N_("%(tile)s, top arm"),
    N_("%(tile)s, bottom arm"),
)
"""What the sides of a tile are called; a branch has the first two, seen along its arm."""


class Placed(NamedTuple):
    """A tile of a row, its halves from left to right; `is_latest` was played last."""

    tile: str
    inner: int
    outer: int
    is_latest: bool


class Arm(NamedTuple):
    """A row; `label` is None where there is no arm yet."""

    end: int
    label: Line | None = None
    tiles: tuple[Placed, ...] = ()
    number: int = 0
    is_long: bool = False


class End(NamedTuple):
    """The end of a row, which shows `number`; `label` is None where there is no arm yet.

    `tiles` are those of the viewer that may be played there now, `event` plays the only one.
    """

    end: int
    label: Line | None = None
    number: int = 0
    is_open: bool = True
    tiles: tuple[str, ...] = ()
    event: str = ""


def most_arms(view: DominoView) -> int:
    """Return how many arms a layout of this table may ever have (D11 to D13)."""
    if view.variant not in FIXED_SETS:
        return LINE + (LINE if view.spinner else 0)
    return CROSS + (0 if view.set == int(FIXED_SETS["cross"]) else LINE * view.set)


def label_of(view: DominoView, end: int) -> Line:
    """Return what an arm is called: by the tile from which it starts, and its side there."""
    arm = view.arms[end - 1]
    return _label(arm.root, arm.side)


@lru_cache(maxsize=4096)
def _label(root: str, side: int) -> Line:
    return Line(_SIDES[side - 1], (("tile", root),))


def arm_regions(view: DominoView) -> dict[str, Region]:
    """Return the rows and their ends by id; those that may yet arise are empty."""
    latest = view.latest.tile if view.latest is not None else ""
    regions = dict(_unborn(len(view.arms), most_arms(view)))
    fitting = _fitting(view.own)
    for arm in view.arms:
        label = _label(arm.root, arm.side)
        shown = latest if arm.tiles and arm.tiles[-1].tile == latest else ""
        regions[f"arm-{arm.end}"] = _arm(arm.end, label, arm.tiles, arm.number, shown)
        regions[f"end-{arm.end}"] = _end(arm, label, fitting.get(arm.end, ()))
    return regions


@lru_cache(maxsize=512)
def _unborn(arms: int, most: int) -> tuple[tuple[str, Region], ...]:
    ends = range(arms + 1, most + 1)
    return tuple(
        pair
        for end in ends
        for pair in (
            (f"arm-{end}", Region("arm", Arm(end))),
            (f"end-{end}", Region("end", End(end))),
        )
    )


def _fitting(own: tuple[HeldTile, ...]) -> dict[int, tuple[str, ...]]:
    """Return the viewer's tiles that may be played, by end."""
    found: dict[int, tuple[str, ...]] = {}
    for held in own:
        for end in held.ends:
            found[end] = (*found.get(end, ()), held.tile)
    return found


@lru_cache(maxsize=8192)
def _arm(end: int, label: Line, tiles: tuple[PlacedTile, ...], number: int, latest: str) -> Region:
    placed = tuple(Placed(t.tile, t.inner, t.outer, t.tile == latest) for t in tiles)
    return Region("arm", Arm(end, label, placed, number, len(tiles) >= LONG))


def _end(arm: ArmView, label: Line, tiles: tuple[str, ...]) -> Region:
    event = str(Play(TILES[tiles[0]], arm.end)) if len(tiles) == 1 else ""
    return _end_region(End(arm.end, label, arm.number, arm.is_open, tiles, event))


@lru_cache(maxsize=8192)
def _end_region(end: End) -> Region:
    return Region("end", end)
