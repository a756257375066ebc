"""A server in whose database finished and running matches of every game lie."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from pasch.store.sql import open_store
from tests.api.stored import Stored, records, store_match
from tests.server import RunningServer
from tests.web.visitors import PATIENCE


@dataclass(frozen=True)
class Parlour:
    """A running server, its client, and the matches in its database."""

    server: RunningServer
    client: httpx2.Client
    finished: list[Stored]
    running: list[Stored]

    def get(self, path: str, **headers: str) -> httpx2.Response:
        """Ask for something below `/api/v1`; headers are given with low lines."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.get(f"/api/v1{path}", headers=given)


async def _fill(url: str) -> tuple[list[Stored], list[Stored]]:
    """Store every second record as finished, the others as if they were half through."""
    store = open_store(url)
    finished, running = [], []
    for number, path in enumerate(records()):
        if number % 2 == 0:
            finished.append(await store_match(store, path, is_over=True))
        else:
            running.append(await store_match(store, path, is_over=False))
    await store.close()
    return finished, running


@contextmanager
def serving(data: Path) -> Iterator[Parlour]:
    """Fill a folder and serve it."""
    finished, running = asyncio.run(_fill(f"sqlite:///{data / 'pasch.sqlite'}"))
    server = RunningServer(data)
    with httpx2.Client(base_url=server.url, timeout=PATIENCE) as client:
        yield Parlour(server, client, finished, running)
    server.stop()
