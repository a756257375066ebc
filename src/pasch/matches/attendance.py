"""Who is connected where. A seat without any connection counts as absent after a while.

Connections are counted one by one, so that the late close of an old one takes nobody away who has
a new one.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Final, Protocol

import structlog

from pasch.matches.model import AccountId, TableId
from pasch.matches.pauses import Pauses

log = structlog.get_logger()

GRACE_SECONDS: Final = 15.0
"""How long a person may be without a connection before the seat counts as absent."""

Place = tuple[TableId, AccountId]


class Handle(Protocol):
    """A call that will be made."""

    def cancel(self) -> None:
        """Do not make it."""


Later = Callable[[float, Callable[[], None]], Handle]


class Attendance:
    """Counts the connections of seats and tells the pauses who comes and goes."""

    def __init__(self, pauses: Pauses, later: Later | None = None) -> None:
        """Tell `pauses`; `later(seconds, call)` makes a call some time later."""
        self._pauses = pauses
        self._later = later
        self._connections: Counter[Place] = Counter()
        self._leaving: dict[Place, Handle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def is_here(self, table: TableId, account: AccountId) -> bool:
        """Return whether somebody is connected to a table, or was until a moment ago."""
        place = (table, account)
        return self._connections[place] > 0 or place in self._leaving

    def enter(self, table: TableId, account: AccountId) -> None:
        """Note a new connection."""
        place = (table, account)
        self._connections[place] += 1
        leaving = self._leaving.pop(place, None)
        if leaving is not None:
            leaving.cancel()
        elif self._connections[place] == 1:
            self._spawn(self._pauses.note_present(account, table))

    def touch(self, table: TableId, account: AccountId) -> None:
        """Note somebody who looks in without a connection, as browsers without JavaScript do."""
        if not self._connections[table, account]:
            self._spawn(self._pauses.note_present(account, table))

    def exit(self, table: TableId, account: AccountId) -> None:
        """Note a connection that has ended."""
        place = (table, account)
        self._connections[place] -= 1
        if self._connections[place] <= 0:
            del self._connections[place]
            later = self._later or asyncio.get_running_loop().call_later
            self._leaving[place] = later(GRACE_SECONDS, lambda: self._gone(place))

    def _gone(self, place: Place) -> None:
        del self._leaving[place]
        table, account = place
        self._spawn(self._pauses.note_absent(account, table))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("attendance could not be noted", exc_info=task.exception())
