"""A way to have many units wait at the writer, so that they come into one batch."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import overload

from pasch.matches.ports import Write
from pasch.store.sql import SqlStore

PATIENCE_SECONDS = 20


class Gate(Sequence[Write]):
    """A unit without writes, whose reader waits until it is opened."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.opened = threading.Event()

    def __len__(self) -> int:
        return 1

    @overload
    def __getitem__(self, place: int) -> Write: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Write]: ...
    def __getitem__(self, place: int | slice) -> Write | Sequence[Write]:
        raise IndexError(place)

    def __iter__(self) -> Iterator[Write]:
        self.reached.set()
        assert self.opened.wait(PATIENCE_SECONDS)
        return iter(())


@asynccontextmanager
async def held_back(store: SqlStore) -> AsyncIterator[None]:
    """Hold the writer of `store` back; at the end it takes all that then waits as one batch."""
    gate = Gate()
    async with asyncio.timeout(PATIENCE_SECONDS):
        passing = asyncio.create_task(store.commit(gate))
        try:
            await asyncio.to_thread(gate.reached.wait, PATIENCE_SECONDS)
            yield
            # What was begun in the block has to reach the queue first.
            await asyncio.sleep(0)
        finally:
            gate.opened.set()
        assert await passing


async def in_one_batch(store: SqlStore, units: Sequence[Sequence[Write]]) -> list[object]:
    """Commit units in one batch; return their outcomes, errors as values."""
    async with held_back(store):
        waiting = [asyncio.create_task(store.commit(unit)) for unit in units]
    return list(await asyncio.gather(*waiting, return_exceptions=True))
