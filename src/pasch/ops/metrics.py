"""The counts of a server in the text form that Prometheus reads."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from pasch.matches.counts import Counts, Spread
from pasch.matches.registry import Registry

LOOPBACK: Final = "127.0.0.1"

_PATIENCE_SECONDS: Final = 5.0
"""How long a reader waits for the event loop."""


class Reader(Collector):
    """Hands the counts of a server to Prometheus; it may be asked from any thread."""

    def __init__(
        self, counts: Counts, tables: Registry, loop: asyncio.AbstractEventLoop | None = None
    ) -> None:
        """Read counts and the tables in memory, on the event loop that changes them."""
        self._counts = counts
        self._tables = tables
        self._loop = loop or asyncio.get_running_loop()

    def collect(self) -> Iterable[Metric]:
        """Return everything that is counted."""
        reading = asyncio.run_coroutine_threadsafe(self._read(), self._loop)
        return reading.result(_PATIENCE_SECONDS)

    async def _read(self) -> list[Metric]:
        return [*_of_counts(self._counts), _of_tables(self._tables)]


def registry(reader: Reader) -> CollectorRegistry:
    """Return what Prometheus is answered from: the counts, and what the system says of memory."""
    found = CollectorRegistry()
    found.register(reader)
    ProcessCollector(registry=found)
    return found


@contextmanager
def served(readings: CollectorRegistry, port: int | None) -> Iterator[None]:
    """Serve the counts at a port of this machine's own address, in a thread; at none for None."""
    if port is None:
        yield
        return
    server, thread = start_http_server(port, LOOPBACK, readings)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _of_tables(tables: Registry) -> Metric:
    found = GaugeMetricFamily("pasch_tables", "Tables that wait or play.", labels=["status"])
    for status, number in tables.numbers().items():
        found.add_metric([status.value], number)
    return found


def _of_counts(counts: Counts) -> Iterator[Metric]:
    yield _counter("pasch_actions", "Actions of people that were done.", "action", counts.actions)
    yield _spread("pasch_action_seconds", "Times of these actions.", {(): counts.action_seconds})
    yield _counter("pasch_refusals", "What was refused.", "code", counts.refusals)
    yield _spread("pasch_commit_units", "Units of a transaction.", {(): counts.commit_units})
    yield _spread("pasch_commit_seconds", "Times of transactions.", {(): counts.commit_seconds})
    sockets = GaugeMetricFamily("pasch_sockets", "Live sockets now.", labels=["page"])
    for page, number in counts.sockets.items():
        sockets.add_metric([page], number)
    yield sockets
    yield CounterMetricFamily(
        "pasch_outbox_overflows", "Sockets closed because they could not follow.", counts.overflows
    )
    labels = ("handler", "method", "status")
    yield _spread("pasch_request_seconds", "Times of requests.", counts.requests, labels)


def _counter(name: str, help_text: str, label: str, counts: Mapping[str, int]) -> Metric:
    found = CounterMetricFamily(name, help_text, labels=[label])
    for value, number in counts.items():
        found.add_metric([value], number)
    return found


def _spread(
    name: str,
    help_text: str,
    spreads: Mapping[tuple[()], Spread] | Mapping[tuple[str, str, str], Spread],
    labels: tuple[str, ...] = (),
) -> Metric:
    found = HistogramMetricFamily(name, help_text, labels=labels)
    for values, spread in spreads.items():
        bounds = [*map(str, spread.bounds), "+Inf"]
        buckets = list(zip(bounds, accumulate(spread.counts), strict=True))
        found.add_metric(values, buckets, spread.total)
    return found
