"""How many commits a second: a bare loop on sqlite3, and the store with many callers.

Both write durably (WAL, `synchronous=FULL`). The bare loop writes one event a transaction. A unit
of the store is one event and one accepted command; its callers wait for the answer and go on.

    .venv/bin/python benchmarks/commits.py [URL]

Without a URL the database is a new file in the current folder, whose disk is what is measured.
"""

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pasch.kernel.actors import Seat
from pasch.matches.model import (
    Account,
    AccountId,
    LoggedEvent,
    Match,
    MatchId,
    MatchStatus,
    Millis,
    NotedCommand,
    Table,
    TableId,
    TableStatus,
    Version,
)
from pasch.matches.ports import AddAccount, AddMatch, AppendEvents, NoteCommand, PutTable
from pasch.store.sql import SqlStore, open_store

CALLERS = 200
UNITS_OF_A_CALLER = 100
BARE_COMMITS = 3000
NOW = Millis(0)
ANNA = Account(AccountId("anna"), "Anna", "anna", NOW)
TABLE = Table(
    TableId("table"), "game", (), ANNA.id, TableStatus.PLAYING, (), None, bytes(32), 1, NOW, NOW
)


@contextmanager
def measured(what: str, units: int) -> Iterator[None]:
    """Print units a second and the CPU of all threads for a unit."""
    start, start_cpu = time.perf_counter(), time.process_time()
    yield
    seconds, cpu = time.perf_counter() - start, time.process_time() - start_cpu
    print(f"{what}: {units / seconds:7,.0f} a second, {cpu / units * 1e6:5.1f} µs of CPU each")


def bare_loop(file: Path) -> None:
    """Commit one row a transaction."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE log (game, seq, event, PRIMARY KEY (game, seq)) WITHOUT ROWID")
    with measured(f"bare sqlite3, {1:3} caller ", BARE_COMMITS):
        for n in range(BARE_COMMITS):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO log VALUES (?, ?, ?)", (f"m{n % CALLERS}", n, "keep 1"))
            connection.execute("COMMIT")
    connection.close()


async def play(store: SqlStore, match: MatchId) -> None:
    """Write one unit after the other, as a seat does that plays without a thought."""
    for n in range(1, UNITS_OF_A_CALLER + 1):
        events = (LoggedEvent(n, Seat(1), "keep 1 2 3", NOW),)
        noted = NotedCommand(f"command-{n}", bytes(16), Version(n))
        assert await store.commit((AppendEvents(match, events), NoteCommand(match, ANNA.id, noted)))


async def many_callers(url: str) -> None:
    """Let many callers commit at the same time, each at a match of its own."""
    store = open_store(url)
    ids = [MatchId(f"match-{n}") for n in range(CALLERS)]
    matches = [
        AddMatch(Match(i, TABLE.id, "game", 1, (), (), bytes(32), MatchStatus.RUNNING, NOW, None))
        for i in ids
    ]
    assert await store.commit((AddAccount(ANNA), PutTable(TABLE), *matches)), "not a new database"
    with measured(f"the store,    {CALLERS:3} callers", CALLERS * UNITS_OF_A_CALLER):
        await asyncio.gather(*(play(store, match) for match in ids))
    await store.close()


def main() -> None:
    """Measure both."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        bare_loop(Path(folder, "bare.db"))
        url = sys.argv[1] if len(sys.argv) > 1 else f"sqlite:///{Path(folder, 'pasch.db')}"
        asyncio.run(many_callers(url))


if __name__ == "__main__":
    main()
