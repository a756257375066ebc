"""Whole matches: the next hand (D26), each hand's secret, and a finished record of each ending."""

from pathlib import Path

import pytest

from pasch.games.domino.rules import RULES
from pasch.games.domino.state import State
from pasch.games.domino.tests.positions import Row, at, follow, refusal_of, start, table
from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.record import read_record
from pasch.kernel.refusals import MatchOver
from pasch.kernel.replay import replay
from pasch.kernel.rules import ChanceDue, Deciding, Over

RECORDS = Path(__file__).parent / "records"

HANDS = "6-3, 5-0 1-1, 3-3"
LAST = "1 play 6-3 1"
"""Seat 1 goes out and gets 13."""


def ended(body: str = "", *, scores: tuple[int, ...] = (0, 0, 0)) -> State:
    """Return the position after a hand that seat 1 has won, and after more events."""
    return follow(at(HANDS, LAST, table="6-4", turn=1, scores=scores), body)


ROWS = table(
    Row("D26 any seat first", HANDS, LAST, "3 next", table="6-4", turn=1),
    Row("D26 the winner too", HANDS, LAST, "1 next", table="6-4", turn=1),
    Row("D26 not twice", HANDS, f"{LAST}; 2 next", "2 next", "D26", table="6-4", turn=1),
    Row("D26 in any order", HANDS, f"{LAST}; 3 next; 1 next", "2 next", table="6-4", turn=1),
    Row("D26 not during a hand", HANDS, "", "1 next", "D26", table="6-4", turn=1),
    Row("D26 not out of turn either", HANDS, "", "2 next", "D26", table="6-4", turn=1),
    Row("D26 nothing is played after it", HANDS, LAST, "2 play 5-0 1", "D26", table="6-4", turn=1),
    Row("D26 nobody passes", HANDS, LAST, "2 pass", "D26", table="6-4", turn=1),
    Row("D26 nothing is claimed", HANDS, LAST, "1 claim", "D26", table="6-4", turn=1),
    Row(
        "D1 nobody acts while a deal is due",
        HANDS,
        f"{LAST}; 1 next; 2 next; 3 next",
        "1 next",
        "D1",
        table="6-4",
        turn=1,
    ),
)


@pytest.mark.parametrize("row", ROWS)
def test_legality(row: Row) -> None:
    row.check()


def test_board_stays_until_everybody_is_ready_d26() -> None:
    state = ended("3 next; 1 next")
    assert RULES.to_move(state) == Deciding((Seat(2),))
    assert state.hand == ended().hand
    assert state.ready == (1, 3)
    assert [RULES.legal(state, Seat(seat)) for seat in (1, 2, 3)] == [(), ("next",), ()]


def test_nothing_of_a_hand_survives_into_the_next_case_11() -> None:
    state = ended("3 next; 1 next; 2 next")
    assert state == State(state.variant, (13, 0, 0), number=2)
    assert isinstance(RULES.to_move(state), ChanceDue)


def test_no_next_after_the_hand_that_ends_the_match_d26() -> None:
    state = ended(scores=(90, 0, 0))
    assert RULES.to_move(state) == Over((1, 2, 2))
    for event in ("1 next", "2 next", "2 play 5-0 1", "1 pass", "* 6-6"):
        refusal = refusal_of(state, event)
        assert isinstance(refusal, MatchOver)
        assert refusal.reason.rule == "D18"


def test_nothing_is_dealt_during_a_hand_d1() -> None:
    refusal = refusal_of(at(HANDS, table="6-4", turn=1), "* 6-6")
    assert refusal is not None
    assert (refusal.code, refusal.reason.rule) == ("illegal", "D1")


def test_each_hand_has_its_secret_and_is_a_turn() -> None:
    before, after = ended(), ended("3 next; 1 next; 2 next")
    assert [RULES.secret_index(state) for state in (start(), before, after)] == [0, 0, 1]
    assert [RULES.turns(state) for state in (start(), before, after)] == [0, 1, 1]


@pytest.mark.parametrize(
    ("name", "ending", "totals", "places"),
    [
        ("block-out", "out", (0, 53), (2, 1)),
        ("block-blocked", "blocked", (50, 0, 9), (1, 3, 2)),
        ("teams-out", "out", (64, 0), (1, 2)),
        ("teams-blocked", "blocked", (63, 0), (1, 2)),
        ("draw-out-dealt-again", "out", (51, 0, 117, 0, 0), (2, 3, 1, 3, 3)),
        ("draw-blocked", "blocked", (132, 0), (1, 2)),
        ("cross", "out", (0, 53, 0), (2, 1, 2)),
        ("cross9", "out", (0, 0, 81, 0), (2, 2, 1, 2)),
        ("cross12-dealt-again", "out", (0, 114), (2, 1)),
        ("fives-claim", "target", (0, 55, 10), (3, 1, 2)),
        ("fives-muggins", "target", (35, 35, 50), (2, 2, 1)),
        ("fives-auto-spinner", "target", (55, 15), (1, 2)),
        ("fives-last-claim-then-out", "out", (15, 25, 30, 115), (4, 3, 2, 1)),
        ("fives-threes-blocked", "blocked", (58, 76), (2, 1)),
        ("fives-threes-last-muggins-then-out", "out", (160, 17, 61), (1, 3, 2)),
    ],
)
def test_golden(name: str, ending: str, totals: tuple[int, ...], places: tuple[int, ...]) -> None:
    record = read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    state = replay(RULES, record).last
    assert state.result is not None
    assert (state.result.ending, RULES.totals(state)) == (ending, totals)
    assert RULES.to_move(state) == Over(places)


@pytest.mark.parametrize("name", ["draw-out-dealt-again", "cross12-dealt-again"])
def test_deals_without_a_double_are_in_the_log_d3(name: str) -> None:
    record = read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    assert record.provenance is not None
    deals = [event for event in record.events if event.actor == CHANCE]
    assert len(deals) > len(record.provenance.secrets)
