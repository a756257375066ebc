"""The exact solution: a slow valuation by the rules, advice, and simulated matches."""

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pasch.games.doelauer.points import TARGET
from pasch.games.doelauer.rules import RULES
from pasch.games.doelauer.solution import Advisor, series
from pasch.games.doelauer.state import State, begun, first_state
from pasch.games.doelauer.view import DoelauerView
from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.replay import play
from pasch.kernel.rules import ChanceDue, Over
from pasch.solve.lattice import Floats
from pasch.solve.race import End, solve
from tests.slow import SmallGame

START = begun(first_state(2), Seat(1))


@cache
def solved() -> Floats:
    """Return the probabilities to win; solved when they are first asked for."""
    return solve(series().race)


def test_value_at_the_start() -> None:
    assert solved()[0, 0] == pytest.approx(0.534241983, abs=1e-9)


def test_more_points_are_never_worse() -> None:
    assert (np.diff(solved(), axis=0) > -1e-12).all()
    assert (np.diff(solved(), axis=1) < 1e-12).all()


def test_ends_are_those_of_the_table_of_points() -> None:
    plain = {0, 10, 20, 40} | {face << doubled for face in range(2, 7) for doubled in range(3)}
    starred = {80, 35, 5} | {face << 3 for face in range(2, 7)}
    expected = {End(points) for points in plain} | {End(points, True) for points in starred}
    assert set(series().race.ends) == expected


def canonical(state: State) -> State:
    """Return the position with dice in order, and without what no longer matters.

    Pending points beyond what is needed to win are worth no more.
    """
    turn = state.turn
    kept = sorted(turn.dice[place - 1] for place in turn.kept)
    rest = [face for place, face in enumerate(turn.dice, 1) if place not in turn.kept]
    matters = turn.is_choosing or turn.throws == 0
    dice = (*kept, *(sorted(rest) if matters else [0] * len(rest)))
    needed = TARGET + 1 - state.scores[state.seat - 1]
    places = tuple(range(1, len(kept) + 1))
    chain = (min(turn.pending, needed),) if turn.chain else ()
    turn = replace(turn, dice=dice, kept=places, chain=chain)
    return replace(state, turn=turn, turns=0, best=(0, 0), last=None)


SLOW: SmallGame[State, DoelauerView] = SmallGame(
    RULES,
    canonical,
    gain=lambda _before, _after: 0,
    end=lambda state: float(state.scores[0] > TARGET),
)


@pytest.mark.long  # the slow way takes more than a minute on a busy machine
@pytest.mark.parametrize(
    "scores",
    [
        pytest.param((120, 119), id="any points win, for either"),
        pytest.param((115, 120), id="with a Doell 120 would be pending"),
    ],
)
def test_slow_valuation_by_the_rules_agrees(scores: tuple[int, int]) -> None:
    own, other = scores
    slow = SLOW.value(replace(START, scores=scores))
    assert solved()[own, other] == pytest.approx(slow, abs=1e-9)
    slow = SLOW.value(replace(START, scores=scores, seat=Seat(2)))
    assert solved()[other, own] == pytest.approx(1 - slow, abs=1e-9)


def _play(advisor: Advisor, chooser: random.Random) -> bool:
    """Return whether seat 1 wins a match that it begins and that the advisor plays by the rules."""
    state = START
    while not isinstance(due := RULES.to_move(state), Over):
        if isinstance(due, ChanceDue):
            faces = chooser.choices(range(1, 7), k=6 - len(state.turn.kept))
            state = play(RULES, state, CHANCE, due.request.write(tuple(faces)))
        else:
            state = play(RULES, state, state.seat, advisor.best(state))
    return state.scores[0] > TARGET


def test_advice_is_legal_and_keeps_its_promise() -> None:
    chooser = random.Random(1)
    matches, advisor = 100, Advisor(solved())
    wins = sum(_play(advisor, chooser) for _ in range(matches))
    value = solved()[0, 0]
    error = (value * (1 - value) / matches) ** 0.5
    assert abs(wins / matches - value) < 4 * error
