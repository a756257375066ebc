"""Holding dice: the wanted state, only by the player to move, only what is on the table."""

import pytest

from pasch.kernel.refusals import Illegal, MatchOver, Refusal
from pasch.matches.model import Account, MatchId
from pasch.matches.refusals import NotSeated
from tests.matches.hall import Hall, Play, check_table

pytestmark = pytest.mark.anyio


@pytest.fixture
async def thrown(hall: Hall) -> Play:
    """Return a match of two in which the first seat has thrown once."""
    play = await hall.begin(await hall.guests(2))
    await play.do(1, "roll")
    return play


async def hold(play: Play, who: Account, *places: int, held: bool = True) -> None:
    """Hold or release places."""
    match = (await play.position()).match.id
    for place in places:
        await play.hall.parlour.hold(who, play.table, match, place, held=held)


async def held(play: Play) -> tuple[int, ...]:
    """Return what is held."""
    return (await play.found()).held


async def test_holds_are_told_but_not_written(thrown: Play) -> None:
    log, hall = await thrown.stored(), thrown.hall
    hall.hints.clear()
    await hold(thrown, thrown.people[0], 4, 1)
    assert await held(thrown) == (1, 4)
    assert hall.hints == [thrown.table] * 2
    assert await thrown.stored() == log
    await check_table(hall, thrown.table)


async def test_wanted_state_is_no_toggle(thrown: Play) -> None:
    """Two quick clicks may overtake each other; the same one twice changes nothing."""
    anna = thrown.people[0]
    await hold(thrown, anna, 2, 2)
    assert await held(thrown) == (2,)
    thrown.hall.hints.clear()
    await hold(thrown, anna, 2)
    await hold(thrown, anna, 3, held=False)
    assert await held(thrown) == (2,)
    assert thrown.hall.hints == []
    await hold(thrown, anna, 2, held=False)
    assert await held(thrown) == ()


@pytest.mark.parametrize("place", [0, 6, 7, 999_999, -1])
async def test_place_out_of_range(thrown: Play, place: int) -> None:
    with pytest.raises(Illegal):
        await hold(thrown, thrown.people[0], place)
    assert await held(thrown) == ()


async def test_others_cannot_hold(thrown: Play) -> None:
    with pytest.raises(Illegal):
        await hold(thrown, thrown.people[1], 1)
    stranger = await thrown.hall.guest("Mallory")
    with pytest.raises(NotSeated):
        await hold(thrown, stranger, 1)
    assert await held(thrown) == ()


async def test_match_must_be_the_one_that_runs(thrown: Play) -> None:
    with pytest.raises(MatchOver):
        await thrown.hall.parlour.hold(
            thrown.people[0], thrown.table, MatchId("222222222222"), 1, held=True
        )


async def test_nothing_is_held_before_the_first_throw(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(2))
    with pytest.raises(Illegal):
        await hold(play, play.people[0], 1)


async def test_nothing_is_held_after_the_last_throw(thrown: Play) -> None:
    await thrown.do(1, "keep 1", "keep 2")
    assert await held(thrown) == (2,), "it shows what was kept"
    with pytest.raises(Illegal):
        await hold(thrown, thrown.people[0], 1)


async def test_nothing_is_held_in_a_correction(thrown: Play) -> None:
    await thrown.do(1, "write free +", "correct")
    with pytest.raises(Illegal):
        await hold(thrown, thrown.people[0], 1)


async def test_kept_dice_stay_held_and_a_new_turn_holds_none(thrown: Play) -> None:
    anna, ben = thrown.people
    await hold(thrown, anna, 1, 5)
    await thrown.do(1, "keep 1 5")
    assert await held(thrown) == (1, 5)
    await hold(thrown, anna, 5, held=False)
    assert await held(thrown) == (1,)
    await thrown.do(1, "write free +")
    assert await held(thrown) == ()
    await thrown.do(2, "roll")
    await hold(thrown, ben, 3)
    assert await held(thrown) == (3,)


async def test_announcing_ends_no_hold_of_others_and_refused_commands_none(thrown: Play) -> None:
    await hold(thrown, thrown.people[0], 1, 2)
    with pytest.raises(Refusal):
        await thrown.do(1, "roll")
    with pytest.raises(Refusal):
        await thrown.do(2, "roll")
    assert await held(thrown) == (1, 2)


async def test_announcement_keeps_what_is_held(thrown: Play) -> None:
    """Who has laid dice aside and then announces has not let go of them."""
    await hold(thrown, thrown.people[0], 1, 2)
    await thrown.do(1, "announce K")
    assert await held(thrown) == (1, 2)
    await thrown.do(1, "retract")
    assert await held(thrown) == (1, 2)


async def test_restart_forgets_holds_but_not_what_was_kept(thrown: Play) -> None:
    await thrown.do(1, "keep 2 3")
    await hold(thrown, thrown.people[0], 5)
    await thrown.hall.restart()
    assert await held(thrown) == (2, 3)
