"""The service on every kind of store that does not need a server of its own."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pasch.matches.ports import Store
from pasch.store.migrate import upgrade
from pasch.store.sql import SqlStore
from tests.matches.hall import Hall
from tests.memory_store import MemoryStore


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio only, as the server does."""
    return "asyncio"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an SQLite file with all tables and no rows, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "pasch.sqlite"
    upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture(params=["memory", "sqlite"])
async def store(
    request: pytest.FixtureRequest, empty_database: Path, tmp_path: Path
) -> AsyncIterator[Store]:
    """Yield an empty store of each kind."""
    if request.param == "memory":
        yield MemoryStore()
        return
    path = shutil.copy(empty_database, tmp_path / "pasch.sqlite")
    sqlite = SqlStore(f"sqlite:///{path}")
    yield sqlite
    await sqlite.close()


@pytest.fixture
def hall(store: Store) -> Hall:
    """Return the service on an empty store."""
    return Hall(store)
