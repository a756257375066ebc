"""A million simulated matches of the best player agree with the solution."""

import numpy as np
import pytest
from numpy.typing import NDArray

from pasch.games.wuerfelmania.sheet import CELLS, DICE, PRIZES, Sheet, score_of, variant_of
from pasch.games.wuerfelmania.solution import Advisor, game_of, lane_of
from pasch.kernel.dice import counts_of
from pasch.solve.lattice import lattice
from pasch.solve.sheets import solve

MATCHES = 1_000_000
LANES = range(len(PRIZES))
PLACES = range(DICE)
ROLLS = lattice(DICE).rolls
DIGITS = 7 ** np.arange(DICE)[::-1]
"""Dice in ascending order, read as a number to the base 7, name a roll."""

Numbers = NDArray[np.int64]


class Simulation:
    """Many matches at once: dice that are thrown, points that the rules give for them."""

    def __init__(self, fives: str, seed: int) -> None:
        game = game_of(variant_of(fives))
        self.advisor = Advisor(game, solve(game))
        self.random = np.random.default_rng(seed)
        self.masks, self.fives, self.totals = np.zeros((3, MATCHES), dtype=np.int64)
        scores = [
            [
                [score_of(variant_of(fives), Sheet(fives=n), cell, counts_of(roll)) for n in LANES]
                for roll in ROLLS
            ]
            for cell in CELLS
        ]
        self.points = np.array([[[s.points + s.bonus for s in t] for t in r] for r in scores])
        self.prizes = np.array([[[s.has_prize for s in t] for t in r] for r in scores])
        self.roll_of = np.full(DIGITS[0] * 7, -1)
        self.roll_of[np.array(ROLLS) @ DIGITS] = range(len(ROLLS))

    def play(self) -> Numbers:
        """Return the totals of all matches."""
        for _ in CELLS:
            states = self.masks * len(PRIZES) + self.fives
            order = np.argsort(states, kind="stable")
            found, starts = np.unique(states[order], return_index=True)
            for state, group in zip(found, np.split(order, starts[1:]), strict=True):
                self._turn(*divmod(int(state), len(PRIZES)), group)
        return self.totals

    def _turn(self, mask: int, fives: int, group: Numbers) -> None:
        """Play a turn of all matches that stand at the same position."""
        points = tuple(0 if mask >> row & 1 else None for row in range(len(CELLS)))
        plan = self.advisor.plan_of(Sheet(points, fives))
        dice = self.random.integers(1, 7, (len(group), DICE))
        for keep in plan.keep:
            held = np.array([_held(roll, node) for roll, node in enumerate(keep)])
            dice.sort(axis=1)
            again = self.random.integers(1, 7, dice.shape)
            dice = np.where(held[self.roll_of[dice @ DIGITS]], dice, again)
        dice.sort(axis=1)
        rolls = self.roll_of[dice @ DIGITS]
        cells = plan.cell[rolls].astype(np.int64)
        self.totals[group] += self.points[cells, rolls, fives]
        self.masks[group] |= 1 << cells
        prizes = self.prizes[cells, rolls, fives]
        self.fives[group] = np.array([*map(lane_of, (fives, fives + 1))])[prizes.astype(int)]


def _held(roll: int, node: int) -> list[bool]:
    """Return which dice of a roll in ascending order stay when a node of it is kept."""
    left = list(lattice(DICE).nodes[node])
    held = []
    for face in ROLLS[roll]:
        held.append(face in left)
        if held[-1]:
            left.remove(face)
    return held


@pytest.mark.long
@pytest.mark.parametrize("fives", ["count", "bonus"])
def test_mean_total_is_the_value_at_the_start(fives: str) -> None:
    simulation = Simulation(fives, seed=2026)
    totals = simulation.play()
    error = totals.std() / MATCHES**0.5
    value = simulation.advisor.value_of(Sheet())
    print(f"fives={fives}: {totals.mean():.4f} ± {error:.4f}, exact {value:.4f}")  # noqa: T201
    assert abs(totals.mean() - value) < 4 * error
