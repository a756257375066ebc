"""Which computer acts next where several may decide, and what it may say: D25 and D26."""

from typing import Final

import pytest

from pasch.games.domino.rules import RULES, Domino
from pasch.games.domino.state import State
from pasch.games.domino.tests.positions import at
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Rules
from pasch.matches.model import Pace
from pasch.matches.position import Position
from pasch.matches.turns import PACE_MILLIS, turn_in, waiting_millis
from tests.match_rows import position_at

FIVES: Final = "variant=fives"
CLAIM: Final = ("claim", "continue")
MUGGINS: Final = ("muggins", "continue")

TWO: Final = "6-6 5-5 1-0 2-0, 6-3 6-4 4-4 3-1"
THREE: Final = "6-6 5-5 1-0 2-0, 6-3 5-1 5-0, 6-4 6-1 4-0"

CLAIMING: Final = "1 play 6-6; 1 continue; 2 play 6-3 1"
"""Seat 2 has yet to claim its 15."""

AGAIN: Final = f"{CLAIMING}; 2 continue; 1 pass; 2 play 6-4 2"
"""Of two, seat 2 has forgotten them: its new tile is its own, the 15 are there for seat 1."""

BOTH: Final = f"{CLAIMING}; 2 continue; 3 play 6-4 2"
"""Of three, seat 3 decides on its tile; seats 1 and 3 share the 15 that seat 2 has forgotten."""


def position_of(state: State, people: set[int]) -> Position:
    """Return a match that stands there, with people on some seats and computers on the others."""
    return position_at(RULES.meta.slug, state, len(state.variant.seats), people)


@pytest.mark.parametrize(
    ("hands", "body", "people", "seat", "says"),
    [
        pytest.param(TWO, CLAIMING, {1}, 2, CLAIM, id="D25 nobody else decides"),
        pytest.param(THREE, BOTH, {1}, 3, CLAIM, id="D25 one's own claim waits for no Muggins"),
        pytest.param(THREE, BOTH, {1, 2}, 3, CLAIM, id="D25 nor where all others are people"),
        pytest.param(TWO, AGAIN, {1}, 2, CLAIM, id="D25 nor where a person alone may take points"),
        pytest.param(TWO, AGAIN, {2}, 1, MUGGINS, id="D25 Muggins waits for no claim"),
        pytest.param(THREE, BOTH, {2}, 1, MUGGINS, id="D25 nor for who has forgotten"),
        pytest.param(THREE, f"{BOTH}; 3 claim", {1}, None, (), id="D25 Muggins is shared"),
        pytest.param(THREE, f"{BOTH}; 3 continue", {1}, None, (), id="D25 and so is leaving it"),
        pytest.param(THREE, BOTH, {3}, None, (), id="D25 shared by a person who claims, too"),
        pytest.param(THREE, f"{BOTH}; 3 claim", {3}, None, (), id="D25 and who has claimed"),
        pytest.param(THREE, f"{BOTH}; 3 claim; 1 continue", {1}, 3, MUGGINS, id="D25 then it does"),
        pytest.param(THREE, f"{BOTH}; 3 continue; 3 continue", {3}, 1, MUGGINS, id="D25 the other"),
        pytest.param(
            THREE, BOTH, set(), 1, MUGGINS, id="D25 computers alone decide in the order of seats"
        ),
        pytest.param(
            THREE,
            f"{BOTH}; 1 continue",
            {2},
            3,
            ("claim", *MUGGINS),
            id="D25 both at once where no person shares anything",
        ),
    ],
)
def test_who_decides_next(
    hands: str, body: str, people: set[int], seat: int | None, says: tuple[str, ...]
) -> None:
    position = position_of(at(hands, body, options=FIVES), people)
    turn = turn_in(position)
    assert (turn and turn.seat, turn.legal if turn else ()) == (seat, says)
    if turn is not None:
        assert turn.view == RULES.view(at(hands, body, options=FIVES), Seat(turn.seat))
        assert waiting_millis(position, turn, Pace.NORMAL) == PACE_MILLIS[Pace.NORMAL]


def test_computers_are_ready_at_once_d26() -> None:
    """Nobody waits to see that computers go on to the next hand."""
    position = position_of(at("6-6, 6-3 5-1, 6-4 6-1", "1 play 6-6"), {1, 3})
    turn = turn_in(position)
    assert turn is not None
    assert (turn.seat, turn.legal) == (2, ("next",))
    assert waiting_millis(position, turn, Pace.NORMAL) == 0


def test_a_game_that_tells_no_decisions_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """There computers wait for all people who must act, unless they have but one thing to say."""
    monkeypatch.setattr(Domino, "sharers", Rules.sharers)
    both = at(THREE, BOTH, options=FIVES)
    assert turn_in(position_of(both, {1})) is None
    assert turn_in(position_of(both, {3})) is None
    alone = turn_in(position_of(both, {2}))
    assert alone is not None
    assert alone.seat == 1
    over = turn_in(position_of(at("6-6, 6-3 5-1, 6-4 6-1", "1 play 6-6"), {1, 3}))
    assert over is not None
    assert over.legal == ("next",)
