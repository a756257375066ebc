"""Official Yahtzee for the solver: upper bonus, bonus for further Yahtzees, joker.

Its best expected totals are published, so that it measures and checks what solves our own games.
A lane is the sum of the upper cells, up to the bonus, beside whether the Yahtzee cell holds 50.
"""

from itertools import product
from typing import Final

import numpy as np

from pasch.solve.lattice import Dice, Ints, lattice
from pasch.solve.sheets import IMPOSSIBLE, Outcomes, SheetGame

DICE: Final = 5
FACES: Final = 6
UPPER: Final = range(FACES)
KINDS: Final = {6: 3, 7: 4}
"""The cells for three and four of a kind."""

FULL_HOUSE, SMALL, LARGE, YAHTZEE, CHANCE = range(8, 13)
CELLS: Final = 13
LOWER: Final = range(FACES, CELLS)
WATCHED: Final = ((YAHTZEE,), *((cell,) for cell in UPPER), tuple(LOWER))
"""Sets of cells: which of them are filled decides what a joker may do."""

JOKER_POINTS: Final = {FULL_HOUSE: 25, SMALL: 30, LARGE: 40}
BONUS_FROM, BONUS, YAHTZEE_BONUS = 63, 35, 100
SUMS: Final = BONUS_FROM + 1
SUM: Final = np.tile(np.arange(SUMS), 2)
HAS_YAHTZEE: Final = np.repeat([0, 1], SUMS)
PUBLISHED: Final = {"forced": 254.5877, "free": 254.5896}
"""Best expected totals, for each reading of the joker rule."""

STATES: Final = 536_448
"""Positions that can be reached, as published."""


def yahtzee(joker: str) -> SheetGame:
    """Return the game; a "forced" joker goes to the cell of its face, else to a lower cell."""
    outcomes = Outcomes(2 * SUMS)
    rolls = lattice(DICE).rolls
    plain = [[_outcome(outcomes, cell, dice) for dice in rolls] for cell in range(CELLS)]
    contexts = [*product((False, True), repeat=len(WATCHED))]
    table = np.tile(np.array(plain, dtype=np.int32), (len(contexts), 1, 1))
    for part, (has_scored, *filled, is_lower_full) in zip(table, contexts, strict=True):
        for face in range(1, FACES + 1) if has_scored else ():
            numbers = [
                _outcome(outcomes, cell, (face,) * DICE, is_joker=filled[face - 1])
                for cell in range(CELLS)
            ]
            allowed = range(CELLS)
            if joker == "forced":
                lower = UPPER if is_lower_full else LOWER
                allowed = lower if filled[face - 1] else range(face - 1, face)
            forced = [n if cell in allowed else IMPOSSIBLE for cell, n in enumerate(numbers)]
            part[:, rolls.index((face,) * DICE)] = forced
    return SheetGame(DICE, outcomes, table, _contexts())


def _contexts() -> Ints:
    """Return for each mask which of the watched sets of cells are filled, as a number."""
    masks = np.arange(1 << CELLS)
    wanted = [sum(1 << cell for cell in cells) for cells in WATCHED]
    bits = [(masks & cells) == cells for cells in wanted]
    context = sum(bit.astype(np.int64) << place for place, bit in enumerate(reversed(bits)))
    return np.asarray(context, dtype=np.int32)


def _outcome(outcomes: Outcomes, cell: int, dice: Dice, *, is_joker: bool = False) -> int:
    """Return the number of what a roll brings in a cell."""
    points = np.full(2 * SUMS, float(_points(cell, dice, is_joker=is_joker)))
    after, has_yahtzee = SUM, HAS_YAHTZEE
    if cell in UPPER:
        after = np.minimum(SUM + points.astype(np.int64), BONUS_FROM)
        points += BONUS * ((after == BONUS_FROM) & (SUM < BONUS_FROM))
    if len(set(dice)) == 1:
        points += YAHTZEE_BONUS * HAS_YAHTZEE
        has_yahtzee = np.ones_like(SUM) if cell == YAHTZEE else HAS_YAHTZEE
    return outcomes.number(cell, points, after + SUMS * has_yahtzee)


def _points(cell: int, dice: Dice, *, is_joker: bool) -> int:  # noqa: PLR0911 - a table
    counts = [dice.count(face) for face in range(1, FACES + 1)]
    if cell in UPPER:
        return counts[cell] * (cell + 1)
    if is_joker and cell in JOKER_POINTS:
        return JOKER_POINTS[cell]
    if cell in KINDS:
        return sum(dice) if max(counts) >= KINDS[cell] else 0
    rows = "".join("x" if count else " " for count in counts)
    match cell:
        case 8:
            return 25 if sorted(counts)[-2:] == [2, 3] else 0
        case 9:
            return 30 if "xxxx" in rows else 0
        case 10:
            return 40 if "xxxxx" in rows else 0
        case 11:
            return 50 if DICE in counts else 0
        case _:
            return sum(dice)
