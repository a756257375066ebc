"""Exact values of small positions by the rules alone: slow, and written without the solvers.

Every position that can follow is visited once; then all are valued again and again until nothing
changes. Positions that differ in nothing that matters are told alike by a game's `canonical`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Generic

from pasch.kernel.actors import CHANCE
from pasch.kernel.replay import play
from pasch.kernel.rules import ChanceDue, Deciding, Over, Rules, StateT, ViewT

EXACT: Final = 1e-13
MAX_SWEEPS: Final = 1000


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT]):
    """A position that may follow, with its probability and what is gained on the way."""

    after: StateT
    weight: float
    gain: float


@dataclass(frozen=True, slots=True)
class SmallGame(Generic[StateT, ViewT]):
    """What is valued: what seat 1 gains, at every step and at the end.

    `canonical` returns the position that stands for all that are worth the same.
    """

    rules: Rules[StateT, ViewT]
    canonical: Callable[[StateT], StateT]
    gain: Callable[[StateT, StateT], float]
    end: Callable[[StateT], float]

    def value(self, start: StateT) -> float:
        """Return what seat 1 may expect when all play as well as possible."""
        first = self.canonical(start)
        steps = self._explore(first)
        values = dict.fromkeys(steps, 0.0)
        for _ in range(MAX_SWEEPS):
            change = 0.0
            for state, listed in steps.items():
                value = self._value(state, listed, values)
                change = max(change, abs(value - values[state]))
                values[state] = value
            if change < EXACT:
                return values[first]
        raise AssertionError("the values do not settle")

    def _value(
        self, state: StateT, steps: list[Step[StateT]], values: dict[StateT, float]
    ) -> float:
        worths = [step.gain + values[step.after] for step in steps]
        due = self.rules.to_move(state)
        if isinstance(due, ChanceDue):
            return sum(s.weight * worth for s, worth in zip(steps, worths, strict=True))
        if isinstance(due, Over):
            return self.end(state)
        return max(worths) if due.seats == (1,) else min(worths)

    def _explore(self, first: StateT) -> dict[StateT, list[Step[StateT]]]:
        """Return all positions with what may follow, later ones first as far as possible."""
        found: dict[StateT, list[Step[StateT]]] = {}
        order: dict[StateT, None] = {}
        stack = [first]
        while stack:
            state = stack[-1]
            if state not in found:
                found[state] = list(self._steps(state))
                stack += [step.after for step in found[state] if step.after not in found]
            else:
                order.setdefault(stack.pop())
        return {state: found[state] for state in order}

    def _steps(self, state: StateT) -> Iterator[Step[StateT]]:
        due = self.rules.to_move(state)
        if isinstance(due, ChanceDue):
            outcomes = list(due.request.outcomes())
            total = sum(ways for _, ways in outcomes)
            for outcome, ways in outcomes:
                after = play(self.rules, state, CHANCE, due.request.write(outcome))
                yield self._step(state, after, ways / total)
        elif isinstance(due, Deciding):
            (seat,) = due.seats
            for text in self.rules.legal(state, seat):
                yield self._step(state, play(self.rules, state, seat, text), 1)

    def _step(self, state: StateT, after: StateT, weight: float) -> Step[StateT]:
        return Step(self.canonical(after), weight, self.gain(state, after))
