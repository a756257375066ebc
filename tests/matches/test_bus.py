"""The embedded bus."""

import logging

import pytest

from pasch.matches.bus import LocalBus
from pasch.matches.model import TableId


def test_every_listener_hears_every_hint() -> None:
    bus = LocalBus()
    bus.publish(TableId("nobody listens"))
    heard: list[tuple[str, TableId]] = []
    bus.subscribe(lambda table: heard.append(("first", table)))
    bus.publish(TableId("t1"))
    bus.subscribe(lambda table: heard.append(("second", table)))
    bus.publish(TableId("t2"))
    assert heard == [("first", "t1"), ("first", "t2"), ("second", "t2")]


def test_listener_that_fails_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    bus = LocalBus()
    heard: list[TableId] = []

    def fail(_table: TableId) -> None:
        raise ValueError("deaf")

    bus.subscribe(fail)
    bus.subscribe(heard.append)
    with caplog.at_level(logging.ERROR):
        bus.publish(TableId("t1"))
    assert heard == ["t1"]
    assert "deaf" in caplog.text


def test_listener_may_subscribe_another() -> None:
    bus = LocalBus()
    heard: list[TableId] = []
    bus.subscribe(lambda _table: bus.subscribe(heard.append))
    bus.publish(TableId("t1"))
    assert heard == []
    bus.publish(TableId("t2"))
    assert heard == ["t2"]
