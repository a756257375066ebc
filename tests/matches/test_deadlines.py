"""What happens by itself, over restarts too: the time without a server never counts (case 19)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasch.matches import pausing
from pasch.matches.deadlines import Deadlines
from pasch.matches.model import DeadlineKind, TableStatus
from pasch.matches.ports import NoteAlive
from tests.matches.hall import Hall, Play
from tests.memory_store import MemoryStore

pytestmark = pytest.mark.anyio

HOUR = 60 * pausing.MINUTE


async def down(hall: Hall, millis: int) -> Deadlines:
    """Stop the server for some time and start it again."""
    await hall.store.commit((NoteAlive(hall.clock.now()),))
    hall.clock.move(millis)
    hall.reopen()
    deadlines = Deadlines(hall.store, hall.parlour.pauses, hall.clock, hall.computers.nudge)
    await deadlines.wake()
    await hall.parlour.registry.start()
    return deadlines


async def left(play: Play, kind: DeadlineKind) -> int:
    """Return how many milliseconds are left until a deadline."""
    due = next(d for d in await play.hall.store.deadlines() if d.kind is kind)
    return due.due_at - play.hall.clock.now()


@pytest.fixture
async def play(hall: Hall) -> Play:
    """Return a match of two that has begun."""
    return await hall.begin(await hall.guests(2))


async def test_after_a_start_everybody_is_absent_and_comes_back(play: Play) -> None:
    await down(play.hall, 3 * HOUR)
    pause = (await play.found()).pause
    assert pause is not None
    assert (pause.absent, pause.is_asked) == ((1, 2), False)
    assert pause.due_at == play.hall.clock.now() + pausing.PAUSE_MILLIS
    for person in play.people:
        await play.hall.parlour.pauses.note_present(person.id, play.table)
    assert (await play.found()).pause is None


async def test_an_asked_pause_keeps_what_is_left_of_it(play: Play) -> None:
    await play.hall.parlour.pauses.ask(play.people[0], play.table)
    play.hall.clock.move(4 * pausing.MINUTE)
    await down(play.hall, 5 * HOUR)
    pause = (await play.found()).pause
    assert pause is not None
    assert pause.is_asked
    assert pause.due_at - play.hall.clock.now() == 6 * pausing.MINUTE
    assert await left(play, DeadlineKind.PAUSE) == 6 * pausing.MINUTE


async def test_nothing_fires_in_the_first_minute(play: Play) -> None:
    await play.hall.parlour.pauses.ask(play.people[0], play.table)
    play.hall.clock.move(pausing.PAUSE_MILLIS - 1)
    deadlines = await down(play.hall, HOUR)
    play.hall.clock.move(pausing.QUIET_MILLIS - 1)
    await deadlines.take_due()
    assert (await play.found()).table.status is TableStatus.PLAYING
    play.hall.clock.move(1)
    await deadlines.take_due()
    assert (await play.found()).table.status is TableStatus.CLOSED


async def test_idle_time_counts_from_the_last_event(play: Play) -> None:
    play.hall.clock.move(20 * pausing.MINUTE)
    await play.do(1, "roll")
    play.hall.clock.move(10 * pausing.MINUTE)
    await down(play.hall, 7 * HOUR)
    assert await left(play, DeadlineKind.IDLE) == 50 * pausing.MINUTE


async def test_a_deadline_that_fails_does_not_stop_the_others(hall: Hall) -> None:
    people = await hall.guests(2)
    first = await hall.open_table(people[0], seats=2)
    second = await hall.open_table(people[1], seats=2)
    hall.clock.move(pausing.IDLE_MILLIS)
    fall_due = hall.parlour.pauses.fall_due

    async def failing(deadline: object) -> None:
        if getattr(deadline, "table", None) == first:
            raise OSError("no disk")
        await fall_due(deadline)  # type: ignore[arg-type]

    hall.parlour.pauses.fall_due = failing  # type: ignore[method-assign]
    await Deadlines(hall.store, hall.parlour.pauses, hall.clock, hall.computers.nudge).take_due()
    assert (await hall.look(first)).table.status is TableStatus.WAITING
    assert (await hall.look(second)).table.status is TableStatus.CLOSED


Deed = st.tuples(st.sampled_from(["ask", "resume", "restart", "wait"]), st.integers(1, 300_000))


@settings(max_examples=40, deadline=None)
@given(st.lists(Deed, max_size=12))
async def test_any_sequence_leaves_the_running_time_as_it_should_be(
    deeds: list[tuple[str, int]],
) -> None:
    """The pause's time runs while a server runs and there is a reason, and at no other time."""
    hall = Hall(MemoryStore())
    play = await hall.begin(await hall.guests(2))
    running: int | None = None
    for deed, millis in deeds:
        pauses = hall.parlour.pauses
        match deed:
            case "ask":
                await pauses.ask(play.people[0], play.table)
                running = pausing.PAUSE_MILLIS if running is None else running
            case "resume":
                for person in play.people:
                    await pauses.note_present(person.id, play.table)
                await pauses.resume(play.people[1], play.table)
                running = None
            case "restart":
                await down(hall, millis)
                running = pausing.PAUSE_MILLIS if running is None else running
                running = max(running, pausing.QUIET_MILLIS)
            case _ if running is None or running - millis > 0:
                hall.clock.move(millis)
                running = running - millis if running is not None else None
            case _:
                pass
        pause = (await play.found()).pause
        assert (pause.due_at - hall.clock.now() if pause is not None else None) == running


async def test_two_hundred_tables_are_back(hall: Hall) -> None:
    """Everybody is absent, and within the first minute nothing fires at any table."""
    people = [await hall.guest(f"Guest {n}") for n in range(8)]
    playing = []
    for number in range(200):
        pair = people[number % 8], people[(number + 1) % 8]
        if number % 2:
            await hall.open_table(pair[0], seats=2)
        else:
            playing.append(await hall.begin(pair))
    deadlines = await down(hall, 24 * HOUR)
    before = [found.table for found in hall.parlour.registry.listed()]
    assert len(before) == 200
    for play in playing:
        pause = (await play.found()).pause
        assert pause is not None
        assert pause.absent == (1, 2)
    hall.clock.move(pausing.QUIET_MILLIS - 1)
    await deadlines.take_due()
    assert [found.table for found in hall.parlour.registry.listed()] == before
    assert len(await hall.store.pauses()) == len(playing)
