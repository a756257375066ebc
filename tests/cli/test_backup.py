"""`pasch backup` and `pasch restore` beside a real server."""

import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import httpx2
import pytest
from typer.testing import CliRunner, Result

from pasch.cli import app
from tests.server import RunningServer

COPIES = 5
LOOKS = 600
GLANCE = 0.05
"""Seconds between two looks at a database."""


def pasch(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)])


def sign_up(server: RunningServer, name: str) -> None:
    form, headers = {"name": name}, {"Origin": server.url}
    assert httpx2.post(f"{server.url}/name", data=form, headers=headers).status_code == 303


def names(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM accounts")]


def wait_for_more(database: Path, known: int) -> None:
    """Wait until a database in use holds more names than were known."""
    for _ in range(LOOKS):
        if len(names(database)) > known:
            return
        time.sleep(GLANCE)
    raise AssertionError("nobody has come")


@contextmanager
def traffic(server: RunningServer) -> Iterator[None]:
    """Let people sign up all the time."""
    is_over = threading.Event()

    def come() -> None:
        for number in count():
            if is_over.is_set():
                return
            sign_up(server, f"Guest {number}")

    thread = threading.Thread(target=come)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def test_copies_during_traffic_and_back(own_server: RunningServer, tmp_path: Path) -> None:
    data = own_server.database.parent
    sign_up(own_server, "Anna")
    with traffic(own_server):
        for number in range(COPIES):
            done = pasch("backup", tmp_path / f"copy-{number}", "--data", data)
            assert done.exit_code == 0, done.stderr
            wait_for_more(own_server.database, len(names(tmp_path / f"copy-{number}")))
    known = names(tmp_path / "copy-0")
    assert "Anna" in known
    assert set(known) < set(names(tmp_path / f"copy-{COPIES - 1}"))

    refused = pasch("restore", tmp_path / "copy-0", "--data", data)
    assert refused.exit_code == 1
    process = own_server.process.pid
    assert f"in use by a running Pasch (process {process})" in refused.stderr

    own_server.kill()
    done = pasch("restore", tmp_path / "copy-0", "--data", data)
    assert done.exit_code == 0, done.stderr
    assert sorted(names(own_server.database)) == sorted(known)
    former = re.search(r"The former one is kept: (.+)", done.stdout)
    assert former is not None
    assert set(names(Path(former[1]))) > set(known)
    own_server.start()
    sign_up(own_server, "Ben")


def test_one_server_a_database(own_server: RunningServer) -> None:
    data = own_server.database.parent
    second = pasch("serve", "--port", "0", "--data", data)
    assert second.exit_code == 1
    assert second.stderr.startswith("Pasch cannot start: ")
    assert f"(process {own_server.process.pid})" in second.stderr


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_stands_against_it_is_one_line(command: str, tmp_path: Path) -> None:
    address = "postgresql+psycopg://pasch:hush@127.0.0.1/parlour"
    refused = pasch(command, tmp_path / "copy", "--data", tmp_path, "--database", address)
    assert refused.exit_code == 1
    assert refused.stderr.count("\n") == 1
    assert "PostgreSQL has a tool of its own for this: pg_" in refused.stderr
    assert "hush" not in refused.output
