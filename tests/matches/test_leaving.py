"""Leaving a match of a game with account points: what it costs, where it stands (W10 to W12)."""

from collections import defaultdict

import pytest

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.meta import ACCOUNT, Order
from pasch.kernel.refusals import MatchOver
from pasch.matches import leaving, pausing
from pasch.matches.archive import Archive
from pasch.matches.boards import WEEK_MILLIS, Boards, Choice, Period
from pasch.matches.lines import LineKind
from pasch.matches.model import AccountId, MatchStatus, TableStatus
from pasch.matches.refusals import UnknownMatch
from pasch.matches.results import NO_PLACE, Board
from tests.matches.hall import Hall, Play
from tests.matches.test_deadlines import down

pytestmark = pytest.mark.anyio

GAME = "wuerfelmania"
FIVES = ("count", "bonus")
APART = (("fives", "count"),)


@pytest.fixture
async def play(hall: Hall) -> Play:
    """Return a match of two in which both have written two cells."""
    play = await hall.begin(await hall.guests(2), game=GAME)
    await play.play_on(4)
    return play


async def totals(play: Play) -> tuple[int, ...]:
    position = await play.position()
    return position.rules.totals(position.state)


async def credited(hall: Hall, period: Period = Period.ALL_TIME) -> dict[AccountId, int]:
    """Return the list of account points."""
    (ranking,) = [each for each in discovery.meta(GAME).rankings if each.figure == ACCOUNT]
    choice = Choice(GAME, ranking, apart=(), period=period)
    rows = await Boards(hall.store, hall.clock).leaders(choice, None)
    assert len({row.account for row in rows}) == len(rows)
    return {row.account: row.value for row in rows}


async def best(hall: Hall) -> dict[AccountId, int]:
    """Return the list of best totals."""
    board = Board(GAME, APART, "total", Order.HIGHEST)
    return {row.account: row.value for row in await hall.store.leaders(board, 100, None)}


async def test_w11_who_leaves_is_debited_and_the_other_credited(play: Play) -> None:
    anna, ben = play.people
    had = await totals(play)
    assert sum(had) > 0
    match = (await play.position()).match.id
    await play.hall.parlour.pauses.quit(anna, play.table, is_confirmed=True)
    stored = await play.hall.store.match(match)
    assert stored is not None
    assert (stored.status, stored.left) == (MatchStatus.LEFT, (1,))
    assert (await play.found()).table.status is TableStatus.CLOSED
    assert await credited(play.hall) == {anna.id: -500, ben.id: had[1]}
    assert await best(play.hall) == {}
    results = await play.hall.store.results(match)
    assert [(each.place, each.total) for each in results] == [(NO_PLACE, t) for t in had]


async def test_left_match_is_in_the_history_and_no_statistic(play: Play) -> None:
    anna, _ = play.people
    await play.hall.parlour.pauses.quit(anna, play.table, is_confirmed=True)
    store = play.hall.store
    assert [past.seats[0].place for past in await store.history(anna.id, 0, 9)] == [NO_PLACE]
    assert await store.played(anna.id) == 1
    assert await store.tallies(anna.id) == ()
    assert await store.marks(anna.id, GAME, APART, 9) == ()


async def test_left_match_can_be_looked_at_and_its_results_made_again(play: Play) -> None:
    match = (await play.position()).match.id
    await play.hall.parlour.pauses.quit(play.people[1], play.table, is_confirmed=True)
    before = await play.hall.store.results(match)
    archive = Archive(play.hall.store)
    position = await archive.position(match)
    assert position.match.left == (2,)
    assert (await archive._results(position.match)).results == before


async def test_everybody_is_told(play: Play) -> None:
    await play.hall.parlour.pauses.quit(play.people[0], play.table, is_confirmed=True)
    told = [line.text for line in (await play.found()).chat if line.kind is LineKind.NOTICE]
    assert told[-2:] == ["quit", "left-early"]


async def test_w11_staying_away_is_leaving(play: Play) -> None:
    anna, ben = play.people
    had = await totals(play)
    await play.hall.parlour.pauses.note_absent(ben.id, play.table)
    await run_out(play)
    assert await credited(play.hall) == {anna.id: had[0], ben.id: -500}
    told = [line.text for line in (await play.found()).chat if line.kind is LineKind.NOTICE]
    assert told[-2:] == ["stayed-away", "left-early"]


async def test_pause_that_runs_out_with_everybody_there_costs_nothing(play: Play) -> None:
    await play.hall.parlour.pauses.ask(play.people[0], play.table)
    await run_out(play)
    assert await credited(play.hall) == {}


async def test_w11_nobody_is_debited_because_of_a_restart(play: Play) -> None:
    anna, _ = play.people
    await down(play.hall, 1000)
    await play.hall.parlour.pauses.note_present(anna.id, play.table)
    pause = (await play.found()).pause
    assert pause is not None
    assert (pause.absent, pause.spared) == ((2,), (2,))
    await run_out(play)
    assert await credited(play.hall) == {}
    with pytest.raises(UnknownMatch):
        await Archive(play.hall.store).position((await play.position()).match.id)


async def test_who_comes_back_after_a_restart_and_goes_again_is_debited(play: Play) -> None:
    anna, ben = play.people
    await down(play.hall, 1000)
    for person in (anna, ben):
        await play.hall.parlour.pauses.note_present(person.id, play.table)
    await play.hall.parlour.pauses.note_absent(ben.id, play.table)
    await run_out(play)
    assert (await credited(play.hall))[ben.id] == -500


async def test_who_was_away_before_the_restart_is_still_debited(play: Play) -> None:
    anna, ben = play.people
    await play.hall.parlour.pauses.note_absent(ben.id, play.table)
    await down(play.hall, 1000)
    await play.hall.parlour.pauses.note_present(anna.id, play.table)
    await run_out(play)
    assert (await credited(play.hall))[ben.id] == -500


async def run_out(play: Play) -> None:
    """Let the pause of a match run out."""
    play.hall.clock.move(pausing.PAUSE_MILLIS + pausing.QUIET_MILLIS)
    for deadline in await play.hall.store.due(play.hall.clock.now()):
        await play.hall.parlour.pauses.fall_due(deadline)
    assert (await play.found()).table.status is TableStatus.CLOSED


async def test_abort_that_all_agree_to_costs_nothing(play: Play) -> None:
    anna, ben = play.people
    await play.hall.parlour.pauses.ask(anna, play.table)
    await play.hall.parlour.pauses.abort(anna, play.table)
    assert (await play.found()).table.status is TableStatus.PLAYING
    await play.hall.parlour.pauses.abort(ben, play.table)
    assert (await play.found()).table.status is TableStatus.CLOSED
    assert await credited(play.hall) == {}


async def test_w12_leaving_practice_costs_nothing(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(1), game=GAME)
    await play.play_on(3)
    assert leaving.cost_of(await play.position(), Seat(1)) == leaving.ABORTING
    await hall.parlour.pauses.quit(play.people[0], play.table, is_confirmed=True)
    assert await credited(hall) == {}
    match = await hall.store.match((await play.position()).match.id)
    assert match is not None
    assert match.status is MatchStatus.ABORTED


async def test_cost_is_that_of_the_game_where_it_is_charged(play: Play) -> None:
    position = await play.position()
    assert leaving.cost_of(position, Seat(1)) == discovery.meta(GAME).leaving.cost


async def test_list_equals_what_the_matches_add_up_to(hall: Hall) -> None:
    """Finished, left, aborted, with both values of `fives`: the list is what the logs say."""
    people = await hall.guests(3)
    expected: dict[AccountId, int] = defaultdict(int)
    for number, end in enumerate(("finish", "leave", "abort", "finish", "leave")):
        pair = (people[number % 3], people[(number + 1) % 3])
        play = await hall.begin(pair, game=GAME, fives=FIVES[number % 2])
        await play.play_on(5 if end != "finish" else 1000)
        position = await play.position()
        left: tuple[Seat, ...] = ()
        if end == "leave":
            await hall.parlour.pauses.quit(pair[0], play.table, is_confirmed=True)
            left = (Seat(1),)
        elif end == "abort":
            await hall.parlour.pauses.ask(pair[0], play.table)
            for person in pair:
                await hall.parlour.pauses.abort(person, play.table)
        if end != "abort":
            points = position.rules.account_points(position.state, left)
            for person, won in zip(pair, points, strict=True):
                expected[person.id] += won
        hall.clock.move(1000)
    assert await credited(hall) == expected
    await hall.restart()
    assert await credited(hall) == expected
    assert await credited(hall, Period.WEEK) == expected
    hall.clock.move(WEEK_MILLIS)
    assert await credited(hall, Period.WEEK) == {}


async def test_w11_who_leaves_a_match_of_each_kind_is_debited_in_one_account(hall: Hall) -> None:
    anna, ben = pair = await hall.guests(2)
    for fives in FIVES:
        play = await hall.begin(pair, game=GAME, fives=fives)
        await hall.parlour.pauses.quit(anna, play.table, is_confirmed=True)
    assert await credited(hall) == {anna.id: -1000, ben.id: 0}
    assert await credited(hall, Period.WEEK) == {anna.id: -1000, ben.id: 0}


async def test_match_that_ended_early_takes_no_move(play: Play) -> None:
    """Its secret is open by then: whoever moved on would know what comes."""
    anna, _ = play.people
    seat = await play.seat_to_move()
    command = await play.command(seat, (await play.legal(seat))[0])
    await play.hall.parlour.pauses.quit(anna, play.table, is_confirmed=True)
    before = await play.stored()
    with pytest.raises(MatchOver):
        await play.send(command)
    with pytest.raises(MatchOver):
        await play.hall.parlour.hold(play.people[seat - 1], play.table, command.match, 1, held=True)
    assert await play.stored() == before
