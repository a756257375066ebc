"""What may be seen: everything but the offers, which are for the seat to move."""

from pasch.games.doelauer.rules import RULES
from pasch.games.doelauer.state import Ending
from pasch.games.doelauer.tests.positions import at, series
from pasch.games.doelauer.view import Offer, TurnView
from pasch.kernel.actors import Seat

FIRST = "2 2 5 4 6 3"
ALL = (1, 2, 3, 4, 5, 6)


def _turn(**changes: object) -> dict[str, object]:
    beginning = dict.fromkeys(("throw", "face", "points", "pending"), 0)
    lists = dict.fromkeys(("dice", "lying", "chain"), ())
    whole = {"seat": 1, "throws_allowed": 3, "is_choosing": False}
    return whole | beginning | lists | changes


def _seen(turn: TurnView | None) -> dict[str, object]:
    assert turn is not None
    return {name: getattr(turn, name) for name in TurnView.__slots__}


def test_before_the_draw() -> None:
    view = RULES.view(at("", seats=3), None)
    assert (view.target, view.scores, view.turns, view.starter) == (120, (0, 0, 0), 0, None)
    assert (view.turn, view.last, view.places, view.offers) == (None, None, (), ())


def test_turn() -> None:
    assert _seen(RULES.view(at("* start 2"), None).turn) == _turn(seat=2)
    view = RULES.view(at(series(FIRST, "2 1 5 5")), None)
    assert _seen(view.turn) == _turn(
        dice=(2, 2, 2, 1, 5, 5), throw=2, lying=(1, 2), face=2, is_choosing=True
    )
    view = RULES.view(at(series(FIRST, "2 1 5 5", "lay 2")), None)
    assert _seen(view.turn) == _turn(
        dice=(2, 2, 2, 1, 5, 5), throw=2, lying=(1, 2, 3), face=2, points=2
    )


def test_offers_are_for_the_seat_to_move() -> None:
    state = at(series(FIRST, "3 4 5 6", "1 1 5 5"))
    offers = (
        Offer("lay 1", (3, 4), 0, is_starred=False),
        Offer("lay 5", (5, 6), 0, is_starred=False),
        Offer("take doell", ALL, 5, is_starred=True),
    )
    assert RULES.view(state, Seat(1)).offers == offers
    assert RULES.view(state, Seat(2)).offers == RULES.view(state, None).offers == ()


def test_offers_of_throw_1() -> None:
    view = RULES.view(at(series("1 2 3 4 5 6")), Seat(1))
    assert view.offers == (
        Offer("lay", (1,), 0, is_starred=False),
        Offer("take strasse", ALL, 35, is_starred=True),
    )


def test_offer_to_stop() -> None:
    view = RULES.view(at(series("6 6 6 6 1 2")), Seat(1))
    assert view.offers == (Offer("stop", (1, 2, 3, 4), 12, is_starred=False),)
    assert RULES.view(at(), Seat(1)).offers == ()


def test_ending() -> None:
    state = at(series("3 3 5 5 6 6", "take doell"))
    dice = (3, 3, 5, 5, 6, 6)
    assert state.last == Ending(1, Seat(1), dice, ALL, "doell", 5, True, 0, 0)
    view = RULES.view(state, None)
    assert _seen(view.turn) == _turn(pending=5, chain=(5,))
    chained = at(series("3 3 5 5 6 6", "take doell", "1 2 3 4 5 6", "take strasse"))
    assert _seen(RULES.view(chained, None).turn) == _turn(pending=40, chain=(5, 35))
    state = at(series("3 3 5 5 6 6", "take doell", "6 6 6 1 2 3", "stop"))
    assert RULES.view(state, None).last == Ending(
        2, Seat(1), (6, 6, 6, 1, 2, 3), (1, 2, 3), "", 6, False, 11, 0
    )
    state = at(series("3 3 5 5 6 6", "take doell", FIRST, "3 4 5 6", "3 4 5 6"))
    assert RULES.view(state, None).last == Ending(
        2, Seat(1), (2, 2, 3, 4, 5, 6), (), "", 0, False, 0, 5
    )


def test_end() -> None:
    view = RULES.view(at(series("2 2 2 1 3 4", "stop"), scores=(119, 7)), None)
    assert (view.turn, view.scores, view.places) == (None, (121, 7), (1, 2))
