"""Corrections: Z20 and Z21, cases 8 and 9."""

import pytest

from pasch.games.zdwa.rules import RULES
from pasch.games.zdwa.tests.positions import Row, at, follow, refusal_of, table
from pasch.kernel.actors import Seat
from pasch.kernel.refusals import Illegal, MatchOver, NotYourTurn
from pasch.kernel.rules import Deciding

FIRST = "1 roll; * 4 4 4 4 2"
SECOND = f"{FIRST}; 1 keep 1 2 3 4; * 3"
WRITTEN = f"{FIRST}; 1 write free P"
WRITTEN_SECOND = f"{SECOND}; 1 write free P"
OPEN = f"{WRITTEN}; 1 correct"
OPEN_SECOND = f"{WRITTEN_SECOND}; 1 correct"
NEXT_ROLLS = f"{WRITTEN}; 2 roll"
NEXT_HAS_THROWN = f"{NEXT_ROLLS}; * 1 2 3 4 5"
SAID = f"{FIRST}; 1 announce P"
SOLO = FIRST.removeprefix("1 roll; ")

ROWS = table(
    Row("Z20 the writer", WRITTEN, "1 correct"),
    Row("Z20 the writer, three seats", WRITTEN, "1 correct", seats=3),
    Row("Z20 the writer, teams", WRITTEN, "1 correct", seats=4),
    Row("Z20 not the next player", WRITTEN, "2 correct", "Z20"),
    Row("Z20 not a third", WRITTEN, "3 correct", "Z20", seats=3),
    Row("Z20 not the partner", WRITTEN, "3 correct", "Z20", seats=4),
    Row("Z20 nothing is written", "", "1 correct", "Z20"),
    Row("Z20 not in the turn", FIRST, "1 correct", "Z20"),
    Row("Z20 not while the next player throws", NEXT_ROLLS, "1 correct", "Z20"),
    Row("Z20 gone when the next player has thrown", NEXT_HAS_THROWN, "1 correct", "Z20"),
    Row("Z20 gone, three seats (case 8)", NEXT_HAS_THROWN, "1 correct", "Z20", seats=3),
    Row("Z20 gone, teams (case 8)", NEXT_HAS_THROWN, "1 correct", "Z20", seats=4),
    Row("Z20 gone for good (case 8)", f"{NEXT_HAS_THROWN}; 2 write free 1", "1 correct", "Z20"),
    Row(
        "Z20 gone for good, three seats (case 8)",
        f"{NEXT_HAS_THROWN}; 2 write free 1",
        "1 correct",
        "Z20",
        seats=3,
    ),
    Row("Z20 the next writer has it", f"{NEXT_HAS_THROWN}; 2 write free 1", "2 correct"),
    Row(
        "Z20 back when the next player's entry was taken back, no (case 8)",
        f"{NEXT_HAS_THROWN}; 2 write free 1; 2 correct",
        "1 correct",
        "Z21",
    ),
    Row("Z20 not in solo", f"{SOLO}; 1 write free P; * 1 2 3 4 5", "1 correct", "Z20", seats=1),
    Row("Z20 not in solo, at once", f"{SOLO}; 1 write free P", "1 correct", "Z20", seats=1),
    Row("Z20 not in hardcore", f"{SOLO}; 1 write free P", "1 correct", "Z20", hardcore=True),
    Row(
        "Z20 not in hardcore, later",
        f"{SOLO}; 1 write free P; * 1 2 3 4 5",
        "1 correct",
        "Z20",
        hardcore=True,
        seats=3,
    ),
    Row("Z20 not when announced", f"{SAID}; 1 write said P", "1 correct", "Z20"),
    Row(
        "Z20 not when announced, throw 2",
        f"{SAID}; 1 keep 1; * 1 2 3 4; 1 write said P",
        "1 correct",
        "Z20",
    ),
    Row("Z20 when the announcement was lifted", f"{SAID}; 1 retract; 1 write free P", "1 correct"),
    Row("Z20 said without an announcement", f"{FIRST}; 1 write said P", "1 correct"),
    Row(
        "Z20 last cell, while others play on",
        f"{FIRST}; 1 write free P",
        "1 correct",
        free="free P",
    ),
    Row("Z21 not twice at once", OPEN, "1 correct", "Z21"),
    Row("Z21 not open", WRITTEN, "2 cancel", "Z21"),
    Row("Z21 not open for the writer", WRITTEN, "1 cancel", "Z21"),
    Row("Z21 the old cell", OPEN, "1 write free P"),
    Row("Z21 another cell", OPEN, "1 write free 4"),
    Row("Z21 another column", OPEN, "1 write down 1"),
    Row("Z21 said in throw 1", OPEN, "1 write said P"),
    Row("Z21 the columns' order", OPEN, "1 write down 4", "Z14"),
    Row("Z21 cancel", OPEN, "1 cancel"),
    Row("Z21 not cancelled by another", OPEN, "2 cancel", "Z21"),
    Row("Z21 no throw", OPEN, "1 keep 1 2 3 4", "Z21"),
    Row("Z21 no first throw", OPEN, "1 roll", "Z21"),
    Row("Z21 no chance", OPEN, "* 1 2 3 4 5", "Z12"),
    Row("Z21 no announcement", OPEN, "1 announce P", "Z21"),
    Row("Z21 nothing to lift", OPEN, "1 retract", "Z21"),
    Row("Z21 the next player cannot throw", OPEN, "2 roll", "Z21"),
    Row("Z21 nor anyone else", OPEN, "3 roll", "Z21", seats=3),
    Row("Z21 the next player throws after a cancel", f"{OPEN}; 1 cancel", "2 roll"),
    Row("Z21 the next player throws after a write", f"{OPEN}; 1 write free 4", "2 roll"),
    Row("Z21 again after a cancel", f"{OPEN}; 1 cancel", "1 correct"),
    Row("Z21 again after a write", f"{OPEN}; 1 write free 4", "1 correct"),
    Row("Z21 not after the next throw", f"{OPEN}; 1 cancel; 2 roll", "1 correct", "Z20"),
    Row("Z21 throw 2 not into said (case 9)", OPEN_SECOND, "1 write said P", "Z15"),
    Row(
        "Z21 throw 3 not into said (case 9)",
        f"{SECOND}; 1 keep 1; * 1 2 3 6; 1 write free P; 1 correct",
        "1 write said 6",
        "Z15",
    ),
    Row("Z21 throw 2 not into said, teams (case 9)", OPEN_SECOND, "1 write said P", "Z15", seats=4),
    Row(
        "Z21 said, the only free cell",
        f"{SECOND}; 1 write said P; 1 correct",
        "1 write said P",
        free="said P",
    ),
    Row(
        "Z21 said, one of two",
        f"{SECOND}; 1 write free P; 1 correct",
        "1 write said P",
        "Z15",
        free="free P, said P",
    ),
)


@pytest.mark.parametrize("row", ROWS)
def test_legality(row: Row) -> None:
    row.check()


@pytest.mark.parametrize(
    ("body", "event", "words"),
    [
        (NEXT_ROLLS, "1 correct", "the next player has thrown"),
        (NEXT_HAS_THROWN, "1 correct", "the next player has thrown"),
        (f"{SAID}; 1 write said P", "1 correct", "announced"),
        (WRITTEN, "2 correct", "who wrote last"),
        (OPEN, "1 correct", "already"),
    ],
)
def test_refusals_say_why_z20(body: str, event: str, words: str) -> None:
    assert words in str(refusal_of(at(body), event))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_right_belongs_to_a_seat_that_need_not_act_z20(seats: int) -> None:
    state = at(WRITTEN, seats=seats)
    assert RULES.to_move(state) == Deciding((Seat(2),))
    assert RULES.legal(state, Seat(1)) == ("correct",)
    assert RULES.legal(state, Seat(2)) == ("roll",)
    assert [RULES.legal(state, Seat(seat)) for seat in range(3, seats + 1)] == [()] * (seats - 2)


def test_corrector_alone_is_to_move_z21() -> None:
    state = at(OPEN, seats=4)
    assert RULES.to_move(state) == Deciding((Seat(1),))
    assert [RULES.legal(state, Seat(seat)) for seat in (2, 3, 4)] == [()] * 3
    events = {text.split(" ")[0] for text in RULES.legal(state, Seat(1))}
    assert events == {"write", "cancel"}


def test_last_seat_corrects_before_the_first_z20() -> None:
    turns = "; ".join(f"{seat} roll; * 1 2 3 4 5; {seat} write free K" for seat in (1, 2, 3))
    state = at(turns, seats=3)
    assert RULES.legal(state, Seat(3)) == ("correct",)
    assert follow(state, "3 correct; 3 write up 60").seat == 1


@pytest.mark.parametrize(
    ("body", "points"),
    [
        pytest.param(OPEN, 66, id="Z21 Poker in throw 1"),
        pytest.param(f"{SECOND}; 1 write free 4; 1 correct", 0, id="Z21 Poker too late"),
        pytest.param(
            f"{SECOND}; 1 write free 4; 1 correct; 1 cancel; 1 correct", 0, id="Z21 Poker, again"
        ),
        pytest.param(
            "1 roll; * 4 4 4 1 2; 1 keep 1 2 3; * 4 1; 1 write free 4; 1 correct",
            66,
            id="Z21 Poker in throw 2",
        ),
    ],
)
def test_poker_is_judged_by_the_throw_that_was_kept(body: str, points: int) -> None:
    entry = follow(at(body), "1 write free P").last
    assert entry is not None
    assert entry.points == points


def test_correction_restores_the_turn_z21() -> None:
    assert at(OPEN_SECOND).turn == at(SECOND).turn


def test_totals_leave_out_an_entry_that_is_corrected_z21() -> None:
    assert RULES.totals(at(WRITTEN)) == (66, 0)
    assert RULES.totals(at(OPEN)) == (0, 0)
    assert RULES.totals(at(f"{OPEN}; 1 cancel")) == (66, 0)
    assert RULES.totals(at(f"{OPEN}; 1 write free 4")) == (16, 0)


def test_turns_leave_out_an_entry_that_is_corrected_z21() -> None:
    bodies = (FIRST, WRITTEN, OPEN, f"{OPEN}; 1 cancel")
    assert [RULES.turns(at(body)) for body in bodies] == [0, 1, 0, 1]


def test_cancel_leaves_everything_as_it_was_z21() -> None:
    assert at(f"{OPEN}; 1 cancel") == at(WRITTEN)
    assert at(f"{OPEN}; 1 write free P") == at(WRITTEN)
    assert at(f"{OPEN}; 1 write free 4") == at(f"{FIRST}; 1 write free 4")


def test_correction_on_a_shared_sheet_z20() -> None:
    before = "; ".join(f"{seat} roll; * 1 2 3 4 5; {seat} write free K" for seat in (1, 2))
    state = at(f"{before}; 3 roll; * 1 2 3 4 5; 3 write down 1; 3 correct", seats=4)
    assert state.seat == 3
    assert RULES.totals(state) == (35, 35)
    assert refusal_of(state, "3 write free K") is not None
    assert refusal_of(state, "3 write free 1") is None


def test_no_correction_after_the_match_z20() -> None:
    end = at(f"{FIRST}; 1 write free P; 2 roll; * 1 2 3 4 5; 2 write free P", free="free P")
    for seat in (1, 2):
        assert RULES.legal(end, Seat(seat)) == ()
        assert isinstance(refusal_of(end, f"{seat} correct"), MatchOver)


@pytest.mark.parametrize(
    ("event", "kind"),
    [("2 roll", NotYourTurn), ("2 correct", Illegal), ("1 keep", Illegal)],
)
def test_kinds_of_refusals_while_correcting_z21(event: str, kind: type[Exception]) -> None:
    assert type(refusal_of(at(OPEN), event)) is kind
