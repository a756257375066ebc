"""What may be seen: everything but the offers, which are for the seat to move."""

from pasch.games.wuerfelmania.rules import RULES
from pasch.games.wuerfelmania.sheet import CELLS
from pasch.games.wuerfelmania.state import Entry
from pasch.games.wuerfelmania.tests.positions import BEGIN, at, turns
from pasch.games.wuerfelmania.view import Offer, TurnView
from pasch.kernel.actors import Seat

FIRST = f"{BEGIN}; 1 roll; * 4 4 4 4 2"


def test_before_the_draw() -> None:
    view = RULES.view(at("", seats=3, fives="bonus"), None)
    assert (view.fives, view.starter, view.turn, view.last) == ("bonus", None, None, None)
    assert [sheet.seat for sheet in view.sheets] == [1, 2, 3]
    assert [sheet.total for sheet in view.sheets] == [0, 0, 0]


def test_turn() -> None:
    view = RULES.view(at("* start 2"), None)
    assert (view.starter, view.turn) == (2, TurnView(Seat(2), (), 0, 3, ()))
    view = RULES.view(at(f"{FIRST}; 1 keep 1 2 3 4; * 3"), None)
    assert view.turn == TurnView(Seat(1), (4, 4, 4, 4, 3), 2, 3, (1, 2, 3, 4))


def test_last_entry() -> None:
    view = RULES.view(at(f"{FIRST}; 1 write 4P"), None)
    assert view.last == Entry(Seat(1), "4P", 18, 0)
    assert view.sheets[0].points[CELLS.index("4P")] == view.sheets[0].total == 18


def test_end() -> None:
    view = RULES.view(at(turns("6 6 1 1 2 > 6"), seats=1, free="6"), None)
    assert (view.turn, view.places, view.sheets[0].total) == (None, (1,), 12)


def test_offers_are_for_the_seat_to_move() -> None:
    state = at(FIRST, free="4 FH CH")
    offers = (Offer("4", 16, 0), Offer("FH", 0, 0), Offer("CH", 18, 0))
    assert RULES.view(state, Seat(1)).offers == offers
    assert RULES.view(state, Seat(2)).offers == RULES.view(state, None).offers == ()
    assert RULES.view(at(BEGIN), Seat(1)).offers == ()
