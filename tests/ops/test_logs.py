"""What is logged, and what never is."""

import json
import logging
import re
import sqlite3
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import structlog
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from pasch.ops import logs
from pasch.store import engines
from tests.server import RunningServer
from tests.web.visitors import Visitors

HUSH = "hush-hush"
"""A secret that may stand nowhere."""


@pytest.fixture
def written(capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """Let a test configure logs; afterwards they are as they were."""
    handlers, level = logging.root.handlers[:], logging.root.level
    yield capsys
    logging.basicConfig(handlers=handlers, level=level, force=True)
    logging.getLogger("pasch").setLevel(logging.NOTSET)
    structlog.reset_defaults()


def fail(_password: str) -> None:
    """Fail with a secret in a variable."""
    raise LookupError("there is none")


@pytest.mark.parametrize("form", ["json", "console"])
@pytest.mark.parametrize("is_ours", [True, False])
def test_an_error_is_told_without_variables(
    form: logs.Format, is_ours: bool, written: pytest.CaptureFixture[str]
) -> None:
    logs.configure(form, "info")
    try:
        fail(HUSH)
    except LookupError:
        if is_ours:
            structlog.get_logger("pasch.test").exception("it failed")
        else:
            logging.getLogger("uvicorn.error").exception("it failed")
    found = written.readouterr().err
    assert "it failed" in found
    assert 'raise LookupError("there is none")' in found.replace("\\", "")
    assert HUSH not in found


@pytest.mark.parametrize(
    "name", ["password", "table_password", "share", "Cookie", "authorization", "invite_key"]
)
def test_secret_values_are_hidden(name: str, written: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", "info")
    structlog.get_logger("pasch.test").warning("look", table="T1", **{name: HUSH})
    found = json.loads(written.readouterr().err)
    assert (found["event"], found["table"], found[name]) == ("look", "T1", logs.HIDDEN)


def test_a_line_break_in_a_value_begins_no_line(written: pytest.CaptureFixture[str]) -> None:
    logs.configure("console", "info")
    structlog.get_logger("pasch.test").warning("look", name="Anna\n2026-01-01 [error] all is lost")
    assert written.readouterr().err.count("\n") == 1


def test_levels(written: pytest.CaptureFixture[str]) -> None:
    """Others are heard from warnings on: libraries tell secrets below that."""
    logs.configure("json", "debug")
    structlog.get_logger("pasch.test").debug("ours")
    logging.getLogger("sqlalchemy.engine").info("theirs")
    logging.getLogger("websockets").warning("theirs too")
    lines = written.readouterr().err.splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["ours", "theirs too"]


def test_errors_that_led_to_an_error_are_told(written: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", "info")
    try:
        try:
            fail(HUSH)
        except LookupError as error:
            raise RuntimeError("so it failed") from error
    except RuntimeError:
        structlog.get_logger("pasch.test").exception("it failed")
    told = json.loads(written.readouterr().err)["exception"]
    assert re.findall(r"^\w+Error: .*|^and then:", told, re.MULTILINE) == [
        "LookupError: there is none",
        "and then:",
        "RuntimeError: so it failed",
    ]


def test_postgres_quotes_no_row(postgres_database: str) -> None:
    """The text of PostgreSQL's own error holds the whole row that it refuses."""
    engine = create_engine(postgres_database, hide_parameters=True)
    try:
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE keys (secret TEXT, level INT CHECK (level > 0))"))
            with pytest.raises(IntegrityError) as failed:
                connection.execute(text("INSERT INTO keys VALUES (:s, 0)"), {"s": HUSH})
    finally:
        engine.dispose()
    assert HUSH in str(failed.value)
    told = logs.describe((type(failed.value), failed.value, failed.value.__traceback__))
    assert HUSH not in told
    assert told.endswith("IntegrityError: CheckViolation 23514 keys_level_check")


def test_sqlite_quotes_no_parameters(tmp_path: Path) -> None:
    engine = engines.writer(engines.address(f"sqlite:///{tmp_path / 'pasch.sqlite'}"))
    try:
        with engine.begin() as connection, pytest.raises(DBAPIError) as failed:
            connection.execute(text("INSERT INTO gone VALUES (:s)"), {"s": HUSH})
    finally:
        engine.dispose()
    assert HUSH not in str(failed.value)
    told = logs.describe((type(failed.value), failed.value, failed.value.__traceback__))
    assert told.endswith("OperationalError: OperationalError SQLITE_ERROR no such table: gone")


# --- A whole server


SHARE = "5eed" * 8


def spellings(secret: bytes) -> set[str]:
    """Return how a secret may be written."""
    codes = (b64encode(secret), urlsafe_b64encode(secret))
    return {secret.hex(), repr(secret)[2:-1], *(code.decode().rstrip("=") for code in codes)}


def secrets_in(database: Path) -> set[str]:
    """Return every secret of a database in all its spellings."""
    queries = (
        "SELECT secret FROM tables",
        "SELECT secret FROM matches",
        "SELECT share FROM players",
    )
    with closing(sqlite3.connect(database)) as connection:
        found = {value for query in queries for (value,) in connection.execute(query)}
        hashes = {value for (value,) in connection.execute("SELECT token_hash FROM sessions")}
        texts = set(connection.execute("SELECT hash FROM passwords").fetchall())
        doors = "SELECT password, invitation FROM tables WHERE password IS NOT NULL"
        texts |= set(connection.execute(doors).fetchall())
    assert len(texts) == 2, "a person's password, and a table's"
    written = {text for row in texts for text in row}
    return written | {spelling for secret in found | hashes for spelling in spellings(secret)}


def break_database(database: Path) -> None:
    """Let every command and every page of a person fail from now on."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE commands RENAME TO gone_a")
        connection.execute("ALTER TABLE sessions RENAME TO gone_b")


def test_a_server_logs_no_secret(tmp_path: Path) -> None:
    log = tmp_path / "log"
    options = ("--log-level", "debug", "--log-format", "json")
    server = RunningServer(tmp_path / "data", *options, log=log)
    visitors = Visitors(server)
    try:
        host = visitors.come()
        host.post("/password", {"password": HUSH})
        host.post("/settings/password", {"new": HUSH})
        protected = host.open_table(2)
        visitors.stranger().get(protected)
        duel = visitors.seated(2)
        for person in duel.people:
            person.act(duel.table, "ready", ready="1", share=SHARE)
        tab = duel.people[0].watch(duel.table)
        tab.snapshot()
        assert tab.play("nonsense")["k"] == "no"
        tokens = {person.client.cookies["pasch"] for person in duel.people}
        hidden = secrets_in(server.database) | tokens | {SHARE}
        break_database(server.database)
        assert tab.play("roll")["code"] == "failed"
        assert duel.people[0].get(duel.table).status_code == 500
        assert duel.people[1].post("/name", {"name": "x", "password": HUSH}).status_code == 500
    finally:
        visitors.leave()
        server.stop()
    text_of_log = log.read_text("utf-8")
    lines = [json.loads(line) for line in text_of_log.splitlines()]
    assert {"request", "a command failed", "a request failed"} <= {line["event"] for line in lines}
    assert all(line["exception"] for line in lines if "failed" in line["event"])
    assert len(hidden) > 12
    assert [word for word in {*hidden, HUSH} if word in text_of_log] == []


def test_a_failure_is_logged_once_with_the_id_of_its_answer(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = RunningServer(tmp_path / "data", "--log-format", "json", log=log)
    visitors = Visitors(server)
    try:
        person = visitors.come()
        break_database(server.database)
        answer = person.get("/?invited=by-somebody")
    finally:
        visitors.leave()
        server.stop()
    assert answer.status_code == 500
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    (line,) = [json.loads(line) for line in log.read_text().splitlines()]
    assert (line["request"], line["handler"]) == (answer.headers["X-Request-ID"], "show_lobby")
    assert "by-somebody" not in json.dumps(line)
