"""The table of points, the special dice and the rank of the faces (L2)."""

from itertools import combinations, combinations_with_replacement

import pytest

from pasch.games.doelauer.points import (
    DOELL,
    RANK,
    STRASSE,
    Worth,
    is_doell,
    is_strasse,
    most_frequent,
    worth_of,
)
from pasch.kernel.dice import counts_of

TABLE = {
    1: (10, 20, 40, 80),
    2: (2, 4, 8, 16),
    3: (3, 6, 12, 24),
    4: (4, 8, 16, 32),
    5: (5, 10, 20, 40),
    6: (6, 12, 24, 48),
}
"""Points of three to six equal dice of each face; six are starred."""

ALL_DICE = tuple(combinations_with_replacement(range(1, 7), 6))


@pytest.mark.parametrize("face", TABLE)
def test_table(face: int) -> None:
    for count, points in enumerate(TABLE[face], 3):
        assert worth_of(face, count) == Worth(points, is_starred=count == 6)


@pytest.mark.parametrize("face", TABLE)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_one_or_two_equal_score_nothing(face: int, count: int) -> None:
    assert worth_of(face, count) == Worth(0)


def test_special_dice_are_starred() -> None:
    assert (Worth(35, is_starred=True), Worth(5, is_starred=True)) == (STRASSE, DOELL)


def test_rank_l2() -> None:
    assert sorted(RANK, key=lambda face: -RANK[face]) == [1, 6, 5, 4, 3, 2]


def test_special_dice_are_those_of_a_naive_look() -> None:
    for dice in ALL_DICE:
        counts = counts_of(dice)
        assert is_strasse(counts) == (dice == (1, 2, 3, 4, 5, 6))
        pairs = [tuple(sorted(faces * 2)) for faces in combinations(range(1, 7), 3)]
        assert is_doell(counts) == (dice in pairs)


def test_most_frequent_face_is_that_of_a_naive_look_l3() -> None:
    for dice in ALL_DICE:
        most = max(dice.count(face) for face in dice)
        first = next(face for face in (1, 6, 5, 4, 3, 2) if dice.count(face) == most)
        assert most_frequent(counts_of(dice)) == first
