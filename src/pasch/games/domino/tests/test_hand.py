"""Playing, drawing and knocking: D5 to D10, D12."""

from functools import partial

import pytest

from pasch.games.domino.rules import RULES
from pasch.games.domino.tests.positions import Row, at, hand_of, table, tiles
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Deciding

CROSS9 = "variant=cross9"
FIVES = "variant=fives claims=auto"
DRAW = "variant=draw"
FULL_CROSS = "9-9, 9-1 1, 9-2 2, 9-3 3, 9-4 4"

line = partial(Row, table="6-4", turn=1)
draw = partial(line, options=DRAW)
fives = partial(line, options=FIVES)
cross9 = partial(Row, options=CROSS9, turn=1)

ROWS = table(
    Row("D4 the opening tile without an end", "6-6 1-0, 5-5", "", "1 play 6-6"),
    Row("D4 not another tile", "6-6 6-1, 5-5", "", "1 play 6-1", "D4"),
    Row("D4 not another double", "6-6 5-5, 1-0", "", "1 play 5-5", "D4"),
    Row("D4 not another seat", "6-6 1-0, 5-5 6-1", "", "2 play 5-5", "D4"),
    Row("D4 in seat order", "6-6 1-0, 6-5, 6-2", "1 play 6-6", "2 play 6-5 1"),
    Row("D4 not out of order", "6-6 1-0, 6-5, 6-2", "1 play 6-6", "3 play 6-2 1", "D4"),
    Row("D4 the last seat, then the first", "6-6 6-1, 5-5 1-0, 6-2 2-0", "", "1 play 6-6"),
    Row("D4 any tile in fives", "6-6 3-0, 5-5", "", "1 play 3-0", options=FIVES),
    Row("D5 not held", "6-6 1-0, 5-5 6-1", "", "1 play 6-1", "D5"),
    Row("D5 not held by anybody", "6-6 1-0, 5-5", "", "1 play 4-4", "D5"),
    Row("D5 not of this set", "6-6 1-0, 5-5", "", "1 play 9-9", "D5"),
    Row("D5 no end for the opening tile", "6-6 1-0, 5-5", "", "1 play 6-6 1", "D5"),
    line("D5 at an end with its number", "6-1 0-0, 5-5", "", "1 play 6-1 1"),
    line("D5 not at another end", "6-1 0-0, 5-5", "", "1 play 6-1 2", "D5"),
    line("D5 not without an end", "6-1 0-0, 5-5", "", "1 play 6-1", "D5"),
    line("D5 not at an end that is not there", "6-1 0-0, 5-5", "", "1 play 6-1 3", "D5"),
    line("D5 a tile played already", "6-1 0-0, 1-1 5-0", "1 play 6-1 1", "2 play 6-1 1", "D5"),
    line("D5 case 10: a covered end", "6-1 0-0, 6-5 5-0", "1 play 6-1 1", "2 play 6-5 1", "D5"),
    Row("D5 a blank fits a blank", "6-0 1-1, 5-5", "", "1 play 6-0 2", table="4-0", turn=1),
    line("D5 a blank fits nothing else", "5-0 6-1, 1-1", "", "1 play 5-0 1", "D5"),
    line("D6 no pass", "6-1 0-0, 5-5", "", "1 pass", "D6"),
    Row("D6 no pass at the opening", "6-6 0-0, 5-5", "", "1 pass", "D6"),
    draw("D6 no draw", "6-1, 5-5", "", "1 draw", "D6", stock="1-0"),
    draw("D6 no pass in draw", "6-1, 5-5", "", "1 pass", "D6"),
    fives("D6 no draw in fives", "6-1, 5-5", "", "1 draw", "D6", stock="1-0 2-0 3-0"),
    fives("D6 no pass in fives", "6-1, 5-5", "", "1 pass", "D6"),
    line("D7 pass", "1-0, 5-5", "", "1 pass", stock="6-6"),
    line("D7 no draw", "1-0, 5-5", "", "1 draw", "D7", stock="6-6"),
    line("D7 no draw when a tile fits", "6-1, 5-5", "", "1 draw", "D7", stock="6-6"),
    line("D7 pass of another seat", "1-0, 5-5", "", "2 pass", "D4"),
    draw("D8 draw", "1-0, 5-5", "", "1 draw", stock="6-6"),
    draw("D8 no pass before", "1-0, 5-5", "", "1 pass", "D8", stock="6-6"),
    draw("D8 draw again", "1-0, 5-5", "1 draw", "1 draw", stock="2-0 6-6"),
    draw("D8 not the next seat", "1-0, 5-5", "1 draw", "2 draw", "D4", stock="2-0 6-6"),
    draw("D8 a tile that fits", "1-0, 5-5", "1 draw", "1 play 6-6 1", stock="6-6 2-0"),
    draw("D8 it must be played: no draw", "1-0, 5-5", "1 draw", "1 draw", "D6", stock="6-6 2-0"),
    draw("D8 it must be played: no pass", "1-0, 5-5", "1 draw", "1 pass", "D6", stock="6-6"),
    draw("D8 pass when the stock is empty", "1-0, 5-5", "1 draw", "1 pass", stock="2-0"),
    draw("D8 no draw from an empty stock", "1-0, 5-5", "1 draw", "1 draw", "D8", stock="2-0"),
    draw("D8 the last tile is drawn too", "1-0, 5-5", "", "1 draw", stock="2-0"),
    Row(
        "D8 in cross too",
        "1-0, 5-5",
        "",
        "1 draw",
        options="variant=cross",
        stock="6-1",
        table="6-6",
        turn=1,
    ),
    fives("D9 draw one", "1-0, 5-5", "", "1 draw", stock="2-0 6-6 3-0"),
    fives("D9 no pass before", "1-0, 5-5", "", "1 pass", "D9", stock="2-0 6-6 3-0"),
    fives("D9 the turn is over", "1-0, 5-5", "1 draw", "1 draw", "D4", stock="2-0 6-6 3-0 1-1"),
    fives("D9 even if it fits", "1-0, 5-5", "1 draw", "1 play 6-6 1", "D4", stock="6-6 2-0 3-0"),
    fives("D9 the next seat draws", "1-0, 5-5", "1 draw", "2 draw", stock="6-6 2-0 3-0 1-1"),
    fives("D9 the last two stay", "1-0, 5-5", "1 draw", "2 draw", "D9", stock="6-6 2-0 3-0"),
    fives("D9 then pass", "1-0, 5-5", "1 draw", "2 pass", stock="6-6 2-0 3-0"),
    fives("D9 one is left", "1-0, 5-5", "", "1 draw", "D9", stock="6-6"),
    line(
        "D9 with threes too",
        "1-0, 5-5",
        "",
        "1 draw",
        "D9",
        options="variant=fives-threes claims=auto",
        stock="6-6 2-0",
    ),
    cross9("D12 first the bare sides", "9-1 4-4, 8-8", "", "1 play 9-1 2", table="9-9, 9-4 1"),
    Row(
        "D12 not a covered one: example",
        "9-9 4-4 1-0, 9-4 8-0",
        "1 play 9-9; 2 play 9-4 1",
        "1 play 4-4 1",
        "D12",
        options=CROSS9,
    ),
    cross9(
        "D12 also with three covered",
        "4-1 9-0, 8-8",
        "",
        "1 play 4-1 1",
        "D12",
        table="9-9, 9-4 1, 9-2 2, 9-3 3",
    ),
    cross9(
        "D12 the last bare side",
        "4-1 9-0, 8-8",
        "",
        "1 play 9-0 4",
        table="9-9, 9-4 1, 9-2 2, 9-3 3",
    ),
    cross9("D12 free when all are covered", "4-4 5-0, 8-8", "", "1 play 4-4 4", table=FULL_CROSS),
    cross9(
        "D12 who holds no fitting tile draws",
        "4-1 4-0, 8-8",
        "",
        "1 draw",
        stock="9-0",
        table="9-9, 9-4 1",
    ),
    cross9("D12 or passes", "4-1 4-0, 8-8", "", "1 pass", table="9-9, 9-4 1"),
    cross9(
        "D12 no pass with a fitting tile", "9-1 4-0, 8-8", "", "1 pass", "D6", table="9-9, 9-4 1"
    ),
    Row(
        "D12 in cross too",
        "4-1 5-0, 5-5",
        "",
        "1 play 4-1 1",
        "D12",
        options="variant=cross",
        table="6-6, 6-4 1",
        turn=1,
    ),
)


@pytest.mark.parametrize("row", ROWS)
def test_legality(row: Row) -> None:
    row.check()


@pytest.mark.parametrize(
    ("hands", "on_table", "options", "legal"),
    [
        pytest.param("6-1 4-0 5-3, 5-5", "6-4", "", ("play 6-1 1", "play 4-0 2"), id="D5 by tile"),
        pytest.param(
            "6-4 5-5, 0-0",
            "6-5, 5-4 2",
            "",
            ("play 6-4 1", "play 6-4 2"),
            id="D5 case 10: both halves",
        ),
        pytest.param(
            "6-1 5-5, 0-0", "6-6", "", ("play 6-1 1", "play 6-1 2"), id="D5 case 10: two equal ends"
        ),
        pytest.param(
            "1-1 5-5, 0-0",
            "6-1, 6-1 1",
            "",
            ("play 1-1 1", "play 1-1 2"),
            id="D5 a double, two ends",
        ),
        pytest.param(
            "9-8 4-4, 0-0",
            "9-9",
            CROSS9,
            ("play 9-8 1", "play 9-8 2", "play 9-8 3", "play 9-8 4"),
            id="D12 four ends",
        ),
        pytest.param(
            "4-0 5-5, 0-0",
            f"{FULL_CROSS}, 4-4 4",
            CROSS9,
            ("play 4-0 4", "play 4-0 5", "play 4-0 6"),
            id="D13 three ends",
        ),
    ],
)
def test_plays(hands: str, on_table: str, options: str, legal: tuple[str, ...]) -> None:
    state = at(hands, options=options, table=on_table, turn=1)
    assert RULES.legal(state, Seat(1)) == legal


def test_example_a_double_runs_on_and_branches_d13() -> None:
    state = at(
        "4-4 5-0, 8-8",
        "1 play 4-4 1",
        options=CROSS9,
        table="9-9, 9-4 1, 9-2 2, 9-3 3, 9-1 4",
        turn=1,
    )
    arms = hand_of(state).layout.arms
    assert [arm.number for arm in arms] == [4, 2, 3, 1, 4, 4]
    assert [str(arm.root) for arm in arms[4:]] == ["4-4", "4-4"]


def test_drawing_goes_on_or_ends_the_turn_d8_d9() -> None:
    for options, seat in ((DRAW, 1), (FIVES, 2)):
        state = at(
            "1-0, 5-5", "1 draw", options=options, stock="2-0 3-0 3-1 3-2", table="6-4", turn=1
        )
        assert RULES.to_move(state) == Deciding((Seat(seat),))
        assert hand_of(state).held[0] == tiles("1-0 2-0")


@pytest.mark.parametrize(
    ("hands", "options", "stock", "body", "passes"),
    [
        pytest.param("1-0, 5-5", "", "", "1 pass", 1, id="D10 one has passed"),
        pytest.param("1-0 4-1, 5-5", "", "", "1 play 4-1 2", 0, id="D10 a tile played"),
        pytest.param("1-0, 5-5", DRAW, "2-0", "1 draw; 1 pass", 1, id="D10 drawn, then passed"),
        pytest.param("1-0, 5-5", DRAW, "2-0", "1 draw", 0, id="D10 a tile drawn"),
        pytest.param("1-0, 5-5 6-1", "", "", "1 pass; 2 play 6-1 1", 0, id="D10 not in a row"),
        pytest.param("1-0, 5-5 5-0, 3-3", "", "", "1 pass; 2 pass", 2, id="D10 two of three"),
    ],
)
def test_passes_in_a_row(hands: str, options: str, stock: str, body: str, passes: int) -> None:
    state = at(hands, body, options=options, stock=stock, table="6-4", turn=1)
    assert hand_of(state).passes == passes
    assert state.result is None


@pytest.mark.parametrize(
    ("hands", "options", "stock", "body"),
    [
        pytest.param("1-0, 5-5", "", "6-6", "1 pass; 2 pass", id="D10 two seats"),
        pytest.param("1-0, 5-5, 3-3", "", "", "1 pass; 2 pass; 3 pass", id="D10 three seats"),
        pytest.param("1-0, 5-5", DRAW, "2-0", "1 draw; 1 pass; 2 pass", id="D10 stock used up"),
        pytest.param(
            "1-0, 5-5", FIVES, "6-6 6-0", "1 pass; 2 pass", id="D10 two stay in the stock"
        ),
        pytest.param(
            "1-0, 5-5", FIVES, "2-0 6-6 6-0", "1 draw; 2 pass; 1 pass", id="D10 after a draw"
        ),
    ],
)
def test_blocked_case_11(hands: str, options: str, stock: str, body: str) -> None:
    state = at(hands, body, options=options, stock=stock, table="6-4", turn=1)
    assert state.result is not None
    assert state.result.ending == "blocked"


def test_not_blocked_while_a_tile_fits_case_11() -> None:
    """Ends 1 and 1; hands 6-6 and 6-1, no stock."""
    state = at("6-6, 6-1 5-0", "1 pass", table="1-1", turn=1)
    assert RULES.legal(state, Seat(2)) == ("play 6-1 1", "play 6-1 2")
    assert state.result is None


def test_blocked_when_nothing_fits_case_11() -> None:
    """Ends 1 and 1; hands 6-6 and 5-5."""
    state = at("6-6, 5-5", "1 pass; 2 pass", table="1-1", turn=1)
    assert state.result is not None
    assert (state.result.ending, state.result.winner, state.scores) == ("blocked", 1, (0, 2))
