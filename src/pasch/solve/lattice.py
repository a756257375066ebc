"""The lattice of kept dice: every multiset of up to n dice, linked by one die more or less.

With five dice it has 462 nodes, 252 of them whole rolls. Adding a die leads from a keep to the six
that chance may make of it, leaving one out from a roll to what may be kept of it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from pasch.kernel.chance import FACES, Throw

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Dice = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lattice:
    """The nodes by size, and their links.

    `nodes` are ascending tuples of faces, smaller ones first; the last `len(rolls)` are the rolls.
    `add[node, face - 1]` is the node with a die more. The nodes with a die less are
    `less[less_from[node] : less_from[node + 1]]`. `weights` are the probabilities of the rolls.
    """

    nodes: tuple[Dice, ...]
    rolls: tuple[Dice, ...]
    add: Ints
    less_from: Ints
    less: Ints
    weights: Floats

    def index(self, dice: Iterable[int]) -> int:
        """Return the node of some dice, in any order."""
        return _indices(len(self.rolls[0]))[tuple(sorted(dice))]

    def roll_index(self, dice: Iterable[int]) -> int:
        """Return the place of a whole roll among the rolls."""
        return self.index(dice) - (len(self.nodes) - len(self.rolls))


@cache
def lattice(dice: int) -> Lattice:
    """Return the lattice of so many dice."""
    index = _indices(dice)
    nodes = tuple(index)
    faces = range(1, FACES + 1)
    fewer = [[index[_without(node, face)] for face in Counter(node)] for node in nodes]
    throws = list(Throw(dice).outcomes())
    return Lattice(
        nodes=nodes,
        rolls=tuple(roll for roll, _ in throws),
        add=np.array(
            [
                [index[tuple(sorted((*node, face)))] for face in faces]
                for node in nodes
                if len(node) < dice
            ],
            dtype=np.int32,
        ),
        less_from=np.cumsum([0, *map(len, fewer)], dtype=np.int32),
        less=np.array([node for listed in fewer for node in listed], dtype=np.int32),
        weights=np.array([ways for _, ways in throws], dtype=np.float64) / FACES**dice,
    )


@cache
def _indices(dice: int) -> dict[Dice, int]:
    """Return every multiset of up to so many dice with its number."""
    faces = range(1, FACES + 1)
    sizes = range(dice + 1)
    nodes = (node for size in sizes for node in combinations_with_replacement(faces, size))
    return {node: number for number, node in enumerate(nodes)}


def _without(node: Dice, face: int) -> Dice:
    place = node.index(face)
    return (*node[:place], *node[place + 1 :])
