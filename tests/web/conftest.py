"""Fixtures of the tests of pages and sockets: people who come to a server."""

from collections.abc import Iterator

import pytest

from tests.server import RunningServer
from tests.web.visitors import Round, Visitors


@pytest.fixture
def visitors(server: RunningServer) -> Iterator[Visitors]:
    """Yield the people of one test, at the server that all tests share."""
    people = Visitors(server)
    yield people
    people.leave()


@pytest.fixture
def duel(visitors: Visitors) -> Round:
    """Return a match of two that waits for the first throw."""
    return visitors.begun(2)
