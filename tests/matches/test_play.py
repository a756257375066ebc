"""Commands: one path for every event, each happens once, and every refusal changes nothing."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.chance import Throw
from pasch.kernel.refusals import (
    Illegal,
    MatchOver,
    NotYourTurn,
    Refusal,
    Stale,
    Unreadable,
)
from pasch.kernel.replay import verify
from pasch.matches.archive import Archive
from pasch.matches.commands import Command
from pasch.matches.model import MatchId, MatchStatus, NotedCommand, TableStatus, Version
from pasch.matches.ports import Write
from pasch.matches.position import MOMENTS_KEPT
from pasch.matches.refusals import CommandReused, NeedsConfirmation, NotSeated, UnknownMatch
from tests.matches.hall import NOON, SHARES, Hall, Play, check_table, first_write, stored_table

pytestmark = pytest.mark.anyio


@pytest.fixture
async def duel(hall: Hall) -> Play:
    """Return a match of two that waits for the first throw."""
    return await hall.begin(await hall.guests(2))


async def unchanged(play: Play, command: Command, refusal: type[Refusal]) -> Refusal:
    """Send a command that is refused; hold that nothing has changed. Return the refusal."""
    before = await _everything(play)
    with pytest.raises(refusal) as caught:
        await play.send(command)
    assert await _everything(play) == before
    await check_table(play.hall, play.table)
    return caught.value


async def _everything(play: Play) -> tuple[object, ...]:
    found = await play.found()
    return found.table, found.position, found.held, await play.stored()


async def test_event_and_its_throw_are_written_together(duel: Play) -> None:
    duel.hall.clock.move(3)
    duel.hall.hints.clear()
    assert await duel.do(1, "roll") == 2
    match = (await duel.position()).match
    log = await duel.hall.store.events(match.id)
    assert [(e.seq, e.actor, e.at) for e in log] == [(1, 1, NOON + 3), (2, CHANCE, NOON + 3)]
    assert log[1].text == match.source(0).draw(Throw(5), 2)
    assert duel.hall.hints == [duel.table]
    await check_table(duel.hall, duel.table)


async def test_extra_blanks_are_squeezed(duel: Play) -> None:
    await duel.do(1, "  roll ")
    await duel.do(1, " keep   1  2 ")
    assert [line for line in await duel.stored() if line[0] != "*"] == ["1 roll", "1 keep 1 2"]


async def test_accepted_command_is_noted_with_its_answer(duel: Play) -> None:
    command = await duel.command(1, "roll")
    version = await duel.send(command)
    noted = await duel.hall.store.command(command.match, command.account, command.id)
    assert noted == NotedCommand(command.id, command.digest, version)


ILLEGAL: dict[str, tuple[int, str, type[Refusal], str | None]] = {
    "not the turn": (2, "roll", NotYourTurn, "Z11"),
    "no die is thrown": (1, "keep 1", Illegal, "Z12"),
    "nothing is thrown": (1, "write free 1", Illegal, "Z13"),
    "nothing is written": (2, "correct", Illegal, "Z20"),
    "unreadable": (1, "dance", Unreadable, None),
    "empty": (1, "", Unreadable, None),
    "blanks": (1, "   ", Unreadable, None),
    "a line break": (1, "roll\n", Unreadable, None),
    "two events": (1, "roll\n1 keep 1", Unreadable, None),
    "full-width": (1, "keep １", Unreadable, None),
    "surrogate": (1, "\ud800", Unreadable, None),
    "NUL": (1, "roll\x00", Unreadable, None),
    "chance": (1, "6 6 6 6 6", Unreadable, None),
    "for chance": (1, "* 6 6 6 6 6", Unreadable, None),
    "for another seat": (2, "1 roll", Unreadable, None),
}


@pytest.mark.parametrize(("seat", "text", "refusal", "rule"), ILLEGAL.values(), ids=ILLEGAL)
async def test_refused_event(
    duel: Play, seat: int, text: str, refusal: type[Refusal], rule: str | None
) -> None:
    duel.hall.hints.clear()
    refused = await unchanged(duel, await duel.command(seat, text), refusal)
    assert refused.reason.rule == rule
    assert duel.hall.hints == []
    assert await duel.do(1, "roll") == 2, "the next command works"


async def test_stranger_cannot_act(duel: Play) -> None:
    stranger = await duel.hall.guest("Mallory")
    command = await duel.command(1, "roll")
    await unchanged(duel, replace(command, account=stranger.id), NotSeated)


async def test_command_for_another_match(duel: Play) -> None:
    command = await duel.command(1, "roll")
    for match in ("", "222222222222", "a\x00b", "\ud800"):
        await unchanged(duel, replace(command, match=MatchId(match)), MatchOver)


@pytest.mark.parametrize("name", ["", "x" * 65, "a\x00b", "a\nb", "\ud800", "ä"])
async def test_command_with_a_bad_id(duel: Play, name: str) -> None:
    await unchanged(duel, replace(await duel.command(1, "roll"), id=name), Unreadable)


async def test_command_at_a_table_without_a_match(hall: Hall) -> None:
    people = await hall.guests(2)
    table = await hall.open_table(*people)
    command = Command(people[0].id, "c", MatchId("222222222222"), Version(0), "roll")
    with pytest.raises(MatchOver):
        await hall.parlour.play(table, command)


# Each command happens once.


async def test_same_command_again_gets_the_same_answer(duel: Play) -> None:
    command = await duel.command(1, "roll")
    version = await duel.send(command)
    log = await duel.stored()
    assert [await duel.send(command) for _ in range(3)] == [version] * 3
    await duel.do(1, "keep 1 2")
    assert await duel.send(command) == version, "also when the match went on"
    assert (await duel.stored())[:2] == log
    assert len(await duel.stored()) == 4


async def test_same_command_twenty_times_at_once_happens_once(duel: Play) -> None:
    command = await duel.command(1, "roll")
    answers = await asyncio.gather(*(duel.send(command) for _ in range(20)))
    assert answers == [2] * 20
    assert len(await duel.stored()) == 2


async def test_same_command_after_a_restart_gets_the_same_answer(duel: Play) -> None:
    command = await duel.command(1, "roll")
    version = await duel.send(command)
    await duel.hall.restart()
    assert await duel.send(command) == version
    assert len(await duel.stored()) == 2


REUSES: dict[str, Callable[[Command], Command]] = {
    "another event": lambda command: replace(command, text="keep 1"),
    "another version": lambda command: replace(command, seen=Version(1)),
    "another version, the newest": lambda command: replace(command, seen=Version(2)),
    "not confirmed": lambda command: replace(command, is_confirmed=False),
}


@pytest.mark.parametrize("change", REUSES.values(), ids=REUSES)
async def test_id_of_an_accepted_command_with_another_body(
    duel: Play, change: Callable[[Command], Command]
) -> None:
    command = await duel.command(1, "roll")
    await duel.send(command)
    reused = change(command)
    if reused.seen == 2:
        reused = replace(reused, text="keep 1")
    await unchanged(duel, reused, CommandReused)


async def test_id_of_a_refused_command_may_come_again(duel: Play) -> None:
    command = await duel.command(1, "keep 1")
    await unchanged(duel, command, Illegal)
    assert await duel.send(replace(command, text="roll")) == 2


async def test_two_people_may_choose_the_same_id(duel: Play) -> None:
    assert await duel.send(replace(await duel.command(1, "roll"), id="same")) == 2
    await duel.do(1, "write free 1")
    assert await duel.send(replace(await duel.command(2, "roll"), id="same")) == 5
    await check_table(duel.hall, duel.table)


async def test_last_command_of_a_match_again_is_harmless(hall: Hall) -> None:
    """A double tap at the end; also when the next match has begun meanwhile."""
    play = await hall.begin(await hall.guests(2), hardcore="yes")
    await play.play_on(95)
    last = await play.command(2, first_write(await play.legal(2)))
    version = await play.send(last)
    assert (await stored_table(hall, play.table)).status is TableStatus.FINISHED
    assert await play.send(last) == version
    await play.all_ready()
    assert await play.send(last) == version
    other = replace(last, id="another", text="write free 2")
    with pytest.raises(MatchOver):
        await play.send(other)
    await check_table(hall, play.table)


# One version, two commands.


async def test_two_commands_for_one_version(duel: Play) -> None:
    await duel.do(1, "roll")
    one, other = [await duel.command(1, text) for text in ("keep 1", "keep 2")]
    outcomes = await asyncio.gather(duel.send(one), duel.send(other), return_exceptions=True)
    assert sorted(map(type, outcomes), key=str) == sorted([int, Stale], key=str)
    assert len(await duel.stored()) == 4
    await check_table(duel.hall, duel.table)


async def test_future_version_is_stale(duel: Play) -> None:
    await unchanged(duel, await duel.command(1, "roll", seen=1), Stale)


async def _in_the_last_cell(hall: Hall) -> Play:
    """Return a match alone whose last cell is free: the dice may be thrown five times."""
    play = await hall.begin(await hall.guests(1))
    await play.play_on(47)
    return play


async def test_second_throw_for_one_version_is_stale_in_the_last_cell(hall: Hall) -> None:
    """What may be done is the same before and after the first of them, but the dice are not."""
    play = await _in_the_last_cell(hall)
    await play.do(1, "keep")
    legal = await play.legal(1)
    one, other = [await play.command(1, text) for text in ("keep 1 2", "keep 3")]
    await play.send(one)
    assert await play.legal(1) == legal
    await unchanged(play, other, Stale)


async def test_late_roll_of_the_turn_before_is_stale(duel: Play) -> None:
    """A second tab's roll arrives a whole round late; the same may be done, in another turn."""
    late = await duel.command(1, "roll")
    for _ in range(2):
        await duel.turn()
    assert (await duel.legal(1))[0] == "roll"
    await unchanged(duel, late, Stale)


async def test_late_correction_of_the_entry_before_is_stale(duel: Play) -> None:
    await duel.turn()
    late = await duel.command(1, "correct")
    await duel.do(1, "correct", "cancel")
    await unchanged(duel, late, Stale)


async def test_roll_first_and_the_correction_is_stale(duel: Play) -> None:
    await duel.turn()
    seen = await duel.version()
    await duel.do(2, "roll")
    await unchanged(duel, await duel.command(1, "correct", seen=seen), Stale)


async def test_correction_first_and_the_roll_is_stale(duel: Play) -> None:
    await duel.turn()
    seen = await duel.version()
    await duel.do(1, "correct")
    await unchanged(duel, await duel.command(2, "roll", seen=seen), Stale)


async def test_correction_and_roll_at_once(duel: Play) -> None:
    await duel.turn()
    rivals = [await duel.command(1, "correct"), await duel.command(2, "roll")]
    outcomes = await asyncio.gather(*map(duel.send, rivals), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int, Stale]
    await check_table(duel.hall, duel.table)


async def test_version_older_than_memory_is_stale(duel: Play) -> None:
    late = await duel.command(1, "roll")
    await duel.play_on(2 * MOMENTS_KEPT)
    assert "roll" in await duel.legal(1)
    await unchanged(duel, late, Stale)


# A cost is confirmed first.


async def test_zero_is_confirmed_first(duel: Play) -> None:
    await duel.do(1, "roll")
    zero = await duel.command(1, await _worthless(duel, 1))
    asked = await unchanged(duel, replace(zero, is_confirmed=False), NeedsConfirmation)
    assert asked.reason.rule == "Z13"
    assert await duel.send(zero) == 3
    assert (await duel.stored())[-1] == f"1 {zero.text}"


async def _worthless(play: Play, seat: int) -> str:
    """Return a cell that the dice on the table bring nothing in."""
    position = await play.position()
    for text in await play.legal(seat):
        if position.rules.needs_confirmation(position.state, Seat(seat), text) is not None:
            return text
    raise AssertionError("every cell has points")


async def test_points_need_no_confirmation(duel: Play) -> None:
    await duel.do(1, "roll")
    command = await duel.command(1, "write free +")
    assert await duel.send(replace(command, is_confirmed=False)) == 3


async def test_illegal_zero_is_illegal(duel: Play) -> None:
    """Nobody is asked to confirm what would be refused after all."""
    await duel.do(1, "roll")
    command = replace(await duel.command(1, "write up F"), is_confirmed=False)
    assert command.text not in await duel.legal(1)
    await unchanged(duel, command, Illegal)


# The end.


async def test_end_is_written_with_the_last_event(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await hall.begin(await hall.guests(2), hardcore="yes")
    await play.play_on(95)
    units: list[Sequence[Write]] = []
    commit = hall.store.commit

    async def noting(writes: Sequence[Write]) -> bool:
        units.append(writes)
        return await commit(writes)

    monkeypatch.setattr(hall.store, "commit", noting)
    hall.clock.move(60_000)
    await play.turn()
    (unit,) = units
    kinds = [type(write).__name__ for write in unit]
    assert kinds == ["AppendEvents", "NoteCommand", "EndMatch", "PutTable", "PutResults", "AddLine"]
    position = await play.position()
    assert (position.match.status, position.match.ended_at) == (
        MatchStatus.FINISHED,
        NOON + 60_000,
    )
    table = await stored_table(hall, play.table)
    assert (table.status, table.match) == (TableStatus.FINISHED, position.match.id)
    await check_table(hall, play.table)


async def test_nothing_is_added_to_a_finished_match(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(2), hardcore="yes")
    await play.play_on()
    for seat in (1, 2):
        for text in ("roll", "correct", "write free 1"):
            await unchanged(play, await play.command(seat, text), MatchOver)
    match = (await play.position()).match.id
    with pytest.raises(Illegal):
        await hall.parlour.hold(play.people[0], play.table, match, 1, held=True)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
async def test_record_of_a_finished_match_verifies(hall: Hall, seats: int) -> None:
    play = await hall.begin(await hall.guests(seats), hardcore="yes")
    match = (await play.position()).match.id
    await play.play_on(3)
    with pytest.raises(UnknownMatch):
        await Archive(hall.store).record(match)
    await play.play_on()
    record = await Archive(hall.store).record(match)
    rules = (await play.position()).rules
    assert list(verify(rules, record)) == []
    assert record.seats == ("Anna", "Ben", "Cleo", "Dana")[:seats]
    assert record.provenance is not None
    assert record.provenance.shares == SHARES[:seats]
    first, *others = record.events
    assert first.text != "6 6 6 6 6"
    forged = replace(record, events=(replace(first, text="6 6 6 6 6"), *others))
    assert [found.number for found in verify(rules, forged)] == [1]


@pytest.mark.parametrize("match", ["222222222222", "", "a\x00b", "\ud800", "x" * 5000])
async def test_record_of_an_unknown_match(hall: Hall, match: str) -> None:
    with pytest.raises(UnknownMatch):
        await Archive(hall.store).record(MatchId(match))
