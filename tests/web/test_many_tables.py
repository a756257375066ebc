"""A restart with two hundred open tables: all are back soon, nobody is connected, nothing fires."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from pasch.matches.model import MatchId, Millis
from pasch.matches.ports import NoteAlive
from pasch.store.sql import open_store
from tests.matches.hall import Hall
from tests.matches.late import KINDS, Beginning, begun
from tests.server import RunningServer
from tests.web.visitors import PATIENCE

TABLES = 200
WAITING = 20
MISSING = 20
"""Events that the matches lack to their end: long logs take longest to fold."""

DAY_MILLIS = 86_400_000
SOME_ROUNDS_SECONDS = 3
"""In this time the loop that looks for what is due makes some rounds."""


@dataclass(frozen=True)
class Stored:
    """A table in the database: how many play there, and how many events the match has."""

    seats: int
    events: int


async def _fill(database: Path) -> dict[str, Stored]:
    """Store open tables of every game, where nobody has done anything for a day."""
    store = open_store(f"sqlite:///{database}")
    hall = Hall(store, seed=11)
    hall.clock.time = Millis(round(time.time() * 1000) - DAY_MILLIS)
    people = await hall.guests(4)
    found: dict[str, Stored] = {}
    for number in range(TABLES - WAITING):
        kind = KINDS[number % len(KINDS)]
        wanted = Beginning(kind, first=0, seed=number % 2, missing=MISSING, is_hinted=False)
        match = MatchId(f"m{number}")
        play = await begun(hall, wanted, people[: kind.seats], match)
        found[play.table] = Stored(kind.seats, len(await store.events(match)))
        if number % 5 == 0 and kind.seats > 1:
            await hall.parlour.pauses.ask(people[0], play.table)
    for _ in range(WAITING):
        found[await hall.open_table(people[0], seats=2)] = Stored(2, 0)
    await store.commit((NoteAlive(hall.clock.now()),))
    await store.close()
    return found


@dataclass(frozen=True)
class Back:
    """A server that has just begun to run on a full database."""

    client: httpx2.Client
    tables: dict[str, Stored]

    def listed(self) -> set[str]:
        """Return the ids of all open tables."""
        return {table["id"] for table in self.client.get("/api/v1/tables").json()}


@pytest.fixture(scope="module")
def back(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Back]:
    """Fill a database, start a server on it, and wait until all tables are listed."""
    data = tmp_path_factory.mktemp("many")
    with ThreadPoolExecutor(1) as thread:  # in this one a browser's loop may be open already
        tables = thread.submit(asyncio.run, _fill(data / "pasch.sqlite")).result()
    server = RunningServer(data)
    with httpx2.Client(base_url=server.url, timeout=PATIENCE) as client:
        client.get("/api/v1/tables").raise_for_status()
        yield Back(client, tables)
    server.stop()


def test_all_are_back(back: Back) -> None:
    assert len(back.tables) == TABLES
    assert back.listed() == set(back.tables)


def test_everybody_is_offline_and_nothing_fires(back: Back) -> None:
    """Also where a pause had run out long ago, if the time without a server counted."""
    time.sleep(SOME_ROUNDS_SECONDS)
    for table, stored in back.tables.items():
        shown = back.client.get(f"/api/v1/tables/{table}").json()
        assert shown["status"] == ("playing" if stored.events else "waiting")
        if stored.events:
            position = shown["position"]
            assert position["version"] == stored.events
            pause = position["pause"]
            absent = pause["absent"] if pause is not None else []
            assert absent == (list(range(1, stored.seats + 1)) if stored.seats > 1 else [])
    assert back.listed() == set(back.tables)
