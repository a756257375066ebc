"""What may be seen: one's own tiles, the table, counts of the rest; everything after a hand."""

from dataclasses import asdict, astuple, replace

import pytest

from pasch.games.domino.rules import RULES
from pasch.games.domino.tests.positions import at, follow, start
from pasch.games.domino.view import DominoView, MugginsView, ResultView
from pasch.kernel.actors import Seat

HANDS = "6-3 6-4 1-1, 5-0 2-2, 3-3 4-4"
FIVES = "variant=fives"
DRAW = "variant=draw"
CROSS9 = "variant=cross9"
FULL_CROSS = "9-9, 9-1 1, 9-2 2, 9-3 3, 9-0 4"


def spectators(
    hands: str, body: str = "", *, options: str = "", on_table: str = "6-4"
) -> DominoView:
    """Return what spectators see when seat 1 begins."""
    return RULES.view(at(hands, body, options=options, table=on_table, turn=1), None)


def test_before_the_first_deal() -> None:
    view = RULES.view(start("variant=fives set=9 spinner=first target=250", 3), None)
    assert (view.variant, view.set, view.teams, view.spinner) == ("fives", 9, False, True)
    assert (view.claims, view.target, view.hand, view.scores) == ("manual", 250, 1, (0, 0, 0))
    assert [(seat.seat, seat.party, seat.tiles) for seat in view.seats] == [
        (1, 0, 0),
        (2, 1, 0),
        (3, 2, 0),
    ]
    assert (view.turn, view.opening, view.arms, view.stock, view.places) == (None, None, (), 0, ())


@pytest.mark.parametrize(
    ("options", "seats", "teams", "claims", "parties"),
    [
        ("teams=yes", 4, True, "none", ((1, 3), (2, 4))),
        ("variant=draw", 2, False, "none", ((1,), (2,))),
        ("variant=fives claims=auto", 2, False, "auto", ((1,), (2,))),
    ],
)
def test_options(
    options: str, seats: int, *, teams: bool, claims: str, parties: tuple[tuple[int, ...], ...]
) -> None:
    view = RULES.view(start(options, seats), None)
    assert (view.teams, view.claims, view.parties) == (teams, claims, parties)


def test_own_tiles_alone() -> None:
    state = at(HANDS, table="6-2", turn=1)
    own = [[held.tile for held in RULES.view(state, Seat(seat)).own] for seat in (1, 2, 3)]
    assert own == [["6-3", "6-4", "1-1"], ["5-0", "2-2"], ["3-3", "4-4"]]
    assert RULES.view(state, None).own == ()
    assert [seat.tiles for seat in RULES.view(state, None).seats] == [3, 2, 2]


@pytest.mark.parametrize("viewer", [None, Seat(1), Seat(2), Seat(3)])
def test_no_other_tile_is_anywhere_case_25(viewer: Seat | None) -> None:
    hands, stock = ["6-3 6-5 1-1", "5-0 2-2", "3-3 4-4"], "0-0 1-0"
    state = at(", ".join(hands), table="6-2", turn=1, stock=stock, options=DRAW)
    words = str(asdict(RULES.view(state, viewer)))
    hidden = [held for seat, held in enumerate(hands, 1) if seat != viewer]
    assert not [tile for held in (*hidden, stock) for tile in held.split() if f"'{tile}'" in words]


def test_where_tiles_may_be_played() -> None:
    state = at("6-4 6-3 1-1, 4-2 2-2", table="6-5, 5-4 2", turn=1)
    own = RULES.view(state, Seat(1)).own
    assert [(held.tile, held.ends) for held in own] == [("6-4", (1, 2)), ("6-3", (1,)), ("1-1", ())]
    assert not any(held.opens for held in own)
    assert [held.ends for held in RULES.view(state, Seat(2)).own] == [(), ()]


def test_which_tiles_may_open() -> None:
    assert [held.opens for held in RULES.view(at("6-6 6-3, 5-5"), Seat(1)).own] == [True, False]
    state = at("6-6 6-3, 5-5", options=FIVES)
    assert [held.opens for held in RULES.view(state, Seat(1)).own] == [True, True]


def test_line_d5_d14() -> None:
    body = "1 play 6-3 1; 2 play 4-4 2; 1 play 3-1 1; 2 play 4-0 2"
    view = spectators("6-3 3-1 2-2, 4-4 4-0 5-5", body)
    assert view.opening == "6-4"
    assert list(map(astuple, view.arms)) == [
        (1, "6-4", 1, 6, (("6-3", 6, 3), ("3-1", 3, 1)), 1, True),
        (2, "6-4", 2, 4, (("4-4", 4, 4), ("4-0", 4, 0)), 0, True),
    ]
    assert view.latest is not None
    assert astuple(view.latest) == (2, "4-0", 2)


@pytest.mark.parametrize(
    ("options", "on_table", "arms"),
    [
        pytest.param("", "6-4", [(1, "6-4", 1), (2, "6-4", 2)], id="D14 a line"),
        pytest.param(
            CROSS9,
            f"{FULL_CROSS}, 1-1 1",
            [
                *[(end, "9-9", end) for end in range(1, 5)],
                (5, "1-1", 1),
                (6, "1-1", 2),
            ],
            id="D14 a cross with branches",
        ),
        pytest.param(
            f"{FIVES} spinner=first",
            "6-6, 6-1 1, 6-2 2",
            [(end, "6-6", end) for end in range(1, 5)],
            id="D14 a spinner that opened",
        ),
        pytest.param(
            f"{FIVES} spinner=first",
            "6-4, 4-4 2, 4-1 2",
            [(1, "6-4", 1), (2, "6-4", 2), (3, "4-4", 1), (4, "4-4", 2)],
            id="D14 a later spinner",
        ),
    ],
)
def test_rows_are_labelled(options: str, on_table: str, arms: list[tuple[int, str, int]]) -> None:
    view = spectators("8-8, 7-7", options=f"set=9 {options}", on_table=on_table)
    assert [(arm.end, arm.root, arm.side) for arm in view.arms] == arms


def test_open_ends_of_a_cross_d12() -> None:
    view = spectators("8-8, 7-7", options=CROSS9, on_table="9-9, 9-1 2")
    assert [arm.is_open for arm in view.arms] == [True, False, True, True]


@pytest.mark.parametrize(
    ("body", "passed", "drawn", "drew_on"),
    [
        pytest.param("1 draw", [(), ()], [1, 0], [(4, 6), ()], id="D8 drawn"),
        pytest.param("1 draw; 1 draw", [(), ()], [2, 0], [(4, 6), ()], id="D8 twice"),
        pytest.param(
            "1 draw; 1 draw; 1 draw; 1 pass", [(4, 6), ()], [3, 0], [(4, 6), ()], id="D8 passed"
        ),
        pytest.param(
            "1 draw; 1 draw; 1 draw; 1 pass; 2 play 5-4 2; 1 pass",
            [(4, 5, 6), ()],
            [3, 0],
            [(4, 6), ()],
            id="D8 passed on more numbers",
        ),
    ],
)
def test_what_is_known_of_the_others(
    body: str, passed: list[tuple[int, ...]], drawn: list[int], drew_on: list[tuple[int, ...]]
) -> None:
    state = at("1-0, 5-4 3-3", body, options=DRAW, table="6-4", turn=1, stock="2-0 3-0 1-1")
    for viewer in (None, Seat(1), Seat(2)):
        seats = RULES.view(state, viewer).seats
        assert [seat.passed for seat in seats] == passed
        assert [seat.drawn for seat in seats] == drawn
        assert [seat.drew_on for seat in seats] == drew_on


@pytest.mark.parametrize(
    ("options", "stock", "drawable"),
    [
        ("", "1-0 2-0 3-0", (3, 0)),
        (DRAW, "1-0 2-0 3-0", (3, 3)),
        (FIVES, "1-0 2-0 3-0", (3, 1)),
        (FIVES, "1-0", (1, 0)),
        (DRAW, "", (0, 0)),
    ],
)
def test_stock(options: str, stock: str, drawable: tuple[int, int]) -> None:
    view = RULES.view(at("6-6, 5-5", options=options, stock=stock), None)
    assert (view.stock, view.drawable) == drawable


THREE = "6-6 5-5 1-0, 6-3 5-1 5-0, 6-4 6-1 4-0"
FIFTEEN = "1 play 6-6; 1 continue; 2 play 6-3 1"
WINDOW = f"{FIFTEEN}; 2 continue; 3 play 6-4 2"


@pytest.mark.parametrize(
    ("body", "claimer", "total"),
    [
        pytest.param("", None, None, id="D21 no tile yet"),
        pytest.param("1 play 6-6", 1, None, id="D21 not before the decision"),
        pytest.param("1 play 6-6; 1 claim", None, 12, id="D21 after a claim in vain"),
        pytest.param("1 play 6-6; 1 continue", None, 12, id="D21 after continue"),
        pytest.param(FIFTEEN, 2, None, id="D21 of the next tile"),
        pytest.param(f"{FIFTEEN}; 2 continue", None, 15, id="D21 forgotten"),
        pytest.param(WINDOW, 3, None, id="D21 with a window open"),
        pytest.param(f"{WINDOW}; 3 claim", None, 7, id="D21 decided, the window still open"),
    ],
)
@pytest.mark.parametrize("viewer", [None, Seat(1), Seat(2), Seat(3)])
def test_end_sum(viewer: Seat | None, body: str, claimer: int | None, total: int | None) -> None:
    view = RULES.view(at(THREE, body, options=FIVES), viewer)
    assert (view.claimer, view.end_sum) == (claimer, total)


def test_end_sum_is_shown_at_once_where_it_counts_by_itself_d24() -> None:
    view = RULES.view(at(THREE, "1 play 6-6", options=f"{FIVES} claims=auto"), None)
    assert (view.claimer, view.end_sum) == (None, 12)


def test_no_end_sum_where_ends_do_not_score() -> None:
    assert spectators("6-3, 5-5", options=DRAW).end_sum is None


def test_forgotten_points() -> None:
    state = at(THREE, WINDOW, options=FIVES)
    assert RULES.view(state, None).muggins == MugginsView(Seat(2), 15, (Seat(1), Seat(3)))
    assert RULES.view(follow(state, "3 muggins"), None).muggins is None
    left = RULES.view(follow(state, "1 continue"), None).muggins
    assert left == MugginsView(Seat(2), 15, (Seat(3),))


def test_legal_events_are_for_the_viewer() -> None:
    state = at(THREE, WINDOW, options=FIVES)
    assert RULES.view(state, Seat(3)).legal == ("claim", "muggins", "continue")
    assert RULES.view(state, Seat(2)).legal == RULES.view(state, None).legal == ()


def test_turn_is_nobodys_after_the_last_tile() -> None:
    state = at("6-6, 5-5 1-0", "1 play 6-6", options=FIVES)
    assert (RULES.view(state, None).turn, RULES.view(state, None).claimer) == (None, 1)


def test_after_a_hand_everything_is_shown_d7_d26() -> None:
    state = at("6-3, 5-0 1-1, 3-3", "1 play 6-3 1; 2 next", table="6-4", turn=1, stock="0-0 6-6")
    view = RULES.view(state, None)
    assert view.result == ResultView("out", 0, 13, (0, 7, 6), ("0-0", "6-6"))
    assert [(seat.shown, seat.rest) for seat in view.seats] == [
        ((), 0),
        (("5-0", "1-1"), 7),
        (("3-3",), 6),
    ]
    assert [seat.is_ready for seat in view.seats] == [False, True, False]
    assert (view.turn, view.scores, len(view.arms)) == (None, (13, 0, 0), 2)


def test_a_running_hand_shows_nothing() -> None:
    view = spectators("6-3, 5-0 1-1, 3-3")
    assert [(seat.shown, seat.rest) for seat in view.seats] == [((), None)] * 3
    assert view.result is None


def test_end_of_the_match() -> None:
    state = at(THREE, f"{FIFTEEN}; 2 claim", options=FIVES, scores=(0, 90, 0))
    view = RULES.view(state, None)
    assert (view.places, view.turn, view.end_sum) == ((2, 1, 2), None, 15)
    assert view.result == ResultView("target", None, 0, (), ())
    assert view.seats[0].shown == ("5-5", "1-0")


@pytest.mark.parametrize("viewer", [Seat(1), Seat(2), Seat(3)])
@pytest.mark.parametrize("body", ["", "1 play 6-6", WINDOW])
def test_seats_see_what_spectators_see_and_their_own(viewer: Seat, body: str) -> None:
    state = at(THREE, body, options=FIVES)
    seen = RULES.view(state, viewer)
    assert replace(seen, own=(), legal=()) == RULES.view(state, None)
