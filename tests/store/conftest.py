"""Databases and stores, each of every kind."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from pasch.matches.ports import Store
from pasch.store.sql import SqlStore, open_store
from tests.memory_store import MemoryStore, MissingReference

POSTGRES = pytest.param("postgres", marks=pytest.mark.postgres)


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio only, as the server does."""
    return "asyncio"


def _url(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder / 'pasch.db'}"
    url: str = request.getfixturevalue("postgres_database")
    return url


@pytest.fixture(params=["sqlite", POSTGRES])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database, of each kind."""
    return _url(request.param, request, tmp_path)


@pytest.fixture
async def sql_store(database: str) -> AsyncIterator[SqlStore]:
    """Yield an empty store on each kind of database."""
    store = open_store(database)
    yield store
    await store.close()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of store: how to open it, and what it raises for a reference to nothing."""

    open: Callable[[], Store]
    error: type[Exception]


@pytest.fixture(params=["memory", "sqlite", POSTGRES])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Kind:
    """Return each kind of store."""
    if request.param == "memory":
        return Kind(MemoryStore, MissingReference)
    url = _url(request.param, request, tmp_path)
    return Kind(lambda: open_store(url), IntegrityError)


@pytest.fixture
async def store(kind: Kind) -> AsyncIterator[Store]:
    """Yield an empty store of each kind."""
    store = kind.open()
    yield store
    await store.close()
