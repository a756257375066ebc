"""Throwing, holding and writing in order: Z10 to Z16."""

import pytest

from pasch.games.zdwa.rules import RULES
from pasch.games.zdwa.sheet import Cell, Column
from pasch.games.zdwa.tests.positions import Row, at, follow, refusal_of, table
from pasch.kernel.actors import Seat
from pasch.kernel.chance import Throw
from pasch.kernel.refusals import NotYourTurn
from pasch.kernel.rules import ChanceDue, Deciding

FIRST = "1 roll; * 6 6 4 6 2"
SECOND = f"{FIRST}; 1 keep 1 2 4; * 6 3"
THIRD = f"{SECOND}; 1 keep 1 2 3 4; * 1"
FIFTH = f"{THIRD}; 1 keep 1; * 2 2 3 4; 1 keep; * 1 1 2 2 3"
SOLO = FIRST.removeprefix("1 roll; ")

THROWS = table(
    Row("Z10 second throw", FIRST, "1 keep 1"),
    Row("Z10 third throw", SECOND, "1 keep 1"),
    Row("Z10 no fourth throw", THIRD, "1 keep 1", "Z10"),
    Row("Z10 no fourth throw with two cells free", THIRD, "1 keep 1", "Z10", free="free 1 2"),
    Row("Z10 fourth throw for the last cell", THIRD, "1 keep 1", free="free 1"),
    Row(
        "Z10 fifth throw for the last cell",
        THIRD + "; 1 keep 1; * 2 2 3 4",
        "1 keep 1",
        free="down 60",
    ),
    Row("Z10 no sixth throw", FIFTH, "1 keep 1", "Z10", free="up 1"),
    Row(
        "Z10 fourth throw for the last cell of a shared sheet",
        THIRD,
        "1 keep 1",
        seats=4,
        free="free 1",
    ),
    Row(
        "Z10 no fourth throw for two cells of a shared sheet",
        THIRD,
        "1 keep 1",
        "Z10",
        seats=4,
        free="free 1 2",
    ),
    Row(
        "Z10 fourth throw alone", THIRD.removeprefix("1 roll; "), "1 keep 1", seats=1, free="said 1"
    ),
    Row("Z10 one throw in hardcore", SOLO, "1 keep 1", "Z10", hardcore=True),
    Row(
        "Z10 one throw in hardcore for the last cell too",
        SOLO,
        "1 keep 1",
        "Z10",
        hardcore=True,
        free="free 1",
    ),
    Row("Z11 the player rolls", "", "1 roll"),
    Row("Z11 the player rolls, three seats", "", "1 roll", seats=3),
    Row("Z11 the player rolls, teams", "", "1 roll", seats=4),
    Row("Z11 nothing is thrown before", "", "* 1 2 3 4 5", "Z11"),
    Row("Z11 all five dice", "1 roll", "* 1 2 3 4", "Z11"),
    Row("Z11 no second roll", FIRST, "1 roll", "Z11"),
    Row("Z11 no roll while throwing", "1 roll", "1 roll", "Z11"),
    Row("Z11 by itself in solo", "", "* 1 2 3 4 5", seats=1),
    Row("Z11 no roll in solo", "", "1 roll", "Z11", seats=1),
    Row("Z11 by itself in hardcore", "", "* 1 2 3 4 5", hardcore=True),
    Row("Z11 no roll in hardcore", "", "1 roll", "Z11", hardcore=True, seats=3),
    Row("Z11 not the other's roll", "", "2 roll", "Z11"),
    Row("Z12 keep none", FIRST, "1 keep"),
    Row("Z12 keep some", FIRST, "1 keep 1 3"),
    Row("Z12 keep four", FIRST, "1 keep 1 2 3 4"),
    Row("Z12 not all five", FIRST, "1 keep 1 2 3 4 5", "Z12"),
    Row("Z12 not before the first throw", "", "1 keep 1", "Z12"),
    Row("Z12 not none before the first throw", "", "1 keep", "Z12"),
    Row("Z12 not by another (case 7)", FIRST, "2 keep 1", "Z12"),
    Row("Z12 not by the partner (case 7)", FIRST, "3 keep 1", "Z12", seats=4),
    Row("Z12 only the dice that are not held", FIRST + "; 1 keep 1 2 4", "* 6 3 1", "Z12"),
    Row("Z12 nothing while throwing", FIRST + "; 1 keep 1", "1 keep 1", "Z12"),
    Row("Z12 no throw before the player says so", FIRST, "* 1 2 3 4 5", "Z12"),
    Row("Z13 after the first throw", FIRST, "1 write free 6"),
    Row("Z13 after the second", SECOND, "1 write free 6"),
    Row("Z13 after the third", THIRD, "1 write free 6"),
    Row("Z13 not before the first", "", "1 write free 6", "Z13"),
    Row("Z13 not while throwing", FIRST + "; 1 keep", "1 write free 6", "Z12"),
    Row("Z13 not by another", FIRST, "2 write free 6", "Z13"),
)

COLUMNS = table(
    Row("Z14 down begins at the top", FIRST, "1 write down 1"),
    Row("Z14 down without gaps", FIRST, "1 write down 2", "Z14"),
    Row("Z14 down goes on", FIRST, "1 write down 3", free="down 3 4 5"),
    Row("Z14 down skips none", FIRST, "1 write down 4", "Z14", free="down 3 4 5"),
    Row("Z14 down ends at the bottom", FIRST, "1 write down 60", free="down 60"),
    Row("Z14 up begins at the bottom", FIRST, "1 write up 60"),
    Row("Z14 up without gaps", FIRST, "1 write up P", "Z14"),
    Row("Z14 up goes on", FIRST, "1 write up 5", free="up 3 4 5"),
    Row("Z14 up skips none", FIRST, "1 write up 4", "Z14", free="up 3 4 5"),
    Row("Z14 up ends at the top", FIRST, "1 write up 1", free="up 1"),
    Row("Z14 free takes any cell", FIRST, "1 write free K"),
    Row("Z14 free, once", FIRST, "1 write free 1", "Z14", free="free 2 3"),
    Row("Z14 down, once", FIRST, "1 write down 1", "Z14", free="down 2 3"),
    Row("Z14 up, once", FIRST, "1 write up 60", "Z14", free="up 2 3"),
    Row("Z15 once", FIRST, "1 write said 1", "Z15", free="said 2 3"),
    Row(
        "Z14 the partner's cell is filled",
        f"{FIRST}; 1 write free 6; 2 roll; * 1 2 3 4 5; 2 write free 6; 3 roll; * 6 6 6 6 6",
        "3 write free 6",
        "Z14",
        seats=4,
    ),
    Row(
        "Z14 the other's cell is not",
        f"{FIRST}; 1 write free 6; 2 roll; * 1 2 3 4 5",
        "2 write free 6",
        seats=4,
    ),
    Row("Z15a straight after the first throw", FIRST, "1 write said K"),
    Row("Z15a not after the second", SECOND, "1 write said K", "Z15"),
    Row("Z15a not after the third", THIRD, "1 write said K", "Z15"),
    Row(
        "Z15b announced, after the second",
        f"{FIRST}; 1 announce K; 1 keep 1; * 1 2 3 4",
        "1 write said K",
    ),
    Row("Z15b announced, straight away", f"{FIRST}; 1 announce K", "1 write said K"),
    Row(
        "Z15c the only free cell, after the second (case 5)",
        SECOND,
        "1 write said K",
        free="said K",
    ),
    Row(
        "Z15c the only free cell, after the fifth (case 5)", FIFTH, "1 write said K", free="said K"
    ),
    Row(
        "Z15c the only free cell of a shared sheet (case 5)",
        SECOND,
        "1 write said K",
        seats=4,
        free="said K",
    ),
    Row("Z15c not one of two", SECOND, "1 write said K", "Z15", free="said K, down 60"),
    Row("Z15 hardcore, like free", SOLO, "1 write said K", hardcore=True),
    Row("Z15 hardcore, once", SOLO, "1 write said K", "Z15", hardcore=True, free="said P 60"),
)


@pytest.mark.parametrize("row", [*THROWS, *COLUMNS])
def test_legality(row: Row) -> None:
    row.check()


@pytest.mark.parametrize(
    ("body", "dice"),
    [
        pytest.param("1 roll", 5, id="Z11 all five dice"),
        pytest.param(f"{FIRST}; 1 keep", 5, id="Z12 keep none"),
        pytest.param(f"{FIRST}; 1 keep 1 3", 3, id="Z12 keep two"),
        pytest.param(f"{FIRST}; 1 keep 1 2 3 5", 1, id="Z12 keep four"),
    ],
)
def test_dice_due(body: str, dice: int) -> None:
    assert RULES.to_move(at(body)) == ChanceDue(Throw(dice))


def test_thrown_dice_fill_the_open_places_in_order_z12() -> None:
    turn = at(f"{FIRST}; 1 keep 2 5; * 1 3 5").turn
    assert turn.dice == (1, 6, 3, 5, 2)
    assert turn.kept == (2, 5)


@pytest.mark.parametrize("hardcore", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_turns_go_round_z11(seats: int, *, hardcore: bool) -> None:
    state = at(seats=seats, hardcore=hardcore)
    for seat, cell in zip([*range(1, seats + 1), 1], "12345", strict=False):
        assert state.seat == seat
        roll = "" if hardcore or seats == 1 else f"{seat} roll; "
        state = follow(state, f"{roll}* 1 2 3 4 5; {seat} write free {cell}")


def test_who_is_not_to_move_is_told_so_z12() -> None:
    refusal = refusal_of(at(FIRST), "2 keep 1")
    assert isinstance(refusal, NotYourTurn)


@pytest.mark.parametrize(
    ("body", "holdable"),
    [
        pytest.param("", 0, id="Z12 not before the first throw"),
        pytest.param("1 roll", 0, id="Z12 not while throwing"),
        pytest.param(FIRST, 5, id="Z12 after the first throw"),
        pytest.param(THIRD, 0, id="Z10 not when no throw is left"),
    ],
)
def test_holdable(body: str, holdable: int) -> None:
    state = at(body)
    assert [RULES.holdable(state, seat) for seat in (Seat(1), Seat(2))] == [holdable, 0]


def test_dice_may_be_held_before_the_announcement_that_is_due_z19() -> None:
    assert RULES.holdable(at(FIRST, free="said 1 2"), Seat(1)) == 5


@pytest.mark.parametrize(
    ("cell", "warned"),
    [
        pytest.param("6", False, id="Z13 18 points"),
        pytest.param("2", False, id="Z13 2 points"),
        pytest.param("5", True, id="Z13 no points"),
        pytest.param("K", True, id="Z13 no Kenter"),
        pytest.param("P", True, id="Z13 no Poker"),
    ],
)
def test_worthless_entries_need_confirmation(cell: str, warned: bool) -> None:
    reason = RULES.needs_confirmation(at(FIRST), Seat(1), f"write free {cell}")
    assert (reason is not None and reason.rule == "Z13") == warned
    assert f"write free {cell}" in RULES.legal(at(FIRST), Seat(1))


@pytest.mark.parametrize("text", ["keep 1", "announce K"])
def test_other_events_need_no_confirmation_z13(text: str) -> None:
    assert RULES.needs_confirmation(at(FIRST), Seat(1), text) is None


FOUR = "1 roll; * 4 4 4 4 2"
NO_FOUR = "1 roll; * 4 4 4 1 2"


@pytest.mark.parametrize(
    ("body", "column", "cell", "points"),
    [
        pytest.param(FOUR, "free", "P", 66, id="Z16 four in throw 1, written in throw 1"),
        pytest.param(f"{FOUR}; 1 keep 1 2 3 4; * 3", "free", "P", 0, id="Z16 kept, throw 2"),
        pytest.param(f"{FOUR}; 1 keep 1 2 3 4; * 4", "free", "P", 66, id="Z16 kept, five equal"),
        pytest.param(
            f"{FOUR}; 1 announce P; 1 keep 1 2 3 4; * 3", "said", "P", 66, id="Z16 announced"
        ),
        pytest.param(
            f"{FOUR}; 1 announce P; 1 keep 1 2 3 4; * 3; 1 keep 1 2 3 4; * 1",
            "said",
            "P",
            66,
            id="Z16 announced, throw 3",
        ),
        pytest.param(f"{FOUR}; 1 keep; * 5 5 5 5 1", "free", "P", 0, id="Z16 a second four"),
        pytest.param(
            f"{FOUR}; 1 announce P; 1 keep; * 5 5 5 5 1",
            "said",
            "P",
            70,
            id="Z16 a second, announced",
        ),
        pytest.param(f"{FOUR}; 1 keep; * 5 5 5 5 5", "free", "P", 70, id="Z16 second, five equal"),
        pytest.param(
            f"{NO_FOUR}; 1 keep 1 2 3; * 4 1", "free", "P", 66, id="Z16 first four in throw 2"
        ),
        pytest.param(
            f"{NO_FOUR}; 1 keep 1 2 3; * 2 1; 1 keep 1 2 3; * 4 1",
            "free",
            "P",
            66,
            id="Z16 first four in throw 3",
        ),
        pytest.param(
            f"{NO_FOUR}; 1 keep 1 2 3; * 4 1; 1 keep 1 2 3 4; * 6",
            "free",
            "P",
            0,
            id="Z16 first four in throw 2, throw 3",
        ),
        pytest.param(
            "1 roll; * 4 4 4 4 4; 1 keep 1 2 3 4; * 2",
            "free",
            "P",
            0,
            id="Z16 five equal are the first four",
        ),
        pytest.param(
            f"{FOUR}; 1 announce K; 1 retract; 1 keep 1 2 3 4; * 3",
            "free",
            "P",
            0,
            id="Z16 a lifted announcement",
        ),
        pytest.param(
            f"{FOUR}; 1 announce P; 1 retract", "free", "P", 66, id="Z16 lifted, still throw 1"
        ),
        pytest.param(f"{FOUR}; 1 keep 1 2 3 4; * 3", "free", "4", 16, id="Z16 other cells"),
        pytest.param(f"{FOUR}; 1 keep 1 2 3 4; * 4", "free", "60", 80, id="Z16 other cells, 60"),
    ],
)
def test_poker(body: str, column: Column, cell: Cell, points: int) -> None:
    entry = follow(at(body), f"1 write {column} {cell}").last
    assert entry is not None
    assert entry.points == points


@pytest.mark.parametrize(
    ("throws", "points"),
    [
        pytest.param("* 1 2 3 5 6; 1 keep; * 2 2 3 3 1; 1 keep; * 6 6 6 6 1", 74, id="Z16 throw 3"),
        pytest.param(
            "* 6 6 6 6 1; 1 keep; * 1 2 3 3 1; 1 keep; * 1 2 2 3 3; 1 keep; * 1 1 1 1 2",
            0,
            id="Z16 a second four in throw 4",
        ),
        pytest.param(
            "* 6 6 6 1 1; 1 keep; * 1 2 3 3 1; 1 keep; * 1 2 2 3 3; 1 keep; * 1 1 2 2 3; 1 keep; "
            "* 1 1 1 1 2",
            54,
            id="Z16 the first four in throw 5",
        ),
    ],
)
def test_poker_over_the_throws_of_the_last_cell(throws: str, points: int) -> None:
    entry = follow(at(f"1 roll; {throws}", free="said P"), "1 write said P").last
    assert entry is not None
    assert entry.points == points


def test_memory_of_the_first_four_ends_with_the_turn_z16() -> None:
    state = at(f"{FOUR}; 1 write free 4; 2 roll; * 1 2 3 3 3; 2 keep 3 4 5; * 3 1; 2 write free P")
    assert state.last is not None
    assert state.last.points == 62


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_poker_in_hardcore_z16(seats: int) -> None:
    state = at("* 4 4 4 4 2; 1 write said P", seats=seats, hardcore=True)
    assert state.last is not None
    assert state.last.points == 66


def test_to_move_z11() -> None:
    assert RULES.to_move(at()) == Deciding((Seat(1),))
    assert RULES.to_move(at(FIRST)) == Deciding((Seat(1),))
    assert RULES.to_move(at(f"{FIRST}; 1 write free 1")) == Deciding((Seat(2),))
