"""The service under whatever comes: twice, late, at once, lost, between restarts.

Hypothesis sends commands in random order and looks after each step whether the log leads to the
state, whether every command that was acknowledged stands in the log once, and whether what was
refused has changed nothing.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.refusals import Refusal, Stale
from pasch.kernel.rules import all_legal
from pasch.matches.commands import Command
from pasch.matches.model import LoggedEvent, TableStatus, Version
from pasch.matches.ports import Write
from pasch.matches.refusals import CommandReused
from pasch.matches.turns import turn_in
from tests.matches.hall import Hall, Play, check_table
from tests.memory_store import MemoryStore

ResultT = TypeVar("ResultT")

Outcome = Version | Refusal

SEATS = st.integers(1, 3)
NONSENSE = st.sampled_from(("dance", "", "roll", "correct", "keep 1", "write free 1", "cancel"))


class Lost(Exception):
    """The database's answer got lost; nobody knows what it holds."""


class FaultyStore(MemoryStore):
    """A store whose next commit may fail, before or after it is written."""

    fault = ""

    async def commit(self, writes: Sequence[Write]) -> bool:
        fault, self.fault = self.fault, ""
        if fault == "before":
            raise Lost
        committed = await super().commit(writes)
        if fault == "after":
            raise Lost
        return committed

    @property
    def kept(self) -> object:
        """Everything that is stored, to be compared."""
        return vars(self._contents.copied())


@dataclass(frozen=True)
class Beginning:
    """A match to go on with, in a store to be copied."""

    store: MemoryStore
    play: Play


@cache
def beginning(seats: int, hardcore: str, turns: int, computers: int = 0) -> Beginning:
    """Return a match in which so many turns have been played; the last seats may be computers'."""

    async def begin() -> Beginning:
        store = MemoryStore()
        hall = Hall(store, seed=seats)
        people = await hall.guests(seats - computers)
        table = await hall.open_table(*people, seats=seats, hardcore=hardcore)
        if computers:
            await hall.parlour.add_computers(people[0], table, "greedy")
        play = Play(hall, table, people)
        await play.all_ready()
        await play.play_on(turns)
        return Beginning(store, play)

    return asyncio.run(begin())


BEGINNINGS = [
    (1, "no", 0),
    (1, "no", 47),  # the last cell: up to five throws, then the end
    (2, "no", 0),
    (2, "yes", 94),
    (3, "no", 5),
    (2, "no", 0, 1),
    (3, "no", 2, 1),
]


class Service(RuleBasedStateMachine):
    """One table of two processes, which know of each other only by the store."""

    def __init__(self) -> None:
        super().__init__()
        # `asyncio.Runner` would set a signal handler for each of the many short runs.
        self.loop = asyncio.new_event_loop()
        self.accepted: dict[str, tuple[Command, Version]] = {}
        self.unsure: list[Command] = []

    def run(self, waiting: Coroutine[Any, Any, ResultT]) -> ResultT:
        return self.loop.run_until_complete(waiting)

    def teardown(self) -> None:
        self.loop.close()

    @initialize(which=st.sampled_from(BEGINNINGS))
    def begin(self, which: tuple[int, str, int] | tuple[int, str, int, int]) -> None:
        found = beginning(*which)
        self.store = FaultyStore()
        self.store._contents = found.store._contents.copied()
        self.halls = [Hall(self.store, seed=100), Hall(self.store, seed=101)]
        self.plays = [Play(hall, found.play.table, found.play.people) for hall in self.halls]
        self.before = self.said_by_people()

    # What is there

    @property
    def play(self) -> Play:
        return self.plays[0]

    def log(self) -> tuple[LoggedEvent, ...]:
        match = self.run(self.play.position()).match.id
        return self.run(self.store.events(match))

    def said_by_people(self) -> int:
        """Return how many events of the log people have said."""
        people = range(1, len(self.play.people) + 1)
        return sum(event.actor in people for event in self.log())

    def legal(self) -> list[tuple[Seat, str]]:
        """Return what people may say."""
        position = self.run(self.play.position())
        by_seat = all_legal(position.rules, position.state, len(self.play.people))
        return [(seat, text) for seat, texts in by_seat.items() for text in texts]

    def is_running(self) -> bool:
        """Return whether somebody may say something, now that it is no computer's turn."""
        found = self.run(self.play.found())
        return found.table.status is TableStatus.PLAYING and bool(self.legal())

    def command(self, seat: int, text: str, seen: int | None = None) -> Command:
        seat = min(seat, len(self.play.people))
        return self.run(self.play.command(seat, text, seen))

    # What is sent

    async def _send(self, play: Play, command: Command) -> Outcome:
        try:
            version = await play.send(command)
        except Refusal as refusal:
            return refusal
        known = self.accepted.setdefault(command.id, (command, version))
        assert known == (command, version), "the same command has one answer"
        return version

    def send(self, command: Command, play: Play | None = None) -> Outcome:
        return self.run(self._send(play or self.play, command))

    def refused(self, command: Command) -> Refusal:
        kept = self.store.kept
        outcome = self.send(command)
        assert isinstance(outcome, Refusal)
        assert self.store.kept == kept
        return outcome

    @precondition(is_running)
    @rule(data=st.data())
    def legal_command(self, data: st.DataObject) -> None:
        seat, text = data.draw(st.sampled_from(self.legal()))
        assert not isinstance(self.send(self.command(seat, text)), Refusal)

    @rule(seat=SEATS, text=NONSENSE)
    def command_that_may_be_illegal(self, seat: int, text: str) -> None:
        command = self.command(seat, text)
        by_seat = [(s, t) for s, t in self.legal() if self.play.people[s - 1].id == command.account]
        if text in [t for _, t in by_seat]:
            assert not isinstance(self.send(command), Refusal)
        else:
            self.refused(command)

    @precondition(lambda self: self.accepted)
    @rule(data=st.data())
    def command_again(self, data: st.DataObject) -> None:
        command, version = data.draw(st.sampled_from(list(self.accepted.values())))
        kept = self.store.kept
        assert self.send(command) == version
        assert self.store.kept == kept

    @precondition(lambda self: self.accepted)
    @rule(data=st.data(), text=NONSENSE)
    def command_with_a_used_id(self, data: st.DataObject, text: str) -> None:
        command, _ = data.draw(st.sampled_from(list(self.accepted.values())))
        if command.text != text:
            assert isinstance(self.refused(replace(command, text=text)), CommandReused)

    @precondition(is_running)
    @rule(data=st.data(), age=st.sampled_from((2, 6, 1, 3)))
    def late_command(self, data: st.DataObject, age: int) -> None:
        """It is stale when the seat has acted since, such as in another tab."""
        seat, text = data.draw(st.sampled_from(self.legal()))
        seen = self.run(self.play.version()) - age
        if seen < 0:
            return
        acted = any(event.actor == seat for event in self.log()[seen:])
        command = self.command(seat, text, seen)
        outcome = self.send(command)
        assert isinstance(outcome, Stale) or not acted

    @precondition(is_running)
    @rule(data=st.data())
    def two_commands_at_once(self, data: st.DataObject) -> None:
        sent = [self.command(*data.draw(st.sampled_from(self.legal()))) for _ in self.plays]

        async def both() -> list[Outcome]:
            return await asyncio.gather(*(self._send(self.play, command) for command in sent))

        outcomes = self.run(both())
        refused = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
        assert [Stale] == [type(refusal) for refusal in refused]

    @precondition(is_running)
    @rule(data=st.data(), is_same=st.booleans())
    def two_processes_at_once(self, data: st.DataObject, is_same: bool) -> None:
        """The other process may not have heard of the newest events."""
        one = self.command(*data.draw(st.sampled_from(self.legal())))
        other = one if is_same else self.command(*data.draw(st.sampled_from(self.legal())))

        async def both() -> list[Outcome]:
            pairs = zip(self.plays, (one, other), strict=True)
            return await asyncio.gather(*(self._send(play, command) for play, command in pairs))

        knows = self.run(self.plays[1].version()) == one.seen
        outcomes = self.run(both())
        refused = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
        if is_same and knows:
            assert refused == []
        else:
            assert len(refused) == 1

    @precondition(is_running)
    @rule(data=st.data(), fault=st.sampled_from(("before", "after")))
    def command_whose_answer_is_lost(self, data: st.DataObject, fault: str) -> None:
        command = self.command(*data.draw(st.sampled_from(self.legal())))
        self.store.fault = fault
        try:
            outcome = self.send(command)
        except Lost:
            self.unsure.append(command)
        else:
            raise AssertionError(outcome)

    @precondition(lambda self: self.unsure)
    @rule()
    def lost_command_again(self) -> None:
        command = self.unsure.pop()
        happened = self.run(self.store.command(command.match, command.account, command.id))
        outcome = self.send(command)
        if happened is not None:
            assert outcome == happened.version

    @rule(place=st.integers(0, 7), seat=SEATS, held=st.booleans())
    def hold(self, place: int, seat: int, held: bool) -> None:
        kept = self.store.kept
        position = self.run(self.play.position())
        seat = min(seat, len(self.play.people))
        try:
            self.run(
                self.halls[0].parlour.hold(
                    self.play.people[seat - 1],
                    self.play.table,
                    position.match.id,
                    place,
                    held=held,
                )
            )
        except Refusal:
            assert not 1 <= place <= position.rules.holdable(position.state, Seat(seat))
        else:
            assert 1 <= place <= position.rules.holdable(position.state, Seat(seat))
        assert self.store.kept == kept

    @precondition(lambda self: self.run(self.play.position()).match.has_computer)
    @rule(other=st.booleans(), early=st.booleans())
    def computer(self, other: bool, early: bool) -> None:
        """It acts when it is its turn, and its time has come, and at no other moment.

        Another process may have gone on meanwhile; then it comes too late.
        """
        hall, play = self.halls[other], self.plays[other]
        position, log = self.run(play.position()), self.log()
        turn = turn_in(position)
        hall.clock.move(0 if early else 10_000)
        try:
            self.run(hall.computers.act(play.table))
        except Stale:
            assert len(log) > position.version
        said = [event for event in self.log()[len(log) :] if event.actor != CHANCE]
        is_behind = len(log) > position.version
        expected = [] if turn is None or is_behind else [turn.seat]
        assert [event.actor for event in said] == expected or (early and not said)
        if other:  # The rules here presume that the first process is not behind.
            self.run(self.halls[0].restart())

    @rule()
    def restart(self) -> None:
        self.run(self.halls[0].restart())

    @rule()
    def other_process_restarts(self) -> None:
        self.run(self.halls[1].restart())

    # What holds after each step

    @invariant()
    def log_leads_to_the_state(self) -> None:
        if not self._is_behind():
            self.run(check_table(self.halls[0], self.play.table))

    def _is_behind(self) -> bool:
        """Whether the other process has gone on, of which ours learns with its next command."""
        return len(self.log()) > self.run(self.play.version())

    @invariant()
    def commands_are_in_the_log_once(self) -> None:
        log = self.log()
        places = []
        for command, version in self.accepted.values():
            event = next(e for e in reversed(log[:version]) if e.actor != CHANCE)
            person = self.play.people[Seat(int(event.actor)) - 1]
            assert (person.id, event.text) == (command.account, command.text)
            places.append(event.seq)
        assert len(set(places)) == len(places)
        unsure = [
            noted
            for command in self.unsure
            if (noted := self.run(self.store.command(command.match, command.account, command.id)))
        ]
        assert self.said_by_people() == self.before + len(places) + len(unsure)


Service.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestService = Service.TestCase
