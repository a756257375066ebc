"""A finished match on its page: the standing, the chart of the totals, the proof of the throws."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.kernel.actors import Seat
from pasch.kernel.draws import seal
from pasch.web.charts import CHART_HEIGHT, CHART_WIDTH, chart_of
from pasch.web.finish import finish_of
from tests.matches.hall import SHARES, Hall, Play
from tests.memory_store import MemoryStore

MOST_LINES = 7


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio only, as the server does."""
    return "asyncio"


def points(line: str) -> list[tuple[int, int]]:
    """Read the points of a polyline."""
    assert re.fullmatch(r"\d+,\d+( \d+,\d+)*", line)
    pairs = (pair.split(",") for pair in line.split())
    return [(int(x), int(y)) for x, y in pairs]


def test_chart_of_two() -> None:
    chart = chart_of(((0, 0), (10, 0), (10, 20), (40, 20)), ("Anna", "Ben"))
    assert chart.turns == 3
    assert [line.name for line in chart.series] == ["Anna", "Ben"]
    assert [tick.label for tick in chart.ticks] == [0, 10, 20, 30, 40]
    assert points(chart.series[0].points) == [(0, 320), (333, 240), (667, 240), (1000, 0)]
    assert points(chart.series[1].points) == [(0, 320), (333, 320), (667, 160), (1000, 160)]


@pytest.mark.parametrize(
    ("top", "labels"),
    [
        (0, [0, 1]),
        (1, [0, 1]),
        (6, [0, 1, 2, 3, 4, 5, 6]),
        (7, [0, 2, 4, 6, 8]),
        (92, [0, 20, 40, 60, 80, 100]),
        (517, [0, 100, 200, 300, 400, 500, 600]),
        (2068, [0, 500, 1000, 1500, 2000, 2500]),
    ],
)
def test_grid_lines(top: int, labels: list[int]) -> None:
    assert [tick.label for tick in chart_of(((0,), (top,)), ("Anna",)).ticks] == labels


def test_chart_before_anything_happened() -> None:
    chart = chart_of(((0, 0),), ("Anna", "Ben"))
    assert chart.turns == 0
    assert points(chart.series[0].points) == [(0, 320)]


TRACES = st.integers(1, 4).flatmap(
    lambda parties: st.lists(st.tuples(*[st.integers(0, 2068)] * parties), min_size=1, max_size=200)
)


@given(TRACES)
def test_chart_stays_in_its_box(trace: list[tuple[int, ...]]) -> None:
    names = tuple("ABCD"[: len(trace[0])])
    chart = chart_of(tuple(trace), names)
    assert len(chart.ticks) <= MOST_LINES
    assert chart.ticks[-1].y == 0
    for line in chart.series:
        drawn = points(line.points)
        assert len(drawn) == len(trace)
        assert all(0 <= x <= CHART_WIDTH and 0 <= y <= CHART_HEIGHT for x, y in drawn)
        assert sorted(drawn, key=lambda point: point[0]) == drawn


@pytest.mark.anyio
async def test_finish_of_a_match() -> None:
    hall = Hall(MemoryStore())
    people = await hall.guests(2)
    table = await hall.open_table(*people, hardcore="yes")
    shown = (await hall.look(table)).table.seal
    play = Play(hall, table, people)
    await hall.parlour.say_ready(people[0], table, SHARES[0])
    await hall.parlour.say_ready(people[1], table, None)
    hall.clock.move(7 * 60_000)
    await play.play_on()
    found = await play.found()
    position = await play.position()
    mine = finish_of(found.table, position, Seat(2), Seat(2))
    totals = position.rules.totals(position.state)
    assert [place.total for place in mine.places] == sorted(totals, reverse=True)
    assert [place.place for place in mine.places] == ([1, 1] if len(set(totals)) == 1 else [1, 2])
    assert [p.people[0].name for p in mine.places if p.is_mine] == ["Ben"]
    assert (mine.minutes, mine.length) == (7, 96)
    assert mine.seal == shown == seal(bytes.fromhex(*mine.secrets))
    assert mine.next_seal != mine.seal
    assert mine.server_shares == ("Ben",)
    assert (mine.is_seated, mine.wants_again) == (True, False)
    assert [person.name for person in mine.missing] == ["Anna", "Ben"]
    await hall.parlour.say_ready(people[0], table, None)
    stranger = finish_of((await play.found()).table, position, None, None)
    assert not any(place.is_mine for place in stranger.places)
    assert not stranger.is_seated
    assert [person.name for person in stranger.again] == ["Anna"]
    assert [person.name for person in stranger.missing] == ["Ben"]


@pytest.mark.anyio
async def test_team_wins_together() -> None:
    hall = Hall(MemoryStore())
    play = await hall.begin(await hall.guests(4), hardcore="yes")
    await play.play_on()
    finish = finish_of((await play.found()).table, await play.position(), Seat(3), Seat(3))
    assert {place.team for place in finish.places} == {"A", "B"}
    (mine,) = [place for place in finish.places if place.is_mine]
    assert [person.name for person in mine.people] == ["Anna", "Cleo"]
    assert [line.name for line in finish.chart.series] == ["A", "B"]
