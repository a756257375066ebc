"""Dealing and opening: D1 to D4."""

from math import comb, sqrt

import pytest

from pasch.games.domino.rules import RULES
from pasch.games.domino.tests.positions import deal_text, follow, hand_of, start, tiles
from pasch.games.domino.tiles import set_of
from pasch.kernel.actors import Seat
from pasch.kernel.rules import ChanceDue, Deciding
from tests.playing import Dealer

NO_DOUBLE = "6-5 6-4 6-3 6-2 6-1, 6-0 5-4 5-3 5-2 5-1"
"""Two hands of five tiles."""


def test_tiles_are_dealt_in_seat_order_d1() -> None:
    state = start("variant=cross", 3)
    text = deal_text(state, "6-4 3-0 1-1 2-1 5-5, 6-5 5-0 5-1 5-2 5-3, 4-0 4-1 4-2 4-3 4-4")
    hand = hand_of(follow(state, f"* {text}"))
    assert [" ".join(map(str, held)) for held in hand.held] == [
        "6-4 3-0 1-1 2-1 5-5",
        "6-5 5-0 5-1 5-2 5-3",
        "4-0 4-1 4-2 4-3 4-4",
    ]
    assert " ".join(map(str, hand.stock)) == "0-0 1-0 2-0 2-2 3-1 3-2 3-3 5-4 6-0 6-1 6-2 6-3 6-6"


def test_stock_is_drawn_from_the_front_d1() -> None:
    state = start("variant=draw", 2)
    text = deal_text(state, "6-6 1-1 2-1 3-1 4-1 5-1 1-0, 0-0 2-0 3-0 4-0 5-0 2-2 3-2")
    state = follow(state, f"* {text}; 1 play 6-6; 2 draw; 2 draw")
    assert hand_of(state).held[1][-2:] == tiles("3-3 4-2")
    assert hand_of(state).stock[0] == tiles("4-3")[0]


DEALS = {
    ("block", "6"): (8, 6, 6, 5),
    ("block", "9"): (8, 6, 9, 5),
    ("block", "12"): (8, 6, 12, 5),
    ("draw", "6"): (7, 5, 4, 3),
    ("draw", "9"): (7, 5, 4, 3),
    ("draw", "12"): (7, 5, 4, 3),
    ("cross", "6"): (7, 5, 4, 3),
    ("cross9", "9"): (7, 7, 5, 5),
    ("cross12", "12"): (7, 7, 5, 5),
    ("fives", "6"): (5, 5, 5),
    ("fives", "9"): (5, 5, 5),
    ("fives", "12"): (5, 5, 5),
    ("fives-threes", "6"): (5, 5, 5),
    ("fives-threes", "9"): (5, 5, 5),
    ("fives-threes", "12"): (5, 5, 5),
}


@pytest.mark.parametrize(
    ("variant", "set_", "seats", "each"),
    [
        pytest.param(variant, set_, seats, each, id=f"D2 {variant} {set_} for {seats}")
        for (variant, set_), counts in DEALS.items()
        for seats, each in enumerate(counts, 2)
    ],
)
def test_tiles_a_seat(variant: str, set_: str, seats: int, each: int) -> None:
    state = start(f"variant={variant} set={set_}", seats)
    due = RULES.to_move(state)
    assert isinstance(due, ChanceDue)
    highest_first = due.request.write(tuple(range(size_of(set_)))[::-1])
    hand = hand_of(follow(state, f"* {highest_first}"))
    assert [len(held) for held in hand.held] == [each] * seats
    assert len(hand.stock) == size_of(set_) - each * seats


def size_of(set_: str) -> int:
    """Return how many tiles a set has."""
    return {"6": 28, "9": 55, "12": 91}[set_]


def test_hand_without_a_double_is_dealt_again_d3() -> None:
    state = start("variant=fives", 2)
    text = deal_text(state, NO_DOUBLE)
    again = follow(state, f"* {text}")
    assert again == state
    assert RULES.to_move(again) == RULES.to_move(state)
    assert RULES.secret_index(again) == 0
    assert follow(again, f"* {text}; * {deal_text(state, '6-6')}").hand is not None


@pytest.mark.parametrize("viewer", [None, Seat(1), Seat(2)])
def test_nothing_of_the_old_deal_is_shown_d3(viewer: Seat | None) -> None:
    state = start("variant=fives", 2)
    again = follow(state, f"* {deal_text(state, NO_DOUBLE)}")
    assert RULES.view(again, viewer) == RULES.view(state, viewer)


def test_a_double_in_the_stock_alone_is_not_enough_d3() -> None:
    state = start("variant=fives", 2)
    text = deal_text(state, NO_DOUBLE)
    assert "6-6" in text.split(" ")[10:]
    assert follow(state, f"* {text}").hand is None


@pytest.mark.parametrize(
    ("options", "seats", "hands"),
    [("variant=fives", 2, 10), ("variant=draw", 5, 15), ("variant=fives set=12", 4, 20)],
)
def test_how_often_is_dealt_again_d3(options: str, seats: int, hands: int) -> None:
    """The share of deals without a double is as expected, within four standard deviations."""
    state, deals = start(options, seats), 2000
    due = RULES.to_move(state)
    assert isinstance(due, ChanceDue)
    size, doubles = len(set_of(state.variant.set)), state.variant.set + 1
    source = Dealer(7, seats).source(0)
    texts = [source.draw(due.request, number) for number in range(1, deals + 1)]
    again = sum(RULES.apply(state, "*", text).hand is None for text in texts)
    chance = comb(size - doubles, hands) / comb(size, hands)
    assert abs(again - deals * chance) < 4 * sqrt(deals * chance * (1 - chance))


@pytest.mark.parametrize(
    ("options", "hands", "seat", "legal"),
    [
        pytest.param(
            "variant=draw", "0-0 1-1, 5-5 3-0, 4-4 6-5", 2, ("play 5-5",), id="D4 draw, three seats"
        ),
        pytest.param("", "6-5 1-1, 3-3 0-0", 2, ("play 3-3",), id="D4 block"),
        pytest.param("", "0-0 6-5, 6-4 5-4", 1, ("play 0-0",), id="D4 the only double is a blank"),
        pytest.param("variant=cross", "6-6 5-5, 0-0", 1, ("play 6-6",), id="D4 cross"),
        pytest.param("variant=cross9", "9-8 5-5, 8-8", 2, ("play 8-8",), id="D4 cross9"),
        pytest.param("variant=cross12", "12-8 5-5, 8-8", 2, ("play 8-8",), id="D4 cross12"),
        pytest.param(
            "variant=fives",
            "5-5 4-1, 6-6 3-0 2-2",
            2,
            ("play 6-6", "play 3-0", "play 2-2"),
            id="D4 the fives family opens freely",
        ),
        pytest.param(
            "variant=fives-threes", "6-6 1-0, 5-5", 1, ("play 6-6", "play 1-0"), id="D4 with threes"
        ),
    ],
)
def test_opening(options: str, hands: str, seat: int, legal: tuple[str, ...]) -> None:
    held = [len(tiles(one)) for one in hands.split(", ")]
    state = start(options, len(held))
    state = follow(state, f"* {filled(hands, state.variant.tiles_each, state.variant.set)}")
    assert RULES.to_move(state) == Deciding((Seat(seat),))
    assert set(legal) <= set(RULES.legal(state, Seat(seat)))
    if not state.variant.kind.opens_freely:
        assert RULES.legal(state, Seat(seat)) == legal


def filled(hands: str, each: int, highest: int) -> str:
    """Return a deal in which tiles without a double fill the hands up."""
    named = [tile for held in hands.split(", ") for tile in held.split()]
    plain = [str(t) for t in set_of(highest) if not t.is_double and str(t) not in named]
    dealt = list[str]()
    for held in hands.split(", "):
        own = held.split()
        dealt += own + [plain.pop() for _ in range(each - len(own))]
    return " ".join([*dealt, *(str(t) for t in set_of(highest) if str(t) not in dealt)])
