"""Hints in practice: asked for once more, remembered over restarts, in no list afterwards."""

import asyncio
from pathlib import Path

import pytest

from pasch.kernel.meta import Order
from pasch.kernel.page import Advice
from pasch.matches.adviser import Question, advice_to
from pasch.matches.hints import Advisers, Hints, can_ask
from pasch.matches.refusals import NeedsConfirmation, NotSeated, WrongMoment
from pasch.matches.results import Board
from pasch.matches.thinking import Lost
from tests.matches.hall import Hall, Play

pytestmark = pytest.mark.anyio

GAME = "wuerfelmania"


class Sure:
    """An adviser that always says the same, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    async def advise(self, question: Question) -> Advice:
        self.asked.append(question)
        return Advice("roll", 12, "write CH")

    async def close(self) -> None:
        """There is nothing to close."""


@pytest.fixture
async def play(hall: Hall) -> Play:
    """Return a match of practice."""
    return await hall.begin(await hall.guests(1), game=GAME)


def hints_of(play: Play, adviser: Sure | Advisers, folder: Path) -> Hints:
    return Hints(play.hall.parlour.registry, play.hall.bus, adviser, folder)


async def test_first_hint_has_to_be_confirmed(play: Play, tmp_path: Path) -> None:
    (anna,) = play.people
    hints, table = hints_of(play, Sure(), tmp_path), play.table
    with pytest.raises(NeedsConfirmation):
        await hints.ask(anna, table, is_confirmed=False)
    assert not (await play.position()).match.is_hinted
    await hints.ask(anna, table, is_confirmed=True)
    assert (await play.found()).advice_now == Advice("roll", 12, "write CH")
    await hints.ask(anna, table, is_confirmed=False)


async def test_hint_is_gone_after_the_next_event(play: Play, tmp_path: Path) -> None:
    await hints_of(play, Sure(), tmp_path).ask(play.people[0], play.table, is_confirmed=True)
    await play.do(1, "roll")
    assert (await play.found()).advice_now is None


async def test_own_choice_before_is_judged(play: Play, tmp_path: Path) -> None:
    adviser = Sure()
    await play.do(1, "roll", "keep 1 2")
    await hints_of(play, adviser, tmp_path).ask(play.people[0], play.table, is_confirmed=True)
    before = adviser.asked[0].before
    assert before is not None
    assert before[1] == "keep 1 2"


async def test_match_with_a_hint_is_in_no_list_after_a_restart_too(
    play: Play, tmp_path: Path
) -> None:
    await hints_of(play, Sure(), tmp_path).ask(play.people[0], play.table, is_confirmed=True)
    await play.hall.restart()
    assert (await play.position()).match.is_hinted
    await play.play_on()
    assert (await play.position()).is_over
    board = Board(GAME, (("fives", "count"),), "total", Order.HIGHEST)
    assert await play.hall.store.leaders(board, 9, None) == ()
    assert await play.hall.store.tallies(play.people[0].id) == ()


async def test_there_are_no_hints_against_others(hall: Hall, tmp_path: Path) -> None:
    play = await hall.begin(await hall.guests(2), game=GAME)
    assert not can_ask((await play.position()).match)
    with pytest.raises(WrongMoment):
        await hints_of(play, Sure(), tmp_path).ask(play.people[0], play.table, is_confirmed=True)


async def test_there_are_no_hints_in_games_without(hall: Hall, tmp_path: Path) -> None:
    play = await hall.begin(await hall.guests(1))
    with pytest.raises(WrongMoment):
        await hints_of(play, Sure(), tmp_path).ask(play.people[0], play.table, is_confirmed=True)


async def test_only_the_player_may_ask(play: Play, tmp_path: Path) -> None:
    zoe = await play.hall.guest("Zoe")
    with pytest.raises(NotSeated):
        await hints_of(play, Sure(), tmp_path).ask(zoe, play.table, is_confirmed=True)


async def test_process_solves_the_game_once_and_keeps_the_table(play: Play, tmp_path: Path) -> None:
    adviser, folder = Advisers(), tmp_path / "tables"
    try:
        await play.do(1, "roll")
        await hints_of(play, adviser, folder).ask(play.people[0], play.table, is_confirmed=True)
    finally:
        await adviser.close()
    advice = (await play.found()).advice_now
    assert advice is not None
    assert advice.best in await play.legal(1)
    assert len(list(folder.glob("*.table"))) == 2


async def test_worst_move_costs_and_the_best_does_not(play: Play, tmp_path: Path) -> None:
    await play.do(1, "roll")
    position = await play.position()
    match, state = position.match, position.state

    def lost(text: str) -> str:
        question = Question(GAME, match.options, str(tmp_path), state, (state, text))
        return advice_to(question).decode()

    better = lost("write 1").split('"better": "')[1].split('"')[0]
    assert '"lost": 0' in lost(better)
    assert '"lost": 0' not in lost("write 5W")


async def test_hint_does_not_come_back_in_the_next_match(play: Play, tmp_path: Path) -> None:
    """There the same number of events has happened at some time too, and that match counts."""
    hints = hints_of(play, Sure(), tmp_path)
    await hints.ask(play.people[0], play.table, is_confirmed=True)
    seen = await play.version()
    await play.play_on()
    await play.all_ready()
    while await play.version() < seen:
        await play.turn()
    assert await play.version() == seen
    assert (await play.found()).advice_now is None


class Slow(Sure):
    """An adviser that thinks until a test lets it answer."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked, self.may_answer = asyncio.Event(), asyncio.Event()

    async def advise(self, question: Question) -> Advice:
        advice = await super().advise(question)
        self.is_asked.set()
        await self.may_answer.wait()
        return advice


class Failing(Sure):
    """An adviser whose process is lost."""

    async def advise(self, question: Question) -> Advice:
        raise Lost


async def test_after_a_lost_process_one_may_ask_again(play: Play, tmp_path: Path) -> None:
    (anna,) = play.people
    with pytest.raises(WrongMoment):
        await hints_of(play, Failing(), tmp_path).ask(anna, play.table, is_confirmed=True)
    assert not (await play.found()).is_hint_due
    await hints_of(play, Sure(), tmp_path).ask(anna, play.table, is_confirmed=True)
    assert (await play.found()).advice_now is not None


async def test_a_match_is_struck_off_only_when_a_hint_can_come(play: Play, tmp_path: Path) -> None:
    (anna,) = play.people
    (await play.found()).is_hint_due = True
    with pytest.raises(WrongMoment):
        await hints_of(play, Sure(), tmp_path).ask(anna, play.table, is_confirmed=True)
    assert not (await play.position()).match.is_hinted


async def test_a_table_gets_one_hint_at_a_time(play: Play, tmp_path: Path) -> None:
    (anna,) = play.people
    adviser, told = Slow(), list[bool]()
    found = await play.found()
    play.hall.bus.subscribe(lambda _: told.append(found.is_hint_due))
    hints = hints_of(play, adviser, tmp_path)
    first = asyncio.create_task(hints.ask(anna, play.table, is_confirmed=True))
    await adviser.is_asked.wait()
    assert told[-1:] == [True]
    with pytest.raises(WrongMoment):
        await hints.ask(anna, play.table, is_confirmed=True)
    assert len(adviser.asked) == 1
    adviser.may_answer.set()
    await first
    assert told[-1:] == [False]
    await hints.ask(anna, play.table, is_confirmed=True)
    assert len(adviser.asked) == 2
