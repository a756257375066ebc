"""The layout (Auslage): arms of tiles, their open ends, and what the ends add up to.

Each arm has one end; both have the same number, from 1 in the order in which they arise (D5). In
a line the opening tile has two arms, in a cross four; doubles may make more (D11 to D13).
"""

from dataclasses import dataclass
from typing import Final, NewType

from pasch.games.domino.tiles import Eyes, Tile

End = NewType("End", int)
"""The number of an open end, and of its arm."""

LINE: Final = 2
CROSS: Final = 4
"""Arms of the opening tile."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a layout grows.

    The opening tile has so many `arms`. Where it `branches`, every later double makes two new ones
    (D13); with a `spinner` the first double does, once both its long sides are covered (D11).
    """

    arms: int = LINE
    branches: bool = False
    spinner: bool = False


@dataclass(frozen=True, slots=True)
class Arm:
    """A row of `tiles` that starts beside the tile `root` with the number `start`.

    `number` is what its end shows.
    """

    root: Tile
    start: Eyes
    number: Eyes
    tiles: tuple[Tile, ...] = ()

    @property
    def outermost(self) -> Tile:
        """The tile that lies at the end."""
        return self.tiles[-1] if self.tiles else self.root

    def with_tile(self, tile: Tile) -> "Arm":
        """Return the arm with one more tile, which must fit."""
        return Arm(self.root, self.start, tile.across(self.number), (*self.tiles, tile))


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies on the table; `opening` is None before the first tile.

    `spinner` is the double whose sides become arms when it is covered, None if there is none.
    """

    shape: Shape
    opening: Tile | None = None
    arms: tuple[Arm, ...] = ()
    spinner: Tile | None = None


def opened(layout: Layout, tile: Tile) -> Layout:
    """Return the layout with its opening tile: in a line end 1 is its larger half (D5)."""
    halves = (tile.high, tile.low) * (layout.shape.arms // LINE)
    arms = tuple(Arm(tile, half, half) for half in halves)
    return Layout(layout.shape, tile, arms, _spinner(layout, tile))


def extended(layout: Layout, tile: Tile, end: End) -> Layout:
    """Return the layout with the tile at an end that it fits."""
    before, arm, behind = layout.arms[: end - 1], layout.arms[end - 1], layout.arms[end:]
    arms = (*before, arm.with_tile(tile), *behind)
    spinner = _spinner(layout, tile)
    if layout.shape.branches and tile.is_double:
        arms += _sides(tile)
    elif spinner is not None and len(arms) == LINE and _is_covered(spinner, arms):
        arms += _sides(spinner)
    return Layout(layout.shape, layout.opening, arms, spinner)


def _spinner(layout: Layout, tile: Tile) -> Tile | None:
    """Return the first double when `tile` is played, if it is to become a spinner."""
    is_first = layout.spinner is None and layout.shape.spinner and tile.is_double
    return tile if is_first else layout.spinner


def _is_covered(double: Tile, arms: tuple[Arm, ...]) -> bool:
    return all(arm.outermost != double for arm in arms)


def _sides(double: Tile) -> tuple[Arm, Arm]:
    arm = Arm(double, double.high, double.high)
    return (arm, arm)


def open_ends(layout: Layout) -> tuple[End, ...]:
    """Return the ends that take a tile: of a cross first the four of the opening double (D12)."""
    ends = range(1, len(layout.arms) + 1)
    if layout.shape.arms == CROSS:
        bare = [end for end in ends[:CROSS] if not layout.arms[end - 1].tiles]
        return tuple(map(End, bare or ends))
    return tuple(map(End, ends))


def ends_by_number(layout: Layout) -> dict[Eyes, tuple[End, ...]]:
    """Return the ends that take a tile, ascending, by the number that they show."""
    found: dict[Eyes, tuple[End, ...]] = {}
    for end in open_ends(layout):
        number = layout.arms[end - 1].number
        found[number] = (*found.get(number, ()), end)
    return found


def end_sum(layout: Layout) -> int:
    """Return the eyes at the ends of a line that has begun (D19).

    An open double counts both halves, an opening one once for both its ends; sides of a spinner
    count only when they have tiles.
    """
    total = sum([_eyes_at_end(arm) for arm in layout.arms if arm.tiles])
    bare = [arm for arm in layout.arms[:LINE] if not arm.tiles]
    if bare and layout.opening is not None and layout.opening.is_double:
        return total + layout.opening.eyes
    return total + sum([arm.number for arm in bare])


def _eyes_at_end(arm: Arm) -> int:
    return arm.outermost.eyes if arm.outermost.is_double else arm.number
