"""The exact solution of Dölauer for two: who wins from every pair of scores, with the best play.

A series is a graph of decisions that is read off the rules themselves: after throws 1 and 2 a face
lies with a number of dice, and the player stops or throws on; a throw leaves possibilities.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from pasch.games.doelauer.laying import Choice, choices_of
from pasch.games.doelauer.meta import META
from pasch.games.doelauer.notation import Roll, Stop
from pasch.games.doelauer.points import DICE, TARGET, worth_of
from pasch.games.doelauer.series import chosen, rolled, thrown
from pasch.games.doelauer.state import State, Turn, first_state
from pasch.kernel.chance import Throw
from pasch.kernel.throwing import places_of
from pasch.solve.lattice import Floats
from pasch.solve.progress import Progress
from pasch.solve.race import NO_STOP, End, Node, Options, Race, solve, turn_values
from pasch.solve.tables import Table

AXES: Final = ("own score", "other score")

Key = tuple[int, int, int]
"""What matters within a series: the throws made, the face that lies, how many dice lie."""

BEGINNING: Final[Key] = (0, 0, 0)

Target = Key | End
"""Where a possibility leads: to a decision, or to an end of the series."""


def state_of(key: Key) -> State:
    """Return a position in which a series stands at a key, with the dice that lie first."""
    throws, face, count = key
    rest = tuple(other for other in (1, 2, 3, 4, 5, 6) if other != face)
    dice = ((face,) * count + rest * DICE)[:DICE] if throws else ()
    return replace(first_state(2), turn=Turn(dice, throws, places_of(count)))


def _target_of(state: State) -> Target:
    """Return where a series stands, or how it has ended."""
    if state.last is not None:
        return End(state.last.points, state.last.is_pending)
    turn = state.turn
    return turn.throws, turn.face, len(turn.kept)


def targets_of(state: State) -> list[tuple[Choice | None, Target]]:
    """Return the possibilities of the latest throw with where they lead; None: by itself."""
    if not state.turn.is_choosing:
        return [(None, _target_of(state))]
    undecided = replace(state, last=None)
    choices = choices_of(state.turn)
    return [(choice, _target_of(chosen(undecided, choice))) for choice in choices]


def _throws_from(key: Key) -> Counter[frozenset[Target]]:
    """Return in how many ways a throw leads to each set of possibilities."""
    state, ways = rolled(state_of(key)), Counter[frozenset[Target]]()
    throw = Throw(DICE - key[2])
    for faces, count in throw.outcomes():
        ways[frozenset(to for _, to in targets_of(thrown(state, throw.write(faces))))] += count
    return ways


@dataclass(slots=True)
class Series:
    """The graph of a series. `numbers` gives each end and decision its value's number."""

    race: Race
    numbers: dict[Target, int]


def series() -> Series:
    """Return the graph of a series, found by trying all throws."""
    found: dict[Key, Counter[frozenset[Target]]] = {}
    waiting = [BEGINNING]
    while waiting:
        key = waiting.pop()
        if key not in found:
            found[key] = _throws_from(key)
            waiting += [to for to in _all_targets(found[key]) if not isinstance(to, End)]
    ends = {to for ways in found.values() for to in _all_targets(ways) if isinstance(to, End)}
    ends |= {_stop(key) for key in found}
    keys = sorted(found, reverse=True)
    order: list[Target] = [*sorted(ends, key=lambda end: (end.points, end.is_starred)), *keys]
    numbers = {target: number for number, target in enumerate(order)}
    nodes = tuple(Node(_stop_number(key, numbers), _options(found[key], numbers)) for key in keys)
    return Series(Race(TARGET, tuple(to for to in order if isinstance(to, End)), nodes), numbers)


def _all_targets(ways: Counter[frozenset[Target]]) -> Iterator[Target]:
    return (target for targets in ways for target in targets)


def _stop(key: Key) -> End:
    """Return how the series ends when the player stops at a key."""
    _, face, count = key
    worth = worth_of(face, count)
    return End(worth.points, worth.is_starred)


def _stop_number(key: Key, numbers: dict[Target, int]) -> int:
    return NO_STOP if key == BEGINNING else numbers[_stop(key)]


def _options(ways: Counter[frozenset[Target]], numbers: dict[Target, int]) -> Options:
    total = ways.total()
    return tuple(
        (count / total, tuple(sorted(numbers[target] for target in targets)))
        for targets, count in ways.items()
    )


class DoelauerSolution:
    """Solves the game for two."""

    def solve(self, progress: Progress) -> Sequence[Table]:
        """Return the table of probabilities to win for the player to begin a turn."""
        wins = solve(series().race, progress)
        return [Table(META.slug, META.rules_version, "", AXES, wins)]


@dataclass(slots=True)
class Advisor:
    """Plays for the highest probability to win against one other, by the solved values."""

    wins: Floats
    series: Series = field(default_factory=series)
    _values: dict[tuple[int, int], Floats] = field(default_factory=dict)

    def best(self, state: State) -> str:
        """Return the best event of the seat that is to move, as record text."""
        values = self._values_of(state)
        turn = state.turn
        if turn.is_choosing:
            options = [(values[self.series.numbers[to]], say) for say, to in targets_of(state)]
            return str(max(options, key=lambda option: option[0])[1])
        key = turn.throws, turn.face, len(turn.kept)
        number = self.series.numbers[key]
        has_stop = turn.throws > 0 and values[self.series.numbers[_stop(key)]] >= values[number]
        return str(Stop() if has_stop else Roll())

    def _values_of(self, state: State) -> Floats:
        """Return all values of the series under way."""
        own = state.scores[state.seat - 1]
        pair = own, state.scores[len(state.scores) - state.seat]
        if pair not in self._values:
            self._values[pair] = turn_values(self.series.race, self.wins, *pair)
        sums, pending = self.series.race.sums, state.turn.pending
        row = sums.index(pending) if own + pending <= TARGET else len(sums)
        return np.asarray(self._values[pair][row])


SOLUTION: Final = DoelauerSolution()
