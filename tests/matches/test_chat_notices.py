"""What the house tells of a table: one line for each thing that happens, kept as a code."""

import pytest

from pasch.kernel.actors import Seat
from pasch.matches.lines import LINES_KEPT, LineKind
from pasch.matches.model import Account, Deadline, DeadlineKind, TableId
from pasch.matches.notices import MESSAGES, Code
from pasch.matches.pausing import IDLE_MILLIS, PAUSE_MILLIS
from pasch.matches.refusals import NotOwner
from tests.matches.hall import Hall

pytestmark = pytest.mark.anyio


async def told(hall: Hall, table: TableId) -> list[str]:
    """Return the notices of a table as the store holds them, each with its name and seat."""
    lines = await hall.store.lines(table, LINES_KEPT)
    assert all(line.kind is LineKind.NOTICE and line.author is None for line in lines)
    return [" ".join(filter(None, (line.text, line.name, str(line.seat or "")))) for line in lines]


async def begun(hall: Hall, seats: int = 2) -> tuple[TableId, tuple[Account, ...]]:
    """Begin a match; return its table and players."""
    play = await hall.begin(await hall.guests(seats))
    return play.table, play.people


def test_every_code_has_a_message() -> None:
    assert set(MESSAGES) == set(Code)


async def test_seats(hall: Hall) -> None:
    anna, ben, cleo = await hall.guests(3)
    table = await hall.open_table(anna, ben, seats=3)
    await hall.parlour.sit(cleo, table, None)
    await hall.parlour.leave(cleo, table)
    await hall.parlour.sit(ben, table, Seat(3))
    await hall.parlour.remove(anna, table, Seat(3))
    assert await told(hall, table) == [
        "sat Ben 2",
        "sat Cleo 3",
        "left Cleo 3",
        "moved Ben 3",
        "removed Ben 3",
    ]


async def test_what_changes_nothing_is_not_told(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben, seats=3)
    before = await told(hall, table)
    await hall.parlour.sit(ben, table, None)
    await hall.parlour.say_ready(ben, table, None)
    await hall.parlour.take_back_ready(ben, table)
    with pytest.raises(NotOwner):
        await hall.parlour.let_watch(ben, table, allowed=False)
    assert await told(hall, table) == before


async def test_spectators(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna, seats=2)
    for allowed in (True, False, False, True):
        await hall.parlour.let_watch(anna, table, allowed=allowed)
    assert await told(hall, table) == ["unwatchable", "watchable"]


async def test_match(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(2), hardcore="yes")
    await play.play_on()
    await play.all_ready()
    lines = await hall.store.lines(play.table, LINES_KEPT)
    assert [line.text for line in lines] == ["sat", "begun", "over", "begun"]
    first, second = lines[1].spot.match, lines[3].spot.match
    assert first != second
    assert [line.spot.match for line in lines] == [None, first, first, second]
    log = await hall.store.events(first) if first else ()
    assert (lines[1].spot.version, lines[2].spot.version) == (0, len(log))


async def test_asked_pause(hall: Hall) -> None:
    table, (anna, ben) = await begun(hall)
    pauses = hall.parlour.pauses
    await pauses.ask(anna, table)
    await pauses.ask(ben, table)
    await pauses.resume(ben, table)
    await pauses.resume(ben, table)
    assert await told(hall, table) == ["sat Ben 2", "begun", "paused Anna 1", "resumed Ben 2"]


async def test_absence(hall: Hall) -> None:
    table, (anna, ben) = await begun(hall)
    pauses = hall.parlour.pauses
    await pauses.note_absent(ben.id, table)
    await pauses.note_absent(anna.id, table)
    await pauses.note_present(ben.id, table)
    await pauses.note_present(ben.id, table)
    await pauses.note_present(anna.id, table)
    assert (await told(hall, table))[2:] == [
        "offline Ben 2",
        "offline Anna 1",
        "back Ben 2",
        "back Anna 1",
        "goes-on",
    ]


async def test_return_of_somebody_in_an_asked_pause(hall: Hall) -> None:
    table, (anna, ben) = await begun(hall)
    pauses = hall.parlour.pauses
    await pauses.ask(anna, table)
    await pauses.note_absent(ben.id, table)
    await pauses.resume(anna, table)
    await pauses.note_present(ben.id, table)
    assert (await told(hall, table))[2:] == [
        "paused Anna 1",
        "offline Ben 2",
        "resumed Anna 1",
        "back Ben 2",
        "goes-on",
    ]


async def test_aborted(hall: Hall) -> None:
    table, (anna, _) = await begun(hall)
    await hall.parlour.pauses.ask(anna, table)
    await hall.parlour.pauses.abort(anna, table)
    assert (await told(hall, table))[3:] == ["wants-abort Anna 1", "aborted"]


async def test_left(hall: Hall) -> None:
    table, (_, ben) = await begun(hall)
    await hall.parlour.pauses.quit(ben, table, is_confirmed=True)
    assert (await told(hall, table))[2:] == ["quit Ben 2", "aborted"]


@pytest.mark.parametrize("kind", DeadlineKind)
async def test_time_runs_out(hall: Hall, kind: DeadlineKind) -> None:
    table, (anna, _) = await begun(hall)
    await hall.parlour.pauses.ask(anna, table)
    hall.clock.move(PAUSE_MILLIS + IDLE_MILLIS)
    await hall.parlour.pauses.fall_due(Deadline(table, kind, hall.clock.now()))
    assert (await told(hall, table))[3:] == ["aborted"]


async def test_closed(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben)
    await hall.parlour.close(anna, table)
    assert await told(hall, table) == ["sat Ben 2", "closed"]


async def test_last_one_leaves(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna, seats=2)
    await hall.parlour.leave(anna, table)
    assert await told(hall, table) == ["closed"]


async def test_what_completes_a_table_is_told_before_the_match_begins(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna, seats=2)
    await hall.parlour.say_ready(anna, table, None)
    await hall.parlour.add_computers(anna, table, "greedy")
    assert await told(hall, table) == ["sat Computer 1 2", "begun"]
