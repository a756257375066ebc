"""Account points: W10 to W12."""

import pytest

from pasch.games.wuerfelmania.rules import RULES
from pasch.games.wuerfelmania.tests.positions import BEGIN, at, follow, turns
from pasch.kernel.actors import Seat

WON = ["6 6 6 1 2 > 6", "6 6 1 1 2 > 6"]
TIED = ["6 6 1 1 2 > 6", "1 2 2 6 6 > 6"]
THREE_TIED = ["6 6 6 1 2 > 6", "6 6 1 1 2 > 6", "1 6 2 6 6 > 6"]


@pytest.mark.parametrize(
    ("lines", "credit"),
    [
        pytest.param(WON, (218, 12), id="W10 a sole winner gets 200 more"),
        pytest.param(WON[::-1], (12, 218), id="W10 the other wins"),
        pytest.param(TIED, (12, 12), id="W10 nobody on a tie"),
        pytest.param(THREE_TIED, (18, 12, 18), id="W10 nobody when two of three are first"),
        pytest.param([*WON, "1 1 2 2 3 > 6"], (218, 12, 0), id="W10 three seats"),
        pytest.param(["6 6 6 1 2 > 6"], (0,), id="W12 practice"),
    ],
)
def test_at_the_end(lines: list[str], credit: tuple[int, ...]) -> None:
    seats = len(lines)
    state = at(turns(*lines, seats=seats), seats=seats, free="6")
    assert RULES.account_points(state) == credit
    assert RULES.account_points(state, has_computer=True) == (0,) * seats


@pytest.mark.parametrize(
    ("seats", "left", "credit"),
    [
        pytest.param(2, [1], (-500, 12), id="W11 the other is credited, without the 200"),
        pytest.param(2, [2], (18, -500), id="W11 the leaver is debited, whoever leads"),
        pytest.param(3, [2], (18, -500, 0), id="W11 all others are credited"),
        pytest.param(3, [2, 3], (18, -500, -500), id="W11 two leave together"),
        pytest.param(2, [], (0, 0), id="W11 aborted by all: nothing"),
    ],
)
def test_left(seats: int, left: list[int], credit: tuple[int, ...]) -> None:
    state = at(turns(*WON, seats=seats), seats=seats)
    assert RULES.account_points(state, tuple(map(Seat, left))) == credit


def test_points_of_a_turn_under_way_do_not_count_w11() -> None:
    state = follow(at(turns(*WON, seats=2)), "1 roll; * 6 6 6 6 6")
    assert RULES.account_points(state, (Seat(2),)) == (18, -500)


@pytest.mark.parametrize(
    ("seats", "has_computer"),
    [
        pytest.param(1, False, id="W12 practice"),
        pytest.param(2, True, id="W12 with a computer"),
    ],
)
def test_leaving_costs_nothing_where_nothing_counts(seats: int, *, has_computer: bool) -> None:
    state = at(BEGIN, seats=seats)
    credit = RULES.account_points(state, (Seat(1),), has_computer=has_computer)
    assert credit == (0,) * seats
