"""Fixtures of the tests in Chromium: people who come to a parlour."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.people import PATIENCE, Guests, Open
from tests.server import RunningServer

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def guests(browser: Browser, server: RunningServer) -> Iterator[Guests]:
    """Yield the people of one test, at the server that all tests share."""
    people = Guests(browser, server.url)
    yield people
    assert people.leave() == []


@pytest.fixture
def own_guests(browser: Browser, own_server: RunningServer) -> Iterator[Guests]:
    """Yield the people of one test, at a server that the test may kill."""
    people = Guests(browser, own_server.url)
    yield people
    assert people.leave() == []


@pytest.fixture
def loaded(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Yield what opens a parlour with loaded dice for one test."""
    opened: list[tuple[Guests, RunningServer]] = []

    def start(throws: str) -> tuple[Guests, RunningServer]:
        (tmp_path / "throws.txt").write_text(throws, encoding="utf-8")
        server = RunningServer(tmp_path / "data", throws=tmp_path / "throws.txt")
        opened.append((Guests(browser, server.url), server))
        return opened[-1]

    yield start
    for guests, server in opened:
        complaints = guests.leave()
        server.stop()
        assert complaints == []
