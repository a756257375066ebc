"""A million simulated matches of two best players agree with the solution.

Dice are thrown one by one; where they may lead was asked of the rules before. Matches that stand
at the same scores play their turns together, so that the values of each turn are needed once.
"""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from pasch.games.doelauer.points import DICE, TARGET
from pasch.games.doelauer.series import rolled, thrown
from pasch.games.doelauer.solution import Series, series, state_of, targets_of
from pasch.solve.compiled import compiled
from pasch.solve.lattice import Floats, Ints
from pasch.solve.race import End, solve, turn_values

MATCHES = 1_000_000
MOST_CHOICES = 5
NONE = -1

Counts = NDArray[np.int64]


def choices_by_dice(graph: Series) -> Ints:
    """Return the numbers of what a throw may lead to, by decision and the dice as a number."""
    ends = len(graph.race.ends)
    table = np.full((len(graph.race.nodes), 6**DICE, MOST_CHOICES), NONE, dtype=np.int32)
    for key, number in graph.numbers.items():
        if isinstance(key, End):
            continue
        known: dict[tuple[int, ...], list[int]] = {}
        state = rolled(state_of(key))
        for code, faces in enumerate(product(range(1, 7), repeat=DICE - key[2])):
            sorted_faces = tuple(sorted(faces))
            if sorted_faces not in known:
                after = thrown(state, " ".join(map(str, faces)))
                known[sorted_faces] = [graph.numbers[to] for _, to in targets_of(after)]
            found = known[sorted_faces]
            table[number - ends, code, : len(found)] = found
    return table


@compiled("i8[::1](i8, i8, f8[:, ::1], i4[::1], i4[:, :, ::1], i4[::1], i4[::1], i4[::1], i4[::1])")
def play_turns(  # noqa: PLR0917 -- what Numba compiles takes its arrays one by one
    count: int,
    own: int,
    values: Floats,
    rows: Ints,
    choices: Ints,
    thrown_dice: Ints,
    stops: Ints,
    points: Ints,
    starred: Ints,
) -> Counts:
    """Return how often a turn from a score ends with each score; the last stands for a win."""
    ends = points.size
    scores = np.zeros(rows.size + 1, dtype=np.int64)
    for _ in range(count):
        pending, row = 0, 0
        here = values.shape[1] - 1
        while here >= ends:
            stop = stops[here - ends]
            if stop > NONE and values[row, stop] >= values[row, here]:
                here = stop
            else:
                code = 0
                for _ in range(thrown_dice[here - ends]):
                    code = 6 * code + np.random.randint(0, 6)
                best = choices[here - ends, code, 0]
                for choice in choices[here - ends, code]:
                    if choice > NONE and values[row, choice] > values[row, best]:
                        best = choice
                here = best
            if here < ends and starred[here]:
                pending += points[here]
                is_enough = own + pending >= rows.size
                row = values.shape[0] - 1 if is_enough else rows[pending]
                here = values.shape[1] - 1
        gained = pending + points[here] if points[here] else 0
        scores[min(own + gained, rows.size)] += 1
    return scores


@compiled("void(i8)")
def seed(number: int) -> None:
    """Begin the stream of random numbers anew."""
    np.random.seed(number)


def simulate(graph: Series, wins: Floats) -> int:
    """Return how many matches the player wins who begins."""
    race, ends = graph.race, len(graph.race.ends)
    keys = [key for key in graph.numbers if not isinstance(key, End)]
    rows = np.array(race.places, dtype=np.int32)
    dice = np.array([DICE - count for _, _, count in keys], dtype=np.int32)
    stops = np.array([node.stop for node in race.nodes], dtype=np.int32)
    points = np.array([end.points for end in race.ends], dtype=np.int32)
    starred = np.array([end.is_starred for end in race.ends], dtype=np.int32)
    assert [graph.numbers[key] - ends for key in keys] == list(range(len(keys)))
    choices, won = choices_by_dice(graph), 0
    waiting = np.zeros((2, TARGET + 1, TARGET + 1), dtype=np.int64)
    waiting[0, 0, 0] = MATCHES
    for own, other in sorted(product(range(TARGET + 1), repeat=2), key=sum):
        pairs = [(own, other), (other, own)] if own <= other else []
        values = {pair: turn_values(race, wins, *pair) for pair in pairs}
        while any(waiting[:, mine, yours].any() for mine, yours in pairs):
            for who, (mine, yours) in product((0, 1), pairs):
                count, waiting[who, mine, yours] = waiting[who, mine, yours], 0
                ended = play_turns(
                    *(count, mine, values[mine, yours], rows, choices),
                    *(dice, stops, points, starred),
                )
                won += ended[-1] * (who == 0)
                waiting[1 - who, yours] += ended[:-1]
    return int(won)


@pytest.mark.long
def test_share_of_wins_is_the_value_at_the_start() -> None:
    graph = series()
    wins = solve(graph.race)
    seed(2026)
    share, value = simulate(graph, wins) / MATCHES, wins[0, 0]
    error = (value * (1 - value) / MATCHES) ** 0.5
    print(f"won by who begins: {share:.5f} ± {error:.5f}, exact {value:.5f}")  # noqa: T201
    assert abs(share - value) < 4 * error
