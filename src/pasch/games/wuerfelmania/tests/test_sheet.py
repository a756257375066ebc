"""What dice bring in a cell: W2 to W7, and W8 as long as no five equal have scored."""

from itertools import combinations_with_replacement

import pytest

from pasch.games.wuerfelmania.sheet import CELLS, SCORERS, Cell, Sheet, score_of, variant_of
from pasch.games.wuerfelmania.tests.naive import points
from pasch.kernel.dice import counts_of

ALL_DICE = tuple(combinations_with_replacement(range(1, 7), 5))


@pytest.mark.parametrize(
    ("dice", "cell", "expected"),
    [
        pytest.param("5 5 5 2 1", "5", 15, id="W2 three fives"),
        pytest.param("5 5 5 2 1", "1", 1, id="W2 a single one"),
        pytest.param("5 5 5 2 1", "6", 0, id="W2 no six"),
        pytest.param("6 6 6 6 6", "6", 30, id="W2 five sixes are no more than their eyes"),
        pytest.param("1 1 1 1 1", "1", 5, id="W2 five ones"),
        pytest.param("2 4 2 6 2", "3P", 16, id="W3 all dice count (case 1)"),
        pytest.param("2 4 2 6 4", "3P", 0, id="W3 two pairs"),
        pytest.param("2 4 2 2 2", "3P", 12, id="W3 four equal hold three"),
        pytest.param("5 5 5 5 5", "3P", 25, id="W3 five equal as three"),
        pytest.param("2 4 2 2 2", "4P", 12, id="W3 four equal, all dice count (case 1)"),
        pytest.param("2 4 2 6 2", "4P", 0, id="W3 three are not four"),
        pytest.param("5 5 5 5 5", "4P", 25, id="W3 five equal as four"),
        pytest.param("2 4 2 4 4", "FH", 25, id="W4 two and three"),
        pytest.param("4 4 4 4 1", "FH", 0, id="W4 four and one (case 3)"),
        pytest.param("3 3 3 3 3", "FH", 0, id="W4 five equal (case 3)"),
        pytest.param("3 3 3 1 2", "FH", 0, id="W4 three alone"),
        pytest.param("3 3 1 1 2", "FH", 0, id="W4 two pairs"),
        pytest.param("3 4 3 2 5", "KS", 30, id="W5 2-5"),
        pytest.param("1 2 3 3 4", "KS", 30, id="W5 1-4 with a pair (case 2)"),
        pytest.param("3 4 4 6 6", "KS", 0, id="W5 none (case 2)"),
        pytest.param("1 2 3 4 6", "KS", 30, id="W5 1-4 with a gap (case 2)"),
        pytest.param("6 5 4 3 1", "KS", 30, id="W5 3-6"),
        pytest.param("1 2 3 4 5", "KS", 30, id="W5 inside a large one"),
        pytest.param("1 2 3 5 6", "KS", 0, id="W5 three and two in a row"),
        pytest.param("1 2 3 4 6", "GS", 0, id="W5 large with a gap"),
        pytest.param("2 4 5 6 3", "GS", 40, id="W5 2-6"),
        pytest.param("5 4 3 2 1", "GS", 40, id="W5 1-5"),
        pytest.param("1 3 4 5 6", "GS", 0, id="W5 four in a row are not five"),
        pytest.param("1 4 5 1 4", "CH", 15, id="W6 all dice"),
        pytest.param("1 4 4 5 2", "CH", 16, id="W6 the source's own example"),
        pytest.param("6 6 6 6 6", "CH", 30, id="W6 most"),
        pytest.param("2 2 2 2 2", "5W", 50, id="W8 five equal"),
        pytest.param("2 2 2 2 1", "5W", 0, id="W8 four equal"),
    ],
)
@pytest.mark.parametrize("fives", ["count", "bonus"])
def test_points(dice: str, cell: Cell, expected: int, fives: str) -> None:
    counts = counts_of(map(int, dice.split(" ")))
    score = score_of(variant_of(fives), Sheet(), cell, counts)
    assert (score.points, score.bonus) == (expected, 0)


@pytest.mark.parametrize("upper", range(6))
def test_no_bonus_for_the_upper_cells_w7(upper: int) -> None:
    best: tuple[int | None, ...] = (5, 10, 15, 20, 25, 30, *(None,) * 7)
    assert Sheet(best).total == 105
    assert Sheet(tuple(None if row == upper else p for row, p in enumerate(best))).total == (
        105 - 5 * (upper + 1)
    )


@pytest.mark.parametrize("cell", CELLS)
def test_points_are_those_of_a_naive_scorer(cell: Cell) -> None:
    for dice in ALL_DICE:
        assert SCORERS[cell](counts_of(dice)) == points(cell, dice), dice
