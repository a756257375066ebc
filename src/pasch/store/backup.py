"""Copy a database of SQLite while it is used, and put such a copy in its place.

A copy is taken with SQLite's own backup interface in one step: it sees one moment, and nobody who
writes has to wait. It is checked before it gets its name, so that a name is never that of a
broken copy. PostgreSQL has tools of its own.
"""

import os
import shlex
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from pasch.store import engines
from pasch.store.lock import held, own_like
from pasch.store.migrate import upgrade

_ALL_PAGES: Final = -1
"""In one step: with several, each write of another process would begin the copy anew."""

_COMPANIONS: Final = ("-wal", "-shm")
"""What SQLite keeps beside a database that is in use."""

_BUSY_SECONDS: Final = 30

_CHECKS: Final[dict[str, list[tuple[str, ...]]]] = {
    "PRAGMA integrity_check": [("ok",)],
    "PRAGMA foreign_key_check": [],
    "SELECT name FROM sqlite_master WHERE name = 'alembic_version'": [("alembic_version",)],
}
"""What a sound database of Pasch answers."""


class BadBackup(Exception):
    """A file is no sound database of Pasch; the text names it and says why."""


class NotHere(Exception):
    """Pasch cannot do this with such a database; the text says what can."""


def back_up(url: str, file: Path, *, overwrite: bool = False) -> int:
    """Write a checked copy of the database at `url` to a new file; return its size in bytes.

    A server may run meanwhile. Raise `BadAddress`, `NotHere` for PostgreSQL, `BadBackup`, or
    `OSError`: `FileExistsError` for a file that is there already, unless it may be overwritten.
    """
    database = _sqlite_file(url, "pg_dump --format=custom --file={file} {url}", file)
    if file.exists() and file.resolve() in _files_of(database.resolve()):
        raise OSError(f"{file} is the database itself")
    if file.exists() and not overwrite:
        raise FileExistsError(f"{file} exists already")
    with _new_file(file.parent) as copy:
        _copy(database, copy)
        copy.replace(file)
    _sync(file.parent)
    return file.stat().st_size


def restore(url: str, file: Path, *, stamp: str) -> Path | None:
    """Put a copy, brought up to date, in the place of the database at `url`.

    Return where the former database now is, beside it, under a name that ends in `stamp`; None
    when there was none. Raise `BadAddress`, `NotHere` for PostgreSQL, `InUse` when a server runs,
    `BadBackup` for a file that is no sound copy, `UnknownRevision` for one of a newer version of
    Pasch, or `OSError`; the database is then what it was.
    """
    database = _sqlite_file(url, "pg_restore --clean --dbname={url} {file}", file)
    if file.resolve() in _files_of(database.resolve()):
        raise OSError(f"{file} is the database itself")
    with held(url), _new_file(database.parent) as copy:
        _copy(file, copy)
        upgrade(f"sqlite:///{copy}")
        own_like(copy, database.parent)
        _sync(copy)
        former = _set_aside(database, f".{stamp}") if database.exists() else None
        copy.replace(database)
        _sync(database.parent)
    return former


def _sqlite_file(url: str, tool: str, file: Path) -> Path:
    address = engines.address(url)
    if address.get_backend_name() != "sqlite":
        command = tool.format(file=shlex.quote(str(file)), url=_for_tools(address))
        raise NotHere(f"PostgreSQL has a tool of its own for this: {command}")
    return Path(address.database or "")


def _for_tools(address: URL) -> str:
    """Return the address as PostgreSQL's own tools take it, without password and query."""
    to = (address.username, None, address.host, address.port, address.database)
    return URL.create("postgresql", *to).render_as_string()


def _files_of(database: Path) -> tuple[Path, ...]:
    return database, *(_companion(database, suffix) for suffix in _COMPANIONS)


def _companion(database: Path, suffix: str) -> Path:
    return database.with_name(database.name + suffix)


@contextmanager
def _new_file(folder: Path) -> Iterator[Path]:
    """Yield an empty file, readable by its owner alone, that is gone at the end unless renamed."""
    handle, name = tempfile.mkstemp(prefix=".pasch-", suffix=".part", dir=folder)
    os.close(handle)
    path = Path(name)
    try:
        yield path
    finally:
        for leftover in _files_of(path):
            leftover.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment into a file that needs no companions; check it.

    Raise `BadBackup` when the source is no sound database of Pasch, `FileNotFoundError` when it
    is missing.
    """
    if not source.is_file():
        raise FileNotFoundError(f"there is no database {source}")
    with _faults(source), closing(_open(source, "ro")) as old, closing(_open(target, "rw")) as new:
        old.backup(new, pages=_ALL_PAGES)
        new.execute("PRAGMA journal_mode=DELETE")
        _check(new)
    _sync(target)


def _open(file: Path, mode: str) -> sqlite3.Connection:
    """Connect to a file that is there, to read (`ro`) or to write (`rw`)."""
    address = f"{file.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS)


def _check(database: sqlite3.Connection) -> None:
    """Raise an error of SQLite unless a database is sound and Pasch's."""
    for check, sound in _CHECKS.items():
        found = database.execute(check).fetchall()
        if found != sound:
            raise sqlite3.DatabaseError(f"{check.removeprefix('PRAGMA ')} finds {found[:1]}")


@contextmanager
def _faults(file: Path) -> Iterator[None]:
    """Turn what SQLite says of a file into `BadBackup`."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{file} cannot be used: {error}") from error


def _set_aside(database: Path, suffix: str) -> Path:
    """Give a database another name, and keep its file where it is until the next one comes.

    What waits in its log is first written into it: beside the next database, SQLite would take
    that log for its own. Where that fails, because the database is damaged, the log moves too.
    """
    former = _companion(database, suffix)
    if former.exists():
        raise FileExistsError(f"{former} exists already")
    with suppress(sqlite3.DatabaseError), closing(_open(database, "rw")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for companion in _COMPANIONS:
        _rename(_companion(database, companion), _companion(former, companion))
    try:
        former.hardlink_to(database)
    except OSError:
        database.rename(former)  # The file system knows no second names.
    return former


def _rename(old: Path, new: Path) -> None:
    if old.exists():
        old.rename(new)


def _sync(path: Path) -> None:
    """Let a file, or the names in a folder, survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
