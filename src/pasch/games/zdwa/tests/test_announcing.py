"""Announcements: Z17 to Z19."""

import pytest

from pasch.games.zdwa.rules import RULES
from pasch.games.zdwa.tests.positions import Row, at, follow, table
from pasch.kernel.actors import Seat

FIRST = "1 roll; * 6 6 4 6 2"
SECOND = f"{FIRST}; 1 keep 1 2 4; * 6 3"
SAID = f"{FIRST}; 1 announce K"
SAID_SECOND = f"{SAID}; 1 keep 1; * 1 2 3 4"

ROWS = table(
    Row("Z17 after the first throw", FIRST, "1 announce K"),
    Row("Z17 not before", "", "1 announce K", "Z17"),
    Row("Z17 not after the second", SECOND, "1 announce K", "Z17"),
    Row("Z17 not by another", FIRST, "2 announce K", "Z17"),
    Row("Z17 only a free cell", FIRST, "1 announce K", "Z17", free="said P, free K"),
    Row("Z17 changed", SAID, "1 announce P"),
    Row("Z17 not the same again", SAID, "1 announce K", "Z17"),
    Row("Z17 the same again after it was lifted", f"{SAID}; 1 retract", "1 announce K"),
    Row("Z17 lifted", SAID, "1 retract"),
    Row("Z17 nothing to lift", FIRST, "1 retract", "Z17"),
    Row("Z17 nothing to lift twice", f"{SAID}; 1 retract", "1 retract", "Z17"),
    Row("Z17 not lifted by another", SAID, "2 retract", "Z17"),
    Row("Z17 in the last turn too", FIRST, "1 announce K", free="said K"),
    Row("Z17 not in hardcore", "* 6 6 4 6 2", "1 announce K", "Z17", hardcore=True),
    Row("Z17 nothing to lift in hardcore", "* 6 6 4 6 2", "1 retract", "Z17", hardcore=True),
    Row("Z17 alone too", "* 6 6 4 6 2", "1 announce K", seats=1),
    Row("Z17 the shared sheet counts", FIRST, "1 announce K", "Z17", seats=4, free="said P 60"),
    Row("Z18 the announced cell in throw 1", SAID, "1 write said K"),
    Row("Z18 no other cell in throw 1", SAID, "1 write said P", "Z18"),
    Row("Z18 no other column in throw 1", SAID, "1 write free K", "Z18"),
    Row("Z18 another after it was lifted", f"{SAID}; 1 retract", "1 write free K"),
    Row("Z18 the changed cell", f"{SAID}; 1 announce P", "1 write said P"),
    Row("Z18 not the cell from before", f"{SAID}; 1 announce P", "1 write said K", "Z18"),
    Row("Z18 the announced cell in throw 2", SAID_SECOND, "1 write said K"),
    Row("Z18 no other cell in throw 2", SAID_SECOND, "1 write said P", "Z18"),
    Row("Z18 no other column in throw 2", SAID_SECOND, "1 write free 1", "Z18"),
    Row("Z18 not changed in throw 2", SAID_SECOND, "1 announce P", "Z18"),
    Row("Z18 not lifted in throw 2", SAID_SECOND, "1 retract", "Z18"),
    Row("Z18 throwing on is free", SAID_SECOND, "1 keep 1 2 3 4"),
    Row("Z19 no second throw", FIRST, "1 keep 1", "Z19", free="said K P"),
    Row("Z19 no second throw of all dice", FIRST, "1 keep", "Z19", free="said K P"),
    Row("Z19 second throw when announced", f"{FIRST}; 1 announce K", "1 keep 1", free="said K P"),
    Row("Z19 not when it is lifted", f"{SAID}; 1 retract", "1 keep 1", "Z19", free="said K P"),
    Row("Z19 written straight away", FIRST, "1 write said P", free="said K P"),
    Row("Z19 one cell of said alone", FIRST, "1 keep 1", free="said K"),
    Row("Z19 another column has a free cell", FIRST, "1 keep 1", free="said K P, down 60"),
    Row("Z19 alone too", "* 6 6 4 6 2", "1 keep 1", "Z19", seats=1, free="said 1 2 3"),
    Row("Z19 on a shared sheet", FIRST, "1 keep 1", "Z19", seats=4, free="said K P"),
    Row("Z19 all five kept is still Z12", FIRST, "1 keep 1 2 3 4 5", "Z12", free="said K P"),
    Row("Z19 third throw under the announcement", SAID_SECOND, "1 keep 1", free="said K P"),
)


@pytest.mark.parametrize("row", ROWS)
def test_legality(row: Row) -> None:
    row.check()


@pytest.mark.parametrize("free", ["said K", "said K P", "said K P 60", "said K, free 1"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_no_dead_end_in_the_last_cells_case_5(seats: int, free: str) -> None:
    """Whatever is announced, the player gets to the last throw and can write after each."""
    start = at("1 roll; * 1 2 3 4 5" if seats > 1 else "* 1 2 3 4 5", seats=seats, free=free)
    reached, open_ = {start}, [start]
    while open_:
        state = open_.pop()
        legal = RULES.legal(state, Seat(1))
        assert any(text.startswith("write") for text in legal)
        ways = [text for text in legal if text.startswith(("announce", "retract"))]
        ways += ["keep; * 1 2 3 4 5"] * ("keep" in legal)
        after = {follow(state, f"1 {way}") for way in ways} - reached
        reached |= after
        open_ += after
    assert max(state.turn.throws for state in reached) == start.throws_allowed


def test_five_throws_from_the_first_on_case_5() -> None:
    state = at("1 roll; * 1 2 3 4 5", free="said K")
    assert state.throws_allowed == 5
    for _ in range(4):
        state = follow(state, "1 keep; * 1 2 3 4 5")
        assert "write said K" in RULES.legal(state, Seat(1))
    assert RULES.legal(state, Seat(1)) == ("write said K",)
