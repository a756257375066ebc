"""A series of throws: L1 to L8."""

import pytest

from pasch.games.doelauer.rules import RULES
from pasch.games.doelauer.tests.positions import (
    BEGIN,
    Row,
    at,
    follow,
    refusal_of,
    series,
    table,
)
from pasch.kernel.actors import Seat
from pasch.kernel.chance import Choice, Throw
from pasch.kernel.refusals import NotYourTurn
from pasch.kernel.rules import ChanceDue, Deciding

PAIR_OF_ONES = "1 1 5 4 6 3"
"""Throw 1: two ones lie."""

PAIR_OF_TWOS = "2 2 5 4 6 3"
TRIPLE_OF_TWOS = "2 2 2 1 1 5"
STRASSE = "1 2 3 4 5 6"
DOELL = "3 3 5 5 6 6"

ROWS = table(
    Row("L1 a seat is drawn", "", "* start 2"),
    Row("L1 eight seats", "", "* start 8", seats=8),
    Row("L1 no seat beyond the last", "", "* start 3", "L1"),
    Row("L1 nothing before the draw", "", "1 roll", "L1"),
    Row("L1 no second draw", BEGIN, "* start 1", "L3"),
    Row("L1 the drawn seat rolls", BEGIN, "1 roll"),
    Row("L1 the other does not", BEGIN, "2 roll", "L1"),
    Row("L1 the drawn seat may be another", "* start 2", "2 roll"),
    Row("L1 the next seat follows", series("6 6 6 1 2 3", "stop"), "2 roll"),
    Row("L1 nothing is thrown before", BEGIN, "* 1 2 3 4 5 5", "L3"),
    Row("L3 all six dice", f"{BEGIN}; 1 roll", "* 1 2 3 4 5", "L3"),
    Row("L3 no choice in throw 1", series(PAIR_OF_ONES), "1 lay", "L3"),
    Row("L3 no face in throw 1", series(PAIR_OF_ONES), "1 lay 6", "L3"),
    Row("L3 nothing before the throw", BEGIN, "1 lay", "L3"),
    Row("L3 Straße may be taken", series(STRASSE), "1 take strasse"),
    Row("L3 Straße may be declined", series(STRASSE), "1 lay"),
    Row("L3 declining names no face", series(STRASSE), "1 lay 1", "L3"),
    Row("L3 Straße must be answered before the next throw", series(STRASSE), "1 roll", "L3"),
    Row("L3 Straße must be answered before the end", series(STRASSE), "1 stop", "L3"),
    Row("L3 Straße is no Döll", series(STRASSE), "1 take doell", "L3"),
    Row("L3 Döll may be taken", series(DOELL), "1 take doell"),
    Row("L3 Döll may be declined", series(DOELL), "1 lay"),
    Row("L3 Döll is no Straße", series(DOELL), "1 take strasse", "L3"),
    Row("L3 two pairs are no Döll", series("3 3 5 5 6 1"), "1 take doell", "L3"),
    Row("L3 a pair and four are no Döll", series("3 3 5 5 5 5"), "1 take doell", "L3"),
    Row("L3 five different faces are no Straße", series("1 1 2 3 4 5"), "1 take strasse", "L3"),
    Row("L4 stop after throw 1", series(PAIR_OF_ONES), "1 stop"),
    Row("L4 throw on", series(PAIR_OF_ONES), "1 roll"),
    Row("L4 no stop before the first throw", BEGIN, "1 stop", "L4"),
    Row("L4 no stop by another", series(PAIR_OF_ONES), "2 stop", "L4"),
    Row("L4 no stop while throwing", series(PAIR_OF_ONES, "roll"), "1 stop", "L4"),
    Row("L4 only the dice that do not lie", series(PAIR_OF_ONES, "roll"), "* 1 2 3 4 5", "L5"),
    Row("L5 keeping happens by itself", series(PAIR_OF_ONES, "2 2 3 5"), "1 lay 1", "L5"),
    Row("L5 stop after throw 2", series(PAIR_OF_ONES, "2 2 3 5"), "1 stop"),
    Row("L5 throw a third time", series(PAIR_OF_ONES, "2 2 3 5"), "1 roll"),
    Row("L5 more numerous", series(PAIR_OF_ONES, "2 2 2 5"), "1 lay 2"),
    Row("L5 or what lay", series(PAIR_OF_ONES, "2 2 2 5"), "1 lay 1"),
    Row("L5 as numerous and higher", series(PAIR_OF_TWOS, "3 3 1 5"), "1 lay 3"),
    Row("L5 as numerous and lower", series("6 6 5 4 1 3", "5 5 1 1"), "1 lay 5", "L5"),
    Row("L5 fewer", series(TRIPLE_OF_TWOS, "6 6 1"), "1 lay 6", "L5"),
    Row("L5 what lies is counted before", series(PAIR_OF_TWOS, "2 1 1 5"), "1 lay 1"),
    Row("L5 and what lies grows", series(PAIR_OF_TWOS, "2 1 1 5"), "1 lay 2"),
    Row("L5 a face that was not thrown", series(PAIR_OF_TWOS, "2 1 1 5"), "1 lay 6", "L5"),
    Row("L5 the face is named", series(PAIR_OF_TWOS, "2 1 1 5"), "1 lay", "L5"),
    Row("L5 said before throwing on", series(PAIR_OF_TWOS, "2 1 1 5"), "1 roll", "L5"),
    Row("L5 said before stopping", series(PAIR_OF_TWOS, "2 1 1 5"), "1 stop", "L5"),
    Row("L5 not by another", series(PAIR_OF_TWOS, "2 1 1 5"), "2 lay 1", "L3"),
    Row("L5 no Döll in throw 2", series(PAIR_OF_TWOS, "1 1 5 5"), "1 take doell", "L5"),
    Row("L5 no Straße in throw 2", series(STRASSE, "lay", "2 2 4 5 6"), "1 take strasse", "L5"),
    Row("L6 the laid face", series(TRIPLE_OF_TWOS, "3 4 5", "2 6 6"), "2 roll"),
    Row("L6 of several one is said", series(PAIR_OF_TWOS, "3 4 5 6", "2 1 1 5"), "1 lay 1"),
    Row("L6 or the other", series(PAIR_OF_TWOS, "3 4 5 6", "2 1 1 5"), "1 lay 2"),
    Row("L6 no stop instead", series(PAIR_OF_TWOS, "3 4 5 6", "2 1 1 5"), "1 stop", "L6"),
    Row("L6 no fourth throw", series(PAIR_OF_TWOS, "3 4 5 6", "2 1 1 5"), "1 roll", "L6"),
    Row("L6 Döll or an exchange", series(PAIR_OF_TWOS, "3 4 5 6", "1 1 5 5"), "1 take doell"),
    Row("L6 an exchange or Döll", series(PAIR_OF_TWOS, "3 4 5 6", "1 1 5 5"), "1 lay 5"),
    Row("L6 none was thrown", series(PAIR_OF_TWOS, "3 4 5 6", "1 1 5 5"), "1 lay 2", "L6"),
    Row("L6 no Straße", series(PAIR_OF_TWOS, "3 4 5 6", "1 1 5 5"), "1 take strasse", "L6"),
    Row("L6 no Döll", series(PAIR_OF_TWOS, "3 4 5 6", "2 1 1 5"), "1 take doell", "L6"),
    Row(
        "L6 Döll with a single die that lay",
        series(STRASSE, "lay", "2 3 4 5 6", "1 4 4 6 6"),
        "1 take doell",
    ),
)


@pytest.mark.parametrize("row", ROWS)
def test_row(row: Row) -> None:
    row.check()


@pytest.mark.parametrize("seats", range(2, 9))
def test_who_begins_is_drawn_and_seats_follow_l1(seats: int) -> None:
    state = at("", seats=seats)
    assert RULES.to_move(state) == ChanceDue(Choice("start", seats))
    state = follow(state, f"* start {seats}")
    order = []
    for _ in range(seats + 1):
        order.append(state.seat)
        state = follow(state, f"{state.seat} roll; * 6 6 6 1 2 3; {state.seat} stop")
    assert order == [seats, *range(1, seats + 1)]
    assert RULES.turns(state) == seats + 1


@pytest.mark.parametrize(
    ("dice", "lying"),
    [
        pytest.param("1 1 5 4 6 6", (1, 2), id="L2 ones rank above sixes"),
        pytest.param("2 2 2 1 1 5", (1, 2, 3), id="L3 the most frequent face"),
        pytest.param("6 5 6 5 1 2", (1, 3), id="L2 sixes rank above fives"),
        pytest.param("2 3 2 3 4 6", (2, 4), id="L2 twos are lowest"),
        pytest.param("4 5 5 4 5 4", (2, 3, 5), id="L3 three fives above three fours"),
        pytest.param("2 1 2 1 2 1", (2, 4, 6), id="L3 three ones above three twos"),
    ],
)
def test_throw_1_lays_by_the_rule(dice: str, lying: tuple[int, ...]) -> None:
    state = at(series(dice))
    assert state.turn.kept == lying
    assert RULES.legal(state, Seat(1)) == ("roll", "stop")


@pytest.mark.parametrize(
    ("throws", "lying"),
    [
        pytest.param((STRASSE, "lay"), (1,), id="L3 Straße declined: the one lies"),
        pytest.param((DOELL, "lay"), (5, 6), id="L3 Döll declined: the sixes lie"),
        pytest.param((PAIR_OF_ONES, "2 1 3 1"), (1, 2, 4, 6), id="L5 new ones join by themselves"),
        pytest.param((PAIR_OF_ONES, "2 2 3 5"), (1, 2), id="L5 none joins"),
        pytest.param(("2 2 2 1 1 5", "6 6 6", "lay 6"), (4, 5, 6), id="L5 exchanged"),
        pytest.param(("2 2 2 1 1 5", "6 6 6", "lay 2"), (1, 2, 3), id="L5 not exchanged"),
        pytest.param((PAIR_OF_TWOS, "2 1 1 5", "lay 1"), (4, 5), id="L5 two ones for two twos"),
        pytest.param((PAIR_OF_TWOS, "2 1 1 5", "lay 2"), (1, 2, 3), id="L5 three twos"),
    ],
)
def test_what_lies(throws: tuple[str, ...], lying: tuple[int, ...]) -> None:
    state = at(series(*throws))
    assert state.turn.kept == lying
    assert RULES.to_move(state) == Deciding((Seat(1),))
    assert RULES.legal(state, Seat(1)) == ("roll", "stop")
    assert RULES.to_move(follow(state, "1 roll")) == ChanceDue(Throw(6 - len(lying)))


def test_exchanged_dice_go_back_into_the_cup_l5() -> None:
    state = at(series("2 2 2 1 1 5", "6 6 6", "lay 6", "roll"))
    assert follow(state, "* 6 1 3").last is not None
    after = at(series("2 2 2 1 1 5", "6 6 6", "lay 6", "6 1 3")).last
    assert after is not None
    assert (after.dice, after.places, after.points) == ((6, 1, 3, 6, 6, 6), (1, 4, 5, 6), 12)


@pytest.mark.parametrize(
    ("throws", "points"),
    [
        pytest.param(("1 1 1 1 1 4", "stop"), 40, id="L4 stop after throw 1"),
        pytest.param(("1 1 1 5 6 3", "1 1 4", "stop"), 40, id="L4 stop after throw 2"),
        pytest.param((PAIR_OF_ONES, "stop"), 0, id="L4 stop with two: 0"),
        pytest.param(("6 6 6 1 2 3", "1 2 2", "stop"), 6, id="L4 stop though nothing was gained"),
        pytest.param(("5 5 5 1 2 3", "5 1 2", "4 6"), 0, id="L7 four fives, then nothing"),
        pytest.param((PAIR_OF_ONES, "2 2 3 5", "2 3 4 6"), 0, id="L7 nothing at all"),
        pytest.param((PAIR_OF_ONES, "2 2 3 5", "1 3 4 6"), 10, id="L6 a third one"),
        pytest.param((PAIR_OF_ONES, "2 2 3 5", "4 4 4 6"), 4, id="L6 exchanged by itself"),
        pytest.param(
            (STRASSE, "lay", "2 3 4 5 6", "1 2 3 4 5"), 0, id="L6 two ones are fewer than three"
        ),
        pytest.param(
            (
                PAIR_OF_TWOS,
                "3 4 5 6",
                "3 3 4 5",
            ),
            0,
            id="L6 exchanged by itself for two: 0",
        ),
        pytest.param(
            (PAIR_OF_TWOS, "3 4 5 6", "2 1 1 5", "lay 2"), 2, id="L6 three twos are chosen"
        ),
        pytest.param(
            (PAIR_OF_TWOS, "3 4 5 6", "2 1 1 5", "lay 1"), 0, id="L6 two ones are chosen: 0"
        ),
        pytest.param(
            (
                "2 2 2 1 1 5",
                "3 4 5",
                "1 1 1",
            ),
            10,
            id="L6 three ones for three twos, by itself",
        ),
    ],
)
def test_series_scores(throws: tuple[str, ...], points: int) -> None:
    state = at(series(*throws))
    assert RULES.totals(state) == (points, 0)
    assert RULES.to_move(state) == Deciding((Seat(2),))
    assert RULES.turns(state) == 1


@pytest.mark.parametrize(
    ("throws", "pending"),
    [
        pytest.param(("3 3 3 3 3 3",), 24, id="L8 in throw 1"),
        pytest.param(("3 3 3 1 2 5", "3 3 3"), 24, id="L8 in throw 2"),
        pytest.param(("3 3 3 1 2 5", "3 1 2", "3 3"), 24, id="L8 in throw 3"),
        pytest.param(("1 1 1 1 1 1",), 80, id="L8 six ones"),
        pytest.param((STRASSE, "take strasse"), 35, id="L3 Straße"),
        pytest.param((DOELL, "take doell"), 5, id="L3 Döll in throw 1"),
        pytest.param((PAIR_OF_ONES, "2 3 5 6", "4 4 5 5"), 5, id="L6 Döll in throw 3, by itself"),
        pytest.param(
            (PAIR_OF_TWOS, "3 4 5 6", "1 1 5 5", "take doell"), 5, id="L6 Döll in throw 3, chosen"
        ),
        pytest.param(
            (STRASSE, "lay", "2 3 4 5 6", "1 4 4 6 6", "take doell"),
            5,
            id="L6 Döll though a single die lay",
        ),
    ],
)
def test_starred_points_are_pending_l9(throws: tuple[str, ...], pending: int) -> None:
    state = at(series(*throws))
    assert RULES.totals(state) == (0, 0)
    assert (state.seat, state.turn.pending, state.turn.throws) == (1, pending, 0)
    assert RULES.legal(state, Seat(1)) == ("roll",)
    assert RULES.turns(state) == 0


@pytest.mark.parametrize(
    ("throws", "rule"),
    [
        pytest.param((PAIR_OF_ONES,), "L4", id="L4 two lie"),
        pytest.param(("6 6 6 1 2 3",), None, id="L4 three lie"),
        pytest.param((DOELL, "take doell", PAIR_OF_ONES), "L9", id="L9 pending points are lost"),
        pytest.param((DOELL, "take doell", "6 6 6 1 2 3"), None, id="L9 they are confirmed"),
    ],
)
def test_stopping_with_nothing_needs_a_confirmation(
    throws: tuple[str, ...], rule: str | None
) -> None:
    state = at(series(*throws))
    reason = RULES.needs_confirmation(state, Seat(1), "stop")
    assert (reason and reason.rule) == rule
    assert RULES.needs_confirmation(state, Seat(1), "roll") is None


def test_nobody_holds_dice_here() -> None:
    state = at(series(PAIR_OF_ONES))
    assert (RULES.holdable(state, Seat(1)), RULES.held(state)) == (0, ())


def test_who_is_not_to_move_is_told_so() -> None:
    refusal = refusal_of(at(BEGIN), "2 roll")
    assert isinstance(refusal, NotYourTurn)
    assert dict(refusal.reason.params) == {"seats": "1"}
