"""Lists are what a recount from the logs gives, whatever happened before.

Hypothesis lets people begin matches of all games, finish them, leave and abort them, delete their
accounts; results fail, time passes, the server starts again. After each step every list of every
game is counted again from the logs alone (`recount`).
"""

import asyncio
import random
import shutil
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from structlog.testing import capture_logs

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Deciding
from pasch.matches import pausing, results
from pasch.matches.archive import Archive
from pasch.matches.boards import HOUR, WEEK_MILLIS, Boards, Choice, Period
from pasch.matches.model import Account, AccountId, DeadlineKind, MatchId, MatchStatus
from pasch.matches.names import DELETED
from pasch.matches.own_data import OwnData
from pasch.matches.refusals import StillPlaying
from pasch.matches.results import ANY_SEATS
from pasch.store.migrate import upgrade
from pasch.store.sql import SqlStore
from tests.matches.hall import Hall, Play
from tests.matches.late import KINDS, Beginning, Kind, begun
from tests.matches.recount import End, Row, balances, leaders, rows_of, tallies
from tests.matches.test_deadlines import down

ResultT = TypeVar("ResultT")

PEOPLE = ("Anna", "Ben", "Cleo", "Dana", "Emil", "Fritz")
MOST_SEATS = max(kind.seats for kind in KINDS)
WAITS = (1, HOUR, WEEK_MILLIS - 1, WEEK_MILLIS, WEEK_MILLIS + 1)
WITH_ACCOUNT = "wuerfelmania"
"""The game in which leaving costs something."""

SEEDS = st.integers(0, 1)
"""Few, so that people have equal totals, and the same one again."""
BEGINNINGS = st.builds(
    Beginning,
    kind=st.sampled_from((*KINDS, *(k for k in KINDS if k.game == WITH_ACCOUNT))),
    first=st.integers(0, 1),
    seed=SEEDS,
    missing=st.sampled_from((1, 2, 8, 60)),
    is_hinted=st.sampled_from((False, False, False, True)),
)
NUMBERS = st.integers(0, 7)
SOMEBODY = st.integers(0, len(PEOPLE) - 1)


def lists_of(game: str) -> Iterator[Choice]:
    """Yield all lists that a game has for the kinds of matches that are played here."""
    kinds = [kind for kind in KINDS if kind.game == game]
    meta = discovery.meta(game)
    apart = {meta.apart_in(kind.played(0).setting.options): None for kind in kinds}
    seats = {ANY_SEATS: None} | {kind.seats: None for kind in kinds}
    for chosen in product(meta.rankings, apart, seats, Period):
        yield Choice(game, *chosen)


LISTS = {game: tuple(lists_of(game)) for game in dict.fromkeys(kind.game for kind in KINDS)}


def test_every_game_is_played() -> None:
    assert list(LISTS) == list(discovery.playable())


@dataclass(frozen=True)
class Running:
    """A match under way."""

    kind: Kind
    play: Play
    match: MatchId
    is_hinted: bool

    @property
    def costs(self) -> bool:
        """Whether whoever leaves is debited."""
        return self.kind.game == WITH_ACCOUNT and self.kind.seats > 1 and not self.is_hinted


@cache
def _empty_database() -> Path:
    path = Path(_folder.name) / "empty.sqlite"
    upgrade(f"sqlite:///{path}")
    return path


_folder = TemporaryDirectory()


def _failing(*_: object) -> tuple[results.Result, ...]:
    raise ZeroDivisionError


class Evenings(RuleBasedStateMachine):
    """People who play at any number of tables."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        path = shutil.copy(_empty_database(), Path(_folder.name) / "pasch.sqlite")
        self.store = SqlStore(f"sqlite:///{path}")
        self.hall = Hall(self.store)
        self.running: list[Running] = []
        self.ended: dict[MatchId, End] = {}
        self.number = 0

    def run(self, waiting: Coroutine[Any, Any, ResultT]) -> ResultT:
        return self.loop.run_until_complete(waiting)

    def teardown(self) -> None:
        self.run(self.store.close())
        self.loop.close()

    @initialize()
    def come(self) -> None:
        self.people: list[Account] = [self.run(self.hall.guest(name)) for name in PEOPLE]
        self.deleted: set[AccountId] = set()

    # What happens

    @rule(begins=st.lists(BEGINNINGS, min_size=1, max_size=3))
    def begin(self, begins: list[Beginning]) -> None:
        for each in begins:
            self._begin(each)

    def _begin(self, wanted: Beginning) -> None:
        """Begin a match of some who have not deleted their accounts."""
        there = [p for p in self.people if p.id not in self.deleted]
        turned = [*there[wanted.first :], *there[: wanted.first]]
        people = tuple(turned[: wanted.kind.seats])
        self.number += 1
        match = MatchId(f"m{self.number}")
        play = self.run(begun(self.hall, wanted, people, match))
        self.running.append(Running(wanted.kind, play, match, wanted.is_hinted))

    @rule(begin=BEGINNINGS, seed=SEEDS)
    def play_a_whole_match(self, begin: Beginning, seed: int) -> None:
        self._begin(begin)
        self._finish(-1, seed)

    @precondition(lambda self: self.running)
    @rule(number=NUMBERS, seed=SEEDS, fails=st.booleans())
    def finish(self, number: int, seed: int, fails: bool) -> None:
        """Play a match to its end; its results may fail, then another start makes them."""
        with pytest.MonkeyPatch.context() as patch, capture_logs():
            if fails:
                patch.setattr(results, "results_of", _failing)
            self._finish(number, seed)
        if fails:
            self.run(Archive(self.store).add_missing_results())

    def _finish(self, number: int, seed: int) -> None:
        chosen = self._take(number)
        self.run(self._play_on(chosen.play, random.Random(seed)))
        self._note(chosen, MatchStatus.FINISHED)

    async def _play_on(self, play: Play, chooser: random.Random) -> None:
        while isinstance(due := (await play.position()).to_move, Deciding):
            seat = chooser.choice(due.seats)
            await play.do(seat, chooser.choice(await play.legal(seat)))

    @precondition(lambda self: self.running)
    @rule(number=NUMBERS, seat=NUMBERS, how=st.sampled_from(("quit", "stay away", "abort")))
    def end_early(self, number: int, seat: int, how: str) -> None:
        """Somebody leaves a match, stays away until its pause has run out, or all abort it."""
        chosen = self._take(number)
        play, seat = chosen.play, seat % chosen.kind.seats
        if how == "abort":
            self.run(self._abort(chosen))
        elif how == "stay away" and chosen.kind.seats > 1:
            self.run(self._stay_away(play, play.people[seat]))
        else:
            pauses = self.hall.parlour.pauses
            self.run(pauses.quit(play.people[seat], play.table, is_confirmed=True))
        if how != "abort" and chosen.costs:
            self._note(chosen, MatchStatus.LEFT, Seat(seat + 1))
        else:
            self._note(chosen, MatchStatus.ABORTED)

    async def _abort(self, chosen: Running) -> None:
        """Abort a match; where the game wants it, all agree."""
        pauses, table, people = self.hall.parlour.pauses, chosen.play.table, chosen.play.people
        await pauses.ask(people[0], table)
        needs_all = discovery.meta(chosen.kind.game).leaving.needs_all
        for person in people if needs_all else people[:1]:
            await pauses.abort(person, table)

    async def _stay_away(self, play: Play, person: Account) -> None:
        pauses = self.hall.parlour.pauses
        await pauses.note_absent(person.id, play.table)
        self.hall.clock.move(pausing.PAUSE_MILLIS + pausing.QUIET_MILLIS)
        for deadline in await self.store.due(self.hall.clock.now()):
            if (deadline.table, deadline.kind) == (play.table, DeadlineKind.PAUSE):
                await pauses.fall_due(deadline)

    def _take(self, number: int) -> Running:
        """Return a running match at which everybody is there; it will end."""
        chosen = self.running.pop(number % len(self.running))
        for person in chosen.play.people:
            self.run(self.hall.parlour.pauses.note_present(person.id, chosen.play.table))
        return chosen

    def _note(self, chosen: Running, status: MatchStatus, *left: Seat) -> None:
        """Note how a match has ended, if lists shall know of it."""
        match = self.run(self.store.match(chosen.match))
        assert match is not None
        assert (match.status, match.left) == (status, left)
        if status is not MatchStatus.ABORTED and not chosen.is_hinted:
            self.ended[chosen.match] = End(self.hall.clock.now(), left)

    @precondition(lambda self: len(self.deleted) < len(PEOPLE) - MOST_SEATS)
    @rule(number=SOMEBODY)
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

    @rule(millis=st.sampled_from(WAITS))
    def restart(self, millis: int) -> None:
        """The server is down for a while, and makes what results are missing."""
        self.run(down(self.hall, millis))
        self.run(Archive(self.store).add_missing_results())

    # What holds after each step

    @invariant()
    def lists_are_what_a_recount_gives(self) -> None:
        boards, now = Boards(self.store, self.hall.clock), self.hall.clock.now()
        rows, names = self._rows(), self._names()
        for game in dict.fromkeys(row.game for row in rows):
            for choice in LISTS[game]:
                found = self.run(boards.leaders(choice, None))
                assert list(found) == leaders(choice, rows, names, now), choice

    @invariant()
    def people_are_what_a_recount_gives(self) -> None:
        """The sums of personal pages, and how long the histories are."""
        boards, rows = Boards(self.store, self.hall.clock), self._rows()
        for person in self.people:
            own = [row for row in rows if row.account == person.id]
            found = self.run(boards.tallies(person.id))
            assert sorted(found, key=repr) == sorted(tallies(person.id, rows), key=repr)
            assert self.run(boards.balances(person.id)) == balances(person.id, rows)
            assert self.run(boards.played(person.id)) == len(own)
            history = self.run(boards.history(person.id, 1))
            latest = sorted(own, key=lambda row: (-row.at, row.match))
            assert [past.match for past in history] == [row.match for row in latest[:20]]

    def _names(self) -> dict[AccountId, str]:
        return {p.id: DELETED if p.id in self.deleted else p.name for p in self.people}

    def _rows(self) -> list[Row]:
        return [row for match in self.ended.items() for row in self.run(self._recount(*match))]

    async def _recount(self, match_id: MatchId, end: End) -> list[Row]:
        match = await self.store.match(match_id)
        assert match is not None
        log = tuple((e.actor, e.text) for e in await self.store.events(match_id))
        return list(rows_of(match, log, end))


def test_all_lists_are_empty_at_first() -> None:
    async def look() -> None:
        path = shutil.copy(_empty_database(), Path(_folder.name) / "nobody.sqlite")
        store = SqlStore(f"sqlite:///{path}")
        boards = Boards(store, Hall(store).clock)
        for choice in (choice for choices in LISTS.values() for choice in choices):
            assert await boards.leaders(choice, None) == ()
        await store.close()

    asyncio.run(look())


class ManyEvenings(Evenings):
    """The same, many times as often."""


Evenings.TestCase.settings = settings(max_examples=10, stateful_step_count=20, deadline=None)
TestEvenings = Evenings.TestCase

ManyEvenings.TestCase.settings = settings(max_examples=300, stateful_step_count=20, deadline=None)
TestManyEvenings = pytest.mark.long(pytest.mark.timeout(1200)(ManyEvenings.TestCase))
