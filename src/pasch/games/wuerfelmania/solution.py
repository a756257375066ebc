"""The exact solution of Würfelmania for one player: the best expected total of every position.

A position is the set of cells that are filled (bit `ROW[cell]` of the mask) and how many five
equal have brought a prize, from two on counted as two: later ones bring no more than the third
(W8). Points already scored do not change what is best.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from pasch.games.wuerfelmania.meta import FIVES, META
from pasch.games.wuerfelmania.notation import EVENTS, Keep, Roll, Write
from pasch.games.wuerfelmania.sheet import (
    CELLS,
    DICE,
    PRIZES,
    ROW,
    Cell,
    Sheet,
    Variant,
    score_of,
    variant_of,
    with_score,
)
from pasch.games.wuerfelmania.state import State
from pasch.games.wuerfelmania.throwing import THROWS
from pasch.games.wuerfelmania.writing import score_now
from pasch.kernel.chance import Throw
from pasch.kernel.dice import counts_of
from pasch.kernel.meta import Options
from pasch.solve.lattice import Dice, Floats, lattice
from pasch.solve.progress import Progress, part
from pasch.solve.sheets import Outcomes, Plan, SheetGame, plan, solve
from pasch.solve.tables import Table

AXES: Final = ("mask", "fives")


def game_of(variant: Variant) -> SheetGame:
    """Return a variant as numbers; a lane is the count of five equal with a prize."""
    outcomes = Outcomes(len(PRIZES))
    rolls = lattice(DICE).rolls
    numbers = [[_outcome(outcomes, variant, cell, dice) for dice in rolls] for cell in CELLS]
    contexts = np.zeros(1 << len(CELLS), dtype=np.int32)
    return SheetGame(DICE, outcomes, np.array([numbers], dtype=np.int32), contexts)


def _outcome(outcomes: Outcomes, variant: Variant, cell: Cell, dice: Dice) -> int:
    """Return the number of what dice bring in a cell, for every lane."""
    counts, lanes = counts_of(dice), range(len(PRIZES))
    scores = [score_of(variant, Sheet(fives=fives), cell, counts) for fives in lanes]
    points = [score.points + score.bonus for score in scores]
    after = [lane_of(fives + score.has_prize) for fives, score in enumerate(scores)]
    return outcomes.number(ROW[cell], points, after)


def lane_of(fives: int) -> int:
    """Return the lane of a sheet on which so many five equal have brought a prize."""
    return min(fives, len(PRIZES) - 1)


def mask_of(sheet: Sheet) -> int:
    """Return the filled cells of a sheet as a number."""
    return sum(1 << row for row, points in enumerate(sheet.points) if points is not None)


class WuerfelmaniaSolution:
    """Solves both values of `fives`."""

    def solve(self, progress: Progress) -> Sequence[Table]:
        """Return a table for each value of `fives`."""
        return [
            Table(
                META.slug,
                META.rules_version,
                _table_options(fives),
                AXES,
                solve(game_of(variant_of(fives)), part(progress, index, len(FIVES))),
            )
            for index, fives in enumerate(FIVES)
        ]

    def options_of(self, options: Options) -> str:
        """Return the options of the table for a match with these options."""
        return _table_options(dict(options)["fives"])

    def teacher(self, table: Table) -> "Advisor":
        """Return who plays by a table."""
        fives = next(value for value in FIVES if table.options == _table_options(value))
        return Advisor(game_of(variant_of(fives)), table.values)


def _table_options(fives: str) -> str:
    return f"fives={fives}"


@dataclass(slots=True)
class Advisor:
    """Plays for the highest expected total, by the solved values of a game."""

    game: SheetGame
    values: Floats
    _plans: dict[tuple[int, int], Plan] = field(default_factory=dict)

    def plan_of(self, sheet: Sheet) -> Plan:
        """Return the best play of the turn that begins with this sheet."""
        key = mask_of(sheet), lane_of(sheet.fives)
        if key not in self._plans:
            self._plans[key] = plan(self.game, self.values, *key)
        return self._plans[key]

    def value_of(self, sheet: Sheet) -> float:
        """Return the expected total of a sheet on which the next turn begins."""
        return sheet.total + float(self.values[mask_of(sheet), lane_of(sheet.fives)])

    def worth_of(self, state: State, text: str) -> float:
        """Return the expected total when the seat to move says this, and plays the best from it."""
        event, turn, sheet = EVENTS[text], state.turn, state.sheet
        if isinstance(event, Write):
            return self.value_of(with_score(sheet, event.cell, score_now(state, event.cell)))
        plan_now = self.plan_of(sheet)
        if isinstance(event, Roll):
            return sheet.total + plan_now.value
        kept = [turn.dice[place - 1] for place in event.places]
        later, dice = plan_now.ahead[turn.throws], lattice(DICE)
        thrown = Throw(DICE - len(kept))
        ways = [(dice.roll_index((*kept, *faces)), count) for faces, count in thrown.outcomes()]
        expected = sum(float(later[roll]) * count for roll, count in ways)
        return sheet.total + expected / sum(count for _, count in ways)

    def best(self, state: State) -> str:
        """Return the best event of the seat that is to move, as record text."""
        turn = state.turn
        if turn.throws == 0:
            return str(Roll())
        best, roll = self.plan_of(state.sheet), lattice(DICE).roll_index(turn.dice)
        if turn.throws < THROWS:
            kept = lattice(DICE).nodes[best.keep[turn.throws - 1, roll]]
            if len(kept) < DICE:
                return str(Keep(_places(turn.dice, kept)))
        return str(Write(CELLS[best.cell[roll]]))


def _places(dice: Dice, kept: Dice) -> tuple[int, ...]:
    """Return places where dice show the kept faces, the first that fit."""
    left, places = list(kept), []
    for place, face in enumerate(dice, 1):
        if face in left:
            left.remove(face)
            places.append(place)
    return tuple(places)


SOLUTION: Final = WuerfelmaniaSolution()
