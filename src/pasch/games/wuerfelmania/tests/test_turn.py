"""Who begins, throwing, holding and writing in order (W1)."""

import pytest

from pasch.games.wuerfelmania.rules import RULES
from pasch.games.wuerfelmania.sheet import CELLS
from pasch.games.wuerfelmania.tests.positions import BEGIN, Row, at, follow, refusal_of, table
from pasch.kernel.actors import Seat
from pasch.kernel.chance import Choice, Throw
from pasch.kernel.refusals import NotYourTurn
from pasch.kernel.rules import ChanceDue, Deciding

ROLLED = f"{BEGIN}; 1 roll"
FIRST = f"{ROLLED}; * 6 6 4 6 2"
SECOND = f"{FIRST}; 1 keep 1 2 4; * 6 3"
THIRD = f"{SECOND}; 1 keep 1 2 3 4; * 1"

START = table(
    Row("W1 a seat is drawn", "", "* start 2"),
    Row("W1 with one seat too", "", "* start 1", seats=1),
    Row("W1 no seat beyond the last", "", "* start 3", "W1"),
    Row("W1 six seats", "", "* start 6", seats=6),
    Row("W1 nothing before the draw", "", "1 roll", "W1"),
    Row("W1 no second draw", BEGIN, "* start 1", "W1"),
)

TURN = table(
    Row("W1 the drawn seat rolls", BEGIN, "1 roll"),
    Row("W1 the other does not", BEGIN, "2 roll", "W1"),
    Row("W1 the drawn seat may be another", "* start 2", "2 roll"),
    Row("W1 then the first waits", "* start 2", "1 roll", "W1"),
    Row("W1 nothing is thrown before", BEGIN, "* 1 2 3 4 5", "W1"),
    Row("W1 all five dice", ROLLED, "* 1 2 3 4", "W1"),
    Row("W1 no second roll", FIRST, "1 roll", "W1"),
    Row("W1 no roll while throwing", ROLLED, "1 roll", "W1"),
    Row("W1 keep none", FIRST, "1 keep"),
    Row("W1 keep four", FIRST, "1 keep 1 2 3 4"),
    Row("W1 not all five", FIRST, "1 keep 1 2 3 4 5", "W1"),
    Row("W1 not before the first throw", BEGIN, "1 keep 1", "W1"),
    Row("W1 not by another (case 7)", FIRST, "2 keep 1", "W1"),
    Row("W1 only the dice that are not held", FIRST + "; 1 keep 1 2 4", "* 6 3 1", "W1"),
    Row("W1 nothing while throwing", FIRST + "; 1 keep 1", "1 keep 1", "W1"),
    Row("W1 keep a second time", SECOND, "1 keep 1"),
    Row("W1 dice once held may be thrown", SECOND, "1 keep 5"),
    Row("W1 no fourth throw", THIRD, "1 keep 1", "W1"),
    Row("W1 no fourth throw for the last cell", THIRD, "1 keep 1", "W1", free="CH"),
    Row("W1 write after the first throw", FIRST, "1 write 6"),
    Row("W1 write after the second", SECOND, "1 write 3P"),
    Row("W1 write after the third", THIRD, "1 write CH"),
    Row("W1 write not before the first", BEGIN, "1 write 6", "W1"),
    Row("W1 write not while throwing", ROLLED, "1 write 6", "W1"),
    Row("W1 write not by another", FIRST, "2 write 6", "W1"),
    Row("W1 a zero is allowed", FIRST, "1 write 5W"),
    Row("W1 a cell once", FIRST, "1 write 6", "W1", free="5 CH"),
    Row("W1 the other's cell is free", f"{FIRST}; 1 write 6; 2 roll; * 6 6 6 1 1", "2 write 6"),
    Row(
        "W1 one's own is not",
        f"{FIRST}; 1 write 6; 2 roll; * 6 6 6 1 1; 2 write 6; 1 roll; * 6 6 6 6 6",
        "1 write 6",
        "W1",
    ),
    Row("W1 the next player rolls", f"{FIRST}; 1 write 6", "2 roll"),
    Row("W1 not the same again", f"{FIRST}; 1 write 6", "1 roll", "W1"),
)


@pytest.mark.parametrize("row", [*START, *TURN])
def test_row(row: Row) -> None:
    row.check()


@pytest.mark.parametrize("seats", range(1, 7))
def test_who_begins_is_drawn_w1(seats: int) -> None:
    state = at("", seats=seats)
    assert RULES.to_move(state) == ChanceDue(Choice("start", seats))
    for first in range(1, seats + 1):
        assert RULES.to_move(follow(state, f"* start {first}")) == Deciding((Seat(first),))


@pytest.mark.parametrize("first", range(1, 5))
def test_seats_play_in_order_w1(first: int) -> None:
    state = at(f"* start {first}", seats=4)
    order = []
    for cell in CELLS[:6]:
        order.append(state.seat)
        state = follow(state, f"{state.seat} roll; * 1 1 2 3 4; {state.seat} write {cell}")
    assert order == [(first - 1 + turn) % 4 + 1 for turn in range(6)]
    assert RULES.turns(state) == 6


def test_throws_fill_the_places_that_are_not_held_w1() -> None:
    state = at(f"{FIRST}; 1 keep 2 5")
    assert RULES.to_move(state) == ChanceDue(Throw(3))
    assert follow(state, "* 1 3 5").turn.dice == (1, 6, 3, 5, 2)


@pytest.mark.parametrize(
    ("body", "seat", "holdable"),
    [
        pytest.param(BEGIN, 1, 0, id="before the first throw"),
        pytest.param(ROLLED, 1, 0, id="while throwing"),
        pytest.param(FIRST, 1, 5, id="after the first"),
        pytest.param(FIRST, 2, 0, id="not another (case 7)"),
        pytest.param(SECOND, 1, 5, id="after the second"),
        pytest.param(THIRD, 1, 0, id="after the third"),
    ],
)
def test_holdable_w1(body: str, seat: int, holdable: int) -> None:
    assert RULES.holdable(at(body), Seat(seat)) == holdable


def test_held_is_the_last_keep() -> None:
    assert RULES.held(at(SECOND)) == (1, 2, 4)
    assert RULES.held(at(f"{SECOND}; 1 write 6")) == ()


@pytest.mark.parametrize(
    ("cell", "is_asked"), [("6", False), ("5", True), ("FH", True), ("3P", False), ("CH", False)]
)
def test_zero_needs_a_confirmation_w1(cell: str, *, is_asked: bool) -> None:
    reason = RULES.needs_confirmation(at(FIRST), Seat(1), f"write {cell}")
    assert (reason is not None) == is_asked
    assert reason is None or reason.rule == "W1"


@pytest.mark.parametrize("text", ["roll", "keep 1"])
def test_nothing_else_needs_a_confirmation(text: str) -> None:
    state = at(BEGIN if text == "roll" else FIRST)
    assert RULES.needs_confirmation(state, Seat(1), text) is None


def test_zero_beside_a_bonus_needs_one_too_w1() -> None:
    body = f"{BEGIN}; 1 roll; * 2 2 2 2 2; 1 write 5W; 1 roll; * 3 3 3 3 3"
    state = at(body, seats=1, fives="bonus")
    assert RULES.needs_confirmation(state, Seat(1), "write FH") is not None
    assert RULES.needs_confirmation(state, Seat(1), "write GS") is None


def test_who_is_not_to_move_is_told_so() -> None:
    refusal = refusal_of(at(BEGIN), "2 roll")
    assert isinstance(refusal, NotYourTurn)
    assert dict(refusal.reason.params) == {"seats": "1"}
