"""What happens by itself: deadlines that fall due, and the note that the server runs.

The time in which no server runs never counts: at the start every deadline is moved by it.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Final

import structlog

from pasch.kernel.refusals import Refusal
from pasch.matches.leaving import absent_by_choice
from pasch.matches.model import (
    Deadline,
    DeadlineKind,
    Millis,
    Pause,
    Table,
    TableId,
    TableStatus,
)
from pasch.matches.pauses import Pauses
from pasch.matches.pausing import IDLE_MILLIS, PAUSE_MILLIS, QUIET_MILLIS
from pasch.matches.ports import Clock, NoteAlive, PutPause, SetDeadline, Store, Write

log = structlog.get_logger()

TICK_SECONDS: Final = 1.0
"""How often the loop looks for what is due."""

STALE_SECONDS: Final = 30.0
"""After so long without a round that worked something is wrong."""

COMPUTERS_WAIT_MILLIS: Final = 3_000
"""How long after a start no computer acts: people are to see it, but nobody's time runs out."""

TICKS_A_NOTE: Final = 5
"""The server notes once in so many ticks that it runs."""


class Deadlines:
    """Moves deadlines at the start and does what falls due."""

    def __init__(
        self, store: Store, pauses: Pauses, clock: Clock, nudge: Callable[[TableId], None]
    ) -> None:
        """Read the deadlines of a store; pauses and tables are changed through `pauses`.

        `nudge` is told of tables at which a computer is due.
        """
        self._store = store
        self._pauses = pauses
        self._clock = clock
        self._nudge = nudge
        self._worked_at = time.monotonic()

    async def wake(self) -> None:
        """Begin to run: move deadlines by the time in which no server ran, and note all as absent.

        Nothing falls due within the first minute. Call it before anybody is connected.
        """
        now = self._clock.now()
        down = now - (await self._store.alive_at() or now)
        tables = {table.id: table for table in await self._store.open_tables()}
        moved = _moved(await self._store.deadlines(), await self._store.last_events(), down, now)
        pauses = _absent(tables.values(), await self._store.pauses(), moved, now)
        writes: list[Write] = [NoteAlive(now)]
        writes += [SetDeadline(deadline) for deadline in moved.values()]
        for pause, table in pauses:
            due = Deadline(table, DeadlineKind.PAUSE, pause.due_at)
            writes += [PutPause(pause), SetDeadline(due)]
        await self._store.commit(writes)

    async def run(self) -> None:
        """Do what falls due until cancelled."""
        ticks = 0
        while True:
            await asyncio.sleep(TICK_SECONDS)
            ticks += 1
            try:
                await self.take_due()
                if ticks % TICKS_A_NOTE == 0:
                    await self._store.commit((NoteAlive(self._clock.now()),))
                self._worked_at = time.monotonic()
            except Exception:
                log.exception("deadlines could not be read")

    def is_working(self) -> bool:
        """Return whether `run` has lately done a round without a fault."""
        return time.monotonic() - self._worked_at < STALE_SECONDS

    async def take_due(self) -> None:
        """Do what is due now; what fails stays due."""
        for deadline in await self._store.due(self._clock.now()):
            if deadline.kind is DeadlineKind.COMPUTER:
                self._nudge(deadline.table)
                continue
            try:
                await self._pauses.fall_due(deadline)
            except Refusal as refusal:
                log.warning("a deadline was refused", table=deadline.table, why=refusal.code)
            except Exception:
                log.exception("a deadline failed", table=deadline.table)


Key = tuple[TableId, DeadlineKind]


def _moved(
    deadlines: Iterable[Deadline],
    last_events: Iterable[tuple[TableId, Millis]],
    down: int,
    now: Millis,
) -> dict[Key, Deadline]:
    """Return the deadlines as they are after `down` milliseconds without a server."""
    active = dict(last_events)
    moved: dict[Key, Deadline] = {}
    for deadline in deadlines:
        due_at = int(deadline.due_at)
        if deadline.kind is DeadlineKind.IDLE and deadline.table in active:
            due_at = max(due_at, active[deadline.table] + IDLE_MILLIS)
        quiet = COMPUTERS_WAIT_MILLIS if deadline.kind is DeadlineKind.COMPUTER else QUIET_MILLIS
        due_at = max(due_at + down, now + quiet)
        key = (deadline.table, deadline.kind)
        moved[key] = Deadline(deadline.table, deadline.kind, Millis(due_at))
    return moved


def _absent(
    tables: Iterable[Table],
    known: Iterable[Pause],
    moved: dict[Key, Deadline],
    now: Millis,
) -> list[tuple[Pause, TableId]]:
    """Return the pauses after a start: everybody at a match of several people is absent."""
    before = {pause.match: pause for pause in known}
    pauses: list[tuple[Pause, TableId]] = []
    for table in tables:
        if table.status is not TableStatus.PLAYING or table.match is None:
            continue
        pause = before.get(table.match)
        deadline = moved.get((table.id, DeadlineKind.PAUSE))
        due_at = deadline.due_at if pause is not None and deadline else Millis(now + PAUSE_MILLIS)
        people = tuple(seat for seat, _ in table.taken_by_people)
        absent = people if len(people) > 1 else ()
        if absent or pause is not None:
            is_asked = pause is not None and pause.is_asked
            aborting = pause.aborting if pause is not None else ()
            spared = tuple(
                seat for seat in absent if pause is None or seat not in absent_by_choice(pause)
            )
            paused = Pause(table.match, due_at, is_asked, absent, aborting, spared)
            pauses.append((paused, table.id))
    return pauses
