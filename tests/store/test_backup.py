"""Copies of the database: whole while others write, checked, private, put back with care."""

import asyncio
import sqlite3
import stat
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from pasch.store.backup import BadBackup, NotHere, back_up, restore
from pasch.store.lock import InUse, held
from pasch.store.revisions import UnknownRevision
from pasch.store.sql import SqlStore, open_store
from tests.store.samples import ANNA, BEGIN, MATCH, append, note

pytestmark = pytest.mark.anyio

CALLERS = 8
COPIES = 12
PATIENCE = 30
"""How long to wait for something to be written, in seconds."""
STAMP = "before-test"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Return the address of a database in a folder of its own."""
    (tmp_path / "data").mkdir()
    return f"sqlite:///{database_of(tmp_path)}"


def database_of(tmp_path: Path) -> Path:
    return tmp_path / "data" / "pasch.sqlite"


async def fill(url: str, events: int) -> None:
    """Write a match with so many events."""
    store = open_store(url)
    assert await store.commit(BEGIN)
    for place in range(1, events + 1):
        assert await store.commit([append(place), note(f"c{place}")])
    await store.close()


def places(file: Path) -> tuple[list[int], set[str]]:
    """Return the places of a file's events and the ids of its commands; both must be whole."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        events = [seq for (seq,) in connection.execute("SELECT seq FROM events ORDER BY seq")]
        commands = {name for (name,) in connection.execute("SELECT command_id FROM commands")}
    return events, commands


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def damage(file: Path) -> None:
    """Write nonsense over the middle of a file."""
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 4096] = b"\xa5" * 4096
    file.write_bytes(content)


async def test_copies_are_whole_while_others_write(url: str, tmp_path: Path) -> None:
    """Each unit writes an event and its command: a copy has both of a unit, or none."""
    store = open_store(url)
    assert await store.commit(BEGIN)
    sizes, written, more = [], list[int](), asyncio.Event()
    numbers = (count(1 + caller, CALLERS) for caller in range(CALLERS))
    writing = asyncio.gather(*(append_for_ever(store, own, written, more) for own in numbers))
    try:
        for number in range(COPIES):
            copy = tmp_path / f"copy-{number}"
            await asyncio.to_thread(back_up, url, copy)
            events, commands = places(copy)
            assert commands == {f"c{place}" for place in events}
            sizes.append(len(events))
            while len(written) <= len(events):
                more.clear()
                await asyncio.wait_for(more.wait(), PATIENCE)
    finally:
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        await store.close()
    assert sizes == sorted(set(sizes)), "each copy is of a later moment: something was written"


async def append_for_ever(
    store: SqlStore, numbers: "count[int]", written: list[int], more: asyncio.Event
) -> None:
    for place in numbers:
        assert await store.commit([append(place), note(f"c{place}")])
        written.append(place)
        more.set()


async def test_a_copy_is_one_private_file(url: str, tmp_path: Path) -> None:
    await fill(url, 3)
    copy = tmp_path / "copy"
    size = back_up(url, copy)
    assert size == copy.stat().st_size
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert names_in(tmp_path) == {"copy", "data"}
    assert places(copy)[0] == [1, 2, 3]


async def test_what_waits_in_the_log_is_copied_too(url: str, tmp_path: Path) -> None:
    """A server that was killed leaves its last commits beside the database."""
    store = open_store(url)
    await store.commit([*BEGIN, append(1), note("c1")])
    assert database_of(tmp_path).with_name("pasch.sqlite-wal").stat().st_size > 0
    back_up(url, tmp_path / "copy")
    await store.close()
    assert places(tmp_path / "copy")[0] == [1]


async def test_a_file_is_overwritten_only_when_that_is_asked_for(url: str, tmp_path: Path) -> None:
    await fill(url, 1)
    copy = tmp_path / "copy"
    copy.write_text("dear")
    with pytest.raises(FileExistsError, match="exists already"):
        back_up(url, copy)
    assert copy.read_text() == "dear"
    back_up(url, copy, overwrite=True)
    assert places(copy)[0] == [1]


@pytest.mark.parametrize("name", ["pasch.sqlite", "pasch.sqlite-wal", "../data/pasch.sqlite"])
async def test_the_database_itself_is_never_overwritten(
    url: str, tmp_path: Path, name: str
) -> None:
    store = open_store(url)
    await store.commit([*BEGIN, append(1), note("c1")])
    with pytest.raises(OSError, match="is the database itself"):
        back_up(url, tmp_path / "data" / name, overwrite=True)
    with pytest.raises(OSError, match="is the database itself"):
        restore(url, tmp_path / "data" / name, stamp=STAMP)
    await store.close()
    assert places(database_of(tmp_path))[0] == [1]


async def test_a_broken_database_gives_no_copy(url: str, tmp_path: Path) -> None:
    await fill(url, 200)
    damage(database_of(tmp_path))
    with pytest.raises(BadBackup, match=r"pasch\.sqlite cannot be used"):
        back_up(url, tmp_path / "copy")
    assert names_in(tmp_path) == {"data"}


def test_a_missing_database_is_named(url: str, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no database .*pasch\.sqlite"):
        back_up(url, tmp_path / "copy")
    assert not database_of(tmp_path).exists()


def test_postgres_has_its_own_tools(tmp_path: Path) -> None:
    url = "postgresql+psycopg://pasch:hush@db.example/parlour?application_name=x"
    with pytest.raises(NotHere, match=r"pg_dump --format=custom --file=.*copy") as found:
        back_up(url, tmp_path / "copy")
    assert str(found.value).endswith(" postgresql://pasch@db.example/parlour")
    with pytest.raises(NotHere, match="pg_restore"):
        restore(url, tmp_path / "copy", stamp=STAMP)


async def test_restore_brings_the_copy_back_and_keeps_the_former(url: str, tmp_path: Path) -> None:
    await fill(url, 2)
    copy = tmp_path / "copy"
    back_up(url, copy)
    store = open_store(url)
    assert await store.commit([append(3), note("c3")])
    await store.close()
    former = restore(url, copy, stamp=STAMP)
    assert former == tmp_path / "data" / f"pasch.sqlite.{STAMP}"
    assert places(former)[0] == [1, 2, 3]
    assert places(database_of(tmp_path))[0] == [1, 2]
    assert stat.S_IMODE(database_of(tmp_path).stat().st_mode) == 0o600
    assert copy.exists()
    store = open_store(url)
    assert await store.account(ANNA.id) == ANNA
    assert await store.commit([append(3), note("c3")])
    assert [event.seq for event in await store.events(MATCH.id)] == [1, 2, 3]
    await store.close()


async def test_restore_leaves_no_log_for_the_next_database(url: str, tmp_path: Path) -> None:
    """What a killed server left in its log belongs to the former database, not to the copy."""
    await fill(url, 2)
    back_up(url, tmp_path / "copy")
    store = open_store(url)
    assert await store.commit([append(3), note("c3")])
    database = database_of(tmp_path)
    left = {path.name: path.read_bytes() for path in database.parent.glob("pasch.sqlite*")}
    await store.close()
    for name, content in left.items():
        (database.parent / name).write_bytes(content)
    former = restore(url, tmp_path / "copy", stamp=STAMP)
    assert former is not None
    assert places(former)[0] == [1, 2, 3]
    assert places(database)[0] == [1, 2]


async def test_a_broken_database_is_replaced_too(url: str, tmp_path: Path) -> None:
    await fill(url, 200)
    back_up(url, tmp_path / "copy")
    database = database_of(tmp_path)
    database.write_bytes(b"\xa5" * 5000)
    former = restore(url, tmp_path / "copy", stamp=STAMP)
    assert former is not None
    assert former.read_bytes() == b"\xa5" * 5000
    assert len(places(database)[0]) == 200


async def test_restore_where_there_was_nothing(url: str, tmp_path: Path) -> None:
    await fill(url, 2)
    back_up(url, tmp_path / "copy")
    (tmp_path / "new").mkdir()
    new = tmp_path / "new" / "pasch.sqlite"
    assert restore(f"sqlite:///{new}", tmp_path / "copy", stamp=STAMP) is None
    assert places(new)[0] == [1, 2]


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + b"\x00" * 84])
async def test_what_is_no_copy_changes_nothing(url: str, tmp_path: Path, content: bytes) -> None:
    await fill(url, 2)
    (tmp_path / "copy").write_bytes(content)
    with pytest.raises(BadBackup, match="copy cannot be used"):
        restore(url, tmp_path / "copy", stamp=STAMP)
    assert places(database_of(tmp_path))[0] == [1, 2]
    assert names_in(tmp_path / "data") == {"pasch.sqlite", "pasch.sqlite.lock"}


async def test_a_damaged_copy_changes_nothing(url: str, tmp_path: Path) -> None:
    await fill(url, 200)
    back_up(url, tmp_path / "copy")
    damage(tmp_path / "copy")
    with pytest.raises(BadBackup):
        restore(url, tmp_path / "copy", stamp=STAMP)
    assert len(places(database_of(tmp_path))[0]) == 200


async def test_a_copy_of_a_newer_version_changes_nothing(url: str, tmp_path: Path) -> None:
    await fill(url, 2)
    copy = tmp_path / "copy"
    back_up(url, copy)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(UnknownRevision, match="9999"):
        restore(url, copy, stamp=STAMP)
    assert places(database_of(tmp_path))[0] == [1, 2]


async def test_restore_refuses_while_a_server_runs(url: str, tmp_path: Path) -> None:
    await fill(url, 2)
    back_up(url, tmp_path / "copy")
    with held(url), pytest.raises(InUse, match=r"pasch\.sqlite is in use by a running Pasch \(p"):
        restore(url, tmp_path / "copy", stamp=STAMP)
    assert restore(url, tmp_path / "copy", stamp=STAMP) is not None


async def test_two_restores_in_one_second_lose_nothing(url: str, tmp_path: Path) -> None:
    await fill(url, 2)
    back_up(url, tmp_path / "copy")
    restore(url, tmp_path / "copy", stamp=STAMP)
    with pytest.raises(FileExistsError):
        restore(url, tmp_path / "copy", stamp=STAMP)
    assert places(database_of(tmp_path))[0] == [1, 2]


def test_postgres_may_be_served_by_many() -> None:
    url = "postgresql+psycopg://pasch@db.example/parlour"
    with held(url), held(url):
        pass
