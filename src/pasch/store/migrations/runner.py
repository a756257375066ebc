"""Runs the revisions. Loading this module loads Alembic, which takes long: see `migrate`."""

from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from pasch.store.revisions import BrokenReferences, UnknownRevision, revision

_NEWEST: Final = "head"


def config(connection: Connection) -> Config:
    """Return the settings of Alembic for a connection; `env.py` takes it from there."""
    settings = Config()
    settings.set_main_option("script_location", "pasch.store:migrations")
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    return settings


def known(settings: Config) -> tuple[str, ...]:
    """Return all revisions, newest first."""
    return tuple(s.revision for s in ScriptDirectory.from_config(settings).walk_revisions())


def run(connection: Connection, to: str = _NEWEST) -> None:
    """Migrate in the transaction that `connection` has begun, up to a revision.

    Raise `UnknownRevision` or `BrokenReferences`.
    """
    settings = config(connection)
    before = revision(connection)
    if before is not None and before not in known(settings):
        raise UnknownRevision(before)
    command.upgrade(settings, to)
    if connection.dialect.name == "sqlite":
        _check_references(connection)


def _check_references(connection: Connection) -> None:
    """Raise when a row refers to nothing: SQLite's own checks are off while it migrates."""
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise BrokenReferences(f"a row of {broken[0]} refers to a missing one of {broken[2]}")
