"""The exact solution: the published anchor, a slow valuation by the rules, simulated matches."""

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pasch.games.wuerfelmania.rules import RULES
from pasch.games.wuerfelmania.sheet import Sheet, Variant, variant_of
from pasch.games.wuerfelmania.solution import Advisor, game_of
from pasch.games.wuerfelmania.state import State
from pasch.games.wuerfelmania.tests.positions import BEGIN, at
from pasch.games.wuerfelmania.view import WuerfelmaniaView
from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.replay import play
from pasch.kernel.rules import ChanceDue, Over
from pasch.solve.sheets import solve
from tests.slow import SmallGame

WITHOUT_EXTRAS = Variant("none", frozenset(("5W",)), adds_bonus=False)
"""No joker and no bonus: five equal score in `5W` alone."""


@cache
def advisor(fives: str) -> Advisor:
    """Return the best player of a variant; solved when it is first asked for."""
    game = game_of(variant_of(fives))
    return Advisor(game, solve(game))


def test_published_anchor() -> None:
    assert f"{solve(game_of(WITHOUT_EXTRAS))[0, 0]:.2f}" == "229.64"


@pytest.mark.parametrize(("fives", "value"), [("count", 231.298067816), ("bonus", 236.089860207)])
def test_value_at_the_start(fives: str, value: float) -> None:
    assert advisor(fives).value_of(Sheet()) == pytest.approx(value, abs=1e-9)
    assert advisor(fives).plan_of(Sheet()).value == pytest.approx(value, abs=1e-9)


def canonical(state: State) -> State:
    """Return the position with dice in order, and without points that are written already."""
    sheets = tuple(
        Sheet(tuple(None if p is None else 0 for p in sheet.points), min(sheet.fives, 2))
        for sheet in state.sheets
    )
    turn = state.turn
    kept = sorted(turn.dice[place - 1] for place in turn.kept) if turn.is_throwing else []
    dice = (*kept, *(0,) * (5 - len(kept))) if turn.is_throwing else tuple(sorted(turn.dice))
    places = tuple(range(1, len(kept) + 1))
    turn = replace(turn, dice=dice if turn.throws else (), kept=places)
    return replace(state, sheets=sheets, turn=turn, last=None)


SLOW: SmallGame[State, WuerfelmaniaView] = SmallGame(
    RULES,
    canonical,
    gain=lambda before, after: after.totals[0] - before.totals[0],
    end=lambda _: 0,
)


@pytest.mark.parametrize(
    ("fives", "free", "scored"),
    [
        ("count", "5W KS", 0),
        ("count", "KS GS", 1),
        ("count", "3P 4P", 2),
        ("bonus", "5W FH", 0),
        ("bonus", "6 FH", 1),
        ("bonus", "KS GS", 1),
    ],
)
def test_slow_valuation_by_the_rules_agrees(fives: str, free: str, scored: int) -> None:
    state = at(seats=1, fives=fives, free=free)
    sheet = replace(state.sheets[0], fives=scored)
    slow = SLOW.value(replace(state, sheets=(sheet,)))
    assert advisor(fives).value_of(sheet) == pytest.approx(slow, abs=1e-9)


def _play(player: Advisor, fives: str, chooser: random.Random) -> int:
    """Return the total of a match that the advisor plays by the rules."""
    state = at("", seats=1, fives=fives)
    while not isinstance(due := RULES.to_move(state), Over):
        if isinstance(due, ChanceDue):
            faces = (1,) if state.starter is None else chooser.choices(range(1, 7), k=5)
            count = 1 if state.starter is None else 5 - len(state.turn.kept)
            state = play(RULES, state, CHANCE, due.request.write(tuple(faces[:count])))
        else:
            state = play(RULES, state, Seat(1), player.best(state))
    return state.totals[0]


@pytest.mark.parametrize("fives", ["count", "bonus"])
def test_advice_is_legal_and_keeps_its_promise(fives: str) -> None:
    chooser = random.Random(1)
    totals = [_play(advisor(fives), fives, chooser) for _ in range(200)]
    error = np.std(totals) / len(totals) ** 0.5
    assert abs(np.mean(totals) - advisor(fives).value_of(Sheet())) < 4 * error


@pytest.mark.parametrize("fives", ["count", "bonus"])
@pytest.mark.parametrize(
    "body",
    [
        BEGIN,
        f"{BEGIN}; 1 roll; * 2 3 4 5 5",
        f"{BEGIN}; 1 roll; * 2 3 4 5 5; 1 keep 1 2 3 4; * 5",
        f"{BEGIN}; 1 roll; * 6 6 1 2 3; 1 keep; * 1 1 1 1 1; 1 keep 1; * 1 1 4 6",
    ],
    ids=["before", "first throw", "second throw", "last throw"],
)
def test_nothing_is_worth_more_than_the_best(fives: str, body: str) -> None:
    state, player = at(body, seats=1, fives=fives), advisor(fives)
    worth = {text: player.worth_of(state, text) for text in RULES.legal(state, Seat(1))}
    assert max(worth.values()) == pytest.approx(worth[player.best(state)], abs=1e-9)


def test_before_the_throw_it_is_worth_what_the_sheet_is() -> None:
    state, player = at(BEGIN, seats=1), advisor("count")
    assert player.worth_of(state, "roll") == pytest.approx(player.value_of(Sheet()), abs=1e-9)
