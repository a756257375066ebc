"""Probes and counts of a real server, as those ask for them that watch it."""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.postgres import free_port
from tests.server import RunningServer
from tests.web.visitors import PATIENCE, Visitors

TOKEN = "metrics-token"

Samples = dict[str, float]


def samples(text: str) -> Samples:
    """Return the values of a reading by name and labels, such as `pasch_tables{status=waiting}`."""
    found: Samples = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Yield a server whose counts are open to who knows the token."""
    data = tmp_path_factory.mktemp("data")
    server = RunningServer(data, environment={"PASCH_METRICS_TOKEN": TOKEN})
    yield server
    server.stop()


def counts(server: RunningServer) -> Samples:
    answer = httpx2.get(f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return samples(answer.text)


def until(server: RunningServer, holds: Callable[[Samples], bool]) -> Samples:
    """Read counts until something holds: a socket's end is noticed a moment later."""
    end = time.monotonic() + PATIENCE
    found = counts(server)
    while not holds(found) and time.monotonic() < end:
        found = counts(server)
    assert holds(found), found
    return found


def test_what_is_counted(watched: RunningServer) -> None:
    visitors = Visitors(watched)
    try:
        duel = visitors.begun(2)
        tab = duel.people[0].watch(duel.table)
        tab.snapshot()
        assert tab.play("roll")["k"] == "ok"
        tab.until_seen(2)
        assert tab.play("write nowhere 7")["code"] == "unreadable"
        assert duel.people[1].post(f"{duel.table}/close").status_code == 409
        visitors.come().open_table(1)
        visitors.come().watch("/").snapshot()
        found = counts(watched)
        tab.close()
        after = until(watched, lambda now: not now["pasch_sockets{page=table}"])
    finally:
        visitors.leave()
    assert found["pasch_actions_total{action=sit}"] == 1
    assert found["pasch_actions_total{action=ready}"] == 2
    assert found["pasch_actions_total{action=play}"] == 1
    assert found["pasch_action_seconds_count"] == 4
    assert found["pasch_refusals_total{code=unreadable}"] == 1
    assert found["pasch_refusals_total{code=wrong-moment}"] == 1
    assert found["pasch_tables{status=playing}"] == 1
    assert found["pasch_tables{status=waiting}"] == 1
    assert found["pasch_sockets{page=table}"] == 1
    assert found["pasch_sockets{page=lobby}"] == 1
    assert after["pasch_sockets{page=lobby}"] == 1
    assert found["pasch_outbox_overflows_total"] == 0
    assert found["pasch_commit_units_sum"] >= 4 + 4
    assert found["pasch_commit_units_count"] == found["pasch_commit_seconds_count"]
    request = "handler=act_at_table,method=POST,status"
    assert found[f"pasch_request_seconds_count{{{request}=3xx}}"] == 3
    assert found[f"pasch_request_seconds_count{{{request}=4xx}}"] == 1
    bucket = "handler=act_at_table,le=+Inf,method=POST,status=3xx"
    assert found[f"pasch_request_seconds_bucket{{{bucket}}}"] == 3
    assert found["process_resident_memory_bytes"] > 0


@pytest.mark.parametrize(
    "given", [b"", b"metrics-token", b"Basic metrics-token", b"Bearer", b"Bearer metrics", b"\xe4"]
)
def test_counts_need_the_token(watched: RunningServer, given: bytes) -> None:
    headers = {b"Authorization": given} if given else {}
    answer = httpx2.get(f"{watched.url}/metrics", headers=headers)
    assert (answer.status_code, answer.text) == (401, "Unauthorized\n")


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer x"])
def test_without_a_token_nobody_sees_counts(server: RunningServer, given: str) -> None:
    headers = {"Authorization": given} if given else {}
    assert httpx2.get(f"{server.url}/metrics", headers=headers).status_code == 404


def test_counts_have_a_port_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    server = RunningServer(tmp_path / "data", "--metrics-port", str(port))
    try:
        found = samples(httpx2.get(f"http://127.0.0.1:{port}/metrics").text)
        assert found["pasch_action_seconds_count"] == 0
        assert httpx2.get(f"{server.url}/metrics").status_code == 404
        assert httpx2.get(f"http://127.0.0.1:{port}/healthz").status_code in {200, 404}
    finally:
        server.stop()
    assert server.process.returncode in {0, -15}


def test_a_server_is_well(server: RunningServer) -> None:
    health = httpx2.get(f"{server.url}/healthz")
    assert (health.status_code, health.text) == (200, "ok\n")
    readiness = httpx2.get(f"{server.url}/readyz")
    assert readiness.status_code == 200
    assert readiness.json() == {"deadlines": "ok", "sessions": "ok", "database": "ok"}
    assert readiness.headers["cache-control"] == "no-store"
    assert httpx2.head(f"{server.url}/healthz").status_code == 200


def test_a_server_without_its_database_lives_but_is_not_ready(own_server: RunningServer) -> None:
    with closing(sqlite3.connect(own_server.database)) as connection:
        connection.execute("ALTER TABLE house RENAME TO gone")
    readiness = httpx2.get(f"{own_server.url}/readyz")
    assert readiness.status_code == 503
    assert readiness.json() == {"deadlines": "ok", "sessions": "ok", "database": "failing"}
    assert httpx2.get(f"{own_server.url}/healthz").status_code == 200


def test_every_answer_has_an_id(server: RunningServer) -> None:
    answers = [httpx2.get(server.url + path) for path in ("/", "/nowhere", "/healthz")]
    ids = {answer.headers["X-Request-ID"] for answer in answers}
    assert len(ids) == 3
    assert all(re.fullmatch(r"[0-9a-f]{12}", each) for each in ids)
