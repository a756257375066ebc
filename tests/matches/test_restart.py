"""After a restart everything is as it was: positions, rights, tables; nothing comes back."""

import pytest

from pasch.kernel.refusals import Refusal
from pasch.kernel.rules import Deciding
from pasch.matches.model import TableStatus
from pasch.matches.position import MOMENTS_KEPT
from tests.matches.hall import (
    SHARES,
    Hall,
    Play,
    check_table,
    first_write,
    stored_table,
    without_memory,
)

pytestmark = pytest.mark.anyio


async def restart(play: Play) -> None:
    """Open the service again; hold that the match stands where it stood."""
    before, held = await play.position(), (await play.found()).held
    legal = [await play.legal(seat) for seat in range(1, len(play.people) + 1)]
    await play.hall.restart()
    assert play.hall.parlour.registry.peek(play.table) is None, "folded when first looked at"
    after = await play.position()
    assert without_memory(after) == without_memory(before)
    assert after.moments == before.moments
    assert legal == [await play.legal(seat) for seat in range(1, len(play.people) + 1)]
    assert (await play.found()).held == held
    await check_table(play.hall, play.table)


EVENTS: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "roll": ("roll",),
    "keep": ("roll", "keep 1 3"),
    "announce": ("roll", "announce K"),
    "retract": ("roll", "announce K", "retract"),
    "third throw": ("roll", "keep 1", "keep 1 2"),
    "write": ("roll", "write free +"),
    "correct": ("roll", "write free +", "correct"),
    "cancel": ("roll", "write free +", "correct", "cancel"),
    "written anew": ("roll", "write free +", "correct", "write free -"),
}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("events", EVENTS.values(), ids=EVENTS)
async def test_position_is_the_same(hall: Hall, seats: int, events: tuple[str, ...]) -> None:
    play = await hall.begin(await hall.guests(seats))
    await play.do(1, *events)
    await restart(play)


async def test_solo_is_the_same_and_throws_no_second_time(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(1))
    await restart(play)
    assert len(await play.stored()) == 1
    await play.play_on(3)
    await restart(play)
    await play.play_on(1)


async def test_long_log_is_folded_again(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(2))
    await play.play_on(MOMENTS_KEPT)
    assert await play.version() > 2 * MOMENTS_KEPT
    await restart(play)


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_right_to_correct_is_kept(hall: Hall, seats: int) -> None:
    play = await hall.begin(await hall.guests(seats))
    for writer in range(1, seats + 1):
        await play.turn()
        await restart(play)
        assert await play.legal(writer) == ("correct",)
        await play.do(writer, "correct", "cancel")
        await restart(play)
        assert await play.legal(writer) == ("correct",)


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_right_to_correct_does_not_come_back(hall: Hall, seats: int) -> None:
    """Once the next player has thrown it is gone for good, for all who wrote before too."""
    play = await hall.begin(await hall.guests(seats))
    for turn in range(2 * seats):
        thrower = turn % seats + 1
        await play.do(thrower, "roll")
        await restart(play)
        for seat in range(1, seats + 1):
            assert "correct" not in await play.legal(seat)
            if turn:
                with pytest.raises(Refusal):
                    await play.do(seat, "correct")
        await play.do(thrower, first_write(await play.legal(thrower)))


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_announced_entry_stands(hall: Hall, seats: int) -> None:
    play = await hall.begin(await hall.guests(seats))
    await play.do(1, "roll", "announce +", "write said +")
    await restart(play)
    assert await play.legal(1) == ()


async def test_table_that_waits_is_the_same(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben)
    await hall.parlour.say_ready(ben, table, SHARES[1])
    before = (await hall.look(table)).table
    await hall.restart()
    assert [found.table for found in hall.parlour.registry.listed()] == [before]
    await hall.parlour.say_ready(anna, table, SHARES[0])
    match = (await Play(hall, table, (anna, ben)).position()).match
    assert match.seal == before.seal
    assert tuple(player.share for player in match.players) == SHARES[:2]


async def test_finished_match_is_the_same_and_may_be_played_again(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(2), hardcore="yes")
    await play.play_on()
    before = await play.position()
    await hall.parlour.say_ready(play.people[1], play.table, SHARES[1])
    await hall.restart()
    assert hall.parlour.registry.listed() == ()
    assert without_memory(await play.position()) == without_memory(before)
    await hall.parlour.say_ready(play.people[0], play.table, SHARES[0])
    again = await play.position()
    assert again.match.names == ("Ben", "Anna")
    assert isinstance(again.to_move, Deciding)


async def test_closed_table_stays_closed(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna, seats=2)
    await hall.parlour.close(anna, table)
    await hall.restart()
    assert hall.parlour.registry.listed() == ()
    assert (await hall.look(table)).table.status is TableStatus.CLOSED


async def test_options_and_bonus_are_those_of_the_match(hall: Hall) -> None:
    """What a variant changes does not leak from one match into another that is opened again."""
    people = await hall.guests(2)
    plays = [await hall.begin(people, hardcore=value) for value in ("yes", "no")]
    before = [(await play.position()).public_view for play in plays]
    await hall.restart()
    assert before == [(await play.position()).public_view for play in reversed(plays)][::-1]


async def test_tables_come_back_oldest_first(hall: Hall) -> None:
    people = await hall.guests(3)
    opened = []
    for person in people:
        opened.append(await hall.open_table(person, seats=2))
        hall.clock.move(1)
    await hall.restart()
    assert opened == [found.table.id for found in hall.parlour.registry.listed()]
    assert (await stored_table(hall, opened[0])).owner == people[0].id
