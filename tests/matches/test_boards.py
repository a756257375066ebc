"""Lists of the best: what is in them when, and whose page is whose."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pasch.kernel.meta import BEST_TOTALS, MOST_WINS
from pasch.matches.boards import HISTORY_A_PAGE, MARKS_SHOWN, Boards, Choice, Period
from pasch.matches.model import AccountId, Millis
from pasch.matches.ports import AddAccount, Store
from pasch.matches.refusals import UnknownPerson
from tests.matches.hall import HandClock
from tests.store.samples import ANNA, BEGIN, BERT, NOW, matches, put, result

pytestmark = pytest.mark.anyio

NORMAL = (("hardcore", "no"),)
ALL = Choice("zdwa", BEST_TOTALS, NORMAL)
WEEK = replace(ALL, period=Period.WEEK)
HOURS = 3_600_000
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
async def boards(store: Store) -> Boards:
    """Return the lists of a store with two people and some matches."""
    await store.commit([*BEGIN, *matches(*(f"a{n:02}" for n in range(1, 90)))])
    return Boards(store, HandClock(NOW))


async def put_at(store: Store, *times: int) -> None:
    """Let Anna's matches end at these times, with totals that fall."""
    found = (result(f"a{n:02}", ANNA, 100 - n, at - NOW) for n, at in enumerate(times, 1))
    await store.commit([put(*found)])


async def values(boards: Boards, choice: Choice) -> list[int]:
    """Return the numbers of a list."""
    return [row.value for row in await boards.leaders(choice, None)]


@pytest.mark.parametrize(
    ("age", "is_in"),
    [
        (0, True),
        (168 * HOURS - 1, True),
        (168 * HOURS, True),
        (168 * HOURS + 1, False),
        (169 * HOURS, False),
        (-1, True),
    ],
)
async def test_seven_days_are_168_hours(
    store: Store, boards: Boards, age: int, *, is_in: bool
) -> None:
    await put_at(store, NOW - age)
    assert await values(boards, WEEK) == ([99] if is_in else [])
    assert await values(boards, ALL) == [99]


@pytest.mark.parametrize(
    ("end", "hour"),
    [
        (datetime(2026, 10, 25, 11, tzinfo=BERLIN), 12),  # summer time has ended since
        (datetime(2026, 3, 29, 13, tzinfo=BERLIN), 12),  # summer time has begun since
    ],
)
async def test_daylight_saving_moves_no_edge(
    store: Store, boards: Boards, end: datetime, hour: int
) -> None:
    """A week with a change of clocks has 168 hours too, so that clocks show another hour then."""
    edge = datetime.combine(end.date() - timedelta(days=7), end.time(), BERLIN).replace(hour=hour)
    at, now = (round(moment.timestamp() * 1000) for moment in (edge, end))
    assert now - at == 168 * HOURS
    await put_at(store, at)
    boards._clock = HandClock(Millis(now))
    assert await values(boards, WEEK) == [99]
    boards._clock = HandClock(Millis(now + 1))
    assert await values(boards, WEEK) == []


async def test_best_of_the_week_may_not_be_the_best(store: Store, boards: Boards) -> None:
    await put_at(store, NOW - 200 * HOURS, NOW - 2 * HOURS, NOW - HOURS)
    assert await values(boards, ALL) == [99]
    assert await values(boards, WEEK) == [98]
    assert await values(boards, replace(ALL, ranking=MOST_WINS)) == [3]
    assert await values(boards, replace(WEEK, ranking=MOST_WINS)) == [2]


async def test_person_by_id_or_name(boards: Boards) -> None:
    assert await boards.person(ANNA.id) == ANNA
    assert await boards.person("Bert") == BERT
    assert await boards.person("BERT ") == BERT


@pytest.mark.parametrize("named", ["", "nobody", "a\x00b", "\ud800", "x" * 200, "../.."])
async def test_nobody_has_no_page(boards: Boards, named: str) -> None:
    with pytest.raises(UnknownPerson):
        await boards.person(named)


async def test_name_that_is_an_id_of_another_hides_nobody(store: Store, boards: Boards) -> None:
    mallory = replace(ANNA, id=AccountId("mallory"), name="bert", name_key="bert-2")
    await store.commit([AddAccount(mallory)])
    assert await boards.person("bert") == BERT


async def test_history_has_pages(store: Store, boards: Boards) -> None:
    await put_at(store, *(NOW + n for n in range(HISTORY_A_PAGE + 1)))
    newest = await boards.history(ANNA.id, 1)
    assert len(newest) == HISTORY_A_PAGE
    assert newest[0].match == f"a{HISTORY_A_PAGE + 1:02}"
    assert [past.match for past in await boards.history(ANNA.id, 2)] == ["a01"]
    assert await boards.history(ANNA.id, 3) == ()


async def test_marks_end_with_the_latest(store: Store, boards: Boards) -> None:
    await put_at(store, *(NOW + n for n in range(MARKS_SHOWN + 1)))
    marks = await boards.marks(ANNA.id, "zdwa", NORMAL)
    assert (marks[0].match, marks[-1].match) == ("a02", f"a{MARKS_SHOWN + 1:02}")


async def test_tallies_stand_in_the_order_of_games(store: Store, boards: Boards) -> None:
    gone = result("a02", ANNA, 5, game="gone", apart=())
    await store.commit([put(gone, result("a01", ANNA, 7))])
    assert [tally.game for tally in await boards.tallies(ANNA.id)] == ["zdwa"]
