"""A whole evening at one table: moves, pauses, people who come and go, restarts, clock jumps.

Hypothesis lets things happen in random order. After each of them the log leads to the state,
acknowledged moves are in it once, equal viewers see the same, running times are as they should
be, and a match that was aborted is in no list.
"""

import asyncio
from collections.abc import Coroutine
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
)

from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.refusals import Refusal
from pasch.kernel.rules import Deciding
from pasch.matches.commands import Command
from pasch.matches.deadlines import Deadlines
from pasch.matches.model import DeadlineKind, MatchStatus, TableStatus, Version
from pasch.matches.pausing import PAUSE_MILLIS, QUIET_MILLIS
from pasch.matches.ports import NoteAlive
from pasch.web.screens import Outlook, Sight, screen_of, sight_of
from tests.matches.hall import Hall, Play, check_table
from tests.memory_store import MemoryStore

ResultT = TypeVar("ResultT")

MINUTE = 60_000
PEOPLE = st.integers(0, 1)


class Evening(RuleBasedStateMachine):
    """Two people at one table, from their first match on."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()

    def run(self, waiting: Coroutine[Any, Any, ResultT]) -> ResultT:
        return self.loop.run_until_complete(waiting)

    def teardown(self) -> None:
        self.loop.close()

    @initialize()
    def begin(self) -> None:
        self.hall = Hall(MemoryStore())
        self.play: Play = self.run(self._begun())
        self.match = self.run(self.play.position()).match.id
        self.sent: list[tuple[Command, Version]] = []
        self.present = {0, 1}
        self.asked = False
        self.seen: dict[Outlook, Sight] = {}
        self.left: int | None = None  # what is left of the pause

    async def _begun(self) -> Play:
        return await self.hall.begin(await self.hall.guests(2))

    # What is there

    def is_playing(self) -> bool:
        """Return whether the match runs, paused or not."""
        return self.run(self.play.found()).table.status is TableStatus.PLAYING

    def is_going(self) -> bool:
        """Return whether moves are taken now."""
        return self.is_playing() and self.left is None

    # What happens

    @precondition(is_going)
    @rule(data=st.data(), times=st.integers(1, 3))
    def move(self, data: st.DataObject, times: int) -> None:
        """Somebody moves; the same command may arrive several times."""
        position = self.run(self.play.position())
        assert isinstance(position.to_move, Deciding)
        seat = position.to_move.seats[0]
        text = data.draw(st.sampled_from(position.rules.legal(position.state, seat)))
        command = self.run(self.play.command(seat, text))
        answers = {self.run(self.play.send(command)) for _ in range(times)}
        assert len(answers) == 1
        self.sent.append((command, answers.pop()))

    @precondition(lambda self: self.is_playing() and self.left is not None)
    @rule()
    def move_while_it_stands_still(self) -> None:
        position = self.run(self.play.position())
        assert isinstance(position.to_move, Deciding)
        seat = position.to_move.seats[0]
        legal = position.rules.legal(position.state, seat)
        try:
            self.run(self.play.send(self.run(self.play.command(seat, legal[0]))))
        except Refusal:
            return
        raise AssertionError("a paused match takes no move")

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def late_repetition(self, data: st.DataObject) -> None:
        command, version = data.draw(st.sampled_from(self.sent))
        assert self.run(self.play.send(command)) == version

    @precondition(is_playing)
    @rule(who=PEOPLE)
    def ask_for_a_pause(self, who: int) -> None:
        self.run(self.hall.parlour.pauses.ask(self.play.people[who], self.play.table))
        self.asked = True
        self.left = PAUSE_MILLIS if self.left is None else self.left

    @precondition(lambda self: self.is_playing() and self.asked)
    @rule(who=PEOPLE)
    def resume(self, who: int) -> None:
        self.run(self.hall.parlour.pauses.resume(self.play.people[who], self.play.table))
        self.asked = False
        self.left = self.left if self.present != {0, 1} else None

    @precondition(is_playing)
    @rule(who=PEOPLE)
    def go_away(self, who: int) -> None:
        person = self.play.people[who].id
        self.run(self.hall.parlour.pauses.note_absent(person, self.play.table))
        self.present.discard(who)
        self.left = PAUSE_MILLIS if self.left is None else self.left

    @precondition(is_playing)
    @rule(who=PEOPLE)
    def come_back(self, who: int) -> None:
        person = self.play.people[who].id
        self.run(self.hall.parlour.pauses.note_present(person, self.play.table))
        self.present.add(who)
        if self.present == {0, 1} and not self.asked:
            self.left = None

    @rule(millis=st.integers(1, 12 * MINUTE))
    def time_passes(self, millis: int) -> None:
        """Whatever is due by then happens."""
        self.hall.clock.move(millis)
        is_playing = self.is_playing()
        deadlines = Deadlines(
            self.hall.store, self.hall.parlour.pauses, self.hall.clock, self.hall.computers.nudge
        )
        self.run(deadlines.take_due())
        if self.left is not None and is_playing:
            self.left -= millis
            assert self.is_playing() == (self.left > 0)

    @rule(millis=st.sampled_from((1, MINUTE, 26 * 60 * MINUTE)))
    def restart(self, millis: int) -> None:
        """The time without a server never counts, and everybody is away at first."""
        is_playing = self.is_playing()
        self.run(self.hall.store.commit((NoteAlive(self.hall.clock.now()),)))
        self.hall.clock.move(millis)
        self.hall.reopen()
        deadlines = Deadlines(
            self.hall.store, self.hall.parlour.pauses, self.hall.clock, self.hall.computers.nudge
        )
        self.run(deadlines.wake())
        self.run(self.hall.parlour.start())
        if is_playing:
            assert self.is_playing()
            self.present.clear()
            left = PAUSE_MILLIS if self.left is None else self.left
            self.left = max(left, QUIET_MILLIS)

    # What holds after each of them

    @invariant()
    def log_leads_to_the_state(self) -> None:
        self.run(check_table(self.hall, self.play.table))

    @invariant()
    def moves_are_in_the_log_once(self) -> None:
        log = self.run(self.hall.store.events(self.match))
        said = [event.seq for event in log if event.actor != CHANCE]
        assert len(said) == len({command.id for command, _ in self.sent})

    @invariant()
    def pause_is_as_long_as_it_should_be(self) -> None:
        found = self.run(self.play.found())
        if found.table.status is TableStatus.PLAYING:
            pause = found.pause
            left = pause.due_at - self.hall.clock.now() if pause is not None else None
            assert left == self.left

    @invariant()
    def equal_viewers_see_the_same(self) -> None:
        """One who has looked on all the time, and one who reads the log anew."""
        live = self.run(self.play.found())
        again = Hall(self.hall.store)
        read = self.run(again.look(self.play.table))
        for seat in (None, *range(1, 3)):
            seen = [screen_of(found, seat) for found in (live, read)]
            if not live.held:
                assert seen[0] == seen[1]

    @invariant()
    def what_was_seen_before_changes_nothing(self) -> None:
        found = self.run(self.play.found())
        for outlook in map(Outlook, (None, Seat(1), Seat(2))):
            sight = self.seen[outlook] = sight_of(found, outlook, 0, self.seen.get(outlook))
            if found.pause is None:
                assert sight.screen == screen_of(found, outlook.seat)

    @invariant()
    def aborted_match_is_in_no_list(self) -> None:
        match = self.run(self.hall.store.match(self.match))
        results = self.run(self.hall.store.results(self.match))
        assert match is not None
        assert bool(results) == (match.status is MatchStatus.FINISHED)
        if match.status is MatchStatus.ABORTED:
            kinds = {due.kind for due in self.run(self.hall.store.deadlines())}
            assert DeadlineKind.PAUSE not in kinds


Evening.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
TestEvening = pytest.mark.timeout(400)(Evening.TestCase)
