"""What a finished match gives to lists, unless a game says more."""

import pytest

from pasch.games import discovery
from pasch.kernel.meta import BEST_TOTALS, MOST_WINS, GameMeta
from pasch.kernel.rules import Over, ToMove, places
from tests.conformance.toy import Toy


class Ended(Toy):
    """A match that is over with some totals; who takes part alone has beaten nobody."""

    def __init__(self, *totals: int) -> None:
        self._totals = totals

    def totals(self, state: object) -> tuple[int, ...]:
        return self._totals

    def to_move(self, state: object) -> ToMove:
        return Over(places(self._totals))


@pytest.mark.parametrize(
    ("totals", "figures"),
    [
        ((7,), ({"total": 7},)),
        ((7, 9), ({"total": 7}, {"total": 9, "won": 1})),
        ((9, 9), ({"total": 9}, {"total": 9})),
        ((9, 9, 3), ({"total": 9}, {"total": 9}, {"total": 3})),
        ((0, -2, -2), ({"total": 0, "won": 1}, {"total": -2}, {"total": -2})),
    ],
)
def test_totals_and_the_sole_winner(
    totals: tuple[int, ...], figures: tuple[dict[str, int], ...]
) -> None:
    assert Ended(*totals).figures(None) == figures


def test_running_match_gives_nothing() -> None:
    toy = Toy()
    assert toy.figures(toy.start((), 2)) == ()


def test_lists_of_a_game() -> None:
    assert Toy.meta.rankings == (BEST_TOTALS,)
    assert (BEST_TOTALS.figure, MOST_WINS.figure) == ("total", "won")


def test_options_with_lists_of_their_own() -> None:
    options = (("mode", "two"), ("hardcore", "yes"), ("pace", "1"))
    meta = GameMeta(
        slug="game",
        title="",
        tagline="",
        source="",
        rules_version=1,
        seats=(2,),
        seat_labels=("",),
        options=(),
        art=(),
        misfit=lambda _options, _seats: None,
        apart=("pace", "hardcore"),
    )
    assert meta.apart_in(options) == (("hardcore", "yes"), ("pace", "1"))
    assert Toy.meta.apart_in(options) == ()


def test_list_of_all_kinds_is_told_by_no_option_and_may_leave_seats_out() -> None:
    meta = discovery.meta("wuerfelmania")
    totals, account = meta.rankings
    assert [spec.name for spec in meta.apart_of(totals)] == ["fives"]
    assert meta.seats_of(totals) == meta.seats
    assert meta.apart_of(account) == ()
    assert meta.seats_of(account) == (2, 3, 4, 5, 6)
