"""What may be seen: everything but the offers, which are for the seat to move."""

from dataclasses import replace

import pytest

from pasch.games.zdwa.rules import RULES
from pasch.games.zdwa.sheet import CELLS
from pasch.games.zdwa.state import Entry
from pasch.games.zdwa.tests.positions import at
from pasch.games.zdwa.view import Offer, TurnView
from pasch.kernel.actors import Seat

FIRST = "1 roll; * 4 4 4 4 2"
WRITTEN = f"{FIRST}; 1 write free P"
ENTRY = Entry(Seat(1), "free", "P", 66)


def test_beginning() -> None:
    view = RULES.view(at(seats=4), None)
    assert (view.mode, view.hardcore, view.last, view.correctable) == ("teams", False, None, None)
    assert [sheet.seats for sheet in view.sheets] == [(1, 3), (2, 4)]
    assert [sheet.total for sheet in view.sheets] == [0, 0]
    assert view.turn == TurnView(Seat(1), (), 0, 3, None, (), correcting=False, old_entry=None)


def test_turn() -> None:
    view = RULES.view(at(f"{FIRST}; 1 announce P; 1 keep 1 2 3 4; * 3"), None)
    assert view.turn == TurnView(
        Seat(1), (4, 4, 4, 4, 3), 2, 3, "P", (1, 2, 3, 4), correcting=False, old_entry=None
    )


def test_last_entry_and_its_right() -> None:
    view = RULES.view(at(WRITTEN), None)
    assert (view.last, view.correctable) == (ENTRY, 1)
    assert view.sheets[0].columns[1][CELLS.index("P")] == 66
    assert view.sheets[0].sums[1].total == view.sheets[0].total == 66
    view = RULES.view(at(f"{WRITTEN}; 2 roll"), None)
    assert (view.last, view.correctable) == (ENTRY, None)


def test_correction() -> None:
    view = RULES.view(at(f"{WRITTEN}; 1 correct"), None)
    assert view.turn is not None
    assert (view.turn.correcting, view.turn.old_entry, view.turn.seat) == (True, ENTRY, 1)
    assert (view.last, view.correctable, view.sheets[0].total) == (None, None, 0)


def test_end() -> None:
    view = RULES.view(at("* 6 6 1 1 2; 1 write free 6", seats=1, free="free 6"), None)
    assert (view.turn, view.places) == (None, (1,))
    assert view.last == Entry(Seat(1), "free", "6", 12)


def test_throws_allowed_for_the_last_cell_z10() -> None:
    view = RULES.view(at("1 roll", free="free 6"), None)
    assert view.turn is not None
    assert view.turn.throws_allowed == 5


def test_offers_are_for_the_seat_to_move() -> None:
    state = at(FIRST, free="down 4 5, free P, said 2 4")
    offers = (
        Offer("down", "4", 16),
        Offer("free", "P", 66),
        Offer("said", "2", 2),
        Offer("said", "4", 16),
    )
    assert RULES.view(state, Seat(1)).offers == offers
    assert RULES.view(state, Seat(2)).offers == RULES.view(state, None).offers == ()


@pytest.mark.parametrize("viewer", [Seat(1), Seat(2)])
def test_seats_see_what_spectators_see(viewer: Seat) -> None:
    state = at(FIRST)
    assert replace(RULES.view(state, viewer), offers=()) == RULES.view(state, None)


@pytest.mark.parametrize(
    "body", ["", "1 roll", FIRST, f"{FIRST}; 1 announce P", WRITTEN, f"{WRITTEN}; 1 correct"]
)
def test_offers_are_the_legal_writes(body: str) -> None:
    state = at(body)
    offers = RULES.view(state, state.seat).offers
    writes = [text for text in RULES.legal(state, state.seat) if text.startswith("write")]
    assert [f"write {offer.column} {offer.cell}" for offer in offers] == writes
