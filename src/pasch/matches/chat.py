"""The chats of the lobby and of the tables: saying something, reacting, ignoring."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pasch.kernel.refusals import N_, Illegal, Reason, Unreadable
from pasch.matches.chatting import REACTIONS, audience, clean_message
from pasch.matches.lines import (
    LINES_KEPT,
    LOBBY,
    Channel,
    ChatLine,
    LineKind,
    Reader,
)
from pasch.matches.model import (
    COMPUTERS,
    Account,
    AccountId,
    Deadline,
    DeadlineKind,
    Millis,
    TableId,
    TableStatus,
    is_id,
)
from pasch.matches.pausing import IDLE_MILLIS
from pasch.matches.ports import AddLine, Bus, Heed, Ignore, SetDeadline, Store
from pasch.matches.rate_limit import RateLimit
from pasch.matches.refusals import NotWatchable, UnknownPerson, WrongMoment
from pasch.matches.registry import OpenTable, Registry
from pasch.matches.scribe import Scribe
from pasch.matches.watching import may_watch

RATE: Final = "8/10 seconds"
"""How many lines and commands a person may send."""


@dataclass(frozen=True, slots=True)
class Post:
    """Somebody writes at a place. `id` is chosen by the sender, once for each of their posts."""

    author: Account
    place: TableId
    id: str


Listener = Callable[[Reader], None]


class Chat:
    """All chats of the parlour. `lobby` holds the latest lines of the lobby's."""

    def __init__(self, store: Store, registry: Registry, bus: Bus, scribe: Scribe) -> None:
        """Work on a store and the tables of a registry, tell a bus, let a scribe number lines."""
        self._store = store
        self._registry = registry
        self._bus = bus
        self._scribe = scribe
        self._lock = asyncio.Lock()
        self._listeners: list[Listener] = []
        self.limit = RateLimit(RATE)
        self.lobby: tuple[ChatLine, ...] = ()

    async def start(self) -> None:
        """Read what was said in the lobby."""
        self.lobby = await self._store.lines(LOBBY, LINES_KEPT)
        self._scribe.follow(self.lobby)

    async def read_again(self) -> None:
        """Read again what was said in the lobby: pages that are opened from now on lack a name."""
        async with self._lock:
            await self.start()

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` with everybody who ignores other people from now on than before."""
        self._listeners.append(listener)

    async def reader(self, account: AccountId | None) -> Reader:
        """Return who reads, with those whom they ignore."""
        ignored = await self._store.ignored(account) if account is not None else ()
        return Reader(account, {person.id: person.name for person in ignored})

    async def say(self, post: Post, raw: str, channel: Channel) -> None:
        """Say something; the same post twice says it once. Raise the refusal that stands."""
        self.limit.check(post.author.id)
        await self._add(post, LineKind.SAID, clean_message(raw), channel)

    async def react(self, post: Post, reaction: str) -> None:
        """Show one of the drawn reactions to everybody for whom the author may write."""
        self.limit.check(post.author.id)
        if reaction not in REACTIONS:
            raise Illegal(Reason(N_("There is no such reaction.")))
        await self._add(post, LineKind.REACTION, reaction, Channel.ALL)

    async def _add(self, post: Post, kind: LineKind, text: str, channel: Channel) -> None:
        if not is_id(post.id):
            raise Unreadable(Reason(N_("The id of this command cannot be read.")))
        if post.place == LOBBY:
            await self._add_in_lobby(post, kind, text)
        else:
            await self._add_at_table(post, kind, text, channel)
        self._bus.publish(post.place)

    async def _add_at_table(self, post: Post, kind: LineKind, text: str, channel: Channel) -> None:
        async with self._registry.locked(post.place) as found:
            _check_may_write(found, post.author.id)
            to, party = audience(found, post.author.id, channel)
            line = replace(
                self._line(post, kind, text),
                channel=to,
                party=party,
                seat=found.table.seat_of(post.author.id),
                spot=found.spot,
            )
            if not _is_there(found.chat, line):
                # A conflict means that another process has added it.
                activity = _activity(found, line)
                if await self._registry.commit(found, (AddLine(line), *activity)) and activity:
                    found.active_at = line.at

    async def _add_in_lobby(self, post: Post, kind: LineKind, text: str) -> None:
        async with self._lock:
            line = self._line(post, kind, text)
            if _is_there(self.lobby, line):
                return
            if await self._store.commit((AddLine(line),)):
                self.lobby = (*self.lobby, line)[-LINES_KEPT:]
            else:
                await self.start()  # It is there, though the first answer was lost.

    def _line(self, post: Post, kind: LineKind, text: str) -> ChatLine:
        return ChatLine(
            number=self._scribe.next_number(),
            place=post.place,
            kind=kind,
            channel=Channel.ALL,
            author=post.author.id,
            name=post.author.name,
            seat=None,
            text=text,
            command=post.id,
        )

    async def ignore(self, account: Account, other: AccountId) -> None:
        """Show an account nothing more that another one says, nor what it has said."""
        is_person = other not in COMPUTERS and await self._store.account(other) is not None
        if other == account.id or not is_person:
            raise UnknownPerson
        await self._store.commit((Ignore(account.id, other),))
        await self._tell(account)

    async def heed(self, account: Account, other: AccountId) -> None:
        """Show an account again what another one says and has said."""
        await self._store.commit((Heed(account.id, other),))
        await self._tell(account)

    async def _tell(self, account: Account) -> None:
        reader = await self.reader(account.id)
        for listener in self._listeners:
            listener(reader)


def _activity(found: OpenTable, line: ChatLine) -> tuple[SetDeadline, ...]:
    """Return that a table is not idle at which somebody with a seat says something."""
    if line.seat is None or found.table.status not in (TableStatus.WAITING, TableStatus.PLAYING):
        return ()
    due_at = Millis(line.at + IDLE_MILLIS)
    return (SetDeadline(Deadline(found.table.id, DeadlineKind.IDLE, due_at)),)


def _is_there(lines: tuple[ChatLine, ...], line: ChatLine) -> bool:
    """Return whether somebody has sent a line before."""
    return any((each.author, each.command) == (line.author, line.command) for each in lines)


def _check_may_write(found: OpenTable, author: AccountId) -> None:
    if found.table.status is TableStatus.CLOSED:
        raise WrongMoment(Reason(N_("This table is closed.")))
    if not may_watch(found.table, author):
        raise NotWatchable
