"""Charts of somebody's totals: they need not show 0, and one may be below it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.kernel.actors import Seat
from pasch.web.charts import CHART_HEIGHT, CHART_WIDTH, chart_of, chart_of_totals
from pasch.web.people import person

TOTALS = st.lists(st.integers(-3000, 3000), min_size=1, max_size=80)
MOST_LINES = 8


def points(line: str) -> list[tuple[int, int]]:
    """Read the points of a polyline."""
    pairs = (pair.split(",") for pair in line.split())
    return [(int(x), int(y)) for x, y in pairs]


@pytest.mark.parametrize(
    ("totals", "labels"),
    [
        ([870, 951, 1033], [870, 900, 930, 960, 990, 1020, 1050]),
        ([10], [10, 11]),
        ([0, 0], [0, 1]),
        ([-500, 200], [-600, -450, -300, -150, 0, 150, 300]),
        ([999, 1001], [999, 1000, 1001]),
    ],
)
def test_grid_lines_are_round_and_near(totals: list[int], labels: list[int]) -> None:
    assert [tick.label for tick in chart_of_totals(totals, "Anna").ticks] == labels


def test_each_match_is_a_dot() -> None:
    (line,) = chart_of_totals([10, 20, 15], "Anna").series
    assert line.points == "0,320 500,0 1000,160"
    assert line.dots == "M0 320h0M500 0h0M1000 160h0"


@given(TOTALS)
def test_everything_stands_in_the_box_and_where_it_belongs(totals: list[int]) -> None:
    chart = chart_of_totals(totals, "Anna")
    (line,) = chart.series
    found = points(line.points)
    assert len(found) == len(totals) == len(re.findall("M", line.dots)) == chart.turns
    assert all(0 <= x <= CHART_WIDTH and 0 <= y <= CHART_HEIGHT for x, y in found)
    assert [x for x, _ in found] == sorted(x for x, _ in found)
    assert sorted(range(len(totals)), key=lambda n: (-totals[n], n)) == sorted(
        range(len(totals)), key=lambda n: (found[n][1], -totals[n], n)
    )
    assert 2 <= len(chart.ticks) <= MOST_LINES
    assert (chart.ticks[0].y, chart.ticks[-1].y) == (CHART_HEIGHT, 0)


def test_match_below_zero_stays_in_the_box() -> None:
    """Points may be taken away, so a match's chart begins where its lowest line is."""
    chart = chart_of(((0, 0), (-20, 30), (40, 30)), ("Anna", "Ben"))
    assert chart.ticks[0].label <= -20
    assert all(0 <= y <= CHART_HEIGHT for line in chart.series for _, y in points(line.points))


def test_lines_of_eight_people_have_the_colours_of_their_badges() -> None:
    names = tuple("ABCDEFGH")
    chart = chart_of(((0,) * 8, tuple(range(8))), names)
    assert [line.hue for line in chart.series] == [0, 1, 2, 3, 4, 5, 0, 1]
    assert [line.hue for line in chart.series] == [
        person(name, Seat(seat)).hue for seat, name in enumerate(names, 1)
    ]
