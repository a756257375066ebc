"""The sets: how many tiles, which, in which order."""

from itertools import combinations_with_replacement

import pytest

from pasch.games.domino.tests.positions import tiles
from pasch.games.domino.tiles import TILES, eyes_of, set_of


@pytest.mark.parametrize(("highest", "count"), [(2, 6), (4, 15), (6, 28), (9, 55), (12, 91)])
def test_sets_case_10(highest: int, count: int) -> None:
    """Each pair of numbers is there once."""
    pairs = sorted((tile.low, tile.high) for tile in set_of(highest))
    assert pairs == list(combinations_with_replacement(range(highest + 1), 2))
    assert len(set_of(highest)) == len(set(map(str, set_of(highest)))) == count


def test_ascending_order_larger_half_first() -> None:
    assert [*map(str, set_of(2))] == ["0-0", "1-0", "1-1", "2-0", "2-1", "2-2"]
    assert list(set_of(12)) == sorted(set_of(12)) == list(TILES.values())


def test_halves() -> None:
    tile, double = TILES["6-4"], TILES["12-12"]
    assert (tile.across(tile.high), tile.across(tile.low), tile.eyes) == (4, 6, 10)
    assert (double.is_double, double.eyes, tile.is_double) == (True, 24, False)


def test_rest_counts_all_halves_and_blanks_nothing() -> None:
    assert eyes_of(tiles("0-0 1-0 6-4 12-12")) == 35
    assert eyes_of(()) == 0
