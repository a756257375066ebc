"""Pauses: asked for, or because somebody is absent; resuming, aborting, and what falls due."""

from dataclasses import replace

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.refusals import N_, Reason
from pasch.matches import notices, pausing, seating
from pasch.matches.leaving import absent_by_choice, cost_of, is_charged
from pasch.matches.model import (
    Account,
    AccountId,
    Deadline,
    DeadlineKind,
    Match,
    MatchStatus,
    Millis,
    Pause,
    TableId,
    TableStatus,
)
from pasch.matches.notices import Code, Notice
from pasch.matches.ports import (
    Bus,
    Clock,
    DropDeadline,
    EndMatch,
    EndPause,
    PutPause,
    PutResults,
    PutTable,
    SetDeadline,
    Write,
)
from pasch.matches.position import with_match
from pasch.matches.refusals import NeedsConfirmation, WrongMoment
from pasch.matches.registry import OpenTable, Registry
from pasch.matches.results import results_or_none
from pasch.matches.turns import due_write


class Pauses:
    """Pauses the matches of a registry, resumes and aborts them."""

    def __init__(self, registry: Registry, bus: Bus, clock: Clock) -> None:
        """Work on the tables of a registry, tell a bus."""
        self._registry = registry
        self._bus = bus
        self._clock = clock

    async def ask(self, account: Account, table_id: TableId) -> None:
        """Pause a match because a seat asks for it."""
        async with self._registry.locked(table_id) as found:
            position, seat = found.seated(account.id)
            match = position.match
            now = self._clock.now()
            await self._put(found, match, pausing.asked(found.pause, match.id, now), seat)
        self._bus.publish(table_id)

    async def resume(self, account: Account, table_id: TableId) -> None:
        """Let a match go on; it still waits for those who are absent."""
        async with self._registry.locked(table_id) as found:
            position, seat = found.seated(account.id)
            match = position.match
            await self._put(found, match, pausing.resumed(found.pause), seat)
        self._bus.publish(table_id)

    async def note_absent(self, account: AccountId, table_id: TableId) -> None:
        """Pause a match of several people because one of them has nobody connected.

        Before a match the person is not ready any more.
        """
        async with self._registry.locked(table_id) as found:
            match = _match_of(found)
            seat = match.seat_of(account) if match is not None else None
            if match is None:
                await self._take_back_ready(found, account)
            elif seat is not None and len(match.people) > 1:
                now = self._clock.now()
                await self._put(found, match, pausing.without(found.pause, match.id, seat, now))
        self._bus.publish(table_id)

    async def note_present(self, account: AccountId, table_id: TableId) -> None:
        """Let a match go on that waited for somebody who is back."""
        async with self._registry.locked(table_id) as found:
            match = _match_of(found)
            seat = match.seat_of(account) if match is not None else None
            if match is None or seat is None or found.pause is None:
                return
            await self._put(found, match, pausing.again_with(found.pause, seat))
        self._bus.publish(table_id)

    async def abort(self, account: Account, table_id: TableId) -> None:
        """Abort a paused match: at once, or when all seats agree where the game wants that."""
        async with self._registry.locked(table_id) as found:
            position, seat = found.seated(account.id)
            match = position.match
            if found.pause is None:
                raise WrongMoment(Reason(N_("Only a paused match can be aborted.")))
            after = pausing.agreed(found.pause, seat)
            needs_all = discovery.meta(match.game).leaving.needs_all
            if needs_all and len(after.aborting) < len(match.people):
                await self._put(found, match, after, seat)
            else:
                await self._abort(found, match, notices.of_seat(Code.WANTS_ABORT, match, seat))
        self._bus.publish(table_id)

    async def quit(self, account: Account, table_id: TableId, *, is_confirmed: bool) -> None:
        """Leave a running match on purpose, by the game's own rule.

        What it costs has to be confirmed: raise `NeedsConfirmation`.
        """
        async with self._registry.locked(table_id) as found:
            position, seat = found.seated(account.id)
            match = position.match
            if not is_confirmed and is_charged(position, (seat,)):
                raise NeedsConfirmation(Reason(cost_of(position, seat)))
            await self._end_early(found, match, (seat,), notices.of_seat(Code.QUIT, match, seat))
        self._bus.publish(table_id)

    async def fall_due(self, deadline: Deadline) -> None:
        """Do what is due at a table: abort a match, or close a table where nobody does anything.

        A table where somebody has been active since gets another deadline.
        """
        async with self._registry.locked(deadline.table) as found:
            now = self._clock.now()
            if deadline.kind is DeadlineKind.PAUSE:
                await self._pause_runs_out(found, now)
            else:
                await self._stands_idle(found, now)
        self._bus.publish(deadline.table)

    async def _pause_runs_out(self, found: OpenTable, now: Millis) -> None:
        match = _match_of(found)
        if match is None or found.pause is None:
            await self._registry.commit(found, (_no_deadline(found, DeadlineKind.PAUSE),))
        elif found.pause.due_at <= now:
            away = absent_by_choice(found.pause)
            told = (notices.of_seat(Code.STAYED_AWAY, match, seat) for seat in away)
            await self._end_early(found, match, away, *told)

    async def _stands_idle(self, found: OpenTable, now: Millis) -> None:
        due_at = Millis(found.active_at + pausing.IDLE_MILLIS)
        match = _match_of(found)
        if due_at > now:
            later = Deadline(found.table.id, DeadlineKind.IDLE, due_at)
            await self._registry.commit(found, (SetDeadline(later),))
        elif match is not None:
            await self._abort(found, match)
        elif found.table.status is TableStatus.WAITING:
            await self._close(found, ())
        else:
            await self._registry.commit(found, (_no_deadline(found, DeadlineKind.IDLE),))

    async def _take_back_ready(self, found: OpenTable, account: AccountId) -> None:
        is_closed = found.table.status is TableStatus.CLOSED
        if is_closed or found.table.seat_of(account) is None:
            return
        table = seating.take_back_ready(found.table, account)
        if table != found.table:
            table = replace(table, revision=found.table.revision + 1)
            await self._registry.commit_or_refuse(found, (PutTable(table),))
            found.table = table

    async def _put(
        self, found: OpenTable, match: Match, pause: Pause | None, by: Seat | None = None
    ) -> None:
        if pause == found.pause:
            return
        told = notices.of_pause(found.pause, pause, match, by)
        lines = self._registry.tell(found.table.id, found.spot, told)
        table = found.table.id
        writes: tuple[Write, ...]
        if pause is not None:
            due = Deadline(table, DeadlineKind.PAUSE, pause.due_at)
            writes = (PutPause(pause), SetDeadline(due))
        else:
            writes = _no_pause(found)
        writes += due_write(found.table, found.position, pause, self._clock.now())
        await self._registry.commit_or_refuse(found, (*writes, *lines))
        found.pause = pause

    async def _end_early(
        self, found: OpenTable, match: Match, left: tuple[Seat, ...], *why: Notice
    ) -> None:
        """End a match because seats have left it: at a cost, where the game has one."""
        position = found.position
        if position is None or not is_charged(position, left):
            await self._abort(found, match, *why)
            return
        now = self._clock.now()
        left_match = replace(match, status=MatchStatus.LEFT, ended_at=now, left=left)
        results = PutResults(results_or_none(left_match, position.state, now))
        await self._end(found, left_match, (*why, Notice(Code.LEFT_EARLY)), results)

    async def _abort(self, found: OpenTable, match: Match, *why: Notice) -> None:
        match = replace(match, status=MatchStatus.ABORTED, ended_at=self._clock.now())
        await self._end(found, match, (*why, Notice(Code.ABORTED)))

    async def _end(
        self, found: OpenTable, match: Match, told: tuple[Notice, ...], *writes: Write
    ) -> None:
        """End a match that is not over by its rules, and close its table."""
        now = match.ended_at or self._clock.now()
        ended = EndMatch(match.id, match.status, now, match.left)
        lines = self._registry.tell(found.table.id, found.spot, told)
        await self._close(found, (ended, *writes, *_no_pause(found), *lines))
        if found.position is not None:
            found.follow(with_match(found.position, match))

    async def _close(self, found: OpenTable, writes: tuple[Write, ...]) -> None:
        """Close a table; those who sit there are sent to the lobby."""
        table = replace(
            found.table,
            status=TableStatus.CLOSED,
            revision=found.table.revision + 1,
            touched_at=self._clock.now(),
        )
        over = tuple(
            _no_deadline(found, kind) for kind in (DeadlineKind.IDLE, DeadlineKind.COMPUTER)
        )
        await self._registry.commit_or_refuse(found, (*writes, *over, PutTable(table)))
        found.table, found.pause = table, None


def _match_of(found: OpenTable) -> Match | None:
    """Return the match that runs at a table."""
    return found.running.match if found.running is not None else None


def _no_deadline(found: OpenTable, kind: DeadlineKind) -> DropDeadline:
    return DropDeadline(found.table.id, kind)


def _no_pause(found: OpenTable) -> tuple[Write, ...]:
    """Return the rows that say that a table's match is not paused."""
    if found.table.match is None:
        return ()
    return EndPause(found.table.match), _no_deadline(found, DeadlineKind.PAUSE)
