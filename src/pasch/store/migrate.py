"""Brings a database up to date.

A warm start reads one row and does not load Alembic. Of several processes that start at once one
migrates; the others wait for its lock and then find nothing to do.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from pasch.store import engines
from pasch.store.revisions import HEAD, revision

LOCK: Final = 0x7061736368
"""The key of PostgreSQL's advisory lock: "pasch" in ASCII."""

_FOR_OWNER_ONLY: Final = 0o600


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The revisions of a database before (None: it was empty) and after."""

    before: str | None
    after: str


def migrate(url: str) -> str:
    """Bring the database at `url` up to date; return a sentence for the terminal."""
    done = upgrade(url)
    if done.before == done.after:
        return f"The database is up to date (revision {done.after})."
    if done.before is None:
        return f"The database was empty and is now at revision {done.after}."
    return f"The database was at revision {done.before} and is now at {done.after}."


def upgrade(url: str) -> Upgrade:
    """Bring the database at `url` up to date, whole or not at all.

    Raise `BadAddress`, `Unreachable`, or `UnknownRevision` for a database of a newer version.
    """
    address = engines.address(url)
    _make_private(address)
    engine = engines.migrator(address)
    try:
        before = _revision_at_start(engine)
        if before != HEAD:
            with engine.begin() as connection:
                before = _migrate(connection)
    finally:
        engine.dispose()
    return Upgrade(before, HEAD)


def _make_private(url: URL) -> None:
    """Let only its owner read a new file of SQLite: it holds the secrets of matches."""
    if url.get_backend_name() != "sqlite" or Path(url.database or "").exists():
        return
    try:
        Path(url.database or "").touch(_FOR_OWNER_ONLY)
    except OSError as error:
        raise engines.Unreachable(url, error) from error


def _revision_at_start(engine: Engine) -> str | None:
    try:
        with engine.connect() as connection:
            return revision(connection)
    except DBAPIError as error:
        raise engines.Unreachable(engine.url, error) from error


def _migrate(connection: Connection) -> str | None:
    """Migrate under a lock; return the revision that was found then."""
    # On SQLite the transaction has begun with the write lock.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    before = revision(connection)
    if before != HEAD:
        # Alembic takes longer to load than all else that a start does.
        from pasch.store.migrations import runner  # noqa: PLC0415

        runner.run(connection)
    return before
