"""What dice bring in a cell and what adds up: Z1 to Z9, without the turn."""

import pickle
from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.games.zdwa.sheet import (
    CELLS,
    COLUMNS,
    EMPTY,
    INDEX,
    ROW,
    SCORERS,
    Cell,
    Column,
    Sheet,
    sums_of,
    total_of,
    with_cell,
)
from pasch.kernel.dice import counts_of

NORMAL, HARDCORE = 60, 40

ALL_DICE = tuple(combinations_with_replacement(range(1, 7), 5))


@pytest.mark.parametrize(
    ("dice", "cell", "points"),
    [
        pytest.param((5, 5, 5, 2, 1), "5", 15, id="Z1 three fives"),
        pytest.param((5, 5, 5, 2, 1), "1", 1, id="Z1 a single one"),
        pytest.param((5, 5, 5, 2, 1), "6", 0, id="Z1 no six"),
        pytest.param((1, 1, 1, 1, 1), "1", 5, id="Z1 five ones"),
        pytest.param((6, 6, 6, 6, 6), "6", 30, id="Z1 five sixes are no more than their eyes"),
        pytest.param((6, 5, 4, 3, 1), "+", 19, id="Z3 plus"),
        pytest.param((6, 5, 4, 3, 1), "-", 19, id="Z3 minus"),
        pytest.param((6, 6, 6, 6, 6), "+", 30, id="Z3 most"),
        pytest.param((1, 1, 1, 1, 1), "-", 5, id="Z3 least"),
        pytest.param((1, 3, 4, 5, 6), "K", 35, id="Z5 not in a row"),
        pytest.param((1, 2, 3, 4, 6), "K", 35, id="Z5 not in a row at the end"),
        pytest.param((1, 2, 3, 4, 5), "K", 35, id="Z5 low"),
        pytest.param((6, 5, 4, 3, 2), "K", 35, id="Z5 high, in any order"),
        pytest.param((1, 2, 3, 4, 4), "K", 0, id="Z5 a pair"),
        pytest.param((2, 2, 5, 5, 5), "F", 55, id="Z6 twos and fives"),
        pytest.param((5, 5, 2, 2, 2), "F", 46, id="Z6 the triple's face counts"),
        pytest.param((6, 6, 6, 6, 6), "F", 58, id="Z6 five equal"),
        pytest.param((4, 4, 4, 4, 1), "F", 0, id="Z6 four and one"),
        pytest.param((4, 4, 4, 2, 1), "F", 0, id="Z6 three alone"),
        pytest.param((4, 4, 2, 2, 1), "F", 0, id="Z6 two pairs"),
        pytest.param((4, 4, 4, 4, 2), "P", 66, id="Z7 four equal"),
        pytest.param((4, 4, 4, 4, 4), "P", 66, id="Z7 five equal"),
        pytest.param((4, 4, 4, 2, 2), "P", 0, id="Z7 three equal"),
        pytest.param((6, 6, 6, 6, 6), "60", 90, id="Z8 five sixes"),
        pytest.param((1, 1, 1, 1, 1), "60", 65, id="Z8 five ones"),
        pytest.param((6, 6, 6, 6, 5), "60", 0, id="Z8 four equal"),
    ],
)
def test_points(dice: tuple[int, ...], cell: Cell, points: int) -> None:
    assert SCORERS[cell](counts_of(dice)) == points


def _column(**points: int) -> tuple[int | None, ...]:
    """Return a column; `_1` to `_6`, `plus`, `minus` and the others by their names."""
    names = {"plus": "+", "minus": "-"}
    given = {names.get(name, name.removeprefix("_")): value for name, value in points.items()}
    return tuple(given.get(cell) for cell in CELLS)


@pytest.mark.parametrize(
    ("column", "bonus_from", "sums"),
    [
        pytest.param(_column(), NORMAL, (0, 0, 0, None, 0, 0), id="Z4 empty column"),
        pytest.param(
            _column(_1=3, _3=9, _4=12, _5=15, _6=18, _2=2),
            NORMAL,
            (59, 0, 59, None, 0, 59),
            id="Z2 S 59, no bonus",
        ),
        pytest.param(
            _column(_1=3, _2=6, _3=9, _4=12, _6=30),
            NORMAL,
            (60, 30, 90, None, 0, 90),
            id="Z2 S 60, bonus",
        ),
        pytest.param(
            _column(_1=1, _2=2, _3=6, _4=12, _6=18),
            HARDCORE,
            (39, 0, 39, None, 0, 39),
            id="Z2 S 39, no bonus in hardcore",
        ),
        pytest.param(
            _column(_2=4, _3=6, _4=12, _6=18),
            HARDCORE,
            (40, 30, 70, None, 0, 70),
            id="Z2 S 40, bonus in hardcore",
        ),
        pytest.param(
            _column(_2=4, _3=6, _4=12, _6=18),
            NORMAL,
            (40, 0, 40, None, 0, 40),
            id="Z2 S 40, no bonus otherwise (case 6)",
        ),
        pytest.param(_column(plus=26, minus=9), NORMAL, (0, 0, 0, None, 0, 0), id="Z3 not in T"),
        pytest.param(_column(_1=4, plus=26), NORMAL, (4, 0, 4, None, 0, 4), id="Z4 no minus"),
        pytest.param(_column(_1=4, minus=9), NORMAL, (4, 0, 4, None, 0, 4), id="Z4 no plus"),
        pytest.param(
            _column(_1=4, plus=26, minus=9), NORMAL, (4, 0, 4, 68, 0, 72), id="Z4 4 x (26 - 9)"
        ),
        pytest.param(
            _column(_1=4, plus=9, minus=26), NORMAL, (4, 0, 4, 0, 0, 4), id="Z4 never below 0"
        ),
        pytest.param(
            _column(_1=0, plus=26, minus=9), NORMAL, (0, 0, 0, 0, 0, 0), id="Z4 a zero in 1"
        ),
        pytest.param(_column(_1=5, plus=30, minus=5), NORMAL, (5, 0, 5, 125, 0, 130), id="Z4 most"),
        pytest.param(
            _column(K=35, F=55, P=66, _60=90),
            NORMAL,
            (0, 0, 0, None, 246, 246),
            id="Z9 lower cells",
        ),
    ],
)
def test_sums(
    column: tuple[int | None, ...], bonus_from: int, sums: tuple[int | None, ...]
) -> None:
    assert sums_of(column, bonus_from) == sums


def _most(cell: Cell) -> int:
    """Return the most that any dice bring; `-` is best when it is least."""
    points = [SCORERS[cell](counts_of(dice)) for dice in ALL_DICE]
    return min(points) if cell == "-" else max(points)


def test_highest_possible_z9() -> None:
    best = tuple(map(_most, CELLS))
    assert sums_of(best, NORMAL).total == 517
    assert total_of(Sheet((best,) * 4), NORMAL) == 2068


def _naive_points(cell: Cell, dice: tuple[int, ...]) -> int:
    """Score as a person would, by sorting the dice."""
    groups = sorted(Counter(dice).values(), reverse=True)
    face = Counter(dice).most_common(1)[0][0]
    patterns = {
        "K": (35, [[1, 1, 1, 1, 1]]),
        "F": (40 + 3 * face, [[3, 2], [5]]),
        "P": (50 + 4 * face, [[4, 1], [5]]),
        "60": (60 + 5 * face, [[5]]),
    }
    if cell in patterns:
        points, shapes = patterns[cell]
        return points if groups in shapes else 0
    return sum(dice) if cell in "+-" else sum(die for die in dice if str(die) == cell)


@pytest.mark.parametrize("cell", CELLS)
def test_points_are_those_of_a_naive_scorer(cell: Cell) -> None:
    for dice in ALL_DICE:
        assert SCORERS[cell](counts_of(dice)) == _naive_points(cell, dice), dice


_points = st.none() | st.integers(0, 90)


@given(st.tuples(*[_points] * len(CELLS)), st.sampled_from([NORMAL, HARDCORE]))
def test_sums_are_those_of_a_naive_adder(column: tuple[int | None, ...], bonus_from: int) -> None:
    by_cell = dict(zip(CELLS, column, strict=True))
    upper = sum(by_cell[cell] or 0 for cell in CELLS[:6])
    bonus = 30 * (upper >= bonus_from)
    three = [by_cell["1"], by_cell["+"], by_cell["-"]]
    ones, plus, minus = (value or 0 for value in three)
    difference = None if None in three else max(0, ones * (plus - minus))
    lower = sum(by_cell[cell] or 0 for cell in CELLS[8:])
    total = upper + bonus + (difference or 0) + lower
    expected = (upper, bonus, upper + bonus, difference, lower, total)
    assert sums_of(column, bonus_from) == expected


@given(st.sampled_from(COLUMNS), st.sampled_from(CELLS), st.integers(0, 90))
def test_one_cell_is_written_and_freed(column: Column, cell: Cell, points: int) -> None:
    written = with_cell(EMPTY, column, cell, points)
    assert written[INDEX[column]][ROW[cell]] == points
    assert sum(cells.count(None) for cells in written) == 47
    assert with_cell(written, column, cell, None) == EMPTY


def test_sheet_leaves_its_hash_behind() -> None:
    """Another process, such as that of the computers, counts other hashes."""
    assert hash(EMPTY) == hash(Sheet(tuple(EMPTY)))
    copy = pickle.loads(pickle.dumps(EMPTY))  # noqa: S301 - our own
    assert (type(copy), copy) == (Sheet, EMPTY)
    assert vars(copy) == {}
