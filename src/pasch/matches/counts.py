"""Plain counts of what happens in a server, for whoever watches it.

They are written where things happen and read when somebody asks: a count costs an addition, and
whether anybody watches makes no difference.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from typing import Final

SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Bounds of the classes of a time, in seconds."""

UNITS: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)
"""Bounds of the classes of a batch's size."""


class Spread:
    """How often a value fell into each of some classes: up to each bound, and above the last."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        """Start without values; bounds ascend and belong to the class below them."""
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class Counts:
    """What one server has counted since its start.

    `actions` are those of people that were done, by name, `action_seconds` how long they took;
    `refusals` are counted by code. `commit_units` and `commit_seconds` are sizes and times of the
    transactions, counted by the thread that commits. `sockets` are those that are open now, by
    page; `overflows` those that were closed because they could not follow. `requests` are times
    by handler, method and class of status, such as "2xx".
    """

    def __init__(self) -> None:
        """Start without counts."""
        self.actions: Counter[str] = Counter()
        self.action_seconds = Spread(SECONDS)
        self.refusals: Counter[str] = Counter()
        self.commit_units = Spread(UNITS)
        self.commit_seconds = Spread(SECONDS)
        self.sockets: Counter[str] = Counter()
        self.overflows = 0
        self.requests: defaultdict[tuple[str, str, str], Spread] = defaultdict(
            lambda: Spread(SECONDS)
        )

    def done(self, action: str, seconds: float) -> None:
        """Count an action that was done."""
        self.actions[action] += 1
        self.action_seconds.add(seconds)
