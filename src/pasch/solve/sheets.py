"""Expectimax for games in which a turn of up to three throws fills one cell of a sheet.

A position is the set of cells that are filled (a mask) and a lane: whatever else of the past
matters, such as the sum of the upper cells. Backward induction goes from full sheets to the empty
one. All lanes of a mask are computed side by side, so that one machine instruction serves several.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pasch.kernel.chance import FACES
from pasch.solve.compiled import compiled
from pasch.solve.lattice import Floats, Ints, lattice
from pasch.solve.progress import Progress, silent

THROWS: Final = 3
"""How many throws a turn may have."""

IMPOSSIBLE: Final = -1
"""Stands in a table for an outcome that the rules forbid."""

WIDTH: Final = 8
"""Lanes are padded to a multiple of this: the 64-bit floats of the widest register."""

MASKS_A_STEP: Final = 256
"""Masks that are computed between two reports of progress."""

Flags = NDArray[np.bool_]


@dataclass(slots=True)
class Outcomes:
    """What writing a cell may bring: equal outcomes of one cell are kept once.

    An outcome has, for every lane, points and the lane that follows.
    """

    lanes: int
    _numbers: dict[tuple[int, bytes, bytes], int] = field(default_factory=dict)

    def number(
        self, cell: int, points: Sequence[float] | Floats, after: Sequence[int] | Ints
    ) -> int:
        """Return the number of an outcome, given by lane."""
        gains = np.asarray(points, dtype=np.float64).tobytes()
        lanes = np.asarray(after, dtype=np.int32).tobytes()
        return self._numbers.setdefault((cell, gains, lanes), len(self._numbers))

    def arrays(self) -> tuple[Ints, Floats, Ints]:
        """Return the cells, points and next lanes of all outcomes."""
        cells = np.array([cell for cell, _, _ in self._numbers], dtype=np.int32)
        points = [np.frombuffer(gains) for _, gains, _ in self._numbers]
        lanes = [np.frombuffer(after, dtype=np.int32) for _, _, after in self._numbers]
        return cells, np.array(points), np.array(lanes)


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game as numbers.

    `table[context, cell, roll]` is the number of the outcome when a roll is written in a cell, or
    `IMPOSSIBLE`; `contexts[mask]` says which part of the table holds for the filled cells.
    """

    dice: int
    outcomes: Outcomes
    table: Ints
    contexts: Ints

    @property
    def cells(self) -> int:
        """How many cells a sheet has."""
        return int(self.table.shape[1])


@dataclass(frozen=True, slots=True)
class Plan:
    """The best play of one turn.

    `cell[roll]` is the cell to write, `keep[throw - 1, roll]` the node of the dice to keep after
    that throw; the node of the whole roll means to write at once. `ahead[throw - 1, roll]` is the
    expected number of points still to come when the roll lies after that throw, `value` before the
    first.
    """

    cell: Ints
    keep: Ints
    ahead: Floats
    value: float


def solve(game: SheetGame, progress: Progress = silent) -> Floats:
    """Return the expected points still to come, by mask and lane, with the best play.

    What cannot be reached from the empty sheet in lane 0 is not a number.
    """
    cells, points, after = game.outcomes.arrays()
    masks = 1 << game.cells
    reached = np.zeros((masks, game.outcomes.lanes), dtype=np.bool_)
    _reach(cells, after, reached)
    values = np.where(reached, 0.0, np.nan)
    dice = lattice(game.dice)
    for end in range(masks - 1, 0, -MASKS_A_STEP):
        start = max(end - MASKS_A_STEP, 0)
        _solve_masks(
            *(start, end, cells, points, after, game.table, game.contexts, reached),
            *(dice.add, dice.less_from, dice.less, dice.weights, values),
        )
        progress(1 - start / masks)
    return values


def plan(game: SheetGame, values: Floats, mask: int, lane: int) -> Plan:
    """Return the best play of a turn that begins in a mask and lane, by the solved values."""
    dice = lattice(game.dice)
    cell, worth = _best_cells(game, values, mask, lane)
    keep = np.zeros((THROWS - 1, len(dice.rolls)), dtype=np.int32)
    ahead = np.tile(worth, (THROWS, 1))
    for throw in reversed(range(THROWS - 1)):
        later, chosen = ahead[throw + 1], keep[throw]
        ahead[throw] = _best_keeps(dice.add, dice.less_from, dice.less, worth, later, chosen)
    return Plan(cell, keep, ahead, float(dice.weights @ ahead[0]))


def _best_cells(game: SheetGame, values: Floats, mask: int, lane: int) -> tuple[Ints, Floats]:
    """Return for each roll the best cell to write, and what is then still to come with it."""
    _, points, after = game.outcomes.arrays()
    numbers = game.table[game.contexts[mask]]
    following = np.array([mask | 1 << cell for cell in range(game.cells)])[:, None]
    worth = points[numbers, lane] + values[following, after[numbers, lane]]
    is_open = (numbers != IMPOSSIBLE) & (following != mask)
    worth = np.where(is_open, worth, -np.inf)
    return worth.argmax(axis=0).astype(np.int32), worth.max(axis=0)


@compiled("void(i4[::1], i4[:, ::1], b1[:, ::1])")
def _reach(cells: Ints, after: Ints, reached: Flags) -> None:
    """Mark what can be reached from the empty sheet in lane 0."""
    masks, lanes = reached.shape
    reached[0, 0] = True
    for mask in range(masks - 1):
        for outcome in range(cells.size):
            following = mask | (1 << cells[outcome])
            if following != mask:
                for lane in range(lanes):
                    if reached[mask, lane]:
                        reached[following, after[outcome, lane]] = True


@compiled("void(i8, i4[:, ::1], f8[:, ::1], f8[:, ::1])")
def _write_best(mask: int, table: Ints, worth: Floats, final: Floats) -> None:
    """Set each roll's row of `final` to the best of writing it in a free cell, lane by lane."""
    final[:] = -np.inf
    for cell in range(table.shape[0]):
        if not mask >> cell & 1:
            for roll in range(table.shape[1]):
                outcome = table[cell, roll]
                if outcome > IMPOSSIBLE:
                    for i in range(final.shape[1]):
                        final[roll, i] = max(final[roll, i], worth[outcome, i])


@compiled("void(i4[:, ::1], f8[:, ::1])")
def _expect(add: Ints, best: Floats) -> None:
    """Set the keeps' rows to what is expected of throwing the others, from the rolls' rows."""
    for node in range(add.shape[0] - 1, -1, -1):
        one, two, three = best[add[node, 0]], best[add[node, 1]], best[add[node, 2]]
        four, five, six = best[add[node, 3]], best[add[node, 4]], best[add[node, 5]]
        row = best[node]
        for i in range(row.size):
            row[i] = ((one[i] + two[i]) + (three[i] + four[i]) + (five[i] + six[i])) * (1 / FACES)


@compiled("void(i8, i4[::1], i4[::1], f8[:, ::1], f8[:, ::1])")
def _choose(keeps: int, less_from: Ints, less: Ints, final: Floats, best: Floats) -> None:
    """Raise each row to the best of all that may be kept of it; a roll may also be written."""
    width = best.shape[1]
    for node in range(1, best.shape[0]):
        if node >= keeps:
            for i in range(width):
                best[node, i] = final[node - keeps, i]
        for link in range(less_from[node], less_from[node + 1]):
            fewer = less[link]
            for i in range(width):
                best[node, i] = max(best[node, i], best[fewer, i])


@compiled("void(i4[:, ::1], i4[::1], i4[::1], f8[::1], f8[:, ::1], f8[:, ::1], f8[::1])")
def _throw(
    add: Ints,
    less_from: Ints,
    less: Ints,
    weights: Floats,
    final: Floats,
    best: Floats,
    out: Floats,
) -> None:
    """Set `out` to what a turn is worth, lane by lane, when its last roll is worth `final`."""
    keeps = add.shape[0]
    best[keeps:] = final
    for _ in range(THROWS - 1):
        _expect(add, best)
        _choose(keeps, less_from, less, final, best)
    out[:] = 0
    for roll in range(weights.size):
        for i in range(out.size):
            out[i] += weights[roll] * best[keeps + roll, i]


@compiled(
    "void(i8, i8, i4[::1], f8[:, ::1], i4[:, ::1], i4[:, :, ::1], i4[::1], b1[:, ::1],"
    " i4[:, ::1], i4[::1], i4[::1], f8[::1], f8[:, ::1])"
)
def _solve_masks(
    start: int,
    end: int,
    cells: Ints,
    points: Floats,
    after: Ints,
    table: Ints,
    contexts: Ints,
    reached: Flags,
    add: Ints,
    less_from: Ints,
    less: Ints,
    weights: Floats,
    values: Floats,
) -> None:
    """Fill the values of the masks from `end` - 1 down to `start`; later ones are known."""
    most = (values.shape[1] + WIDTH - 1) // WIDTH * WIDTH
    nodes, rolls = less_from.size - 1, weights.size
    worth_room = np.zeros(cells.size * most)
    final_room = np.zeros(rolls * most)
    best_room = np.zeros(nodes * most)
    out = np.zeros(most)
    for mask in range(end - 1, start - 1, -1):
        here = np.flatnonzero(reached[mask])
        if here.size > 0:
            width = (here.size + WIDTH - 1) // WIDTH * WIDTH
            worth = worth_room[: cells.size * width].reshape(cells.size, width)
            final = final_room[: rolls * width].reshape(rolls, width)
            best = best_room[: nodes * width].reshape(nodes, width)
            for outcome in range(cells.size):
                following = mask | (1 << cells[outcome])
                if following != mask:
                    for i in range(here.size):
                        then = values[following, after[outcome, here[i]]]
                        worth[outcome, i] = points[outcome, here[i]] + then
            _write_best(mask, table[contexts[mask]], worth, final)
            _throw(add, less_from, less, weights, final, best, out[:width])
            for i in range(here.size):
                values[mask, here[i]] = out[i]


@compiled("f8[::1](i4[:, ::1], i4[::1], i4[::1], f8[::1], f8[::1], i4[::1])")
def _best_keeps(
    add: Ints, less_from: Ints, less: Ints, worth: Floats, ahead: Floats, keep: Ints
) -> Floats:
    """Return the best of writing a roll and of every keep, and set `keep` to the best node.

    A roll is `worth` so much when it is written, and `ahead` after the next throw.
    """
    keeps = add.shape[0]
    best = np.concatenate((np.zeros(keeps), ahead))
    choice = np.arange(best.size).astype(np.int32)
    for node in range(keeps - 1, -1, -1):
        for face in range(FACES):
            best[node] += best[add[node, face]] / FACES
    best[keeps:] = worth
    for node in range(best.size):
        for link in range(less_from[node], less_from[node + 1]):
            fewer = less[link]
            if best[fewer] > best[node]:
                best[node], choice[node] = best[fewer], choice[fewer]
    keep[:] = choice[keeps:]
    return best[keeps:].copy()
