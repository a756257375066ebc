"""Lists are what a recount from the logs gives, whatever happened before.

Hypothesis lets people finish and abort matches and delete their accounts, lets results fail, time
pass and the server start again; after each step every list is counted again from the logs alone.
"""

import asyncio
import shutil
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass
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
    precondition,
    rule,
    run_state_machine_as_test,
)

from pasch.games import discovery
from pasch.kernel.meta import Order, Ranking
from pasch.kernel.replay import replay
from pasch.kernel.rules import Over
from pasch.matches.archive import Archive
from pasch.matches.boards import HOUR, WEEK_MILLIS, Boards, Choice, Period
from pasch.matches.model import Account, AccountId, MatchId, MatchStatus, Millis
from pasch.matches.names import DELETED
from pasch.matches.own_data import OwnData
from pasch.matches.records import record_of
from pasch.matches.refusals import StillPlaying
from pasch.store.migrate import upgrade
from pasch.store.sql import SqlStore
from tests.matches import vote
from tests.matches.hall import Hall, Play
from tests.matches.test_at_once import use

ResultT = TypeVar("ResultT")
Row = tuple[int, AccountId, int]
"""A row of a list: place, person, value."""

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


@dataclass(frozen=True)
class Ended:
    """What a finished match was for one of its people, by its log."""

    at: Millis
    account: AccountId
    total: int
    has_won: bool


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
        self.deleted: set[AccountId] = set()

    # What happens

    async def _begin(self, who: list[int]) -> Play:
        """Begin a match of the first three who have not deleted their accounts."""
        there = [p for p in (self.people[n] for n in who) if p.id not in self.deleted]
        play = await self.hall.begin(tuple(there[: len(vote.SEATS)]), game=vote.SLUG)
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
        play = self.run(self._begin(who))
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
        play = self.run(self._begin(who))
        self.run(self._vote(play, votes))
        pauses, first = self.hall.parlour.pauses, play.people[0]
        if by_leaving:
            self.run(pauses.quit(first, play.table, is_confirmed=True))
        else:
            self.run(pauses.ask(first, play.table))
            self.run(pauses.abort(first, play.table))

    @rule(who=st.permutations(range(len(PEOPLE))), votes=st.lists(st.booleans(), max_size=5))
    def leave_running(self, who: list[int], votes: list[bool]) -> None:
        self.run(self._vote(self.run(self._begin(who)), votes))

    @precondition(lambda self: len(self.deleted) < len(PEOPLE) - len(vote.SEATS))
    @rule(number=st.integers(0, len(PEOPLE) - 1))
    def delete_account(self, number: int) -> None:
        """Somebody goes, unless a match of theirs runs; the results stay."""
        person = self.people[number]
        own_data = OwnData(self.store, self.hall.parlour, self.hall.clock)
        if person.id not in self.deleted:
            with suppress(StillPlaying):
                self.run(own_data.delete(person))
                self.deleted.add(person.id)

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
        counted = [ended for match in self.matches for ended in self.run(self._recount(match))]
        names = {p.id: DELETED if p.id in self.deleted else p.name for p in self.people}
        for choice in LISTS:
            found = self.run(boards.leaders(choice, None))
            rows = [(row.place, row.account, row.value) for row in found]
            assert sorted(rows) == sorted(self._expected(choice, counted)), choice
            assert [row.place for row in found] == sorted(row.place for row in found)
            assert [row.name for row in found] == [names[row.account] for row in found]

    async def _recount(self, match_id: MatchId) -> list[Ended]:
        match = await self.store.match(match_id)
        assert match is not None
        if match.status is not MatchStatus.FINISHED or match.ended_at is None:
            return []
        state = replay(RULES, record_of(match, await self.store.events(match_id))).last
        assert isinstance(RULES.to_move(state), Over)
        totals = RULES.totals(state)
        best = [n for n, total in enumerate(totals) if total == max(totals)]
        return [
            Ended(match.ended_at, player.account, totals[n], has_won=best == [n])
            for n, player in enumerate(match.players)
        ]

    def _expected(self, choice: Choice, counted: list[Ended]) -> Iterator[Row]:
        earliest = self.hall.clock.now() - WEEK_MILLIS if choice.period is Period.WEEK else 0
        values = defaultdict(list)
        for ended in counted:
            if ended.at >= earliest and choice.ranking.figure == "total":
                values[ended.account].append(ended.total)
            elif ended.at >= earliest and ended.has_won:
                values[ended.account].append(1)
        best = BEST[choice.ranking.order]
        rows = {account: best(found) for account, found in values.items()}
        sign = 1 if choice.ranking.order is Order.LOWEST else -1
        for account, value in rows.items():
            yield 1 + sum(sign * other < sign * value for other in rows.values()), account, value


def test_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    use(RULES, monkeypatch)
    assert discovery.rules(vote.SLUG) is RULES
    run_state_machine_as_test(
        Evening, settings=settings(max_examples=12, stateful_step_count=10, deadline=None)
    )
