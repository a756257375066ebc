"""The end of the match (Z22), with a finished record for each way to play."""

from pathlib import Path

import pytest

from pasch.games.zdwa.rules import RULES
from pasch.games.zdwa.tests.positions import at, follow, refusal_of
from pasch.kernel.actors import Seat
from pasch.kernel.record import read_record
from pasch.kernel.refusals import MatchOver
from pasch.kernel.replay import replay
from pasch.kernel.rules import Deciding, Over

RECORDS = Path(__file__).parent / "records"
LAST = "free 6"


def _last_turns(*throws: str, hardcore: bool = False, free: str = LAST) -> str:
    """Return the events of turns that each write the first free cell."""
    turns = enumerate(throws, 1)
    roll = "" if hardcore or len(throws) == 1 else "{0} roll; "
    turn = roll + "* {1}; {0} write " + free
    return "; ".join(turn.format(seat, throw) for seat, throw in turns)


@pytest.mark.parametrize(
    ("throws", "places"),
    [
        pytest.param(["6 6 6 1 2"], (1,), id="Z22 solo"),
        pytest.param(["6 6 6 1 2", "6 6 1 1 2"], (1, 2), id="Z22 two"),
        pytest.param(["6 6 1 1 2", "6 6 6 1 2"], (2, 1), id="Z22 two, the other"),
        pytest.param(["6 6 1 1 2", "1 2 2 6 6"], (1, 1), id="Z22 equal totals share the place"),
        pytest.param(
            ["6 6 1 1 2", "6 6 6 1 2", "6 6 1 1 2"], (2, 1, 2), id="Z22 three, two share the last"
        ),
        pytest.param(
            ["6 6 6 1 2", "6 6 1 1 2", "6 6 6 1 2"], (1, 3, 1), id="Z22 three, two share the first"
        ),
    ],
)
@pytest.mark.parametrize("hardcore", [False, True])
def test_places(throws: list[str], places: tuple[int, ...], *, hardcore: bool) -> None:
    body = _last_turns(*throws, hardcore=hardcore)
    state = at(body, seats=len(throws), hardcore=hardcore, free=LAST)
    assert RULES.to_move(state) == Over(places)
    assert RULES.view(state, None).places == places


def test_teams_share_a_total_z22() -> None:
    two_cells = at(seats=4, free="free 1 6")
    turns = ["6 6 1 1 2", "6 6 6 1 2", "1 1 2 2 3", "1 2 2 3 3"]
    cells = ["6", "6", "1", "1"]
    body = "; ".join(
        f"{seat} roll; * {throw}; {seat} write free {cell}"
        for seat, (throw, cell) in enumerate(zip(turns, cells, strict=True), 1)
    )
    end = follow(two_cells, body)
    assert RULES.parties(end) == ((1, 3), (2, 4))
    assert RULES.totals(end) == (14, 19)
    assert RULES.to_move(end) == Over((2, 1))


def test_match_goes_on_until_every_sheet_is_full_z22() -> None:
    state = at(_last_turns("6 6 6 1 2", "6 6 1 1 2"), seats=3, free=LAST)
    assert RULES.to_move(state) == Deciding((Seat(3),))
    assert RULES.view(state, None).places == ()


@pytest.mark.parametrize(
    "event",
    [
        "1 roll",
        "2 roll",
        "1 write free 6",
        "1 keep",
        "1 announce K",
        "1 correct",
        "2 cancel",
        "* 1 2 3 4 5",
    ],
)
def test_nothing_is_added_after_the_end_z22(event: str) -> None:
    end = at(_last_turns("6 6 6 1 2", "6 6 1 1 2"), free=LAST)
    refusal = refusal_of(end, event)
    assert isinstance(refusal, MatchOver)
    assert refusal.reason.rule == "Z22"


@pytest.mark.parametrize(
    ("name", "totals"),
    [
        ("solo", (417,)),
        ("solo-hardcore", (207,)),
        ("two", (385, 314)),
        ("three", (249, 368, 242)),
        ("teams", (165, 245)),
    ],
)
def test_golden_totals(name: str, totals: tuple[int, ...]) -> None:
    record = read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    state = replay(RULES, record).last
    assert isinstance(RULES.to_move(state), Over)
    assert RULES.totals(state) == totals


@pytest.mark.parametrize("order", [(True, False), (False, True)])
def test_bonus_limit_of_hardcore_does_not_leak_case_6(order: tuple[bool, bool]) -> None:
    """S is 44: a bonus in hardcore, none in a normal match, whichever is opened first."""
    turns = "* 6 6 6 6 1; 1 write free 6; * 5 5 5 5 1; 1 write free 5"
    ends = [at(turns, seats=1, hardcore=hardcore, free="free 5 6") for hardcore in order]
    assert [RULES.totals(end) for end in ends] == [(74,) if h else (44,) for h in order]
