"""The lattice of kept dice against counting by hand."""

from itertools import product
from math import comb

import numpy as np
import pytest

from pasch.solve.lattice import lattice


@pytest.mark.parametrize(("dice", "nodes", "rolls"), [(1, 7, 6), (5, 462, 252), (6, 924, 462)])
def test_sizes(dice: int, nodes: int, rolls: int) -> None:
    found = lattice(dice)
    assert (len(found.nodes), len(found.rolls)) == (nodes, rolls)
    assert found.nodes[-rolls:] == found.rolls
    assert found.add.shape == (nodes - rolls, 6)
    assert len(found.less) == 6 * comb(5 + dice, 6)


def test_links_add_and_leave_out_one_die() -> None:
    found = lattice(5)
    for node, dice in enumerate(found.nodes):
        links = found.less[found.less_from[node] : found.less_from[node + 1]]
        assert {found.nodes[link] for link in links} == {
            tuple(sorted(dice[:place] + dice[place + 1 :])) for place in range(len(dice))
        }
        if len(dice) < 5:
            more = [found.nodes[link] for link in found.add[node]]
            assert more == [tuple(sorted((*dice, face))) for face in range(1, 7)]


def test_weights_are_those_of_all_throws() -> None:
    found = lattice(3)
    counts = np.zeros(len(found.rolls))
    for dice in product(range(1, 7), repeat=3):
        counts[found.roll_index(dice)] += 1
    assert np.allclose(found.weights, counts / 216, atol=1e-15)


def test_order_of_dice_does_not_matter() -> None:
    found = lattice(5)
    assert found.index((6, 1, 3)) == found.index((1, 3, 6))
    assert found.rolls[found.roll_index((5, 4, 3, 2, 1))] == (1, 2, 3, 4, 5)
