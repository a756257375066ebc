"""The end of the match (W9), with a finished record for each way to play and to end."""

from pathlib import Path

import pytest

from pasch.games.wuerfelmania.rules import RULES
from pasch.games.wuerfelmania.tests.positions import at, refusal_of, turns
from pasch.kernel.actors import Seat
from pasch.kernel.record import read_record
from pasch.kernel.refusals import MatchOver
from pasch.kernel.replay import replay
from pasch.kernel.rules import Deciding, Over

RECORDS = Path(__file__).parent / "records"


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        pytest.param(["6 6 6 1 2 > 6"], (1,), id="W9 alone"),
        pytest.param(["6 6 6 1 2 > 6", "6 6 1 1 2 > 6"], (1, 2), id="W9 two"),
        pytest.param(["6 6 1 1 2 > 6", "6 6 6 1 2 > 6"], (2, 1), id="W9 two, the other"),
        pytest.param(["6 6 1 1 2 > 6", "1 2 2 6 6 > 6"], (1, 1), id="W9 a tie"),
        pytest.param(["6 6 1 1 2 > 6", "6 6 6 1 2 > 6", "6 6 1 1 2 > 6"], (2, 1, 2), id="W9 three"),
    ],
)
def test_places(lines: list[str], places: tuple[int, ...]) -> None:
    seats = len(lines)
    state = at(turns(*lines, seats=seats), seats=seats, free="6")
    assert RULES.to_move(state) == Over(places)
    assert RULES.view(state, None).places == places


def test_match_goes_on_until_every_sheet_is_full_w9() -> None:
    lines = ["6 6 6 1 2 > 6", "6 6 1 1 2 > 6"]
    state = at(turns(*lines, seats=3, first=3), seats=3, free="6")
    assert RULES.to_move(state) == Deciding((Seat(2),))
    assert RULES.view(state, None).places == ()


@pytest.mark.parametrize("event", ["1 roll", "2 roll", "1 write 6", "1 keep", "* 1 2 3 4 5"])
def test_nothing_is_added_after_the_end_w9(event: str) -> None:
    end = at(turns("6 6 6 1 2 > 6", "6 6 1 1 2 > 6", seats=2), free="6")
    refusal = refusal_of(end, event)
    assert isinstance(refusal, MatchOver)
    assert refusal.reason.rule == "W9"


@pytest.mark.parametrize(
    ("name", "totals", "bonus", "account"),
    [
        pytest.param("solo-count", (342,), 0, (0,), id="practice, three fives, count"),
        pytest.param("solo-bonus", (412,), 185, (0,), id="practice, three fives, bonus"),
        pytest.param("two-count", (354, 233), 0, (554, 233), id="a winner, fives, count"),
        pytest.param("two-bonus", (424, 263), 260, (624, 263), id="a winner, fives, bonus"),
        pytest.param("tie", (105, 105), 0, (105, 105), id="a tie"),
        pytest.param("three", (58, 93, 120), 0, (58, 93, 320), id="three seats"),
        pytest.param(
            "six", (171, 94, 52, 129, 98, 122), 0, (371, 94, 52, 129, 98, 122), id="six seats"
        ),
    ],
)
def test_golden_record(
    name: str, totals: tuple[int, ...], bonus: int, account: tuple[int, ...]
) -> None:
    record = read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    state = replay(RULES, record).last
    assert isinstance(RULES.to_move(state), Over)
    assert RULES.totals(state) == totals
    assert sum(sheet.bonus for sheet in state.sheets) == bonus
    assert RULES.account_points(state) == account


@pytest.mark.parametrize(
    ("lines", "figures"),
    [
        pytest.param(["6 6 6 1 2 > 6"], ({"total": 18},), id="W12 practice"),
        pytest.param(
            ["6 6 6 1 2 > 6", "6 6 1 1 2 > 6"],
            ({"total": 18, "won": 1, "account": 218}, {"total": 12, "account": 12}),
            id="W10 two",
        ),
        pytest.param(
            ["6 6 1 1 2 > 6", "1 2 2 6 6 > 6"],
            ({"total": 12, "account": 12}, {"total": 12, "account": 12}),
            id="W10 a tie",
        ),
    ],
)
def test_figures(lines: list[str], figures: tuple[dict[str, int], ...]) -> None:
    seats = len(lines)
    state = at(turns(*lines, seats=seats), seats=seats, free="6")
    assert RULES.figures(state) == figures
