"""Migrations lead every database to what `schema` says."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

from pasch.store import engines, migrate
from pasch.store.migrate import Upgrade, upgrade
from pasch.store.migrations import runner
from pasch.store.revisions import HEAD, BrokenReferences, UnknownRevision
from pasch.store.schema import metadata

STARTS = 4


def all_revisions() -> tuple[str, ...]:
    """Return all revisions, newest first."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        found = runner.known(runner.config(connection))
    engine.dispose()
    return found


def engine_of(url: str) -> Engine:
    """Return an engine of the kind that migrates."""
    return engines.migrator(engines.address(url))


def checks(connection: Connection) -> dict[str, Any]:
    """Return what the comparison of Alembic leaves out: the CHECK constraints."""
    inspector = inspect(connection)
    return {
        table: sorted((c["name"], c["sqltext"]) for c in inspector.get_check_constraints(table))
        for table in metadata.tables
    }


def test_head_is_the_newest_revision() -> None:
    assert all_revisions()[0] == HEAD


@pytest.mark.parametrize("start", [None, *reversed(all_revisions())])
def test_every_database_comes_to_the_head(database: str, start: str | None) -> None:
    engine = engine_of(database)
    if start is not None:
        with engine.begin() as connection:
            runner.run(connection, start)
    assert Upgrade(start, HEAD) == upgrade(database)
    assert Upgrade(HEAD, HEAD) == upgrade(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_checks_are_those_of_the_schema(database: str) -> None:
    upgrade(database)
    engine = engine_of(database)
    with engine.begin() as connection:
        migrated = checks(connection)
        assert any(migrated.values())
        for table in reversed(metadata.sorted_tables):
            connection.execute(text(f"DROP TABLE {table.name}"))
        metadata.create_all(connection)
        assert checks(connection) == migrated
    engine.dispose()


def test_several_servers_start_at_once(database: str) -> None:
    with ThreadPoolExecutor(STARTS) as threads:
        done = list(threads.map(upgrade, [database] * STARTS))
    expected = [Upgrade(None, HEAD)] + [Upgrade(HEAD, HEAD)] * (STARTS - 1)
    assert expected == sorted(done, key=lambda one: one.before or "")


def test_failed_migration_leaves_nothing_behind(database: str) -> None:
    engine = engine_of(database)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE commands (in_the_way INTEGER)"))
    with pytest.raises(DBAPIError, match="commands"):
        upgrade(database)
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["commands"]
    engine.dispose()


def test_database_of_a_newer_version_is_refused(database: str) -> None:
    upgrade(database)
    engine = engine_of(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UnknownRevision, match="9999"):
        upgrade(database)
    engine.dispose()


def test_broken_reference_stops_a_migration(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'pasch.db'}"
    upgrade(url)
    engine = engine_of(url)
    with engine.connect() as connection:
        connection.execute(text("INSERT INTO passwords VALUES ('nobody', '', 0)"))
        with pytest.raises(BrokenReferences, match="passwords"):
            runner.run(connection)
    engine.dispose()


def test_terminal_is_told_what_was_done(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'pasch.db'}"
    assert migrate.migrate(url) == f"The database was empty and is now at revision {HEAD}."
    assert migrate.migrate(url) == f"The database is up to date (revision {HEAD})."


def test_warm_start_does_not_load_alembic(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'pasch.db'}"
    upgrade(url)
    program = (
        "import sys; from pasch.store.sql import open_store; open_store(sys.argv[1]); "
        "print(*(name for name in ('alembic', 'psycopg') if name in sys.modules))"
    )
    source = str(Path(migrate.__file__).parents[2])
    result = subprocess.run(
        [sys.executable, "-c", program, url],
        env={"PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == ""


def test_new_file_is_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "pasch.db"
    upgrade(f"sqlite:///{file}")
    assert file.stat().st_mode & 0o077 == 0
