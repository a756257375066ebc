"""When a commit fails or somebody else was first: nothing is told that did not happen."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import pytest

from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.refusals import Stale
from pasch.matches.model import LoggedEvent, TableStatus
from pasch.matches.ports import AppendEvents, PutTable, Store, Write
from tests.matches.hall import SHARES, Hall, Play, check_table, stored_table

pytestmark = pytest.mark.anyio

Commit = Callable[[Sequence[Write]], Awaitable[bool]]


class DiskFull(Exception):
    """What the store raises in these tests."""


@dataclass
class Trouble:
    """Makes the next commits of a store fail: `before` they write, `after`, or with a `conflict`.

    One may also `hang` when it has written; `is_hanging` tells when.
    """

    commit: Commit
    coming: list[str] = field(default_factory=list)
    is_hanging: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, writes: Sequence[Write]) -> bool:
        what = self.coming.pop(0) if self.coming else ""
        if what == "before":
            raise DiskFull
        if what == "conflict":
            return False
        committed = await self.commit(writes)
        if what == "after":
            raise DiskFull
        if what == "hang":
            self.is_hanging.set()
            await asyncio.Event().wait()
        return committed


@pytest.fixture
def trouble(store: Store, monkeypatch: pytest.MonkeyPatch) -> Trouble:
    """Return what makes the store fail."""
    trouble = Trouble(store.commit)
    monkeypatch.setattr(store, "commit", trouble)
    return trouble


@pytest.fixture
async def duel(hall: Hall) -> Play:
    """Return a match of two in which the first seat has thrown."""
    play = await hall.begin(await hall.guests(2))
    await play.do(1, "roll")
    return play


async def test_command_whose_commit_fails_changes_nothing(duel: Play, trouble: Trouble) -> None:
    before, log = await duel.position(), await duel.stored()
    command = await duel.command(1, "keep 1")
    trouble.coming = ["before"]
    with pytest.raises(DiskFull):
        await duel.send(command)
    assert duel.hall.parlour.registry.peek(duel.table) is None, "to be read again"
    assert await duel.stored() == log
    assert await duel.position() == before
    assert await duel.send(command) == 4, "the same command can come again"
    await check_table(duel.hall, duel.table)


async def test_command_whose_commit_seems_to_fail_has_happened(
    duel: Play, trouble: Trouble
) -> None:
    """The rows are there, but the answer of the database was lost."""
    command = await duel.command(1, "keep 1")
    trouble.coming = ["after"]
    with pytest.raises(DiskFull):
        await duel.send(command)
    assert await duel.version() == 4, "it is read again"
    assert await duel.send(command) == 4
    assert len(await duel.stored()) == 4
    await check_table(duel.hall, duel.table)


@pytest.mark.parametrize("what", ["before", "after"])
async def test_failed_commit_is_told_so_that_everybody_looks_again(
    duel: Play, trouble: Trouble, what: str
) -> None:
    """Nobody knows what the store holds; whoever looks on must not wait for the next change."""
    duel.hall.hints.clear()
    trouble.coming = [what]
    with pytest.raises(DiskFull):
        await duel.do(1, "keep 1")
    assert duel.hall.hints == [duel.table]


async def test_cancelled_command_is_read_again(duel: Play, trouble: Trouble) -> None:
    command = await duel.command(1, "keep 1")
    trouble.coming = ["hang"]
    task = asyncio.create_task(duel.send(command))
    async with asyncio.timeout(5):
        await trouble.is_hanging.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await duel.version() == 4
    await duel.do(1, "keep 2")
    await check_table(duel.hall, duel.table)


async def test_conflict_without_a_rival_is_stale(duel: Play, trouble: Trouble) -> None:
    before = await duel.position()
    trouble.coming = ["conflict"]
    with pytest.raises(Stale):
        await duel.do(1, "keep 1")
    assert await duel.position() == before
    assert await duel.do(1, "keep 1") == 4


async def test_other_process_was_first_with_another_command(duel: Play) -> None:
    """The log has gone on without us: the command is stale, and the new position is there."""
    other = Hall(duel.hall.store, seed=2)
    await other.parlour.registry.start()
    rival = Play(other, duel.table, duel.people)
    await rival.do(1, "keep 5")
    duel.hall.hints.clear()
    command = await duel.command(1, "keep 1")
    assert command.seen == 2, "nobody has told us yet"
    with pytest.raises(Stale):
        await duel.send(command)
    assert duel.hall.hints == [duel.table]
    assert (await duel.position()).state == (await rival.position()).state
    assert await duel.do(1, "keep 1") == 6
    await check_table(duel.hall, duel.table)


async def test_other_process_was_first_with_the_same_command(duel: Play) -> None:
    other = Hall(duel.hall.store, seed=2)
    await other.parlour.registry.start()
    command = await duel.command(1, "keep 1")
    version = await Play(other, duel.table, duel.people).send(command)
    assert await duel.send(command) == version
    assert len(await duel.stored()) == 4
    await check_table(duel.hall, duel.table)


async def test_other_process_was_first_at_the_table(hall: Hall) -> None:
    anna, ben, cleo = await hall.guests(3)
    table = await hall.open_table(anna, seats=3)
    other = Hall(hall.store, seed=2)
    await other.parlour.sit(ben, table, None)
    with pytest.raises(Stale):
        await hall.parlour.sit(cleo, table, None)
    await hall.parlour.sit(cleo, table, None)
    seated = [s and s.name for s in (await stored_table(hall, table)).sitters]
    assert seated == ["Anna", "Ben", "Cleo"]
    await check_table(hall, table)


async def test_match_that_other_process_began(hall: Hall) -> None:
    people = await hall.guests(2)
    table = await hall.open_table(*people)
    other = Play(Hall(hall.store, seed=2), table, people)
    await other.all_ready()
    with pytest.raises(Stale):
        await hall.parlour.say_ready(people[0], table, None)
    play = Play(hall, table, people)
    assert (await play.position()).match == (await other.position()).match
    await play.do(1, "roll")


@pytest.mark.parametrize("what", ["before", "after"])
async def test_match_whose_beginning_fails(hall: Hall, trouble: Trouble, what: str) -> None:
    people = await hall.guests(2)
    table = await hall.open_table(*people)
    await hall.parlour.say_ready(people[0], table, SHARES[0])
    trouble.coming = [what]
    with pytest.raises(DiskFull):
        await hall.parlour.say_ready(people[1], table, SHARES[1])
    found = await hall.look(table)
    has_begun = what == "after"
    assert (found.table.status is TableStatus.PLAYING) == has_begun
    assert (found.position is not None) == has_begun
    if not has_begun:
        await hall.parlour.say_ready(people[1], table, SHARES[1])
    await check_table(hall, table)
    await Play(hall, table, people).do(1, "roll")


@pytest.mark.parametrize("what", ["before", "after"])
async def test_match_whose_end_fails(hall: Hall, trouble: Trouble, what: str) -> None:
    """The last event, the match's end and the table's are there together, or none of them."""
    play = await hall.begin(await hall.guests(2), hardcore="yes")
    await play.play_on(95)
    trouble.coming = [what]
    with pytest.raises(DiskFull):
        await play.turn()
    assert (await play.position()).is_over == (what == "after")
    await check_table(hall, play.table)
    await play.play_on()
    assert (await play.position()).is_over
    assert (await stored_table(hall, play.table)).status is TableStatus.FINISHED
    await check_table(hall, play.table)


async def test_table_whose_opening_fails_is_not_there(hall: Hall, trouble: Trouble) -> None:
    (anna,) = await hall.guests(1)
    trouble.coming = ["before"]
    with pytest.raises(DiskFull):
        await hall.open_table(anna, seats=2)
    assert hall.parlour.registry.listed() == ()
    await hall.open_table(anna, seats=2)


async def test_failed_change_of_a_table_changes_nothing(hall: Hall, trouble: Trouble) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, seats=2)
    before = await stored_table(hall, table)
    hall.hints.clear()
    trouble.coming = ["before"]
    with pytest.raises(DiskFull):
        await hall.parlour.sit(ben, table, None)
    assert hall.hints == [table]
    assert (await hall.look(table)).table == before
    await hall.parlour.sit(ben, table, None)
    await check_table(hall, table)


async def test_unit_that_breaks_the_log_is_refused_by_the_store(duel: Play) -> None:
    """What the service relies on: a taken place of the log is a conflict, not an error."""
    match = (await duel.position()).match
    found = await duel.found()
    again = LoggedEvent(2, CHANCE, "6 6 6 6 6", match.started_at)
    assert not await duel.hall.store.commit((AppendEvents(match.id, (again,)),))
    assert not await duel.hall.store.commit((PutTable(found.table),))
    assert await duel.do(Seat(1), "keep 1") == 4
