"""Addresses of databases, and databases that cannot be opened."""

import socket
from pathlib import Path

import pytest

from pasch.store import engines
from pasch.store.engines import BadAddress, Unreachable
from pasch.store.migrate import upgrade


@pytest.mark.parametrize(
    "url",
    [
        "pasch.db",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:pasch?mode=memory&uri=true",
        "sqlite+aiosqlite:///pasch.db",
        "postgresql+asyncpg://pasch@localhost/pasch",
        "mysql://pasch@localhost/pasch",
        "postgresql://pasch@localhost:port/pasch",
    ],
)
def test_address_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        engines.address(url)


@pytest.mark.parametrize(
    ("url", "driver"),
    [
        ("sqlite:///pasch.db", "sqlite"),
        ("sqlite:////var/lib/pasch/pasch.db", "sqlite"),
        ("postgresql://pasch@localhost/pasch", "postgresql+psycopg"),
        ("postgresql+psycopg://pasch@localhost/pasch", "postgresql+psycopg"),
    ],
)
def test_address_is_known(url: str, driver: str) -> None:
    assert engines.address(url).drivername == driver


def test_refused_address_is_not_repeated() -> None:
    with pytest.raises(BadAddress) as refusal:
        engines.address("postgresql//pasch:hunter2@localhost/pasch")
    assert "hunter2" not in str(refusal.value)


def test_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="nowhere"):
        upgrade(f"sqlite:///{tmp_path / 'nowhere' / 'pasch.db'}")


def test_file_of_another_kind_is_told(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna, " * 100)
    with pytest.raises(Unreachable, match="not a database"):
        upgrade(f"sqlite:///{file}")


@pytest.mark.parametrize("secret", [":hunter2@127.0.0.1:{}/p", "@127.0.0.1:{}/p?password=hunter2"])
def test_server_that_is_not_there_is_told_without_password(secret: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(Unreachable, match=str(port)) as refusal:
        upgrade(f"postgresql+psycopg://pasch{secret.format(port)}")
    assert "hunter2" not in str(refusal.value)
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize(
    ("pragma", "expected"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("query_only", 0)],
)
def test_writer_of_sqlite_is_safe(tmp_path: Path, pragma: str, expected: object) -> None:
    engine = engines.writer(engines.address(f"sqlite:///{tmp_path / 'pasch.db'}"))
    with engine.connect() as connection:
        assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == expected
    engine.dispose()
