"""The layout: how ends arise (D5, D11 to D13), and what they add up to (D19)."""

from collections.abc import Iterator

import pytest

from pasch.games.domino.layout import (
    CROSS,
    Layout,
    Shape,
    end_sum,
    ends_by_number,
    extended,
    open_ends,
    opened,
)
from pasch.games.domino.tests.positions import laid
from pasch.games.domino.tiles import Tile, set_of

LINE = Shape()
SPINNER = Shape(spinner=True)
CROSS_ONLY = Shape(CROSS)
BRANCHING = Shape(CROSS, branches=True)
FULL_CROSS = "9-9, 9-1 1, 9-2 2, 9-3 3, 9-0 4"


def numbers(layout: Layout) -> list[int]:
    """Return what the ends show, from end 1 on."""
    return [arm.number for arm in layout.arms]


@pytest.mark.parametrize(
    ("shape", "table", "shown"),
    [
        pytest.param(LINE, "6-4", [6, 4], id="D5 end 1 is the larger half"),
        pytest.param(LINE, "6-6", [6, 6], id="D5 a double has two ends"),
        pytest.param(LINE, "6-4, 6-1 1", [1, 4], id="D5 a tile takes the number over"),
        pytest.param(LINE, "6-4, 4-1 2", [6, 1], id="D5 at the other end too"),
        pytest.param(LINE, "6-4, 6-6 1, 6-5 1", [5, 4], id="D11 a later double ends nothing"),
        pytest.param(LINE, "6-6, 6-5 1, 6-4 2", [5, 4], id="D11 no spinner without the option"),
        pytest.param(SPINNER, "6-6, 6-5 1", [5, 6], id="D11 one long side is open"),
        pytest.param(SPINNER, "6-6, 6-5 1, 5-4 1", [4, 6], id="D11 still one long side open"),
        pytest.param(SPINNER, "6-6, 6-5 1, 6-4 2", [5, 4, 6, 6], id="D11 both covered"),
        pytest.param(SPINNER, "6-6, 6-5 1, 6-4 2, 6-0 4", [5, 4, 6, 0], id="D11 a side played on"),
        pytest.param(SPINNER, "6-4, 4-4 2", [6, 4], id="D11 later first double, open"),
        pytest.param(SPINNER, "6-4, 4-4 2, 4-1 2", [6, 1, 4, 4], id="D11 later first double"),
        pytest.param(
            SPINNER, "6-4, 4-4 2, 6-6 1, 6-1 1", [1, 4], id="D11 only the first double is a spinner"
        ),
        pytest.param(
            SPINNER,
            "6-4, 4-4 2, 6-6 1, 6-1 1, 4-0 2",
            [1, 0, 4, 4],
            id="D11 the first double, covered after the second",
        ),
        pytest.param(
            SPINNER, "6-6, 6-5 1, 6-4 2, 5-5 1, 5-3 1", [3, 4, 6, 6], id="D11 one spinner a hand"
        ),
        pytest.param(CROSS_ONLY, "6-6", [6, 6, 6, 6], id="D12 four ends"),
        pytest.param(
            CROSS_ONLY,
            "6-6, 6-1 1, 6-2 2, 6-3 3, 6-0 4, 1-1 1",
            [1, 2, 3, 0],
            id="D13 later doubles do not branch in cross",
        ),
        pytest.param(
            BRANCHING, f"{FULL_CROSS}, 1-1 1", [1, 2, 3, 0, 1, 1], id="D13 a double branches"
        ),
        pytest.param(
            BRANCHING,
            f"{FULL_CROSS}, 1-1 1, 2-2 2",
            [1, 2, 3, 0, 1, 1, 2, 2],
            id="D13 the next two numbers",
        ),
        pytest.param(
            BRANCHING,
            f"{FULL_CROSS}, 1-1 1, 5-1 6, 5-5 6",
            [1, 2, 3, 0, 1, 5, 5, 5],
            id="D13 a double on a branch",
        ),
    ],
)
def test_ends(shape: Shape, table: str, shown: list[int]) -> None:
    assert numbers(laid(shape, table)) == shown


@pytest.mark.parametrize(
    ("shape", "table", "ends"),
    [
        pytest.param(BRANCHING, "9-9", [1, 2, 3, 4], id="D12 all four are bare"),
        pytest.param(BRANCHING, "9-9, 9-1 2", [1, 3, 4], id="D12 one is covered"),
        pytest.param(BRANCHING, "9-9, 9-1 2, 9-2 1, 9-3 4", [3], id="D12 one is left"),
        pytest.param(BRANCHING, FULL_CROSS, [1, 2, 3, 4], id="D12 all are covered"),
        pytest.param(
            BRANCHING, f"{FULL_CROSS}, 1-1 1", [1, 2, 3, 4, 5, 6], id="D12 branches wait for nobody"
        ),
        pytest.param(LINE, "6-4, 6-1 1", [1, 2], id="D12 not in a line"),
        pytest.param(SPINNER, "6-6, 6-5 1, 6-4 2", [1, 2, 3, 4], id="D12 not with a spinner"),
    ],
)
def test_open_ends(shape: Shape, table: str, ends: list[int]) -> None:
    layout = laid(shape, table)
    assert list(open_ends(layout)) == ends
    assert sorted(end for found in ends_by_number(layout).values() for end in found) == ends


@pytest.mark.parametrize(
    ("shape", "table", "total"),
    [
        pytest.param(LINE, "6-6", 12, id="D19 6-6 alone"),
        pytest.param(LINE, "5-5", 10, id="D19 5-5 alone"),
        pytest.param(LINE, "6-4", 10, id="D19 6-4 alone"),
        pytest.param(LINE, "0-0", 0, id="D19 0-0 alone"),
        pytest.param(LINE, "6-6, 6-3 1", 15, id="D19 6-6, then 6-3"),
        pytest.param(LINE, "6-6, 6-3 2", 15, id="D19 6-6, then 6-3 at end 2"),
        pytest.param(LINE, "6-6, 6-3 1, 6-4 2", 7, id="D19 6-6, 6-3, 6-4"),
        pytest.param(LINE, "5-5, 5-0 1", 10, id="D19 5-5, then 5-0"),
        pytest.param(LINE, "6-4, 4-4 2", 14, id="D19 a later double counts both halves"),
        pytest.param(LINE, "6-4, 4-4 2, 4-1 2", 7, id="D19 a covered one counts nothing"),
        pytest.param(LINE, "6-4, 6-6 1, 4-4 2", 20, id="D19 doubles at both ends"),
        pytest.param(SPINNER, "6-6", 12, id="D19 spinner alone"),
        pytest.param(SPINNER, "6-6, 6-3 1", 15, id="D19 spinner, one side open"),
        pytest.param(SPINNER, "6-6, 6-3 1, 6-4 2", 7, id="D19 case 12: sides without a tile"),
        pytest.param(SPINNER, "6-6, 6-3 1, 6-4 2, 6-5 3", 12, id="D19 a side with a tile"),
        pytest.param(SPINNER, "6-6, 6-3 1, 6-4 2, 6-5 4, 5-5 4", 17, id="D19 double on a side"),
        pytest.param(SPINNER, "6-4, 4-4 2", 14, id="D19 later spinner, open"),
        pytest.param(SPINNER, "6-4, 4-4 2, 4-1 2", 7, id="D19 later spinner, covered"),
    ],
)
def test_end_sums(shape: Shape, table: str, total: int) -> None:
    assert end_sum(laid(shape, table)) == total


def _lines(highest: int, length: int) -> Iterator[Layout]:
    """Yield every line of so many tiles, in every order of playing."""
    tiles = set_of(highest)
    layers = [[opened(Layout(LINE), tile) for tile in tiles]]
    for _ in range(length - 1):
        layers.append([after for layout in layers[-1] for after in _longer(layout, tiles)])
    for layer in layers:
        yield from layer


def _longer(layout: Layout, tiles: tuple[Tile, ...]) -> Iterator[Layout]:
    lying = {layout.opening, *(tile for arm in layout.arms for tile in arm.tiles)}
    ends = ends_by_number(layout)
    for tile in tiles:
        if tile not in lying:
            for end in {*ends.get(tile.high, ()), *ends.get(tile.low, ())}:
                yield extended(layout, tile, end)


@pytest.mark.parametrize(("highest", "most", "scoring"), [(6, 22, 20), (9, 34, 30), (12, 46, 40)])
def test_highest_sums(highest: int, most: int, scoring: int) -> None:
    """Two ends are two tiles, so three tiles show all that is possible."""
    sums = {end_sum(layout) for layout in _lines(highest, 3)}
    assert max(sums) == most
    assert max(total for total in sums if total % 5 == 0) == scoring
