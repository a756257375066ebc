"""The two simple computer players."""

from typing import cast

import pytest

from pasch.games.domino.claims import points_of
from pasch.games.domino.levels import LEVELS
from pasch.games.domino.meta import META
from pasch.games.domino.rules import RULES
from pasch.games.domino.state import State
from pasch.games.domino.tests.positions import at
from pasch.games.domino.variant import KINDS
from pasch.games.domino.view import DominoView
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Over
from pasch.players.level import Level
from tests.levels import seated
from tests.playing import Setting, play_match

FIVES = "variant=fives"
EASY, GREEDY = LEVELS


def said_by(level: Level[DominoView], state: State, seat: Seat) -> str:
    """Return what a level says at a seat."""
    return level.choose(RULES.view(state, seat), RULES.legal(state, seat))


@pytest.mark.parametrize(
    ("hands", "options", "on_table", "first", "best"),
    [
        ("4-1 6-4 5-4, 0-0", "", "6-2, 4-2 2", "play 4-1 2", "play 6-4 1"),
        ("6-2 6-1, 0-0", FIVES, "6-4", "play 6-2 1", "play 6-1 1"),
        ("6-1 4-4, 0-0", FIVES, "6-4", "play 6-1 1", "play 6-1 1"),
        ("6-6 3-2 4-1, 0-0", FIVES, "", "play 6-6", "play 3-2"),
        ("6-6 5-5 4-1, 0-0", FIVES, "", "play 6-6", "play 5-5"),
        ("1-0, 0-0", "", "6-4", "pass", "pass"),
        ("1-0, 0-0", "variant=cross", "6-6", "pass", "pass"),
    ],
)
def test_choices(hands: str, options: str, on_table: str, first: str, best: str) -> None:
    state = at(hands, options=options, table=on_table, turn=1)
    assert [said_by(level, state, Seat(1)) for level in LEVELS] == [first, best]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_points_are_never_forgotten(level: Level[DominoView]) -> None:
    hands = "5-5 6-0, 5-0 6-4, 1-1 2-1"
    state = at(hands, "1 play 5-5; 1 continue; 2 play 5-0 1", options=FIVES)
    said = [said_by(level, state, Seat(seat)) for seat in (2, 3)]
    assert said == ["claim", "muggins"]


@pytest.mark.parametrize("variant", ["fives", "fives-threes"])
def test_greed_claims_what_is_there_and_nothing_else(variant: str) -> None:
    setting = Setting(3, META.resolve({"variant": variant}, 3))
    match = play_match(RULES, setting, 3, seated(GREEDY, GREEDY, GREEDY))
    claimed = {"claim": 0, "continue": 0}
    for state, event in zip(match.states, match.events, strict=False):
        if event.text in claimed:
            claimed[event.text] += 1
            hand = cast(State, state).hand
            assert hand is not None
            is_there = points_of(hand.layout, KINDS[variant]) > 0
            assert is_there == (event.text == "claim")
    assert all(claimed.values())


def test_greed_pays() -> None:
    setting = Setting(2, META.resolve({"variant": "fives"}, 2))
    player = seated(GREEDY, EASY)
    ends = [play_match(RULES, setting, seed, player) for seed in range(20)]
    won = sum(match.rules.to_move(match.last) == Over((1, 2)) for match in ends)
    assert won > 13
