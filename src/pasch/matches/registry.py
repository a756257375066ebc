"""The tables in memory, each behind its lock; loaded when first looked at, read again in doubt."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from pasch.kernel.actors import Seat
from pasch.kernel.page import Advice
from pasch.kernel.refusals import N_, Reason
from pasch.matches.commands import stale
from pasch.matches.lines import LINES_KEPT, Channel, ChatLine, LineKind, Spot
from pasch.matches.model import (
    LONG_AGO,
    AccountId,
    DeadlineKind,
    Millis,
    Pause,
    Table,
    TableId,
    TableStatus,
    is_id,
)
from pasch.matches.notices import Notice
from pasch.matches.ports import AddLine, Bus, DropDeadline, SetDeadline, Store, Write
from pasch.matches.position import Position, has_same_places, resume
from pasch.matches.refusals import NotSeated, UnknownTable, WrongMoment
from pasch.matches.scribe import Scribe

OVER_KEPT: Final = 64
"""Tables in memory that neither wait nor play; people look at their last match for a while."""

_OVER: Final = frozenset({TableStatus.FINISHED, TableStatus.CLOSED})


@dataclass(slots=True)
class OpenTable:
    """A table in memory. Who changes it holds the lock; everybody may read.

    `held` are the places that the seat to move holds, `chat` the latest lines of the chat.
    `advice` is the latest hint, with where the match stood; `is_hint_due` says that one is looked
    for.
    `computer_at` is when a computer acts next, as far as this process knows. `active_at` is when
    this process last saw somebody do something here. `is_current` is False
    while match and chat are not read yet, or when nobody can tell what the store holds.
    """

    table: Table
    position: Position | None = None
    held: tuple[int, ...] = ()
    pause: Pause | None = None
    chat: tuple[ChatLine, ...] = ()
    computer_at: Millis | None = None
    advice: tuple[Spot, Advice] | None = None
    is_hint_due: bool = False
    active_at: Millis = LONG_AGO
    is_current: bool = True
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def follow(self, position: Position) -> None:
        """Take over a position; what is held starts anew unless the same places can be held on."""
        if self.position is None or not has_same_places(self.position, position):
            self.held = position.rules.held(position.state)
        self.position = position

    @property
    def advice_now(self) -> Advice | None:
        """The hint for where the match stands."""
        if self.advice is None:
            return None
        spot, advice = self.advice
        return advice if spot == self.spot else None

    def hear(self, writes: Sequence[Write]) -> None:
        """Take over from what was written lines of the chat, and when a computer acts next."""
        lines = tuple(write.line for write in writes if isinstance(write, AddLine))
        if lines:
            self.chat = (*self.chat, *lines)[-LINES_KEPT:]
        for write in writes:
            if isinstance(write, SetDeadline) and write.deadline.kind is DeadlineKind.COMPUTER:
                self.computer_at = write.deadline.due_at
            elif isinstance(write, DropDeadline) and write.kind is DeadlineKind.COMPUTER:
                self.computer_at = None

    @property
    def running(self) -> Position | None:
        """Where the match stands that is being played; None when none is."""
        return self.position if self.table.status is TableStatus.PLAYING else None

    def seated(self, account: AccountId) -> tuple[Position, Seat]:
        """Return the running match and the account's seat; raise `WrongMoment` or `NotSeated`."""
        if (position := self.running) is None:
            raise WrongMoment(Reason(N_("No match is being played at this table.")))
        seat = position.match.seat_of(account)
        if seat is None:
            raise NotSeated
        return position, seat

    @property
    def spot(self) -> Spot:
        """Where the table's match stands."""
        if self.position is None:
            return Spot()
        return Spot(self.position.match.id, self.position.version)


class Registry:
    """Finds tables, keeps them in step with the store and tells the bus of changes."""

    def __init__(self, store: Store, bus: Bus, scribe: Scribe) -> None:
        """Work on a store, tell a bus, and let a scribe number the lines of chats."""
        self._store = store
        self._bus = bus
        self._scribe = scribe
        self._open: dict[TableId, OpenTable] = {}

    async def start(self) -> None:
        """Bring every table back that waits or plays; the rest is read when first looked at."""
        for table in await self._store.open_tables():
            self._open[table.id] = OpenTable(table, is_current=False)

    def listed(self) -> tuple[OpenTable, ...]:
        """Return the tables that wait or play, oldest first; some may not be current."""
        shown = (TableStatus.WAITING, TableStatus.PLAYING)
        return tuple(found for found in self._open.values() if found.table.status in shown)

    def tables_of(self, account: AccountId | None) -> tuple[OpenTable, ...]:
        """Return the tables in memory, not closed, where an account sits, oldest first."""
        if account is None:
            return ()
        return tuple(
            found
            for found in self._open.values()
            if found.table.status is not TableStatus.CLOSED
            and found.table.seat_of(account) is not None
        )

    def numbers(self) -> Counter[TableStatus]:
        """Return how many tables wait and how many play."""
        return Counter(found.table.status for found in self.listed())

    def peek(self, table_id: TableId) -> OpenTable | None:
        """Return a table if it is in memory and current."""
        found = self._open.get(table_id)
        return found if found is not None and found.is_current else None

    def game_at(self, table_id: TableId) -> str | None:
        """Return the game of a table that is in memory."""
        found = self._open.get(table_id)
        return found.table.game if found is not None else None

    async def look(self, table_id: TableId) -> OpenTable:
        """Return a table, from memory or the store; raise `UnknownTable`."""
        found = self.peek(table_id)
        if found is None:
            async with self.locked(table_id) as found:
                pass
        return found

    @asynccontextmanager
    async def locked(self, table_id: TableId) -> AsyncIterator[OpenTable]:
        """Return a current table to somebody who changes it, one after another."""
        found = self._open.get(table_id)
        if found is None:
            table = await self._store.table(table_id) if is_id(table_id) else None
            if table is None:
                raise UnknownTable
            self._make_room()
            found = self._open.setdefault(table_id, OpenTable(table, is_current=False))
        async with found.lock:
            if not found.is_current:
                await self._read(found)
                self._bus.publish(table_id)  # Whoever looks on may have missed what is there.
            yield found

    def add(self, table: Table) -> None:
        """Take in a table that has just been opened."""
        self._make_room()
        self._open[table.id] = OpenTable(table)
        self._bus.publish(table.id)

    def _make_room(self) -> None:
        """Drop the oldest of the tables that are over, whoever has looked at them."""
        over = [table_id for table_id, found in self._open.items() if _is_left_alone(found)]
        for table_id in over[: 1 - OVER_KEPT]:
            del self._open[table_id]

    async def read_again(self, account: AccountId) -> None:
        """Read the tables again at which an account is or was: its name is gone."""
        for found in tuple(self._open.values()):
            match = found.position.match if found.position is not None else None
            has_played = match is not None and match.seat_of(account) is not None
            has_written = any(account in (line.author, *line.party) for line in found.chat)
            if has_played or has_written or found.table.seat_of(account) is not None:
                async with found.lock:
                    await self._read(found)
                self._bus.publish(found.table.id)

    async def commit(self, found: OpenTable, writes: Sequence[Write]) -> bool:
        """Commit changes of a locked table; False when another process was first.

        When the commit fails or is cancelled nobody can tell whether it was done: the table is
        read again before anything else happens to it, and everybody is told to look.
        """
        found.is_current = False
        try:
            committed = await self._store.commit(writes)
        except BaseException:
            self._bus.publish(found.table.id)
            raise
        found.is_current = committed
        if committed:
            found.hear(writes)
        else:
            await self._read(found)
        return committed

    async def commit_or_refuse(self, found: OpenTable, writes: Sequence[Write]) -> None:
        """Commit changes of a locked table; raise `Stale` when another process was first."""
        if not await self.commit(found, writes):
            self._bus.publish(found.table.id)
            raise stale()

    def tell(self, table: TableId, spot: Spot, notices: Iterable[Notice]) -> tuple[AddLine, ...]:
        """Return the lines that tell of something at a table, to be committed with it."""
        return tuple(AddLine(self._line(table, spot, notice)) for notice in notices)

    def _line(self, table: TableId, spot: Spot, notice: Notice) -> ChatLine:
        return ChatLine(
            number=self._scribe.next_number(),
            place=table,
            kind=LineKind.NOTICE,
            channel=Channel.ALL,
            author=None,
            name=notice.who,
            seat=notice.seat,
            text=notice.code.value,
            party=(notice.account,) if notice.account is not None else (),
            spot=spot,
        )

    async def _read(self, found: OpenTable) -> None:
        table = await self._store.table(found.table.id)
        if table is None:
            raise UnknownTable
        found.table = table
        found.computer_at = None
        match = await self._store.match(table.match) if table.match is not None else None
        found.pause = await self._store.pause(match.id) if match is not None else None
        if match is None:
            found.position = None
        else:
            found.follow(resume(match, await self._store.events(match.id)))
        found.chat = await self._store.lines(table.id, LINES_KEPT)
        self._scribe.follow(found.chat)
        found.is_current = True


def _is_left_alone(found: OpenTable) -> bool:
    """Return whether a table neither waits nor plays, and nobody is about to change it."""
    return found.table.status in _OVER and not found.lock.locked()
