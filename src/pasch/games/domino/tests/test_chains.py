"""How many lines of all tiles the rules allow, against numbers that are known for small sets."""

from dataclasses import replace

import pytest

from pasch.games.domino.rules import RULES
from pasch.games.domino.state import State
from pasch.games.domino.tests.positions import at, hand_of
from pasch.games.domino.tiles import set_of
from pasch.kernel.actors import Seat

PLAYER = Seat(1)

Known = dict[tuple[int, frozenset[str]], int]
"""Ways to go on, by the number at the end and the tiles that are left."""


def _alone(highest: int) -> State:
    """Return the position in which a seat holds a whole set, may open as it likes and plays on."""
    tiles = " ".join(map(str, set_of(highest)))
    state = at(f"{tiles}, 12-12", turn=1)
    free = replace(state.variant.kind, opens_freely=True)
    return replace(state, variant=replace(state.variant, kind=free, set=highest))


def _chains(state: State, end: int, known: Known) -> int:
    """Return in how many ways all tiles can be played when only this end grows."""
    hand = hand_of(state)
    if state.result is not None:
        return 1
    key = (hand.layout.arms[end - 1].number, frozenset(map(str, hand.held[0])))
    if key not in known:
        texts = [t for t in RULES.legal(state, PLAYER) if t.endswith(f" {end}")]
        known[key] = sum(_chains(_played(state, text), end, known) for text in texts)
    return known[key]


def _played(state: State, text: str) -> State:
    """Return the position after the player's tile, with the player to move again."""
    after = RULES.apply(state, PLAYER, text)
    return replace(after, hand=replace(hand_of(after), seat=PLAYER))


@pytest.mark.parametrize(("highest", "chains"), [(2, 12), (4, 126_720)])
def test_complete_chains(highest: int, chains: int) -> None:
    """From left to right: the first tile lies either way round, a double only one."""
    start, known, total = _alone(highest), Known(), 0
    for text in RULES.legal(start, PLAYER):
        opened = _played(start, text)
        ends = {arm.number: end for end, arm in enumerate(hand_of(opened).layout.arms, 1)}
        total += sum(_chains(opened, end, known) for end in ends.values())
    assert total == chains
