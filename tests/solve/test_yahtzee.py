"""The expectimax that solves our sheets reproduces what is published on official Yahtzee."""

import numpy as np
import pytest

from benchmarks.yahtzee import PUBLISHED, STATES, yahtzee
from pasch.solve.sheets import plan, solve


@pytest.mark.parametrize("joker", PUBLISHED)
def test_best_expected_total_is_the_published_one(joker: str) -> None:
    game = yahtzee(joker)
    values = solve(game)
    assert f"{values[0, 0]:.4f}" == str(PUBLISHED[joker])
    assert np.count_nonzero(~np.isnan(values)) == STATES
    assert abs(plan(game, values, 0, 0).value - values[0, 0]) < 1e-9
