"""The hook of the conformance suite: positions that differ only in what a viewer cannot know.

During a hand these are the tiles in the other hands and in the stock. Everybody knows how many
there are, and that a seat holds no number on which it has passed (D6). Before the opening doubles
stay where they are: the seat to move is known by its own (D4).
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from pasch.games.domino.state import Hand, State
from pasch.games.domino.tiles import Tile
from pasch.kernel.actors import Seat

TWINS = 4
EXCHANGES = 60

Heaps = list[list[Tile]]
"""The tiles of each seat, then those of the stock."""


def twins(state: object, viewer: Seat | None) -> Iterator[object]:
    """Yield positions in which hidden tiles have been exchanged."""
    position = cast(State, state)
    hand = position.hand
    if hand is None or position.result is not None:
        return
    chooser = random.Random(len(hand.stock))
    for _ in range(TWINS):
        yield replace(position, hand=_shuffled(hand, viewer, chooser))


def _shuffled(hand: Hand, viewer: Seat | None, chooser: random.Random) -> Hand:
    """Return the hand after random exchanges that contradict nothing that is known."""
    heaps = [list(tiles) for tiles in (*hand.held, hand.stock)]
    hidden = [heap for heap in range(len(heaps)) if heaps[heap] and heap + 1 != viewer]
    for _ in range(EXCHANGES if hidden else 0):
        one, other = chooser.choice(hidden), chooser.choice(hidden)
        at, to = chooser.randrange(len(heaps[one])), chooser.randrange(len(heaps[other]))
        if _may_hold(hand, one, heaps[other][to]) and _may_hold(hand, other, heaps[one][at]):
            heaps[one][at], heaps[other][to] = heaps[other][to], heaps[one][at]
    *held, stock = map(tuple, heaps)
    return replace(hand, held=tuple(held), stock=stock)


def _may_hold(hand: Hand, heap: int, tile: Tile) -> bool:
    """Return whether a tile may come to a seat's hand, or to the stock."""
    if hand.layout.opening is None:
        return not tile.is_double
    passed = hand.notes[heap].passed if heap < len(hand.held) else ()
    return tile.high not in passed and tile.low not in passed
