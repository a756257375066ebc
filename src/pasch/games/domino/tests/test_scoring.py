"""Scoring a hand: D15 to D18."""

import pytest

from pasch.games.domino.rules import RULES
from pasch.games.domino.scoring import result_of, rounded
from pasch.games.domino.state import Ending, Result
from pasch.games.domino.tests.positions import at, hand_of
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Deciding, Over

FIVES = "variant=fives"
THREES = "variant=fives-threes"
TEAMS = "teams=yes"

HAND = {
    2: "2-0",
    3: "2-1",
    4: "4-0",
    6: "5-1",
    7: "6-1",
    9: "6-3",
    10: "6-4",
    12: "6-6",
    13: "6-6 1-0",
    20: "6-6 6-2",
    30: "6-6 5-5 6-2",
}
"""Tiles with so many eyes."""


def result(rests: list[int], options: str = "") -> Result:
    """Return the result of a hand in which so many eyes are left; with a 0 that seat is out."""
    hands = ", ".join(HAND[rest] if rest else "-" for rest in rests)
    state = at(hands, options=options, table="3-3", turn=1)
    return result_of(hand_of(state), state.variant)


@pytest.mark.parametrize(
    ("options", "rests", "winner", "points", "shares"),
    [
        pytest.param("", [0, 13], 0, 13, (0, 13), id="D15 two seats"),
        pytest.param("", [13, 9, 0, 4], 2, 26, (13, 9, 0, 4), id="D15 all eyes of all losers"),
        pytest.param("variant=draw", [2, 0, 3], 1, 5, (2, 0, 3), id="D15 draw"),
        pytest.param("variant=cross", [2, 0, 3], 1, 5, (2, 0, 3), id="D15 cross"),
        pytest.param("variant=cross9", [2, 0, 3], 1, 5, (2, 0, 3), id="D15 cross9"),
        pytest.param(TEAMS, [0, 10, 6, 12], 0, 22, (0, 22), id="D15 teams: not the partner's"),
        pytest.param(TEAMS, [10, 6, 12, 0], 1, 22, (22, 0), id="D15 teams: the other team"),
        pytest.param("", [4, 9, 20], 0, 21, (0, 5, 16), id="D16 4, 9, 20"),
        pytest.param("", [9, 4, 20], 1, 21, (5, 0, 16), id="D16 another order"),
        pytest.param("variant=draw", [13, 12], 1, 1, (1, 0), id="D16 one eye"),
        pytest.param("", [7, 7, 30], None, 0, (), id="D16 7, 7, 30: a tie"),
        pytest.param("", [7, 30, 30], 0, 46, (0, 23, 23), id="D16 a tie of the losers is none"),
        pytest.param("", [9, 9], None, 0, (), id="D16 two seats, a tie"),
        pytest.param(TEAMS, [3, 10, 6, 12], 0, 13, (0, 13), id="D16 teams 3, 10, 6, 12"),
        pytest.param(TEAMS, [10, 3, 3, 9], 1, 1, (1, 0), id="D16 teams: the sum, not one rest"),
        pytest.param(TEAMS, [10, 7, 3, 6], None, 0, (), id="D16 teams: a tie of the sums"),
        pytest.param(TEAMS, [3, 3, 10, 12], 0, 2, (0, 2), id="D16 teams: equal rests are no tie"),
        pytest.param(FIVES, [13, 13, 13, 0], 3, 45, (15, 15, 15, 0), id="D17 13, 13, 13"),
        pytest.param(FIVES, [0, 2, 2, 2], 0, 0, (0, 0, 0, 0), id="D17 2, 2, 2"),
        pytest.param(FIVES, [0, 12], 0, 10, (0, 10), id="D17 12 is 10"),
        pytest.param(FIVES, [0, 13], 0, 15, (0, 15), id="D17 13 is 15"),
        pytest.param(FIVES, [4, 12], 0, 10, (0, 10), id="D17 blocked: 8 is 10"),
        pytest.param(FIVES, [2, 9, 4], 0, 5, (0, 5, 0), id="D17 blocked: 7 and 2 are 5 and 0"),
        pytest.param(FIVES, [7, 7, 30], None, 0, (), id="D17 a tie of the exact rests"),
        pytest.param(FIVES, [12, 13], 0, 0, (0, 0), id="D17 won, but 1 is 0"),
        pytest.param(THREES, [0, 13, 2], 0, 15, (0, 13, 2), id="D17 threes: exact"),
        pytest.param(THREES, [4, 9, 20], 0, 21, (0, 5, 16), id="D17 threes: blocked, exact"),
    ],
)
def test_results(
    options: str, rests: list[int], winner: int | None, points: int, shares: tuple[int, ...]
) -> None:
    ending: Ending = "out" if 0 in rests else "blocked"
    assert result(rests, options) == Result(ending, winner, points, tuple(rests), shares)


def test_blanks_count_nothing_d15() -> None:
    state = at("0-0 1-0, 3-1", "2 play 3-1 1", table="3-3", turn=2)
    assert state.scores == (0, 1)


@pytest.mark.parametrize(
    ("difference", "near"),
    [(0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 5), (7, 5), (8, 10), (12, 10), (13, 15), (62, 60)],
)
def test_nearest_multiple_of_five_d17(difference: int, near: int) -> None:
    assert rounded(difference, 5) == near
    assert rounded(difference, 1) == difference


def test_going_out_scores_at_once_in_block_d15() -> None:
    body = "1 play 6-3 1; 2 pass; 3 pass; 1 play 6-4 2"
    state = at("6-3 6-4, 5-0 1-1, 2-2 5-5", body, table="6-6", turn=1)
    assert state.scores == (21, 0, 0)
    assert state.result == Result("out", 0, 21, (0, 7, 14), (0, 7, 14))


@pytest.mark.parametrize(
    ("options", "scores", "after", "places"),
    [
        pytest.param("", (87, 0, 0), (100, 0, 0), (1, 2, 2), id="D18 exactly the target"),
        pytest.param("", (99, 98, 97), (112, 98, 97), (1, 2, 3), id="D18 beyond"),
        pytest.param("", (86, 99, 99), (99, 99, 99), (), id="D18 one below"),
        pytest.param("target=50", (37, 0, 0), (50, 0, 0), (1, 2, 2), id="D18 target 50"),
        pytest.param("target=500", (486, 0, 0), (499, 0, 0), (), id="D18 target 500, one below"),
        pytest.param("target=500", (487, 0, 0), (500, 0, 0), (1, 2, 2), id="D18 target 500"),
    ],
)
def test_match_ends_at_the_end_of_a_hand(
    options: str, scores: tuple[int, ...], after: tuple[int, ...], places: tuple[int, ...]
) -> None:
    hands = "6-3, 5-0 1-1, 3-3"
    state = at(hands, "1 play 6-3 1", options=options, table="6-4", turn=1, scores=scores)
    assert state.scores == after
    everybody = Deciding((Seat(1), Seat(2), Seat(3)))
    assert RULES.to_move(state) == (Over(places) if places else everybody)


def test_team_reaches_the_target_d18() -> None:
    hands = "6-3, 5-0 1-1, 3-3, 5-1"
    state = at(hands, "1 play 6-3 1", options=TEAMS, table="6-4", turn=1, scores=(87, 90))
    assert state.scores == (100, 90)
    assert RULES.to_move(state) == Over((1, 2))
    assert RULES.parties(state) == ((1, 3), (2, 4))
