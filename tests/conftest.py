"""Fixtures that any test may ask for: a PostgreSQL server, a browser, a server of Pasch."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests import chromium, postgres
from tests.api import parlour as parlours
from tests.api.parlour import Parlour
from tests.server import RunningServer
from tests.web.club import Club, open_club

_databases = count(1)


# The marker that a test bears by asking for a fixture.
MARKERS = {"browser": "browser", "postgres_url": "postgres"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they need, and put those with a browser last.

    Playwright leaves its event loop running between two calls; once a browser is open, a test in
    the same thread can no longer run a loop of its own.
    """
    for item in items:
        for fixture, marker in MARKERS.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(marker)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Yield the URL of a PostgreSQL server of our own, one a process of pytest-xdist."""
    with postgres.server() as url:
        yield url


@pytest.fixture
def postgres_database(postgres_url: str) -> Iterator[str]:
    """Yield the URL of an empty PostgreSQL database, one a test."""
    with postgres.database(postgres_url, f"test{next(_databases)}") as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield a headless Chromium; a test opens contexts of its own in it and closes them."""
    with chromium.chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Yield a running server that all tests of a process share; nobody may stop it."""
    running = RunningServer(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def parlour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parlour]:
    """Yield a server with matches of every game; nobody may stop it."""
    with parlours.serving(tmp_path_factory.mktemp("data")) as parlour:
        yield parlour


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    """Yield a running server for one test, which may kill it and start it again."""
    running = RunningServer(tmp_path / "data")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Yield a server whose people have a past; nobody may play there."""
    club = open_club(tmp_path_factory.mktemp("club") / "data")
    yield club
    club.open.close()
    club.server.stop()
