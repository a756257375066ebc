"""Lets computers act: takes what is due, asks what they say, and sends it as people's commands go.

When a computer is due stands in a row, written with whatever made it due. Timers in memory make it
punctual; what they miss, such as after a restart, is found by whoever looks for due rows.
"""

import asyncio
from typing import Final

import structlog

from pasch.kernel.refusals import Refusal
from pasch.matches.commands import Command
from pasch.matches.model import DeadlineKind, TableId, TableStatus
from pasch.matches.parlour import Parlour
from pasch.matches.ports import Clock, DropDeadline
from pasch.matches.registry import OpenTable
from pasch.matches.thinking import Thinker
from pasch.matches.turns import turn_in

log = structlog.get_logger()

MILLIS_A_SECOND: Final = 1000


class Computers:
    """The computers of all tables."""

    def __init__(self, parlour: Parlour, clock: Clock, thinker: Thinker) -> None:
        """Play at the tables of a parlour; `thinker` knows what computers say."""
        self._parlour = parlour
        self._clock = clock
        self._thinker = thinker
        self._timers: dict[TableId, asyncio.TimerHandle] = {}
        self._acting: dict[TableId, asyncio.Task[None]] = {}

    def hint(self, table: TableId) -> None:
        """Take the bus's hint that a table has changed: wake up when its computer is due."""
        timer = self._timers.pop(table, None)
        if timer is not None:
            timer.cancel()
        found = self._parlour.registry.peek(table)
        if found is not None and found.computer_at is not None:
            seconds = max(0, found.computer_at - self._clock.now()) / MILLIS_A_SECOND
            loop = asyncio.get_running_loop()
            self._timers[table] = loop.call_later(seconds, self.nudge, table)

    def nudge(self, table: TableId) -> None:
        """Let the computer act that is due at a table, unless it does already."""
        if table not in self._acting:
            task = asyncio.get_running_loop().create_task(self._try(table))
            self._acting[table] = task
            task.add_done_callback(lambda _: self._acting.pop(table, None))

    async def _try(self, table: TableId) -> None:
        """Act; what fails stays due and is tried again."""
        try:
            await self.act(table)
        except Refusal as refusal:
            log.debug("a computer came too late", table=table, why=refusal.code)
        except Exception:
            log.exception("a computer could not act", table=table)

    async def act(self, table: TableId) -> None:
        """Let the computer act that is due at a table, for the position that is there now.

        Raise the refusal of a move that comes too late: it is thought again.
        """
        found = await self._parlour.registry.look(table)
        if found.computer_at is not None and found.computer_at > self._clock.now():
            self.hint(table)  # Not yet: it was put off, or timers run a little fast.
            return
        position, turn = found.position, None
        if position is not None and found.pause is None:
            turn = turn_in(position) if found.table.status is TableStatus.PLAYING else None
        if position is None or turn is None:
            await self._rest(table)
            return
        text = await self._thinker.choose(position.match.game, turn)
        command = Command(
            account=position.match.players[turn.seat - 1].account,
            id=f"v{position.version}",
            match=position.match.id,
            seen=position.version,
            text=text,
            is_confirmed=True,
            is_exact=True,
        )
        await self._parlour.play(table, command)

    async def _rest(self, table: TableId) -> None:
        """Note that no computer is due, if that is still so."""
        async with self._parlour.registry.locked(table) as found:
            if not _is_due(found):
                drop = DropDeadline(table, DeadlineKind.COMPUTER)
                await self._parlour.registry.commit(found, (drop,))

    async def close(self) -> None:
        """Let no computer act any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        acting = tuple(self._acting.values())
        for task in acting:
            task.cancel()
        await asyncio.gather(*acting, return_exceptions=True)
        await self._thinker.close()


def _is_due(found: OpenTable) -> bool:
    is_playing = found.table.status is TableStatus.PLAYING and found.pause is None
    return is_playing and found.position is not None and turn_in(found.position) is not None
