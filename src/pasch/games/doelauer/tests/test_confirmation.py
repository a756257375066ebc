"""Confirmation and the end: L9 to L11, with finished records."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from pasch.games.doelauer.rules import RULES
from pasch.games.doelauer.tests.positions import at, follow, refusal_of, series
from pasch.kernel.actors import Seat
from pasch.kernel.record import read_record
from pasch.kernel.refusals import MatchOver
from pasch.kernel.replay import replay
from pasch.kernel.rules import Deciding, Over

RECORDS = Path(__file__).parent / "records"
TAKE_STRASSE = ("1 2 3 4 5 6", "take strasse")
TAKE_DOELL = ("3 3 5 5 6 6", "take doell")
SIX_ONES = "1 1 1 1 1 1"
THREE_TWOS = ("2 2 2 1 3 4", "stop")
NOTHING = ("1 1 2 3 5 4", "stop")
WON = "1 roll; * 2 2 2 1 3 4; 1 stop"


@pytest.mark.parametrize(
    ("throws", "points"),
    [
        pytest.param((*TAKE_STRASSE, "2 2 2 2 1 3", "stop"), 39, id="L9 Straße and four twos"),
        pytest.param((*TAKE_DOELL, *NOTHING), 0, id="L9 Döll, then stop with 0"),
        pytest.param(
            (*TAKE_DOELL, "1 1 2 3 5 4", "2 3 4 6", "2 3 4 6"), 0, id="L9 Döll, then nothing (L7)"
        ),
        pytest.param(
            (*TAKE_DOELL, "2 2 1 3 4 5", "1 3 4 5", "3 3 4 5"),
            0,
            id="L9 Döll, then two dice after throw 3",
        ),
        pytest.param((*TAKE_DOELL, *TAKE_DOELL, *THREE_TWOS), 12, id="L10 Döll twice"),
        pytest.param((*TAKE_DOELL, *TAKE_DOELL, *NOTHING), 0, id="L10 all or nothing"),
        pytest.param(("2 2 2 2 2 2", *TAKE_STRASSE, *THREE_TWOS), 53, id="L10 16 + 35 + 2"),
    ],
)
def test_turn_scores(throws: tuple[str, ...], points: int) -> None:
    state = at(series(*throws))
    assert RULES.totals(state) == (points, 0)
    assert RULES.to_move(state) == Deciding((Seat(2),))
    assert RULES.turns(state) == 1


def test_chain_wins_l10() -> None:
    state = at(series(SIX_ONES, SIX_ONES))
    assert (state.turn.pending, RULES.totals(state)) == (160, (0, 0))
    assert RULES.to_move(state) == Deciding((Seat(1),))
    state = follow(state, WON)
    assert RULES.totals(state) == (162, 0)
    assert RULES.to_move(state) == Over((1, 2))


@pytest.mark.parametrize(
    ("score", "body", "total", "is_over"),
    [
        pytest.param(118, THREE_TWOS, 120, False, id="L11 exactly 120 is not enough"),
        pytest.param(119, THREE_TWOS, 121, True, id="L11 121 wins"),
        pytest.param(120, NOTHING, 120, False, id="L11 nothing at 120"),
        pytest.param(100, TAKE_STRASSE, 100, False, id="L11 pending points do not count"),
        pytest.param(100, (*TAKE_STRASSE, *THREE_TWOS), 137, True, id="L11 confirmed they do"),
        pytest.param(100, (*TAKE_STRASSE, *NOTHING), 100, False, id="L11 lost they do not"),
    ],
)
def test_end(score: int, body: tuple[str, ...], total: int, *, is_over: bool) -> None:
    state = at(series(*body), scores=(score, 40))
    assert RULES.totals(state) == (total, 40)
    assert isinstance(RULES.to_move(state), Over) == is_over


def test_places_l11() -> None:
    state = at(series(*THREE_TWOS), seats=4, scores=(119, 7, 30, 7))
    assert RULES.to_move(state) == Over((1, 3, 2, 3))
    assert RULES.view(state, None).places == (1, 3, 2, 3)


@pytest.mark.parametrize("event", ["1 roll", "2 roll", "1 stop", "2 lay 1", "* 1 2 3 4 5 6"])
def test_nothing_is_added_after_the_end_l11(event: str) -> None:
    refusal = refusal_of(at(series(*THREE_TWOS), scores=(119, 0)), event)
    assert isinstance(refusal, MatchOver)
    assert refusal.reason.rule == "L11"


@pytest.mark.parametrize(
    ("name", "totals", "last_turn"),
    [
        pytest.param("exactly-120", (120, 121), 6, id="L11 won against exactly 120"),
        pytest.param("confirmed", (52, 151), 45, id="L9 won by confirmed points, with Straße"),
        pytest.param("six-ones", (58, 166), 82, id="L8 won by six ones, confirmed by three twos"),
        pytest.param("eight", (63, 137, 56, 60, 59, 69, 36, 59), 113, id="L1 eight seats"),
    ],
)
def test_golden_record(name: str, totals: tuple[int, ...], last_turn: int) -> None:
    record = read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    state = replay(RULES, record).last
    assert isinstance(RULES.to_move(state), Over)
    assert RULES.totals(state) == totals
    assert state.last is not None
    assert state.last.scored == last_turn


@pytest.mark.parametrize("turns", [0, 1, 4, 5])
def test_winner_has_taken_a_turn_a_round_l11(turns: int) -> None:
    """Turns are finished in order, so the winner's own are as many as there were rounds."""
    state = replace(at(seats=3, scores=(119, 0, 0)), turns=turns)
    won = follow(state, WON)
    assert won.turns == turns + 1
    winner = {"total": 121, "won": 1, "turns": turns // 3 + 1, "highest-turn": 2}
    figures = (winner, {"total": 0}, {"total": 0})
    assert RULES.figures(won) == figures


@pytest.mark.parametrize("name", ["exactly-120", "confirmed", "eight"])
def test_turns_of_the_winner_are_those_of_the_record_l11(name: str) -> None:
    record = read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    states = replay(RULES, record).states
    winner = states[-1].scores.index(max(states[-1].scores))
    finished = [before.seat for before, after in pairwise(states) if after.turns > before.turns]
    assert RULES.figures(states[-1])[winner]["turns"] == finished.count(Seat(winner + 1))


@pytest.mark.parametrize("name", ["exactly-120", "confirmed", "six-ones", "eight"])
def test_highest_turns_are_those_of_the_record_l10(name: str) -> None:
    """A chain counts as one turn; who never scored has no highest turn."""
    record = read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    states = replay(RULES, record).states
    highest = [0] * len(record.seats)
    for before, after in pairwise(states):
        for index, (old, new) in enumerate(zip(before.scores, after.scores, strict=True)):
            highest[index] = max(highest[index], new - old)
    figures = RULES.figures(states[-1])
    assert [own.get("highest-turn", 0) for own in figures] == highest
