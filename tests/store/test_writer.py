"""The one writer of SQLite and PostgreSQL: batches, errors, cancelling, closing."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from pasch.matches.model import AccountId, MatchId
from pasch.matches.ports import AddAccount, AddMatch, AddSession, PutTable, Write
from pasch.store.inserts import MOST_ROWS, sizes
from pasch.store.sql import SqlStore, open_store
from pasch.store.writer import StoreClosed
from tests.store.gate import PATIENCE_SECONDS, Gate, held_back, in_one_batch
from tests.store.samples import (
    ANNA,
    BEGIN,
    BERT,
    FULL_TABLE,
    MATCH,
    SESSION,
    TABLE,
    account,
    append,
    end,
    note,
    table,
)

pytestmark = pytest.mark.anyio

CALLERS = 200


@pytest.fixture
async def begun(sql_store: SqlStore) -> SqlStore:
    """Return a store with a match that has begun."""
    assert await sql_store.commit(BEGIN)
    return sql_store


@contextmanager
def at_commit(store: SqlStore, call: Callable[[], None]) -> Iterator[None]:
    """Call `call` in the writer's thread right before each COMMIT."""

    def listener(_connection: Connection) -> None:
        call()

    event.listen(store._writing, "commit", listener)
    try:
        yield
    finally:
        event.remove(store._writing, "commit", listener)


@contextmanager
def counted_commits(store: SqlStore) -> Iterator[list[None]]:
    """Yield a list that grows by one with each COMMIT."""
    commits: list[None] = []
    with at_commit(store, lambda: commits.append(None)):
        yield commits


async def places(store: SqlStore) -> list[int]:
    """Return which places of the log are taken."""
    return [found.seq for found in await store.events(MATCH.id)]


async def test_units_that_wait_share_a_transaction(begun: SqlStore) -> None:
    units: list[list[Write]] = [[append(n), note(f"c{n}")] for n in range(1, CALLERS + 1)]
    with counted_commits(begun) as commits:
        assert await in_one_batch(begun, units) == [True] * CALLERS
    assert len(commits) == 2, "one for the gate, one for all others"
    assert list(range(1, CALLERS + 1)) == await places(begun)


async def test_batch_of_every_kind_keeps_references(sql_store: SqlStore) -> None:
    units: list[list[Write]] = [
        [AddAccount(ANNA)],
        [AddSession(SESSION)],
        [AddAccount(BERT), PutTable(TABLE)],
        [AddMatch(MATCH), PutTable(FULL_TABLE), append(1)],
        [append(2), note("c2")],
        [end(), PutTable(replace(TABLE, revision=3))],
    ]
    assert [True] * len(units) == await in_one_batch(sql_store, units)
    assert await places(sql_store) == [1, 2]
    assert await sql_store.table(TABLE.id) == replace(TABLE, revision=3)


CLASHES: dict[str, tuple[list[Write], list[Write]]] = {
    "name": ([account("Eva")], [account("EVA")]),
    "table": ([table("t2")], [table("t2")]),
    "revision": ([PutTable(FULL_TABLE)], [PutTable(replace(FULL_TABLE, game="domino"))]),
    "end": ([end()], [end()]),
    "event": ([append(5)], [append(5)]),
    "command": ([note("c5")], [note("c5")]),
}


@pytest.mark.parametrize(("first", "second"), CLASHES.values(), ids=CLASHES)
async def test_of_two_in_a_batch_the_first_wins(
    begun: SqlStore, first: list[Write], second: list[Write]
) -> None:
    units: list[list[Write]] = [
        [append(1)],
        [*first, append(2)],
        [*second, append(3)],
        [append(4)],
    ]
    assert await in_one_batch(begun, units) == [True, True, False, True]
    expected = [1, 2, 4] if append(5) not in first else [1, 2, 4, 5]
    assert expected == await places(begun)


async def test_error_in_a_batch_reaches_its_caller_only(begun: SqlStore) -> None:
    unit = [append(2), append(1, match=MatchId("never"))]
    outcomes = await in_one_batch(begun, [[append(1)], unit, [append(3)]])
    assert [outcomes[0], outcomes[2]] == [True, True]
    assert isinstance(outcomes[1], IntegrityError)
    assert await places(begun) == [1, 3]


async def test_text_that_is_no_unicode_reaches_its_caller_only(begun: SqlStore) -> None:
    outcomes = await in_one_batch(begun, [[append(1)], [append(2, text="\ud800")], [append(3)]])
    assert [outcomes[0], outcomes[2]] == [True, True]
    assert isinstance(outcomes[1], UnicodeEncodeError)
    assert await places(begun) == [1, 3]


async def test_nobody_is_told_before_the_commit(begun: SqlStore) -> None:
    told: list[bool] = []
    with at_commit(begun, lambda: told.append(task.done())):
        task = asyncio.create_task(begun.commit([append(1)]))
        assert await task
    assert told == [False]


async def test_all_callers_learn_that_the_commit_failed(begun: SqlStore) -> None:
    def fail() -> None:
        raise OSError("the disk is full")

    with at_commit(begun, fail):
        units = [[append(1)], [append(2)]]
        outcomes = await asyncio.gather(*map(begun.commit, units), return_exceptions=True)
    assert [str(outcome) for outcome in outcomes] == ["the disk is full"] * 2
    assert await places(begun) == []
    assert await begun.commit([append(1)]), "the writer goes on"


async def test_cancelled_caller_disturbs_nobody(begun: SqlStore) -> None:
    async with held_back(begun):
        tasks = [asyncio.create_task(begun.commit([append(seq)])) for seq in (1, 2, 3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [outcomes[0], outcomes[2]] == [True, True]
    assert isinstance(outcomes[1], asyncio.CancelledError)
    assert await places(begun) == [1, 2, 3]


async def test_close_during_traffic_writes_what_waits(database: str) -> None:
    store = open_store(database)
    await store.commit(BEGIN)
    async with held_back(store):
        tasks = [asyncio.create_task(store.commit([append(n)])) for n in range(1, CALLERS + 1)]
        reading = asyncio.create_task(store.match(MATCH.id))
        await asyncio.sleep(0)
        closing = asyncio.create_task(store.close())
    await closing
    assert await asyncio.gather(*tasks) == [True] * CALLERS
    assert await reading == MATCH
    reopened = open_store(database)
    assert list(range(1, CALLERS + 1)) == await places(reopened)
    await reopened.close()


async def test_closed_store_refuses(database: str) -> None:
    store = open_store(database)
    await store.close()
    with pytest.raises(StoreClosed):
        await store.commit(BEGIN)
    with pytest.raises(RuntimeError):
        await store.account(ANNA.id)
    await store.close()


def test_writer_survives_the_end_of_an_event_loop(database: str) -> None:
    store = open_store(database)
    gate = Gate()

    async def abandon() -> None:
        waiting = asyncio.create_task(store.commit(gate))
        await asyncio.to_thread(gate.reached.wait, PATIENCE_SECONDS)
        assert not waiting.done()

    asyncio.run(abandon())
    gate.opened.set()
    assert asyncio.run(store.commit([account("Eva")]))
    asyncio.run(store.close())


async def test_two_servers_race_for_a_place_and_one_wins(database: str) -> None:
    stores = [open_store(database), open_store(database)]
    await stores[0].commit(BEGIN)
    rounds = range(1, 51)
    units = [
        store.commit([append(n, text=f"by {server}"), note(f"c{n}", account_of)])
        for n in rounds
        for server, (store, account_of) in enumerate(zip(stores, (ANNA.id, BERT.id), strict=True))
    ]
    outcomes = await asyncio.gather(*units)
    won = {(n, outcomes[2 * n - 2 + server]) for n in rounds for server in (0, 1)}
    assert won == {(n, outcome) for n in rounds for outcome in (True, False)}
    log = await stores[1].events(MATCH.id)
    assert [f"by {0 if outcomes[2 * n - 2] else 1}" for n in rounds] == [e.text for e in log]
    await asyncio.gather(*(store.close() for store in stores))


async def test_two_servers_race_for_a_revision_and_one_wins(database: str) -> None:
    stores = [open_store(database), open_store(database)]
    await stores[0].commit(BEGIN)
    rivals = [replace(FULL_TABLE, game=game) for game in ("domino", "zdwa")]
    units = [store.commit([PutTable(t)]) for store, t in zip(stores, rivals, strict=True)]
    outcomes = await asyncio.gather(*units)
    assert sorted(outcomes) == [False, True]
    assert await stores[0].table(TABLE.id) == rivals[outcomes.index(True)]
    await asyncio.gather(*(store.close() for store in stores))


@pytest.mark.parametrize(
    "statement",
    ["UPDATE events SET text = 'forged'", "DELETE FROM events", "DELETE FROM events WHERE seq = 1"],
)
async def test_log_refuses_to_be_changed(begun: SqlStore, statement: str) -> None:
    await begun.commit([append(1, 2)])
    log = await begun.events(MATCH.id)
    with (
        begun._writing.connect() as connection,
        pytest.raises(DBAPIError, match="the log of a match only grows"),
    ):
        connection.execute(text(statement))
    assert log == await begun.events(MATCH.id)


async def test_readers_cannot_write(begun: SqlStore) -> None:
    with begun._reading.connect() as connection, pytest.raises(DBAPIError, match=r"read-?only"):
        connection.execute(text("DELETE FROM commands"))


@pytest.mark.postgres
async def test_store_survives_the_loss_of_its_connections(postgres_database: str) -> None:
    store = open_store(postgres_database)
    await store.commit(BEGIN)
    assert await store.account(ANNA.id)
    other = open_store(postgres_database)
    with other._writing.begin() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert await store.commit([append(1)])
    assert await store.account(AccountId("bert")) == BERT
    await asyncio.gather(store.close(), other.close())


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, []), (1, [1]), (5, [4, 1]), (255, [128, 64, 32, 16, 8, 4, 2, 1]), (513, [256, 256, 1])],
)
def test_statements_have_few_sizes(count: int, expected: list[int]) -> None:
    assert expected == list(sizes(count))
    assert max(expected, default=0) <= MOST_ROWS
