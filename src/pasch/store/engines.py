"""Connections to the database: one that writes, several that read, one for migrations."""

import sqlite3
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

READERS: Final = 4
"""Connections, and threads, that read at the same time."""

LOCK_SECONDS: Final = 5
"""How long SQLite waits for another process's write."""

MIGRATION_SECONDS: Final = 60
"""How long a start waits while another process migrates the database."""

STATEMENT_MILLIS: Final = 10_000
"""After this time PostgreSQL gives a statement up, such as one that waits for a lock."""

_LIMIT: Final = f"-c statement_timeout={STATEMENT_MILLIS}"

PATIENCE: Final = {
    "connect_timeout": 5,  # seconds
    "tcp_user_timeout": 10_000,  # milliseconds until sent bytes without an answer mean a dead peer
    "keepalives_idle": 10,  # seconds of silence until the peer is asked whether it lives
    "keepalives_interval": 5,  # seconds between two such questions
    "keepalives_count": 2,
}
"""libpq's patience with a PostgreSQL server that cannot be reached; its own default is hours."""


class BadAddress(ValueError):
    """The text is no address of a database that Pasch can use."""


class Unreachable(Exception):
    """The database cannot be opened; the text names it, without its password, and says why."""

    def __init__(self, url: URL, error: Exception) -> None:
        """Take the driver's own reason, as one line, out of SQLAlchemy's error."""
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        # The query is left out: it may hold a password too.
        super().__init__(f"cannot open the database {url.set(query={})!r}: {reason}")


def address(url: str) -> URL:
    """Read a URL such as `sqlite:///data/pasch.db` or `postgresql+psycopg://user@host/name`.

    Raise `BadAddress` for other databases or drivers, and for a database in memory, which a
    second connection could not see.
    """
    try:
        read = make_url(url)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        # The text may hold a password, so it is not repeated.
        raise BadAddress("the address of the database is no URL") from None
    if read.drivername in {"sqlite", "sqlite+pysqlite"}:
        if not read.database or ":memory:" in read.database or "uri" in read.query:
            raise BadAddress("the database must be a file, such as sqlite:///data/pasch.db")
        return read
    if read.drivername in {"postgresql", "postgresql+psycopg"}:
        return read.set(drivername="postgresql+psycopg")
    known = "sqlite:///FILE and postgresql+psycopg://USER@HOST/NAME"
    raise BadAddress(f"{read.drivername!r} is no kind of database that Pasch knows: {known}")


def writer(url: URL) -> Engine:
    """Return an engine with the one connection that writes."""
    if not _is_sqlite(url):
        return _postgres(url, 1, _LIMIT)
    engine = _sqlite(url, 1, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
    event.listen(engine, "begin", _begin_immediate)
    return engine


def readers(url: URL) -> Engine:
    """Return an engine whose connections can only read; each query is a transaction of its own."""
    if _is_sqlite(url):
        return _sqlite(url, READERS, "query_only=ON")
    engine = _postgres(url, READERS, f"{_LIMIT} -c default_transaction_read_only=on")
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def migrator(url: URL) -> Engine:
    """Return an engine with one connection for `migrate`, whose statements may take long.

    SQLite does not check foreign keys here: to rebuild a table is to drop it for a moment.
    """
    if not _is_sqlite(url):
        return _postgres(url, 1, "")
    engine = _sqlite(url, 1, seconds=MIGRATION_SECONDS)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _sqlite(url: URL, connections: int, *pragmas: str, seconds: int = LOCK_SECONDS) -> Engine:
    arguments = {"timeout": seconds}
    engine = create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,  # else errors quote them, secrets and tokens too
        connect_args=arguments,
    )

    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        # Else the driver begins transactions by itself, and only before it writes: what was
        # read first would stand outside.
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", prepare)
    return engine


def _begin_immediate(connection: Connection) -> None:
    """Take the write lock at once.

    A deferred transaction that has read fails with "database is locked", without waiting, when
    another process wrote before its own first write.
    """
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _postgres(url: URL, connections: int, options: str) -> Engine:
    # What the host's URL says comes last and so wins.
    all_options = f"{options} {url.query.get('options', '')}"
    return create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        # `inserts` gives the parameters as a tuple, as SQLite takes them.
        paramstyle="format",
        hide_parameters=True,
        connect_args={**PATIENCE, **url.query, "options": all_options},
    )
