"""Five equal by both values of `fives` (W8)."""

import pytest

from pasch.games.wuerfelmania.rules import RULES
from pasch.games.wuerfelmania.tests.positions import at, turns
from pasch.kernel.actors import Seat

COUNT = [
    pytest.param(["2 2 2 2 2 > 5W"], 50, id="W8 count: the first in 5W"),
    pytest.param(["2 2 2 2 2 > KS"], 50, id="W8 count: the first in KS"),
    pytest.param(["2 2 2 2 2 > GS"], 50, id="W8 count: the first in GS"),
    pytest.param(["2 2 2 2 2 > KS", "6 6 6 6 6 > 5W"], 75, id="W8 count: the second"),
    pytest.param(
        ["2 2 2 2 2 > KS", "6 6 6 6 6 > 5W", "1 1 1 1 1 > GS"], 110, id="W8 count: the third"
    ),
    pytest.param(
        ["2 2 2 2 2 > 5W", "6 6 6 6 6 > GS", "1 1 1 1 1 > KS"],
        110,
        id="W8 count: the third, in another order",
    ),
    pytest.param(
        ["1 2 3 4 6 > KS", "6 6 6 6 6 > 5W"], 50, id="W8 count: a straight in KS is no five"
    ),
    pytest.param(["1 2 3 4 6 > 5W", "6 6 6 6 6 > KS"], 50, id="W8 count: nor is a zero in 5W"),
    pytest.param(["6 6 6 6 6 > 5W", "1 2 3 4 6 > KS"], 30, id="W8 count: a straight stays one"),
    pytest.param(
        ["6 6 6 6 6 > 6", "5 5 5 5 5 > CH", "4 4 4 4 4 > 5W"],
        50,
        id="W8 count: fives in other cells do not count",
    ),
    pytest.param(["6 6 6 6 6 > 5W", "6 6 6 6 6 > 6"], 30, id="W2 count: a later five in 6"),
    pytest.param(["6 6 6 6 6 > 5W", "6 6 6 6 6 > FH"], 0, id="W4 count: a later five in FH"),
    pytest.param(["6 6 6 6 6 > 5W", "6 6 6 6 6 > 3P"], 30, id="W3 count: a later five in 3P"),
]

BONUS = [
    pytest.param(["2 2 2 2 2 > 5W"], 50, 0, id="W8 bonus: the first"),
    pytest.param(["2 2 2 2 2 > KS"], 30, 0, id="W8 bonus: a straight before 5W"),
    pytest.param(["2 2 2 2 2 > GS"], 40, 0, id="W8 bonus: a large one before 5W"),
    pytest.param(["2 2 2 2 2 > KS", "6 6 6 6 6 > 5W"], 50, 0, id="W8 bonus: none for earlier"),
    pytest.param(["2 2 2 2 2 > 5W", "6 6 6 6 6 > KS"], 30, 75, id="W8 bonus: 75 with KS"),
    pytest.param(["2 2 2 2 2 > 5W", "6 6 6 6 6 > 6"], 30, 75, id="W8 bonus: 75 with 6"),
    pytest.param(["2 2 2 2 2 > 5W", "6 6 6 6 6 > FH"], 0, 75, id="W8 bonus: 75 with a zero"),
    pytest.param(["2 2 2 2 2 > 5W", "6 6 6 6 6 > 1"], 0, 75, id="W8 bonus: 75 in a foreign cell"),
    pytest.param(
        ["2 2 2 2 2 > 5W", "6 6 6 6 6 > CH", "1 1 1 1 1 > GS"], 40, 110, id="W8 bonus: then 110"
    ),
    pytest.param(
        ["2 2 2 2 2 > 5W", "6 6 6 6 6 > CH", "1 1 1 1 1 > GS", "3 3 3 3 3 > 3"],
        15,
        110,
        id="W8 bonus: 110 again",
    ),
    pytest.param(
        ["1 2 3 4 6 > 5W", "6 6 6 6 6 > 6"], 30, 0, id="W8 bonus: forfeited by a zero in 5W"
    ),
    pytest.param(
        ["1 2 3 4 6 > 5W", "6 6 6 6 6 > KS"], 30, 0, id="W8 bonus: forfeited, still a straight"
    ),
    pytest.param(["2 2 2 2 2 > 5W", "6 6 6 6 1 > 6"], 24, 0, id="W8 bonus: four are not five"),
]


@pytest.mark.parametrize(("lines", "points"), COUNT)
def test_count(lines: list[str], points: int) -> None:
    view = RULES.view(at(turns(*lines), seats=1), None)
    assert view.last is not None
    assert (view.last.points, view.last.bonus) == (points, 0)
    assert view.sheets[0].bonus == 0


@pytest.mark.parametrize(("lines", "points", "bonus"), BONUS)
def test_bonus(lines: list[str], points: int, bonus: int) -> None:
    view = RULES.view(at(turns(*lines), seats=1, fives="bonus"), None)
    assert view.last is not None
    assert (view.last.points, view.last.bonus) == (points, bonus)


def test_bonus_is_part_of_the_total_w8() -> None:
    lines = ["2 2 2 2 2 > 5W", "6 6 6 6 6 > CH", "1 1 1 1 1 > GS", "3 3 3 3 3 > 3"]
    state = at(turns(*lines), seats=1, fives="bonus")
    assert RULES.totals(state) == (50 + 30 + 40 + 15 + 75 + 110 + 110,)
    assert RULES.view(state, None).sheets[0].bonus == 295


@pytest.mark.parametrize(("fives", "totals"), [("count", (50 + 75, 50)), ("bonus", (80, 30))])
def test_counts_are_per_player_w8(fives: str, totals: tuple[int, ...]) -> None:
    lines = ["2 2 2 2 2 > 5W", "6 6 6 6 6 > KS", "4 4 4 4 4 > KS"]
    state = at(turns(*lines, seats=2), fives=fives)
    bonus = 75 if fives == "bonus" else 0
    assert RULES.totals(state) == (totals[0] + bonus, totals[1])


def test_offers_tell_points_and_bonus_apart_w8() -> None:
    body = turns("2 2 2 2 2 > 5W") + "; 1 roll; * 6 6 6 6 6"
    view = RULES.view(at(body, seats=1, fives="bonus"), Seat(1))
    by_cell = {offer.cell: (offer.points, offer.bonus) for offer in view.offers}
    assert by_cell["FH"] == (0, 75)
    assert by_cell["GS"] == (40, 75)
    assert "5W" not in by_cell
