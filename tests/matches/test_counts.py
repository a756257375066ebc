"""Counting: classes of values, and what one count costs."""

import pytest

from pasch.matches.counts import Spread


@pytest.mark.parametrize(
    ("value", "counts"),
    [
        (0.0, [1, 0, 0]),
        (1.0, [1, 0, 0]),
        (1.5, [0, 1, 0]),
        (2.0, [0, 1, 0]),
        (2.1, [0, 0, 1]),
    ],
)
def test_a_bound_belongs_to_the_class_below(value: float, counts: list[int]) -> None:
    spread = Spread((1.0, 2.0))
    spread.add(value)
    assert spread.counts == counts
    assert spread.total == value
