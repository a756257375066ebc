"""Pauses: asked for, by absence, resumed, aborted; and what they refuse meanwhile."""

from functools import partial

import pytest

from pasch.kernel.actors import Seat
from pasch.kernel.refusals import MatchOver
from pasch.matches import pausing
from pasch.matches.chat import Post
from pasch.matches.lines import Channel
from pasch.matches.model import Deadline, DeadlineKind, MatchId, MatchStatus, Millis, TableStatus
from pasch.matches.refusals import NotSeated, Paused, WrongMoment
from tests.matches.hall import NOON, Hall, Play

pytestmark = pytest.mark.anyio

MATCH = MatchId("M")
ONE, TWO = Seat(1), Seat(2)


def test_reasons_add_up_and_the_time_runs_from_the_first() -> None:
    first = pausing.asked(None, MATCH, NOON)
    later = pausing.without(first, MATCH, TWO, Millis(NOON + 1000))
    assert (later.is_asked, later.absent) == (True, (TWO,))
    assert later.due_at == NOON + pausing.PAUSE_MILLIS


def test_a_pause_ends_with_its_last_reason() -> None:
    pause = pausing.without(pausing.asked(None, MATCH, NOON), MATCH, TWO, NOON)
    still = pausing.resumed(pause)
    assert still is not None
    assert still.absent == (TWO,)
    assert pausing.again_with(still, ONE) == still
    assert pausing.again_with(still, TWO) is None
    assert pausing.resumed(pausing.asked(None, MATCH, NOON)) is None


@pytest.fixture
async def play(hall: Hall) -> Play:
    """Return a match of two that has begun."""
    return await hall.begin(await hall.guests(2))


async def deadlines(play: Play) -> dict[DeadlineKind, Deadline]:
    return {d.kind: d for d in await play.hall.store.deadlines() if d.table == play.table}


async def test_while_paused_no_event_and_no_hold(play: Play) -> None:
    anna, _ = play.people
    await play.do(1, "roll")
    await play.hall.parlour.pauses.ask(anna, play.table)
    log = await play.stored()
    with pytest.raises(Paused):
        await play.do(1, "keep 1")
    match = (await play.position()).match.id
    with pytest.raises(Paused):
        await play.hall.parlour.hold(anna, play.table, match, 1, held=True)
    assert await play.stored() == log
    await play.hall.parlour.pauses.resume(anna, play.table)
    await play.do(1, "keep 1")


async def test_any_seat_pauses_and_resumes(play: Play) -> None:
    anna, ben = play.people
    pauses = play.hall.parlour.pauses
    await pauses.ask(anna, play.table)
    assert (await deadlines(play))[DeadlineKind.PAUSE].due_at == NOON + pausing.PAUSE_MILLIS
    play.hall.clock.move(1000)
    await pauses.ask(ben, play.table)
    assert (await deadlines(play))[DeadlineKind.PAUSE].due_at == NOON + pausing.PAUSE_MILLIS
    await pauses.resume(ben, play.table)
    assert (await play.found()).pause is None
    assert DeadlineKind.PAUSE not in await deadlines(play)


async def test_strangers_cannot_pause_resume_abort_or_quit(play: Play) -> None:
    stranger = await play.hall.guest("Zoe")
    pauses = play.hall.parlour.pauses
    await pauses.ask(play.people[0], play.table)
    quit_ = partial(pauses.quit, is_confirmed=True)
    for deed in (pauses.ask, pauses.resume, pauses.abort, quit_):
        with pytest.raises(NotSeated):
            await deed(stranger, play.table)
    assert (await play.found()).pause is not None


async def test_absence_pauses_and_presence_resumes(play: Play) -> None:
    _, ben = play.people
    pauses = play.hall.parlour.pauses
    await pauses.note_absent(ben.id, play.table)
    pause = (await play.found()).pause
    assert pause is not None
    assert pause.absent == (TWO,)
    await pauses.resume(play.people[0], play.table)
    assert (await play.found()).pause == pause
    await pauses.note_present(ben.id, play.table)
    assert (await play.found()).pause is None


async def test_asked_pause_outlasts_presence(play: Play) -> None:
    anna, ben = play.people
    pauses = play.hall.parlour.pauses
    await pauses.ask(anna, play.table)
    await pauses.note_absent(ben.id, play.table)
    await pauses.note_present(ben.id, play.table)
    pause = (await play.found()).pause
    assert pause is not None
    assert (pause.is_asked, pause.absent) == (True, ())


async def test_who_plays_alone_is_never_absent(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(1))
    await hall.parlour.pauses.note_absent(play.people[0].id, play.table)
    assert (await play.found()).pause is None


async def test_before_a_match_absence_takes_ready_back(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben)
    await hall.parlour.say_ready(anna, table, None)
    await hall.parlour.pauses.note_absent(anna.id, table)
    await hall.parlour.say_ready(ben, table, None)
    found = await hall.look(table)
    assert found.table.status is TableStatus.WAITING
    assert [sitter and sitter.ready for sitter in found.table.sitters] == [False, True]


async def test_only_a_paused_match_is_aborted(play: Play) -> None:
    with pytest.raises(WrongMoment):
        await play.hall.parlour.pauses.abort(play.people[0], play.table)


@pytest.mark.parametrize("how", ["abort", "quit", "runs out", "idle"])
async def test_an_aborted_match_counts_nowhere(play: Play, how: str) -> None:
    anna, _ = play.people
    pauses = play.hall.parlour.pauses
    await play.do(1, "roll")
    match = (await play.position()).match.id
    if how in {"abort", "runs out"}:
        await pauses.ask(anna, play.table)
    if how == "abort":
        await pauses.abort(anna, play.table)
    elif how == "quit":
        await pauses.quit(anna, play.table, is_confirmed=True)
    else:
        kind = DeadlineKind.IDLE if how == "idle" else DeadlineKind.PAUSE
        due = (await deadlines(play))[kind]
        play.hall.clock.move(due.due_at - play.hall.clock.now())
        await pauses.fall_due(due)
    found = await play.found()
    stored = await play.hall.store.match(match)
    assert found.table.status is TableStatus.CLOSED
    assert stored is not None
    assert stored.status is MatchStatus.ABORTED
    assert await play.hall.store.pauses() == ()
    assert await deadlines(play) == {}
    assert play.hall.parlour.registry.listed() == ()


async def test_a_pause_is_not_aborted_before_its_time(play: Play) -> None:
    pauses = play.hall.parlour.pauses
    await pauses.ask(play.people[0], play.table)
    due = (await deadlines(play))[DeadlineKind.PAUSE]
    play.hall.clock.move(pausing.PAUSE_MILLIS - 1)
    await pauses.fall_due(due)
    assert (await play.found()).table.status is TableStatus.PLAYING


async def test_activity_moves_the_idle_deadline(play: Play) -> None:
    due = (await deadlines(play))[DeadlineKind.IDLE]
    play.hall.clock.move(30 * pausing.MINUTE)
    await play.do(1, "roll")
    play.hall.clock.move(30 * pausing.MINUTE)
    await play.hall.parlour.pauses.fall_due(due)
    assert (await play.found()).table.status is TableStatus.PLAYING
    later = (await deadlines(play))[DeadlineKind.IDLE]
    assert later.due_at == NOON + 90 * pausing.MINUTE


async def test_an_idle_waiting_table_closes(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna, seats=2)
    (due,) = await hall.store.deadlines()
    hall.clock.move(pausing.IDLE_MILLIS)
    await hall.parlour.pauses.fall_due(due)
    assert (await hall.look(table)).table.status is TableStatus.CLOSED


@pytest.mark.parametrize("begins", [False, True], ids=["waiting", "playing"])
async def test_talk_at_a_table_is_activity(hall: Hall, *, begins: bool) -> None:
    """That of people with a seat; what spectators say keeps no table open."""
    anna, ben, tim = await hall.guests(3)
    if begins:
        table = (await hall.begin((anna, ben))).table
    else:
        table = await hall.open_table(anna, seats=2)
    chat = hall.parlour.chat
    (due,) = await hall.store.deadlines()
    hall.clock.move(30 * pausing.MINUTE)
    await chat.say(Post(anna, table, "a"), "Gleich!", Channel.ALL)
    hall.clock.move(10 * pausing.MINUTE)
    await chat.say(Post(tim, table, "b"), "Schade", Channel.ALL)
    (later,) = await hall.store.deadlines()
    assert later.due_at == NOON + 90 * pausing.MINUTE
    hall.clock.move(20 * pausing.MINUTE)
    await hall.parlour.pauses.fall_due(due)
    assert (await hall.look(table)).table.status is not TableStatus.CLOSED
    hall.clock.move(30 * pausing.MINUTE)
    await hall.parlour.pauses.fall_due(later)
    assert (await hall.look(table)).table.status is TableStatus.CLOSED


async def test_whoever_leaves_a_table_after_the_end_of_all_changes_nothing(play: Play) -> None:
    """The pages of an aborted match are closed, and a while later everybody counts as absent."""
    anna, ben = play.people
    await play.hall.parlour.pauses.quit(anna, play.table, is_confirmed=True)
    before = await play.hall.store.table(play.table)
    for person in (anna, ben):
        await play.hall.parlour.pauses.note_absent(person.id, play.table)
        await play.hall.parlour.pauses.note_present(person.id, play.table)
    assert await play.hall.store.table(play.table) == before


async def test_aborted_match_takes_no_move(play: Play) -> None:
    seat = await play.seat_to_move()
    command = await play.command(seat, (await play.legal(seat))[0])
    await play.hall.parlour.pauses.ask(play.people[0], play.table)
    await play.hall.parlour.pauses.abort(play.people[0], play.table)
    before = await play.stored()
    with pytest.raises(MatchOver):
        await play.send(command)
    assert await play.stored() == before
