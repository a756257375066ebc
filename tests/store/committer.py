"""A program that appends events for ever and writes each one's place once it is committed."""

import asyncio
import os
import sys
from itertools import count

from pasch.store.sql import SqlStore, open_store
from tests.store.samples import BEGIN, append, note

CALLERS = 8
STANDARD_OUTPUT = 1


async def _append_for_ever(store: SqlStore, places: "count[int]") -> None:
    for place in places:
        assert await store.commit([append(place, text=f"number {place}"), note(f"c{place}")])
        os.write(STANDARD_OUTPUT, f"{place}\n".encode())


async def _main(url: str) -> None:
    store = open_store(url)
    assert await store.commit(BEGIN)
    places = count(1)
    await asyncio.gather(*(_append_for_ever(store, places) for _ in range(CALLERS)))


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
