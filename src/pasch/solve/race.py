"""Who wins a race of two in which a turn may have to be confirmed, with the best play of both.

A turn is a series of decisions that ends with points. Plain points are scored and the turn passes;
with none it passes as well, and what was pending is lost. Starred points become pending and call
for another series. Whose score exceeds the target wins.

For each pair of scores the probability to win depends on that of the pair turned round, since a
turn may bring nothing. The pairs of one sum are independent otherwise and are computed side by
side, the highest sums first; within a pair the series with the most pending points comes first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pasch.solve.compiled import compiled
from pasch.solve.lattice import Floats, Ints
from pasch.solve.progress import Progress, silent

EXACT: Final = 1e-13
"""The largest change between two steps of an iteration that ends it."""

TELLING: Final = 1e-6
"""The smallest change from which a slope is estimated: smaller ones drown in rounding."""

USUAL_SLOPE: Final = 0.3
"""What is assumed at first: how much nothing adds to a turn is how often it brings nothing."""

NO_STOP: Final = -1
"""Stands for the end of a node at which the player cannot stop."""

Options = tuple[tuple[float, tuple[int, ...]], ...]
"""What chance may bring: the probability, and the values among which the player then chooses."""


@dataclass(frozen=True, slots=True)
class End:
    """How a series may end: its points, and whether they must be confirmed."""

    points: int
    is_starred: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A decision: to stop with an end (`NO_STOP`: impossible), or to throw."""

    stop: int
    options: Options


@dataclass(frozen=True, slots=True)
class Race:
    """A game as numbers.

    Values are counted through: first the ends, of which number 0 brings nothing, then the nodes.
    A node refers to earlier values only; the last is the beginning of a series.
    """

    target: int
    ends: tuple[End, ...]
    nodes: tuple[Node, ...]

    @property
    def sums(self) -> tuple[int, ...]:
        """What may be pending without exceeding the target, ascending from 0."""
        stars = [end.points for end in self.ends if end.is_starred]
        found = {0}
        for total in range(1, self.target + 1):
            if any(total - star in found for star in stars):
                found.add(total)
        return tuple(sorted(found))

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each number of pending points in `sums`, -1 for what cannot be pending."""
        sums = {total: number for number, total in enumerate(self.sums)}
        return tuple(sums.get(total, -1) for total in range(self.target + 1))


@dataclass(frozen=True, slots=True)
class _Arrays:
    """A race as the arrays that the compiled functions take.

    `graph` holds, in their order: for each node where to stop and its first option, for each option
    its weight and its first item, and the items.
    """

    points: Ints
    starred: Ints
    graph: tuple[Ints, Ints, Floats, Ints, Ints]


def _arrays(race: Race) -> _Arrays:
    options = [option for node in race.nodes for option in node.options]
    return _Arrays(
        points=_ints([end.points for end in race.ends]),
        starred=_ints([end.is_starred for end in race.ends]),
        graph=(
            _ints([node.stop for node in race.nodes]),
            _ints([*accumulate((len(node.options) for node in race.nodes), initial=0)]),
            np.array([weight for weight, _ in options]),
            _ints([*accumulate((len(items) for _, items in options), initial=0)]),
            _ints([item for _, items in options for item in items]),
        ),
    )


def _ints(values: Sequence[int]) -> Ints:
    return np.array(values, dtype=np.int32)


def solve(race: Race, progress: Progress = silent) -> Floats:
    """Return the probability to win for the player to begin a turn, by own and other score."""
    wins = np.zeros((race.target + 1, race.target + 1))
    arrays = _arrays(race)
    certain = _certain(arrays)
    for total in range(2 * race.target, -1, -1):
        own = np.arange(max(0, total - race.target), min(total, race.target) + 1)
        wins[own, total - own] = _solve_pairs(race, arrays, certain, wins, own, total - own)
        progress(1 - total / (2 * race.target))
    return wins


def _solve_pairs(
    race: Race,
    arrays: _Arrays,
    certain: float,
    wins: Floats,
    own: NDArray[np.int64],
    other: NDArray[np.int64],
) -> Floats:
    """Return the probabilities to win at all pairs of scores of one sum; higher sums are known.

    What a turn is worth that brings nothing is found by Newton's method on each pair and its
    reverse: a turn is convex and piecewise linear in it, so that a few steps reach it.
    """
    sums, places = _ints(race.sums), _ints(race.places)
    lowest, total = int(own[0]), int(own[0] + other[0])
    confirmed: Floats = np.zeros((sums.size, own.size))
    nothing = 1 - wins[other, np.minimum(own + 1, race.target)]
    before, last = np.full(own.size, np.nan), np.zeros(own.size)
    slope = np.full(own.size, USUAL_SLOPE)
    while True:
        enough = nothing + (1 - nothing) * certain
        _play_turns(
            lowest, total, nothing, enough, sums, places, wins, arrays.points, arrays.starred,
            *arrays.graph, confirmed,
        )  # fmt: skip
        turn: Floats = confirmed[0].copy()
        error = 1 - turn[::-1] - nothing
        if np.abs(error).max() <= EXACT:
            return turn
        is_telling = np.abs(nothing - before) > TELLING
        np.divide(turn - last, nothing - before, out=slope, where=is_telling)
        before, last = nothing, turn
        nothing = nothing + (error - slope[::-1] * error[::-1]) / (1 - slope * slope[::-1])


def turn_values(race: Race, wins: Floats, own: int, other: int) -> Floats:
    """Return all values of a turn that begins at these scores, by pending points and number.

    The first index is a place in `sums`; one beyond them stands for all that exceed the target.
    """
    arrays, sums, place = _arrays(race), race.sums, _ints(race.places)
    values = np.zeros((len(sums) + 1, len(race.ends) + len(race.nodes), 1))
    nothing = np.array([1 - wins[other, own]])
    enough = nothing + (1 - nothing) * _certain(arrays)
    confirmed = np.zeros((len(sums), 1))
    for number, pending in reversed([*enumerate((*sums, race.target + 1))]):
        row = values[number]
        _set_ends(
            *(own, own + other, pending, 1, nothing, enough, confirmed, place, wins),
            *(arrays.points, arrays.starred, row),
        )
        _evaluate(*arrays.graph, 1, row)
        if pending <= race.target:
            confirmed[number] = row[-1]
    return values[:, :, 0]


def _certain(arrays: _Arrays) -> float:
    """Return the best probability to confirm pending points, however many confirmations it takes.

    It is that of a race in which any plain points win.
    """
    ends = arrays.points.size
    values = np.zeros((ends + arrays.graph[0].size, 1))
    values[:ends, 0] = (arrays.points > 0) & (arrays.starred == 0)
    before, chance = -1.0, 0.0
    while abs(chance - before) > EXACT:
        values[:ends, 0][arrays.starred > 0] = chance
        _evaluate(*arrays.graph, 1, values)
        before, chance = chance, float(values[-1, 0])
    return chance


@compiled("void(i4[::1], i4[::1], f8[::1], i4[::1], i4[::1], i8, f8[:, ::1])")
def _evaluate(
    stops: Ints,
    option_from: Ints,
    weights: Floats,
    item_from: Ints,
    items: Ints,
    width: int,
    values: Floats,
) -> None:
    """Set the values of all nodes from those of the ends, for the first `width` lanes."""
    ends = values.shape[0] - stops.size
    best = np.zeros(width)
    for node in range(stops.size):
        here = ends + node
        for i in range(width):
            values[here, i] = 0
        for option in range(option_from[node], option_from[node + 1]):
            first, end = item_from[option], item_from[option + 1]
            weight = weights[option]
            for i in range(width):
                best[i] = values[items[first], i]
            for place in range(first + 1, end):
                item = items[place]
                for i in range(width):
                    best[i] = max(best[i], values[item, i])
            for i in range(width):
                values[here, i] += weight * best[i]
        if stops[node] > NO_STOP:
            stop = stops[node]
            for i in range(width):
                values[here, i] = max(values[here, i], values[stop, i])


@compiled(
    "void(i8, i8, i8, i8, f8[::1], f8[::1], f8[:, ::1], i4[::1], f8[:, ::1], i4[::1], i4[::1],"
    " f8[:, ::1])"
)
def _set_ends(
    lowest: int,
    total: int,
    pending: int,
    width: int,
    nothing: Floats,
    enough: Floats,
    confirmed: Floats,
    place: Ints,
    wins: Floats,
    points: Ints,
    starred: Ints,
    values: Floats,
) -> None:
    """Set the values of the ends of a series with so many points pending.

    Lane i is the pair of the scores `lowest` + i and what is missing to `total`. Ending with
    `nothing`, or with more than `enough` points pending, is known, and so is what is `confirmed`
    later with more points pending.
    """
    target = wins.shape[0] - 1
    for i in range(width):
        own = lowest + i
        other = total - own
        for end in range(points.size):
            score = own + pending + points[end]
            if points[end] == 0:
                values[end, i] = nothing[i]
            elif starred[end]:
                is_enough = score > target
                values[end, i] = enough[i] if is_enough else confirmed[place[score - own], i]
            else:
                values[end, i] = 1 if score > target else 1 - wins[other, score]


@compiled(
    "void(i8, i8, f8[::1], f8[::1], i4[::1], i4[::1], f8[:, ::1], i4[::1], i4[::1], i4[::1],"
    " i4[::1], f8[::1], i4[::1], i4[::1], f8[:, ::1])"
)
def _play_turns(
    lowest: int,
    total: int,
    nothing: Floats,
    enough: Floats,
    sums: Ints,
    place: Ints,
    wins: Floats,
    points: Ints,
    starred: Ints,
    stops: Ints,
    option_from: Ints,
    weights: Floats,
    item_from: Ints,
    items: Ints,
    confirmed: Floats,
) -> None:
    """Set `confirmed` to the values of a series, by pending points and lane; see `_set_ends`."""
    target, width = wins.shape[0] - 1, nothing.size
    values = np.zeros((points.size + stops.size, width))
    for number in range(sums.size - 1, -1, -1):
        lanes = min(width, target - sums[number] - lowest + 1)
        if lanes > 0:
            _set_ends(
                lowest, total, sums[number], lanes, nothing, enough, confirmed, place, wins,
                points, starred, values,
            )  # fmt: skip
            _evaluate(stops, option_from, weights, item_from, items, lanes, values)
            for i in range(lanes):
                confirmed[number, i] = values[values.shape[0] - 1, i]
