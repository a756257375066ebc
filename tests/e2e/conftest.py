"""Fixtures of the tests in Chromium: people who come to a parlour."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.people import PATIENCE, Guests
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
