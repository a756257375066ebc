"""End sums, claims and Muggins: D18 to D24."""

import pytest

from pasch.games.domino.claims import points_of
from pasch.games.domino.layout import Shape
from pasch.games.domino.rules import RULES
from pasch.games.domino.tests.positions import Row, at, follow, hand_of, laid, refusal_of, table
from pasch.games.domino.variant import KINDS
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Deciding, Over

FIVES = "variant=fives"
AUTO = "variant=fives claims=auto"

TWO = "6-6 5-5 1-0 2-0, 6-3 6-4 4-4 3-1"
THREE = "6-6 5-5 1-0 2-0, 6-3 5-1 5-0, 6-4 6-1 4-0"

OPENED = "1 play 6-6; 1 continue"
FIFTEEN = f"{OPENED}; 2 play 6-3 1"
"""Seat 2 brings the ends to 12 + 3."""

FORGOTTEN = f"{FIFTEEN}; 2 continue"
WINDOW_TWO = f"{FORGOTTEN}; 1 draw; 2 play 6-4 2"
"""The forgetter plays the next tile itself; the ends are 3 + 4."""

WINDOW_THREE = f"{FORGOTTEN}; 3 play 6-4 2"
"""Seat 3 plays the next tile: it may claim, and take the points of seat 2."""


@pytest.mark.parametrize(
    ("variant", "on_table", "points"),
    [
        pytest.param("fives", "6-6", 0, id="D20 12"),
        pytest.param("fives", "6-6, 6-3 1", 15, id="D20 15"),
        pytest.param("fives", "6-6, 6-3 1, 6-4 2", 0, id="D20 7"),
        pytest.param("fives", "5-5", 10, id="D20 10"),
        pytest.param("fives", "5-5, 5-0 1", 10, id="D20 10 with a blank"),
        pytest.param("fives", "0-0", 0, id="D20 0 never scores"),
        pytest.param("fives", "4-1", 5, id="D20 5"),
        pytest.param("fives", "6-4, 6-6 1, 4-4 2", 20, id="D20 20"),
        pytest.param("fives-threes", "6-6, 6-3 1", 15, id="D20 threes: 15 once"),
        pytest.param("fives-threes", "6-6", 12, id="D20 threes: 12"),
        pytest.param("fives-threes", "5-5", 10, id="D20 threes: 10"),
        pytest.param("fives-threes", "6-6, 6-3 1, 6-4 2", 0, id="D20 threes: 7"),
        pytest.param("fives-threes", "0-0", 0, id="D20 threes: 0 never scores"),
        pytest.param("fives-threes", "2-1", 3, id="D20 threes: 3"),
        pytest.param("block", "5-5", 0, id="D20 not in block"),
    ],
)
def test_points(variant: str, on_table: str, points: int) -> None:
    assert points_of(laid(Shape(), on_table), KINDS[variant]) == points


ROWS = table(
    Row("D21 claim a sum that scores", TWO, FIFTEEN, "2 claim", options=FIVES),
    Row("D21 or pass it over", TWO, FIFTEEN, "2 continue", options=FIVES),
    Row("D21 claim a sum that does not", TWO, "1 play 6-6", "1 claim", options=FIVES),
    Row("D21 or go on", TWO, "1 play 6-6", "1 continue", options=FIVES),
    Row("D21 only one's own tile", TWO, FIFTEEN, "1 claim", "D21", options=FIVES),
    Row("D21 nothing for the others", TWO, FIFTEEN, "1 continue", "D21", options=FIVES),
    Row("D21 not before the first tile", TWO, "", "1 claim", "D21", options=FIVES),
    Row("D21 nothing to go on with", TWO, "", "1 continue", "D21", options=FIVES),
    Row("D21 not twice", TWO, f"{FIFTEEN}; 2 claim", "2 claim", "D21", options=FIVES),
    Row("D21 not after continue", TWO, FORGOTTEN, "2 claim", "D21", options=FIVES),
    Row("D21 nobody plays meanwhile", TWO, "1 play 6-6", "2 play 6-3 1", "D21", options=FIVES),
    Row("D21 not the player either", TWO, "1 play 6-6", "1 play 5-5 1", "D21", options=FIVES),
    Row("D21 nobody draws", TWO, FIFTEEN, "1 draw", "D21", options=FIVES, stock="3-0 2-2 0-0"),
    Row("D21 nobody passes", TWO, FIFTEEN, "1 pass", "D21", options=FIVES),
    Row("D21 the player draws not", TWO, FIFTEEN, "2 draw", "D21", options=FIVES),
    Row("D21 then the turn goes on", TWO, FORGOTTEN, "1 pass", options=FIVES),
    Row("D21 not in block", "6-6 1-0, 6-5 2-0", "1 play 6-6", "1 claim", "D21"),
    Row("D21 not in block on one's turn", "6-6 1-0, 6-5 2-0", "1 play 6-6", "2 claim", "D21"),
    Row("D21 no continue in block", "6-6 1-0, 6-5 2-0", "1 play 6-6", "2 continue", "D21"),
    Row("D22 not before the next tile", THREE, FORGOTTEN, "3 muggins", "D22", options=FIVES),
    Row("D22 from the next tile on", THREE, WINDOW_THREE, "1 muggins", options=FIVES),
    Row("D22 who played it, too", THREE, WINDOW_THREE, "3 muggins", options=FIVES),
    Row("D22 not who forgot", THREE, WINDOW_THREE, "2 muggins", "D22", options=FIVES),
    Row("D22 nothing to decide for it", THREE, WINDOW_THREE, "2 continue", "D21", options=FIVES),
    Row("D22 or leave it", THREE, WINDOW_THREE, "1 continue", options=FIVES),
    Row("D22 no claim by the others", THREE, WINDOW_THREE, "1 claim", "D21", options=FIVES),
    Row("D22 both for the player: claim", THREE, WINDOW_THREE, "3 claim", options=FIVES),
    Row("D22 both: muggins", THREE, WINDOW_THREE, "3 muggins", options=FIVES),
    Row("D22 both: continue", THREE, WINDOW_THREE, "3 continue", options=FIVES),
    Row(
        "D22 the first closes the window",
        THREE,
        f"{WINDOW_THREE}; 1 muggins",
        "3 muggins",
        "D22",
        options=FIVES,
    ),
    Row("D22 claim is left", THREE, f"{WINDOW_THREE}; 1 muggins", "3 claim", options=FIVES),
    Row(
        "D22 not after continue",
        THREE,
        f"{WINDOW_THREE}; 1 continue",
        "1 muggins",
        "D22",
        options=FIVES,
    ),
    Row("D22 the others still", THREE, f"{WINDOW_THREE}; 1 continue", "3 muggins", options=FIVES),
    Row("D22 after one's claim", THREE, f"{WINDOW_THREE}; 3 claim", "3 muggins", options=FIVES),
    Row(
        "D22 the first continue answers D21",
        THREE,
        f"{WINDOW_THREE}; 3 continue",
        "3 claim",
        "D21",
        options=FIVES,
    ),
    Row(
        "D22 and muggins is left", THREE, f"{WINDOW_THREE}; 3 continue", "3 muggins", options=FIVES
    ),
    Row(
        "D22 the second continue answers D22",
        THREE,
        f"{WINDOW_THREE}; 3 continue; 3 continue",
        "3 muggins",
        "D22",
        options=FIVES,
    ),
    Row("D22 nobody plays meanwhile", THREE, WINDOW_THREE, "1 play 6-6", "D21", options=FIVES),
    Row(
        "D22 nor when the tile is decided on",
        THREE,
        f"{WINDOW_THREE}; 3 claim",
        "1 pass",
        "D21",
        options=FIVES,
    ),
    Row(
        "D22 nothing after a claim",
        THREE,
        f"{FIFTEEN}; 2 claim; 3 play 6-4 2",
        "1 muggins",
        "D22",
        options=FIVES,
    ),
    Row(
        "D22 nothing when nothing scored",
        THREE,
        f"{OPENED}; 2 play 6-3 1; 2 claim",
        "1 muggins",
        "D22",
        options=FIVES,
    ),
    Row("D22 not in block", "6-6 1-0, 6-5 2-0", "1 play 6-6", "2 muggins", "D22"),
    Row(
        "D22 two seats: the forgetter's own next tile",
        TWO,
        WINDOW_TWO,
        "1 muggins",
        options=FIVES,
        stock="3-0 2-2 0-0",
    ),
    Row(
        "D22 not the forgetter",
        TWO,
        WINDOW_TWO,
        "2 muggins",
        "D22",
        options=FIVES,
        stock="3-0 2-2 0-0",
    ),
    Row("D24 no claim", TWO, "1 play 6-6", "2 claim", "D24", options=AUTO),
    Row("D24 no continue", TWO, "1 play 6-6", "2 continue", "D24", options=AUTO),
    Row("D24 no muggins", TWO, "1 play 6-6", "2 muggins", "D24", options=AUTO),
    Row("D24 the next seat plays at once", TWO, "1 play 6-6", "2 play 6-3 1", options=AUTO),
)


@pytest.mark.parametrize("row", ROWS)
def test_legality(row: Row) -> None:
    row.check()


@pytest.mark.parametrize(
    ("hands", "body", "seats", "scores"),
    [
        pytest.param(THREE, "1 play 6-6; 1 claim", [2], (0, 0, 0), id="D21 12 brings nothing"),
        pytest.param(THREE, f"{FIFTEEN}; 2 claim", [3], (0, 15, 0), id="D21 15 is credited"),
        pytest.param(THREE, FORGOTTEN, [3], (0, 0, 0), id="D21 or forgotten"),
        pytest.param(THREE, WINDOW_THREE, [1, 3], (0, 0, 0), id="D22 all but who forgot"),
        pytest.param(THREE, f"{WINDOW_THREE}; 1 muggins", [3], (15, 0, 0), id="D22 taken"),
        pytest.param(
            THREE, f"{WINDOW_THREE}; 3 muggins; 3 claim", [1], (0, 0, 15), id="D22 by the player"
        ),
        pytest.param(
            THREE, f"{WINDOW_THREE}; 3 claim; 1 continue", [3], (0, 0, 0), id="D22 one is left"
        ),
        pytest.param(
            THREE,
            f"{WINDOW_THREE}; 1 continue; 3 continue; 3 continue",
            [1],
            (0, 0, 0),
            id="D22 nobody takes them",
        ),
        pytest.param(
            THREE,
            f"{WINDOW_THREE}; 3 continue; 3 muggins",
            [1],
            (0, 0, 15),
            id="D22 continue, then muggins",
        ),
    ],
)
def test_decisions(hands: str, body: str, seats: list[int], scores: tuple[int, ...]) -> None:
    state = at(hands, body, options=FIVES)
    assert RULES.to_move(state) == Deciding(tuple(map(Seat, seats)))
    assert RULES.totals(state) == scores


@pytest.mark.parametrize("body", ["1 play 6-6", FIFTEEN])
def test_the_choice_tells_nothing_d21(body: str) -> None:
    """Whether the sum scores or not, the player may say the same."""
    state = at(TWO, body, options=FIVES)
    [seat] = [seat for seat in (Seat(1), Seat(2)) if RULES.legal(state, seat)]
    assert RULES.legal(state, seat) == ("claim", "continue")


@pytest.mark.parametrize(
    ("body", "seat", "legal"),
    [
        (WINDOW_THREE, 3, ("claim", "muggins", "continue")),
        (WINDOW_THREE, 1, ("muggins", "continue")),
        (WINDOW_THREE, 2, ()),
        (f"{WINDOW_THREE}; 3 continue", 3, ("muggins", "continue")),
        (f"{WINDOW_THREE}; 3 muggins", 3, ("claim", "continue")),
        (f"{WINDOW_THREE}; 3 muggins", 1, ()),
    ],
)
def test_choices_d22(body: str, seat: int, legal: tuple[str, ...]) -> None:
    assert RULES.legal(at(THREE, body, options=FIVES), Seat(seat)) == legal


def test_points_can_be_taken_until_the_tile_after_d22() -> None:
    """Seats 1 and 3 leave the points; with the next tile they are gone."""
    body = f"{WINDOW_THREE}; 3 continue; 3 continue; 1 continue; 1 pass; 2 pass; 3 play 4-0 2"
    state = at(THREE, body, options=FIVES)
    assert RULES.to_move(state) == Deciding((Seat(3),))
    assert RULES.legal(state, Seat(3)) == ("claim", "continue")
    assert state.scores == (0, 0, 0)


def test_forgotten_in_a_row_d22() -> None:
    """The window of one tile closes before the next opens; each offers its own points."""
    state = at("5-5 6-0, 5-0 6-4, 2-1 1-1", options=FIVES)
    state = follow(state, "1 play 5-5; 1 continue; 2 play 5-0 1")
    assert RULES.legal(state, Seat(2)) == ("claim", "muggins", "continue")
    state = follow(state, "2 continue; 2 muggins")
    assert state.scores == (0, 10, 0)
    state = follow(state, "3 pass; 1 play 6-0 1")
    assert RULES.to_move(state) == Deciding((Seat(1), Seat(3)))
    state = follow(state, "3 muggins")
    assert state.scores == (0, 10, 10)


def test_a_pass_or_draw_between_leaves_the_window_closed_d22() -> None:
    state = at(TWO, f"{FORGOTTEN}; 1 draw", options=FIVES, stock="3-0 2-2 0-0")
    refusal = refusal_of(state, "2 muggins")
    assert refusal is not None
    assert refusal.reason.rule == "D22"
    assert RULES.to_move(state) == Deciding((Seat(2),))


@pytest.mark.parametrize(
    ("body", "scores"),
    [
        pytest.param("1 play 6-6", (0, 0), id="D24 12 brings nothing"),
        pytest.param("1 play 6-6; 2 play 6-3 1", (0, 15), id="D24 15 at once"),
        pytest.param("1 play 5-5", (10, 0), id="D24 10 at once"),
    ],
)
def test_automatic_points(body: str, scores: tuple[int, ...]) -> None:
    assert at(TWO, body, options=AUTO).scores == scores


ALMOST = (0, 85, 0)
"""Seat 2 lacks 15 of 100 points."""


@pytest.mark.parametrize(
    ("hands", "options", "body", "scores", "after"),
    [
        pytest.param(THREE, FIVES, f"{FIFTEEN}; 2 claim", ALMOST, (0, 100, 0), id="D18 by a claim"),
        pytest.param(
            THREE,
            FIVES,
            f"{WINDOW_THREE}; 1 muggins",
            (85, 90, 99),
            (100, 90, 99),
            id="D18 by muggins, with the claim still open",
        ),
        pytest.param(
            THREE,
            AUTO,
            "1 play 6-6; 2 play 6-3 1",
            ALMOST,
            (0, 100, 0),
            id="D18 by points that count by themselves",
        ),
        pytest.param(
            "5-5, 6-3, 6-4",
            FIVES,
            "1 play 5-5; 1 claim",
            (90, 0, 99),
            (100, 0, 99),
            id="D23 by the claim of the last tile: the hand is not scored",
        ),
        pytest.param(
            "5-5, 6-3, 6-4",
            AUTO,
            "1 play 5-5",
            (90, 0, 99),
            (100, 0, 99),
            id="D24 by the last tile: the hand is not scored",
        ),
        pytest.param(
            THREE,
            FIVES,
            f"{FIFTEEN}; 2 claim",
            (0, 86, 0),
            (0, 101, 0),
            id="D18 beyond the target",
        ),
    ],
)
def test_match_ends_at_once(
    hands: str, options: str, body: str, scores: tuple[int, ...], after: tuple[int, ...]
) -> None:
    state = at(hands, body, options=options, scores=scores)
    assert state.scores == after
    assert isinstance(RULES.to_move(state), Over)
    assert state.result is not None
    assert (state.result.ending, state.result.winner, state.result.points) == ("target", None, 0)
    assert not hand_of(state).decisions.is_open


def test_one_point_below_the_target_the_match_goes_on_d18() -> None:
    state = at(THREE, f"{FIFTEEN}; 2 claim", options=FIVES, scores=(0, 84, 0))
    assert RULES.to_move(state) == Deciding((Seat(3),))


OUT = "6-6 0-0, 6-3, 6-5 1-1"
"""Seat 2 goes out with its only tile, which brings 15."""


@pytest.mark.parametrize(
    ("body", "scores"),
    [
        pytest.param(f"{OPENED}; 2 play 6-3 1; 2 claim", (0, 30, 0), id="D23 claimed, then scored"),
        pytest.param(f"{OPENED}; 2 play 6-3 1; 2 continue", (0, 15, 0), id="D23 forgotten, lapses"),
    ],
)
def test_last_tile(body: str, scores: tuple[int, ...]) -> None:
    """The losers hold 0 and 13 eyes: 15 when rounded."""
    state = at(OUT, body, options=FIVES)
    assert state.result is not None
    assert state.scores == scores
    assert RULES.to_move(state) == Deciding((Seat(1), Seat(2), Seat(3)))


def test_hand_waits_for_the_decisions_d23() -> None:
    """Seat 3 goes out while the points of seat 2 are on offer."""
    state = at("6-6 1-0, 6-3 2-2, 6-4", WINDOW_THREE, options=FIVES)
    assert state.result is None
    assert RULES.to_move(state) == Deciding((Seat(1), Seat(3)))
    state = follow(state, "3 claim")
    assert state.result is None
    assert RULES.view(state, None).turn is None
    taken = follow(state, "1 muggins")
    assert taken.result is not None
    assert taken.scores == (15, 0, 5)
    left = follow(state, "1 continue; 3 continue")
    assert left.scores == (0, 0, 5)


def test_muggins_can_end_the_match_before_the_hand_is_scored_d23() -> None:
    body = f"{WINDOW_THREE}; 1 muggins"
    state = at("6-6 1-0, 6-3 2-2, 6-4", body, options=FIVES, scores=(85, 0, 99))
    assert state.scores == (100, 0, 99)
    assert RULES.to_move(state) == Over((1, 3, 2))


def test_points_forgotten_before_a_block_lapse_d23() -> None:
    """Nobody can play after the tile that was passed over: no next tile, no window."""
    state = at("5-5 2-2, 6-6 1-1", "1 play 5-5; 1 continue; 2 pass; 1 pass", options=FIVES, turn=1)
    assert state.result is not None
    assert state.result.ending == "blocked"
    assert state.scores == (10, 0)
