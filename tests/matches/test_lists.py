"""Lists are what a recount from the logs gives, whatever happened before.

Hypothesis lets people finish and abort matches, lets results fail, time pass and the server start
again; after each step every list is counted again from the logs alone.
"""

import asyncio
import shutil
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from pasch.games import discovery
from pasch.kernel.meta import Order, Ranking
from pasch.kernel.replay import replay
from pasch.kernel.rules import Over
from pasch.matches.archive import Archive
from pasch.matches.boards import HOUR, WEEK_MILLIS, Boards, Choice, Period
from pasch.matches.model import Account, MatchId, MatchStatus
from pasch.matches.records import record_of
from pasch.store.migrate import upgrade
from pasch.store.sql import SqlStore
from tests.matches import vote
from tests.matches.hall import Hall, Play
from tests.matches.test_at_once import use

ResultT = TypeVar("ResultT")
Row = tuple[int, str, int]
"""A row of a list: place, name, value."""

PEOPLE = ("Anna", "Ben", "Cleo", "Dana", "Emil")
LISTS = [
    Choice(vote.SLUG, Ranking("", "", "", figure, order), (), period=period)
    for figure, orders in {"total": tuple(Order), "won": (Order.SUM,)}.items()
    for order in orders
    for period in Period
]
BEST: dict[Order, Callable[[list[int]], int]] = {
    Order.HIGHEST: max,
    Order.LOWEST: min,
    Order.SUM: sum,
}
WAITS = (1, HOUR, WEEK_MILLIS - 1, WEEK_MILLIS, WEEK_MILLIS + 1)


class Parties(vote.Vote):
    """The voting game, whose numbers may fail."""

    is_broken = False

    def figures(self, state: object) -> tuple[dict[str, int], ...]:
        if self.is_broken:
            raise ZeroDivisionError
        return super().figures(state)


RULES = Parties()


@cache
def _empty_database() -> Path:
    path = Path(_folder.name) / "empty.sqlite"
    upgrade(f"sqlite:///{path}")
    return path


_folder = TemporaryDirectory()


class Evening(RuleBasedStateMachine):
    """People who play short matches at tables of three."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        path = shutil.copy(_empty_database(), Path(_folder.name) / "pasch.sqlite")
        self.store = SqlStore(f"sqlite:///{path}")
        self.hall = Hall(self.store)
        self.matches: list[MatchId] = []

    def run(self, waiting: Coroutine[Any, Any, ResultT]) -> ResultT:
        return self.loop.run_until_complete(waiting)

    def teardown(self) -> None:
        RULES.is_broken = False
        self.run(self.store.close())
        self.loop.close()

    @initialize()
    def come(self) -> None:
        self.people: list[Account] = [self.run(self.hall.guest(name)) for name in PEOPLE]

    # What happens

    async def _begin(self, who: list[int]) -> Play:
        play = await self.hall.begin(tuple(self.people[n] for n in who), game=vote.SLUG)
        self.matches.append((await play.position()).match.id)
        return play

    async def _vote(self, play: Play, votes: list[bool]) -> None:
        for number, vote_for in enumerate(votes):
            await play.do(number % len(vote.SEATS) + 1, "yes" if vote_for else "no")

    @rule(
        who=st.permutations(range(len(PEOPLE))),
        votes=st.lists(st.booleans(), min_size=6, max_size=6),
        is_broken=st.booleans(),
    )
    def finish(self, who: list[int], votes: list[bool], is_broken: bool) -> None:
        RULES.is_broken = is_broken
        play = self.run(self._begin(who[:3]))
        self.run(self._vote(play, votes))
        assert self.run(play.position()).is_over
        RULES.is_broken = False
        if is_broken:
            self.run(Archive(self.store).add_missing_results())

    @rule(
        who=st.permutations(range(len(PEOPLE))),
        votes=st.lists(st.booleans(), max_size=5),
        by_leaving=st.booleans(),
    )
    def abort(self, who: list[int], votes: list[bool], by_leaving: bool) -> None:
        play = self.run(self._begin(who[:3]))
        self.run(self._vote(play, votes))
        pauses, first = self.hall.parlour.pauses, play.people[0]
        if by_leaving:
            self.run(pauses.quit(first, play.table))
        else:
            self.run(pauses.ask(first, play.table))
            self.run(pauses.abort(first, play.table))

    @rule(who=st.permutations(range(len(PEOPLE))), votes=st.lists(st.booleans(), max_size=5))
    def leave_running(self, who: list[int], votes: list[bool]) -> None:
        self.run(self._vote(self.run(self._begin(who[:3])), votes))

    @rule(millis=st.sampled_from(WAITS))
    def wait(self, millis: int) -> None:
        self.hall.clock.move(millis)

    @rule()
    def restart(self) -> None:
        self.run(self.hall.restart())
        self.run(Archive(self.store).add_missing_results())

    # What holds after each step

    @invariant()
    def lists_are_what_a_recount_gives(self) -> None:
        boards = Boards(self.store, self.hall.clock)
        counted = [row for match in self.matches for row in self.run(self._recount(match))]
        for choice in LISTS:
            found = self.run(boards.leaders(choice, None))
            rows = [(row.place, row.name, row.value) for row in found]
            assert sorted(rows) == sorted(self._expected(choice, counted)), choice
            assert [row.place for row in found] == sorted(row.place for row in found)

    async def _recount(self, match_id: MatchId) -> list[tuple[int, str, int, int]]:
        """Return when a match ended, who played, the total, and 1 for who won alone."""
        match = await self.store.match(match_id)
        assert match is not None
        if match.status is not MatchStatus.FINISHED or match.ended_at is None:
            return []
        state = replay(RULES, record_of(match, await self.store.events(match_id))).last
        over, totals = RULES.to_move(state), RULES.totals(state)
        assert isinstance(over, Over)
        names = [(await self._account(p.account)).name for p in match.players]
        best = [n for n, total in enumerate(totals) if total == max(totals)]
        return [(match.ended_at, name, totals[n], int(best == [n])) for n, name in enumerate(names)]

    async def _account(self, account: str) -> Account:
        found = await self.store.account(account)  # type: ignore[arg-type]
        assert found is not None
        return found

    def _expected(self, choice: Choice, counted: list[tuple[int, str, int, int]]) -> Iterator[Row]:
        earliest = self.hall.clock.now() - WEEK_MILLIS if choice.period is Period.WEEK else 0
        values = defaultdict(list)
        for ended_at, name, total, won in counted:
            if ended_at >= earliest and (won or choice.ranking.figure == "total"):
                values[name].append(total if choice.ranking.figure == "total" else won)
        best = BEST[choice.ranking.order]
        rows = {name: best(found) for name, found in values.items()}
        sign = 1 if choice.ranking.order is Order.LOWEST else -1
        for name, value in rows.items():
            yield 1 + sum(sign * other < sign * value for other in rows.values()), name, value


def test_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    use(RULES, monkeypatch)
    assert discovery.rules(vote.SLUG) is RULES
    run_state_machine_as_test(
        Evening, settings=settings(max_examples=12, stateful_step_count=10, deadline=None)
    )
