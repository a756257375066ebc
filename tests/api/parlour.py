"""A server in whose database finished and running matches of every game lie."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx2

from pasch.matches.archive import Archive
from pasch.store.sql import open_store
from tests.api.stored import Stored, records, store_match
from tests.server import RunningServer
from tests.web.visitors import PATIENCE

PASSWORD: Final = "room-code"
"""The password of all protected tables."""


@dataclass(frozen=True)
class Parlour:
    """A running server, its client, and the matches in its database.

    Of the protected ones the first is finished, the second still played, and so on.
    """

    server: RunningServer
    client: httpx2.Client
    finished: list[Stored]
    running: list[Stored]
    protected: list[Stored]

    def get(self, path: str, **headers: str) -> httpx2.Response:
        """Ask for something below `/api/v1`; headers are given with low lines."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.get(f"/api/v1{path}", headers=given)


async def _fill(url: str) -> tuple[list[Stored], list[Stored], list[Stored]]:
    """Store finished and running matches in turn, and the same at protected tables."""
    store = open_store(url)
    finished: list[Stored] = []
    running: list[Stored] = []
    protected: list[Stored] = []
    for number, path in enumerate(records()):
        password = PASSWORD if number % 4 in {2, 3} else None
        is_over = number % 2 == 0
        stored = await store_match(store, path, is_over=is_over, password=password)
        (protected if password else finished if is_over else running).append(stored)
    await Archive(store).add_missing_results()
    await store.close()
    return finished, running, protected


@contextmanager
def serving(data: Path) -> Iterator[Parlour]:
    """Fill a folder and serve it."""
    database = f"sqlite:///{data / 'pasch.sqlite'}"
    with ThreadPoolExecutor(1) as thread:  # In this one a browser may have left its loop running.
        matches = thread.submit(asyncio.run, _fill(database)).result()
    server = RunningServer(data)
    with httpx2.Client(base_url=server.url, timeout=PATIENCE) as client:
        yield Parlour(server, client, *matches)
    server.stop()
