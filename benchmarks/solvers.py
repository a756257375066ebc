"""Time the solvers on one thread, side by side with others that solve the same.

    python -m benchmarks.solvers [--repeat 3]

Official Yahtzee with a forced joker is solved by `pasch.solve.sheets`, by a plain lattice in NumPy
(64- and 32-bit floats) and by the package `yatzy-solver` (Rust, 64-bit). Then come the games of
the parlour. Times are processor seconds, the best of the repeats, without import and compilation.
"""

import argparse
import os
import resource
import time
from collections.abc import Callable
from functools import partial
from itertools import groupby, pairwise
from typing import Any

import numpy as np
import yatzy_solver  # type: ignore[import-untyped]
from numpy.typing import NDArray

from benchmarks.yahtzee import DICE, PUBLISHED, STATES, yahtzee
from pasch.games import discovery
from pasch.solve import sheets
from pasch.solve.lattice import lattice
from pasch.solve.progress import silent
from pasch.solve.sheets import IMPOSSIBLE, THROWS, SheetGame

FORCED = "forced"
RUST_NAME = "american+forced-joker"
Numbers = NDArray[np.floating[Any]]
RUST_START = "upper 0 | filled -"


def ours() -> float:
    """Solve with the parlour's solver."""
    return float(sheets.solve(yahtzee(FORCED))[0, 0])


def rust() -> float:
    """Solve with `yatzy-solver`."""
    solver = yatzy_solver.Solver.build(yatzy_solver.Variant(RUST_NAME))
    return float(solver.state_value(RUST_START))


def plain(number: type[np.floating[Any]]) -> float:
    """Solve in NumPy alone: one mask at a time, all its lanes and a layer of nodes at once."""
    game = yahtzee(FORCED)
    cells, points, after = game.outcomes.arrays()
    gains = points.astype(number)
    values = np.zeros((1 << game.cells, game.outcomes.lanes), dtype=number)
    for mask in range(values.shape[0] - 2, -1, -1):
        worth = gains + values[(mask | 1 << cells)[:, None], after]
        values[mask] = _turn(game, mask, worth)
    return float(values[0, 0])


def _turn(game: SheetGame, mask: int, worth: Numbers) -> Numbers:
    """Return what a turn is worth in every lane when outcomes are `worth` so much."""
    dice = lattice(game.dice)
    keeps = len(dice.nodes) - len(dice.rolls)
    final = np.full((len(dice.rolls), worth.shape[1]), -np.inf, dtype=worth.dtype)
    for cell, numbers in enumerate(game.table[game.contexts[mask]]):
        if not mask >> cell & 1:
            possible = (numbers != IMPOSSIBLE)[:, None]
            np.maximum(final, worth[numbers], out=final, where=possible)
    best = np.empty((len(dice.nodes), worth.shape[1]), dtype=worth.dtype)
    best[keeps:] = final
    for _ in range(THROWS - 1):
        for layer in reversed(LAYERS[:-1]):
            best[layer] = best[dice.add[layer]].mean(axis=1)
        best[keeps:] = final
        for layer, fewer in zip(LAYERS[1:], FEWER, strict=True):
            best[layer] = np.maximum(best[layer], best[fewer].max(axis=1))
    return dice.weights.astype(worth.dtype) @ best[keeps:]


def _layers() -> tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]:
    """Return the nodes by size, and for all but the empty one the nodes with a die less."""
    dice = lattice(DICE)
    sizes = groupby(range(len(dice.nodes)), key=lambda node: len(dice.nodes[node]))
    layers = [np.array(list(nodes)) for _, nodes in sizes]
    links = [dice.less[start:end] for start, end in pairwise(dice.less_from)]
    return layers, [
        np.array([np.resize(links[node], DICE) for node in layer]) for layer in layers[1:]
    ]


LAYERS, FEWER = _layers()

YAHTZEE: dict[str, Callable[[], float]] = {
    "pasch (Numba, 64-bit)": ours,
    "yatzy-solver (Rust, 64-bit)": rust,
    "plain NumPy, 64-bit": partial(plain, np.float64),
    "plain NumPy, 32-bit": partial(plain, np.float32),
}


def best_of(repeats: int, solve: Callable[[], float]) -> tuple[float, float]:
    """Return the result, and the processor seconds of the fastest run."""
    seconds = []
    for _ in range(repeats):
        begin = time.process_time()
        value = solve()
        seconds.append(time.process_time() - begin)
    return value, min(seconds)


def main() -> None:
    """Print a line for each solver."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    repeats = parser.parse_args().repeat
    print(f"Official Yahtzee, forced joker, published {PUBLISHED[FORCED]}:")
    for name, solve in YAHTZEE.items():
        value, seconds = best_of(repeats, solve)
        each = seconds / STATES * 1e6
        print(f"  {name:28} {value:.9f} {seconds:7.2f} s {each:6.2f} µs a position")
    for slug in discovery.solvable():
        solution = discovery.solution(slug)
        value, seconds = best_of(repeats, lambda: solution.solve(silent)[0].start)  # noqa: B023
        print(f"{slug}: {value:.9f} {seconds:.2f} s")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    # Everybody gets one thread.
    os.environ.setdefault("RAYON_NUM_THREADS", "1")
    main()
