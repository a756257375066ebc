"""What every store says of results: lists, tallies, histories."""

from dataclasses import replace

import pytest

from pasch.kernel.actors import Seat
from pasch.kernel.meta import Order
from pasch.matches.model import AccountId, MatchId, MatchStatus, Millis
from pasch.matches.ports import AddAccount, AddMatch, Store
from pasch.matches.results import (
    NO_PLACE,
    Balance,
    Board,
    Leader,
    Mark,
    PastMatch,
    PastSeat,
    Result,
    Tally,
)
from tests.store.conftest import Kind
from tests.store.samples import ANNA, BEGIN, BERT, MATCH, NOW, end, matches, put, result

pytestmark = pytest.mark.anyio

CLEO = replace(ANNA, id=AccountId("cleo"), name="Cleo", name_key="cleo")
NORMAL = (("hardcore", "no"),)
HARDCORE = (("hardcore", "yes"),)
TOTALS = Board("zdwa", NORMAL, "total", Order.HIGHEST)
LOWEST = replace(TOTALS, order=Order.LOWEST)
WINS = Board("zdwa", NORMAL, "won", Order.SUM)
MANY = 100


@pytest.fixture
async def hall(store: Store) -> Store:
    """Return a store with three people and nine finished matches without results."""
    await store.commit([*BEGIN, AddAccount(CLEO), *matches(*(f"a{n}" for n in range(1, 10)))])
    return store


async def table(store: Store, board: Board) -> list[tuple[int, str, int, str, int]]:
    """Return the rows of a list: place, name, value, match, number of matches."""
    found = await store.leaders(board, MANY, None)
    return [(row.place, row.name, row.value, row.match, row.matches) for row in found]


async def test_results_come_back_by_seat(hall: Store) -> None:
    first = result("a1", ANNA, -7, figures=(("points", -(10**6)), ("total", -7)))
    second = result("a1", BERT, 9, seat=2, counts=False, place=1, seats=2)
    bare = result("a1", CLEO, 0, seat=3, figures=())
    assert await hall.commit([put(second, first), put(bare)])
    assert await hall.results(MatchId("a1")) == (first, second, bare)
    assert await hall.results(MatchId("a2")) == ()


async def test_results_take_the_place_of_older_ones(hall: Store) -> None:
    await hall.commit([put(result("a1", ANNA, 5), result("a1", BERT, 4, seat=2))])
    newer = result("a1", ANNA, 6)
    assert await hall.commit([put(newer)])
    assert await hall.commit([put(newer), put(newer)])
    assert (await hall.results(MatchId("a1")))[0] == newer
    assert len(await hall.results(MatchId("a1"))) == 2


async def test_results_refer_to_what_is_there(kind: Kind, hall: Store) -> None:
    for wrong in (result("never", ANNA, 1), result("a1", replace(ANNA, id=AccountId("nobody")), 1)):
        with pytest.raises(kind.error):
            await hall.commit([put(wrong)])
    assert await hall.results(MatchId("a1")) == ()


async def test_finished_matches_without_results(hall: Store) -> None:
    await hall.commit([put(result("a3", ANNA, 1))])
    aborted = replace(MATCH, id=MatchId("b1"))
    await hall.commit([AddMatch(aborted), end(aborted, MatchStatus.ABORTED)])
    found = await hall.without_results("", MANY)
    assert found == tuple(f"a{n}" for n in (1, 2, 4, 5, 6, 7, 8, 9)), "nor running or aborted ones"
    assert await hall.without_results("a2", 3) == ("a4", "a5", "a6")
    assert await hall.without_results("a9", MANY) == ()


async def test_each_person_has_one_row_and_equals_share_the_place(hall: Store) -> None:
    results = (
        result("a1", ANNA, 900, 10),
        result("a2", ANNA, 1000, 20),
        result("a3", ANNA, 1000, 30),
        result("a1", BERT, 1000, 25, seat=2),
        result("a4", CLEO, 999, 5),
    )
    await hall.commit([put(*results)])
    assert await table(hall, TOTALS) == [
        (1, ANNA.name, 1000, "a2", 3),
        (1, "Bert", 1000, "a1", 1),
        (3, "Cleo", 999, "a4", 1),
    ]
    assert await table(hall, LOWEST) == [
        (1, ANNA.name, 900, "a1", 3),
        (2, "Cleo", 999, "a4", 1),
        (3, "Bert", 1000, "a1", 1),
    ]


async def test_sums_show_the_latest_match(hall: Store) -> None:
    results = (
        result("a1", ANNA, 5, 10),
        result("a2", ANNA, 5, 30),
        result("a3", ANNA, -1, 40),
        result("a2", BERT, 5, 30, seat=2),
        result("a4", CLEO, -5, 20),
    )
    await hall.commit([put(*results)])
    assert await table(hall, WINS) == [(1, ANNA.name, 2, "a2", 2), (2, "Bert", 1, "a2", 1)]
    assert await table(hall, replace(TOTALS, order=Order.SUM)) == [
        (1, ANNA.name, 9, "a3", 3),
        (2, "Bert", 5, "a2", 1),
        (3, "Cleo", -5, "a4", 1),
    ]


LEFT_OUT: dict[str, Result] = {
    "another game": result("a1", ANNA, 9, game="domino"),
    "other options": result("a1", ANNA, 9, apart=HARDCORE),
    "no options": result("a1", ANNA, 9, apart=()),
    "other seats": result("a1", ANNA, 9, seats=3),
    "too old": result("a1", ANNA, 9, -1),
    "does not count": result("a1", ANNA, 9, counts=False),
    "without the figure": result("a1", ANNA, 9, figures=(("won", 1),)),
}


@pytest.mark.parametrize("other", LEFT_OUT.values(), ids=LEFT_OUT)
async def test_list_takes_nothing_else(hall: Store, other: Result) -> None:
    await hall.commit([put(other, result("a2", BERT, 3))])
    board = replace(TOTALS, seats=2, since=NOW)
    assert await table(hall, board) == [(1, "Bert", 3, "a2", 1)]


async def test_list_takes_what_it_asks_for(hall: Store) -> None:
    await hall.commit([put(result("a1", ANNA, 9, apart=HARDCORE, seats=3))])
    assert await table(hall, TOTALS) == []
    row = [(1, ANNA.name, 9, "a1", 1)]
    assert await table(hall, replace(TOTALS, apart=HARDCORE)) == row
    assert await table(hall, replace(TOTALS, apart=HARDCORE, seats=3)) == row


@pytest.mark.parametrize("order", Order)
async def test_list_of_all_kinds(hall: Store, order: Order) -> None:
    """One row a person, whatever the options; everything else is left out as elsewhere."""
    results = (
        result("a1", ANNA, 5, 10),
        result("a2", ANNA, 7, 20, apart=HARDCORE),
        result("a3", ANNA, 7, 30, apart=()),
        result("a4", BERT, 6, 10, apart=HARDCORE),
    )
    others = [other for name, other in LEFT_OUT.items() if "options" not in name]
    left_out = [replace(other, match=MatchId(f"a{n}")) for n, other in enumerate(others, 5)]
    own = {Order.HIGHEST: (7, "a2"), Order.LOWEST: (5, "a1"), Order.SUM: (19, "a3")}
    rows = [(ANNA.name, *own[order], 3), (BERT.name, 6, "a4", 1)]
    await hall.commit([put(*results, *left_out)])
    board = replace(TOTALS, apart=None, order=order, seats=2, since=NOW)
    found = [row[1:] for row in await table(hall, board)]
    assert found == sorted(rows, key=lambda row: row[1], reverse=order is not Order.LOWEST)


async def test_list_ends_with_the_own_row(hall: Store) -> None:
    people = [
        replace(ANNA, id=AccountId(f"p{n}"), name=f"P{n}", name_key=f"p{n}") for n in range(6)
    ]
    await hall.commit([*map(AddAccount, people), *matches(*(f"q{n}" for n in range(6)))])
    await hall.commit([put(*(result(f"q{n}", p, 100 - n, n) for n, p in enumerate(people)))])
    rows = await hall.leaders(TOTALS, 2, people[4].id)
    assert [(row.place, row.name) for row in rows] == [(1, "P0"), (2, "P1"), (5, "P4")]
    assert [row.name for row in await hall.leaders(TOTALS, 2, people[1].id)] == ["P0", "P1"]
    assert [row.name for row in await hall.leaders(TOTALS, 2, None)] == ["P0", "P1"]


async def test_row_of_a_list(hall: Store) -> None:
    await hall.commit([put(result("a1", ANNA, 9, 7))])
    (row,) = await hall.leaders(TOTALS, MANY, None)
    expected = Leader(1, ANNA.id, ANNA.name, 9, MatchId("a1"), Millis(NOW + 7), matches=1)
    assert row == expected


async def test_tallies(hall: Store) -> None:
    results = (
        result("a1", ANNA, 5, 30),
        result("a2", ANNA, 8, 20),
        result("a3", ANNA, 8, 10),
        result("a4", ANNA, -2, 40),
        result("a5", ANNA, 3, apart=HARDCORE, seats=3),
        result("a6", ANNA, 4, game="domino", apart=()),
        result("a7", ANNA, 99, counts=False),
        result("a1", BERT, 50, seat=2),
    )
    await hall.commit([put(*results)])
    assert await hall.tallies(ANNA.id) == (
        Tally("domino", (), 2, 1, 1, 4, 4, MatchId("a6")),
        Tally("zdwa", NORMAL, 2, 4, 3, 19, 8, MatchId("a3")),
        Tally("zdwa", HARDCORE, 3, 1, 1, 3, 3, MatchId("a5")),
    )
    assert await hall.tallies(CLEO.id) == ()


async def test_balances(hall: Store) -> None:
    """All kinds of matches are added up, those left early too; what does not count is not."""
    results = (
        result("a1", ANNA, 5, figures=(("account", 205), ("total", 5))),
        result("a2", ANNA, 8, place=NO_PLACE, apart=HARDCORE, figures=(("account", -500),)),
        result("a3", ANNA, 8, game="domino", figures=(("account", 7),)),
        result("a4", ANNA, 8, counts=False, figures=(("account", 99),)),
        result("a5", ANNA, 8),
        result("a1", BERT, 50, seat=2),
        result("a2", BERT, 8, seat=2, figures=(("account", 0),)),
    )
    await hall.commit([put(*results)])
    assert await hall.balances(ANNA.id) == (Balance("domino", 7), Balance("zdwa", -295))
    assert await hall.balances(BERT.id) == (Balance("zdwa", 0),)
    assert await hall.balances(CLEO.id) == ()


async def test_history_is_paged_and_shows_everybody(hall: Store) -> None:
    results = [result(f"a{n}", ANNA, n, n) for n in range(1, 6)]
    away = result("a6", BERT, 9, 50)
    uncounted = result("a7", ANNA, 9, 60, counts=False)
    with_bert = result("a4", BERT, 7, 4, seat=2)
    await hall.commit([put(*results, away, uncounted, with_bert)])
    newest = await hall.history(ANNA.id, 0, 2)
    assert [past.match for past in newest] == ["a5", "a4"]
    assert newest[1] == PastMatch(
        match=MatchId("a4"),
        game="zdwa",
        options=results[3].options,
        finished_at=Millis(NOW + 4),
        seats=(
            PastSeat(Seat(1), ANNA.id, ANNA.name, 1, 1, 4),
            PastSeat(Seat(2), BERT.id, "Bert", 2, 1, 7),
        ),
    )
    assert [past.match for past in await hall.history(ANNA.id, 4, 2)] == ["a1"]
    assert await hall.history(ANNA.id, 5, 2) == ()


async def test_marks_are_the_latest_totals_of_a_kind(hall: Store) -> None:
    results = (
        *(result(f"a{n}", ANNA, 10 * n, n) for n in range(1, 5)),
        result("a5", ANNA, 7, 50, apart=HARDCORE),
        result("a6", ANNA, 7, 60, game="domino"),
        result("a7", ANNA, 7, 70, counts=False),
        result("a8", BERT, 7, 80),
    )
    await hall.commit([put(*results)])
    marks = await hall.marks(ANNA.id, "zdwa", NORMAL, 3)
    assert marks == tuple(Mark(MatchId(f"a{n}"), 10 * n, Millis(NOW + n)) for n in (4, 3, 2))


async def test_account_named(hall: Store) -> None:
    assert await hall.account_named(ANNA.name_key) == ANNA
    assert await hall.account_named("nobody") is None
