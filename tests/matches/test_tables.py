"""Tables in the service: opening, sitting, beginning, leaving, closing, playing again."""

import asyncio

import pytest

from pasch.kernel.actors import Seat
from pasch.kernel.draws import seal
from pasch.kernel.meta import BadOptions
from pasch.kernel.refusals import Refusal, Unreadable
from pasch.matches import registry
from pasch.matches.model import Account, MatchStatus, Table, TableId, TableStatus
from pasch.matches.parlour import ALPHABET, MATCH_ID_LENGTH, TABLE_ID_LENGTH
from pasch.matches.refusals import NotOwner, NotSeated, SeatTaken, UnknownTable, WrongMoment
from tests.matches.hall import GAME, NOON, SHARES, Hall, Play, check_table, stored_table

pytestmark = pytest.mark.anyio


def names(table: Table) -> tuple[str, ...]:
    """Return who sits on the seats, "" on a free one."""
    return tuple(sitter.name if sitter is not None else "" for sitter in table.sitters)


async def test_table_is_opened_with_its_owner_on_the_first_seat(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    table = await hall.parlour.open_table(anna, GAME, 3, {"hardcore": "yes"})
    assert (table.status, table.owner, names(table)) == (
        TableStatus.WAITING,
        anna.id,
        ("Anna", "", ""),
    )
    assert table.options == (("mode", "three"), ("hardcore", "yes"))
    assert (table.match, table.created_at, table.touched_at) == (None, NOON, NOON)
    assert set(table.id) <= set(ALPHABET)
    assert len(table.id) == TABLE_ID_LENGTH
    assert hall.hints == [table.id]
    await check_table(hall, table.id)


@pytest.mark.parametrize(
    ("game", "seats", "options", "refusal"),
    [
        (GAME, 5, {}, BadOptions),
        (GAME, 0, {}, BadOptions),
        (GAME, 2, {"mode": "solo"}, BadOptions),
        (GAME, 2, {"mode": "duel"}, BadOptions),
        (GAME, 2, {"hardcore": "perhaps"}, BadOptions),
        (GAME, 2, {"speed": "fast"}, BadOptions),
        ("whist", 2, {}, Unreadable),
        ("", 2, {}, Unreadable),
    ],
)
async def test_bad_table_is_not_opened(
    hall: Hall, game: str, seats: int, options: dict[str, str], refusal: type[Refusal]
) -> None:
    (anna,) = await hall.guests(1)
    with pytest.raises(refusal):
        await hall.parlour.open_table(anna, game, seats, options)
    assert await hall.store.open_tables() == ()
    assert hall.hints == []


async def test_two_tables_have_ids_and_secrets_of_their_own(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    tables = [await hall.parlour.open_table(anna, GAME, 2, {}) for _ in range(2)]
    assert len({table.id for table in tables}) == 2
    assert len({table.secret for table in tables}) == 2


@pytest.mark.parametrize("table", ["222222", "", "../etc", "a\x00b", "\ud800", "x" * 5000])
async def test_unknown_table(hall: Hall, table: str) -> None:
    (anna,) = await hall.guests(1)
    with pytest.raises(UnknownTable):
        await hall.look(TableId(table))
    with pytest.raises(UnknownTable):
        await hall.parlour.sit(anna, TableId(table), None)


async def test_people_sit_change_and_leave(hall: Hall) -> None:
    anna, ben, cleo, _ = await hall.guests(4)
    table = await hall.open_table(anna, ben, seats=4)
    hall.clock.move(5)
    await hall.parlour.sit(ben, table, Seat(4))
    await hall.parlour.sit(cleo, table, None)
    assert names(await stored_table(hall, table)) == ("Anna", "Cleo", "", "Ben")
    await hall.parlour.leave(anna, table)
    after = await stored_table(hall, table)
    assert (names(after), after.owner) == (("", "Cleo", "", "Ben"), cleo.id)
    assert after.touched_at == NOON + 5
    assert after.revision == 5
    await check_table(hall, table)


async def test_every_change_is_told_once_and_what_changes_nothing_is_not(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben)
    hall.hints.clear()
    await hall.parlour.sit(ben, table, Seat(2))
    await hall.parlour.take_back_ready(ben, table)
    with pytest.raises(SeatTaken):
        await hall.parlour.sit(ben, table, Seat(1))
    assert hall.hints == []
    await hall.parlour.say_ready(ben, table, SHARES[1])
    assert hall.hints == [table]


async def test_fifty_join_the_last_seat_and_one_sits(hall: Hall) -> None:
    anna, *crowd = [await hall.guest(f"Guest no {number}") for number in range(51)]
    table = await hall.open_table(anna, seats=2)
    tries = (hall.parlour.sit(person, table, None) for person in crowd)
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    refused = [outcome for outcome in outcomes if isinstance(outcome, SeatTaken)]
    assert (outcomes.count(None), len(refused)) == (1, 49)
    winner = crowd[outcomes.index(None)]
    assert names(await stored_table(hall, table)) == (anna.name, winner.name)
    await check_table(hall, table)


async def test_match_begins_when_all_are_ready(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben)
    before = await stored_table(hall, table)
    await hall.parlour.say_ready(ben, table, SHARES[1])
    assert (await hall.look(table)).position is None
    hall.clock.move(7)
    await hall.parlour.say_ready(anna, table, SHARES[0])
    found = await hall.look(table)
    assert found.position is not None
    match = found.position.match
    assert (found.table.status, found.table.match) == (TableStatus.PLAYING, match.id)
    assert (match.status, match.started_at, match.table) == (MatchStatus.RUNNING, NOON + 7, table)
    assert (match.game, match.options) == (GAME, before.options)
    assert tuple(player.share for player in match.players) == SHARES[:2]
    assert [player.share_by_server for player in match.players] == [False, False]
    assert match.names == ("Anna", "Ben")
    assert len(match.id) == MATCH_ID_LENGTH
    assert not any(s.ready or s.share for s in found.table.sitters if s is not None)
    await check_table(hall, table)


async def test_table_with_a_free_seat_does_not_begin(hall: Hall) -> None:
    anna, ben, cleo = await hall.guests(3)
    table = await hall.open_table(anna, ben, seats=3)
    await hall.parlour.say_ready(anna, table, None)
    await hall.parlour.say_ready(ben, table, None)
    await hall.parlour.sit(cleo, table, None)
    assert (await stored_table(hall, table)).status is TableStatus.WAITING


async def test_match_begins_only_once_when_both_say_ready_at_once(hall: Hall) -> None:
    people = await hall.guests(2)
    table = await hall.open_table(*people)
    twice = [hall.parlour.say_ready(person, table, None) for person in people * 2]
    outcomes = await asyncio.gather(*twice, return_exceptions=True)
    late = [outcome for outcome in outcomes if outcome is not None]
    assert all(isinstance(outcome, WrongMoment) for outcome in late)
    await check_table(hall, table)
    assert (await stored_table(hall, table)).revision == 4, "opened, sat, ready, begun"


async def test_solo_begins_with_its_first_throw_at_once(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(1))
    log = await play.stored()
    assert [line[:2] for line in log] == ["* "]
    assert await play.version() == 1
    await check_table(hall, play.table)


async def test_solo_says_ready_twice_and_throws_once(hall: Hall) -> None:
    people = await hall.guests(1)
    table = await hall.open_table(*people)
    twice = [hall.parlour.say_ready(people[0], table, None) for _ in range(2)]
    first, second = await asyncio.gather(*twice, return_exceptions=True)
    assert (first, type(second)) == (None, WrongMoment)
    assert len(await Play(hall, table, people).stored()) == 1


async def test_server_makes_the_share_of_a_seat_without_one(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben)
    await hall.parlour.say_ready(anna, table, SHARES[0])
    await hall.parlour.say_ready(ben, table, None)
    match = (await Play(hall, table, (anna, ben)).position()).match
    assert [player.share_by_server for player in match.players] == [False, True]
    assert len(match.players[1].share) == len(SHARES[0])
    assert match.players[1].share not in SHARES


async def test_seal_shown_before_is_that_of_the_secret_revealed_after(hall: Hall) -> None:
    people = await hall.guests(2)
    table = await hall.open_table(*people)
    shown = (await hall.look(table)).table.seal
    play = Play(hall, table, people)
    await play.all_ready()
    match = (await play.position()).match
    assert shown == match.seal == seal(match.secret)
    next_shown = (await hall.look(table)).table.seal
    assert next_shown != shown, "the next match has a secret of its own"


async def test_shares_are_made_after_the_seal_is_fixed(hall: Hall) -> None:
    """A share that comes again does not change the throws; a new one after 'not ready' does."""
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna, seats=2)
    secret = (await stored_table(hall, table)).secret
    await hall.parlour.say_ready(anna, table, SHARES[0])
    await hall.parlour.say_ready(anna, table, SHARES[1])
    assert _share(await stored_table(hall, table)) == SHARES[0]
    await hall.parlour.take_back_ready(anna, table)
    assert _share(await stored_table(hall, table)) is None
    await hall.parlour.say_ready(anna, table, SHARES[2])
    after = await stored_table(hall, table)
    assert (_share(after), after.secret) == (SHARES[2], secret)


def _share(table: Table) -> bytes | None:
    sitter = table.sitters[0]
    assert sitter is not None
    return sitter.share


async def _finished(hall: Hall, seats: int) -> Play:
    play = await hall.begin(await hall.guests(seats), hardcore="yes")
    await play.play_on()
    return play


async def test_rematch_rotates_the_seats_with_a_new_secret_and_id(hall: Hall) -> None:
    play = await _finished(hall, 2)
    first = (await play.position()).match
    sealed = (await stored_table(hall, play.table)).seal
    await play.all_ready()
    second = (await play.position()).match
    table = await stored_table(hall, play.table)
    assert (names(table), second.names) == (("Ben", "Anna"), ("Ben", "Anna"))
    assert tuple(player.share for player in second.players) == SHARES[1::-1]
    assert second.id != first.id
    assert second.seal == sealed != first.seal
    assert table.owner == play.people[0].id
    assert (await play.position()).version == 1, "hardcore throws by itself"
    await check_table(hall, play.table)


async def test_one_who_leaves_after_the_match_breaks_the_group_up(hall: Hall) -> None:
    play = await _finished(hall, 2)
    anna, ben = play.people
    await hall.parlour.say_ready(ben, play.table, None)
    await hall.parlour.leave(anna, play.table)
    table = await stored_table(hall, play.table)
    assert (table.status, table.owner, names(table)) == (TableStatus.WAITING, ben.id, ("", "Ben"))
    cleo = await hall.guest("Cleo")
    await hall.parlour.sit(cleo, play.table, None)
    await hall.parlour.say_ready(cleo, play.table, None)
    await hall.parlour.say_ready(ben, play.table, None)
    assert (await play.position()).match.names == ("Cleo", "Ben")
    await check_table(hall, play.table)


async def test_only_the_owner_closes_and_frees_seats(hall: Hall) -> None:
    anna, ben, cleo = await hall.guests(3)
    table = await hall.open_table(anna, ben, seats=3)
    for other in (ben, cleo):
        with pytest.raises(NotOwner):
            await hall.parlour.close(other, table)
        with pytest.raises(NotOwner):
            await hall.parlour.remove(other, table, Seat(1))
    await hall.parlour.remove(anna, table, Seat(2))
    assert names(await stored_table(hall, table)) == ("Anna", "", "")
    await hall.parlour.close(anna, table)
    assert (await stored_table(hall, table)).status is TableStatus.CLOSED
    assert hall.parlour.registry.listed() == ()
    with pytest.raises(WrongMoment):
        await hall.parlour.sit(ben, table, None)


async def test_last_one_who_leaves_closes_the_table(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna, seats=2)
    await hall.parlour.leave(anna, table)
    assert (await stored_table(hall, table)).status is TableStatus.CLOSED
    with pytest.raises(WrongMoment):
        await hall.parlour.sit(anna, table, None)


async def test_strangers_change_nothing(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, seats=2)
    before = await stored_table(hall, table)
    parlour = hall.parlour
    for change in (
        parlour.leave(ben, table),
        parlour.say_ready(ben, table, None),
        parlour.take_back_ready(ben, table),
    ):
        with pytest.raises(NotSeated):
            await change
    assert await stored_table(hall, table) == before


async def test_nobody_leaves_closes_or_sits_down_in_a_match(hall: Hall) -> None:
    anna, ben, cleo = await hall.guests(3)
    play = await hall.begin((anna, ben))
    before = await stored_table(hall, play.table)
    parlour, table = hall.parlour, play.table
    for change in (
        parlour.leave(ben, table),
        parlour.close(anna, table),
        parlour.remove(anna, table, Seat(2)),
        parlour.sit(cleo, table, None),
        parlour.say_ready(anna, table, None),
    ):
        with pytest.raises(WrongMoment):
            await change
    assert await stored_table(hall, table) == before


async def test_lobby_lists_what_waits_or_plays(hall: Hall) -> None:
    people = await hall.guests(2)
    waiting = await hall.open_table(people[0], seats=2)
    playing = await hall.begin(people, hardcore="yes")
    closed = await hall.open_table(people[0], seats=2)
    await hall.parlour.close(people[0], closed)
    assert {waiting, playing.table} == _listed(hall)
    await playing.play_on()
    assert {waiting} == _listed(hall)
    await hall.restart()
    assert {waiting} == _listed(hall)


def _listed(hall: Hall) -> set[TableId]:
    return {found.table.id for found in hall.parlour.registry.listed()}


async def test_table_that_is_over_is_read_again(hall: Hall) -> None:
    play = await _finished(hall, 2)
    await hall.restart()
    assert hall.parlour.registry.peek(play.table) is None
    assert (await play.position()).is_over
    await check_table(hall, play.table)
    await hall.restart()
    await play.all_ready()
    assert (await play.position()).match.names == ("Ben", "Anna")


async def test_table_that_is_over_is_its_peoples_still(hall: Hall) -> None:
    """They go back to it for another match, until they stand up."""
    play = await _finished(hall, 2)
    anna, ben = play.people
    registry = hall.parlour.registry
    for person in (anna, ben):
        assert [found.table.id for found in registry.tables_of(person.id)] == [play.table]
    assert registry.tables_of(None) == ()
    await hall.parlour.leave(anna, play.table)
    assert registry.tables_of(anna.id) == ()
    assert len(registry.tables_of(ben.id)) == 1


async def test_tables_that_are_over_do_not_fill_the_memory(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks at old tables, or leaves them, brings them back for a while only."""
    monkeypatch.setattr(registry, "OVER_KEPT", 3)
    people = await hall.guests(2)
    closed = []
    for _ in range(6):
        table = await hall.open_table(*people)
        await hall.parlour.close(people[0], table)
        closed.append(table)
    waiting = [await hall.open_table(people[0], seats=2) for _ in range(4)]
    found = hall.parlour.registry
    assert {table for table in closed if found.peek(table)} <= set(closed[-3:])
    for table in closed:
        await hall.look(table)
        await hall.parlour.pauses.note_absent(people[0].id, table)
    assert len([table for table in closed if found.peek(table)]) <= 3
    assert all(found.peek(table) for table in waiting)
    assert (await hall.look(closed[0])).table.status is TableStatus.CLOSED


async def test_person_may_sit_at_two_tables(hall: Hall) -> None:
    people: tuple[Account, ...] = await hall.guests(1)
    plays = [await hall.begin(people) for _ in range(2)]
    for play in plays:
        await play.turn()
        await check_table(hall, play.table)
