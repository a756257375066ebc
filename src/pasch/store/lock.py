"""One process a file of SQLite: who serves it, or replaces it, holds a lock beside it.

The lock belongs to an open file, so a process that is killed leaves none behind; the small file
stays and means nothing by itself. A PostgreSQL database is served by as many as like.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pasch.store import engines

_SUFFIX: Final = ".lock"
_FOR_OWNER_ONLY: Final = 0o600


class InUse(Exception):
    """Another process holds the lock of a database."""

    def __init__(self, database: Path, process: str) -> None:
        """Name the database, and the process as far as it is known."""
        whom = f"process {process}" if process.isdecimal() else "another process"
        super().__init__(f"{database} is in use by a running Pasch ({whom})")


@contextmanager
def held(url: str) -> Iterator[None]:
    """Hold the lock of the database at `url` for a while.

    Raise `BadAddress`, `Unreachable` where no lock can be made, or `InUse`.
    """
    address = engines.address(url)
    if address.get_backend_name() != "sqlite":
        yield
        return
    database = Path(address.database or "")
    path = database.with_name(database.name + _SUFFIX)
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _FOR_OWNER_ONLY)
    except OSError as error:
        raise engines.Unreachable(address, error) from error
    try:
        own_like(path, path.parent)
        _take(lock, database)
        yield
    finally:
        os.close(lock)


def _take(lock: int, database: Path) -> None:
    """Lock an open file and note in it who does; raise `InUse`."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUse(database, os.pread(lock, 20, 0).decode("ascii", "replace").strip()) from None
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode("ascii"), 0)


def own_like(file: Path, folder: Path) -> None:
    """Give a file that root has made to the folder's owner, whose server has to use it."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid)
