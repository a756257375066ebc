"""Line charts: totals in a box that is stretched to whatever room there is."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

HUES: Final = 6
"""How many colours there are for people; lines with the same one are dashed in other ways."""

CHART_WIDTH: Final = 1000
CHART_HEIGHT: Final = 320
_MOST_TICKS: Final = 6
_STEPS: Final = (1, 2, 3, 5, 10, 15, 20, 30, 50, 100, 150, 200, 300, 500, 1000)
"""Distances of grid lines in points, from which the first that gives few enough lines is taken."""

Trace = tuple[tuple[int, ...], ...]
"""The totals of all lines, step by step."""


class Series(NamedTuple):
    """A line, as points of an SVG polyline; each of them is a dot in `dots`, an SVG path."""

    name: str
    hue: int
    points: str
    dots: str


class Tick(NamedTuple):
    """A grid line of a chart: its height in the box and its label in points."""

    y: int
    label: int


class Chart(NamedTuple):
    """A line chart with one step a turn, or a match."""

    series: tuple[Series, ...]
    ticks: tuple[Tick, ...]
    turns: int


class _Scale(NamedTuple):
    """What stands at the lower and upper edge of a chart, and how far grid lines are apart."""

    low: int
    high: int
    step: int

    def height(self, points: int) -> int:
        """Return where points stand in the box."""
        return round(CHART_HEIGHT * (self.high - points) / (self.high - self.low))

    def ticks(self) -> tuple[Tick, ...]:
        """Return the grid lines from below."""
        labels = range(self.low, self.high + 1, self.step)
        return tuple(Tick(self.height(points), points) for points in labels)


def _scale(low: int, high: int) -> _Scale:
    """Return a scale with round numbers from `low` or lower to `high` or higher."""
    width = max(1, high - low)
    step = next((s for s in _STEPS if width / s <= _MOST_TICKS), _STEPS[-1])
    bottom, top = low // step * step, -(-high // step) * step
    return _Scale(bottom, max(top, bottom + step), step)


@lru_cache(maxsize=256)
def chart_of(trace: Trace, names: tuple[str, ...]) -> Chart:
    """Return the chart of a trace that begins at 0: one line a party, one step a turn."""
    totals = [total for each in trace for total in each]
    return _chart(trace, names, _scale(min(0, *totals), max(0, *totals)), len(trace) - 1)


def chart_of_totals(totals: Sequence[int], name: str) -> Chart:
    """Return the chart of somebody's totals, one step a match; it need not show 0."""
    scale = _scale(min(totals), max(totals))
    return _chart(tuple((total,) for total in totals), (name,), scale, len(totals))


def _chart(trace: Trace, names: tuple[str, ...], scale: _Scale, turns: int) -> Chart:
    series = (
        _series(name, number % HUES, [totals[number] for totals in trace], scale)
        for number, name in enumerate(names)
    )
    return Chart(tuple(series), scale.ticks(), turns)


def _series(name: str, hue: int, totals: list[int], scale: _Scale) -> Series:
    last = max(1, len(totals) - 1)
    places = [
        (round(CHART_WIDTH * step / last), scale.height(total)) for step, total in enumerate(totals)
    ]
    points = " ".join(f"{x},{y}" for x, y in places)
    return Series(name, hue, points, "".join(f"M{x} {y}h0" for x, y in places))
