"""The parlour: everything people do at its tables."""

import base64
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.draws import SECRET_BYTES, SHARE_BYTES
from pasch.kernel.refusals import N_, Illegal, MatchOver, Reason, Unreadable
from pasch.matches import notices, seating
from pasch.matches.attempts import Attempts
from pasch.matches.chat import Chat
from pasch.matches.commands import Command, decide, stale
from pasch.matches.door import NOTHING, Door, Shown, clean_table_password
from pasch.matches.hints import Adviser, Advisers, Hints
from pasch.matches.lines import Spot
from pasch.matches.model import (
    Account,
    AccountId,
    Deadline,
    DeadlineKind,
    Match,
    MatchId,
    MatchStatus,
    Millis,
    Pace,
    Player,
    Sitter,
    Table,
    TableId,
    TableStatus,
    Version,
    is_id,
)
from pasch.matches.notices import Code, Notice
from pasch.matches.pauses import Pauses
from pasch.matches.pausing import IDLE_MILLIS
from pasch.matches.ports import (
    AddMatch,
    AppendEvents,
    Bus,
    Clock,
    Entropy,
    PutTable,
    SetDeadline,
    Store,
    Write,
)
from pasch.matches.position import Position, begin, settle
from pasch.matches.refusals import (
    CommandReused,
    NotSeated,
    Paused,
    UnknownInvitation,
)
from pasch.matches.registry import OpenTable, Registry
from pasch.matches.scribe import Scribe
from pasch.matches.turns import due_write

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 letters and digits of the ids of tables and matches, none to be mistaken for another."""

TABLE_ID_LENGTH: Final = 6
MATCH_ID_LENGTH: Final = 12

LOOK_BACK_MILLIS: Final = 3_600_000
"""So long a table whose match is over counts among those to go back to."""

INVITATION_BYTES: Final = 16
"""Random bytes of an invitation's key, which nobody can guess."""


class Parlour:
    """All tables and what may be done at them."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        clock: Clock,
        entropy: Entropy,
        attempts: Attempts,
        *,
        adviser: Adviser | None = None,
        tables: Path = Path("tables"),
    ) -> None:
        """Work on a store, tell a bus, with a clock, random bytes, and counted attempts.

        Without an `adviser` a process gives hints; `tables` is the folder of solved games.
        """
        self._store = store
        self._bus = bus
        self._clock = clock
        self._entropy = entropy
        scribe = Scribe(clock, entropy)
        self.registry = Registry(store, bus, scribe)
        self.door = Door(attempts)
        self.pauses = Pauses(self.registry, bus, clock)
        self.adviser = adviser or Advisers()
        self.hints = Hints(self.registry, bus, self.adviser, tables)
        self.chat = Chat(store, self.registry, bus, scribe)

    async def start(self) -> None:
        """Bring back what has to be there before the first visitor is served."""
        await self.registry.start()
        await self.chat.start()

    def tables_of(self, account: AccountId | None) -> tuple[OpenTable, ...]:
        """Return the tables in memory to which an account may want to go back, oldest first.

        Those whose last match has just ended are among them: people play once more.
        """
        now = self._clock.now()
        return tuple(
            found for found in self.registry.tables_of(account) if not _is_past(found, now)
        )

    async def open_table(
        self,
        owner: Account,
        game: str,
        seats: int,
        options: Mapping[str, str],
        password: str = "",
        *,
        watchable: bool = True,
        computers: str = "",
    ) -> Table:
        """Open a table with its owner on the first seat; with a password it is protected.

        `computers` is the level of those that take all other seats, "" to wait for people.
        Raise `BadOptions`, `Unreadable` or `BadTablePassword`.
        """
        full = discovery.meta(game).resolve(options, seats)
        discovery.presenter(game)
        now = self._clock.now()
        empty = Table(
            id=TableId(self._code(TABLE_ID_LENGTH)),
            game=game,
            options=full,
            owner=owner.id,
            status=TableStatus.WAITING,
            sitters=(None,) * seats,
            match=None,
            secret=self._entropy(SECRET_BYTES),
            revision=1,
            created_at=now,
            touched_at=now,
            watchable=watchable,
            password=clean_table_password(password) or None,
            invitation=self._invitation(),
        )
        table = seating.sit(empty, owner, Seat(1))
        if computers and table.free_seats:
            table = seating.add_computers(table, owner.id, discovery.level(game, computers).name)
        if not await self._store.commit((PutTable(table), self._idle_deadline(table.id, now))):
            raise stale()
        self.registry.add(table)
        return table

    async def come_in(
        self, account: AccountId | None, table_id: TableId, shown: Shown = NOTHING
    ) -> OpenTable:
        """Return a table to somebody who may see it.

        Raise `UnknownTable`, or where it is protected what `Door.check` raises.
        """
        found = await self.registry.look(table_id)
        self.door.check(found.table, account, shown)
        return found

    async def sit(
        self, account: Account, table_id: TableId, seat: Seat | None, shown: Shown = NOTHING
    ) -> None:
        """Take a seat (None: the first free one) or change to it; raise as `come_in` does."""

        def sit(table: Table) -> Table:
            self.door.check(table, account.id, shown)
            return seating.sit(table, account, seat)

        await self._change(table_id, account.id, sit)

    async def invited_to(self, key: str) -> OpenTable:
        """Return the table that an invitation leads to; raise `UnknownInvitation`."""
        table_id = await self._store.table_invited_to(key) if is_id(key) else None
        found = await self.registry.look(table_id) if table_id is not None else None
        if found is None or found.table.status is TableStatus.CLOSED:
            raise UnknownInvitation
        return found

    async def renew_invitation(self, account: Account, table_id: TableId) -> None:
        """Let the owner make a new invitation; the old one leads nowhere any more."""
        key = self._invitation()
        await self._change(
            table_id, account.id, lambda table: seating.renew_invitation(table, account.id, key)
        )

    async def rename(self, account: Account) -> None:
        """Show somebody under a new name at all tables; running matches keep the old one."""
        for table in await self._store.tables_of(account.id):
            await self._change(
                table.id,
                account.id,
                lambda table: seating.rename(table, account.id, account.name),
            )

    async def leave(self, account: Account, table_id: TableId) -> None:
        """Free the own seat."""
        await self._change(table_id, account.id, lambda table: seating.leave(table, account.id))

    async def remove(self, account: Account, table_id: TableId, seat: Seat) -> None:
        """Let the owner free a guest's seat."""
        await self._change(
            table_id, account.id, lambda table: seating.remove(table, account.id, seat)
        )

    async def add_computers(
        self, account: Account, table_id: TableId, level: str, seat: Seat | None = None
    ) -> None:
        """Let the owner set a computer on a free seat, or on all of them; raise `Unreadable`."""

        def add(table: Table) -> Table:
            name = discovery.level(table.game, level).name
            return seating.add_computers(table, account.id, name, seat)

        await self._change(table_id, account.id, add)

    async def set_pace(self, account: Account, table_id: TableId, pace: Pace) -> None:
        """Let the owner say how long computers wait."""
        await self._change(
            table_id, account.id, lambda table: seating.set_pace(table, account.id, pace)
        )

    async def close(self, account: Account, table_id: TableId) -> None:
        """Let the owner close the table."""
        await self._change(table_id, account.id, lambda table: seating.close(table, account.id))

    async def take_back_ready(self, account: Account, table_id: TableId) -> None:
        """Note that a person is not ready any more."""
        await self._change(
            table_id, account.id, lambda table: seating.take_back_ready(table, account.id)
        )

    async def say_ready(self, account: Account, table_id: TableId, share: bytes | None) -> None:
        """Note that a person is ready; the match begins when everybody is.

        Without a share from the browser the server makes one, and shows that it did.
        """
        given = share if share is not None else self._entropy(SHARE_BYTES)
        by_server = share is None
        await self._change(
            table_id,
            account.id,
            lambda table: seating.say_ready(table, account.id, given, by_server=by_server),
        )

    async def let_watch(self, account: Account, table_id: TableId, *, allowed: bool) -> None:
        """Let the owner say whether people without a seat may watch."""
        await self._change(
            table_id,
            account.id,
            lambda table: seating.let_watch(table, account.id, allowed=allowed),
        )

    async def _change(
        self, table_id: TableId, by: AccountId, change: Callable[[Table], Table]
    ) -> None:
        async with self.registry.locked(table_id) as found:
            after = seating.numbered(change(found.table))
            if after == found.table:
                return
            now = self._clock.now()
            after = replace(after, revision=found.table.revision + 1, touched_at=now)
            told = notices.of_table(found.table, after, by)
            if seating.is_complete(after):
                await self._begin(found, after, now, told)
            else:
                lines = self.registry.tell(after.id, found.spot, told)
                put = PutTable(after), self._idle_deadline(after.id, now)
                await self.registry.commit_or_refuse(found, (*put, *lines))
                found.table = after
        self._bus.publish(table_id)

    async def _begin(
        self, found: OpenTable, table: Table, now: Millis, told: Iterable[Notice]
    ) -> None:
        """Begin the next match of a complete table, after telling what has completed it.

        For a rematch the seats rotate first.
        """
        if table.status is TableStatus.FINISHED:
            table = replace(table, sitters=seating.rotated(table.sitters))
        match = self._match(table, now)
        position, drawn = settle(begin(match), now)
        table = replace(
            table,
            status=TableStatus.PLAYING,
            match=match.id,
            sitters=seating.all_unready(table.sitters),
            secret=self._entropy(SECRET_BYTES),
        )
        idle = self._idle_deadline(table.id, now)
        writes: list[Write] = [AddMatch(match), PutTable(table), idle]
        if drawn:
            writes.append(AppendEvents(match.id, drawn))
        writes += due_write(table, position, None, now)
        writes += self.registry.tell(table.id, Spot(match.id), [*told, Notice(Code.BEGUN)])
        await self.registry.commit_or_refuse(found, writes)
        found.table = table
        found.follow(position)

    def _match(self, table: Table, now: Millis) -> Match:
        players = (self._player(sitter) for sitter in table.sitters if sitter is not None)
        return Match(
            id=MatchId(self._code(MATCH_ID_LENGTH)),
            table=table.id,
            game=table.game,
            rules_version=discovery.meta(table.game).rules_version,
            options=table.options,
            players=tuple(players),
            secret=table.secret,
            status=MatchStatus.RUNNING,
            started_at=now,
            ended_at=None,
        )

    def _player(self, sitter: Sitter) -> Player:
        """Return somebody who plays; the server makes the share of a computer."""
        by_server = sitter.share_by_server or sitter.is_computer
        share = self._entropy(SHARE_BYTES) if sitter.is_computer else sitter.share or b""
        return Player(sitter.account, sitter.name, share, by_server, sitter.level)

    async def play(self, table_id: TableId, command: Command) -> Version:
        """Carry a command out and return the match's version after it.

        A command that was accepted before gets the same answer again. Raise the refusal that
        stands against it; nothing has changed then.
        """
        if not is_id(command.id):
            raise Unreadable(Reason(N_("The id of this command cannot be read.")))
        async with self.registry.locked(table_id) as found:
            if _may_be_known(found.position, command):
                known = await self._known(command)
                if known is not None:
                    return known
            position, seat = self._seated(found, command.account, command.match)
            if found.pause is not None:
                raise Paused
            now = self._clock.now()
            decision = decide(found.table, position, seat, command, now)
            writes = decision.writes + due_write(decision.table, decision.position, None, now)
            if decision.position.is_over:
                spot = Spot(position.match.id, decision.position.version)
                writes += self.registry.tell(table_id, spot, [Notice(Code.OVER)])
            if not await self.registry.commit(found, writes):
                return await self._first(found, command)
            found.table = decision.table
            found.active_at = now
            found.follow(decision.position)
        self._bus.publish(table_id)
        return decision.position.version

    async def hold(
        self, account: Account, table_id: TableId, match: MatchId, place: int, *, held: bool
    ) -> None:
        """Hold or release a place, such as a die; the wanted state, whatever it is now."""
        found = await self.registry.look(table_id)
        position, seat = self._seated(found, account.id, match)
        if found.pause is not None:
            raise Paused
        if not 1 <= place <= position.rules.holdable(position.state, seat):
            raise Illegal(Reason(N_("You cannot hold this now.")))
        others = set(found.held) - {place}
        after = tuple(sorted(others | {place} if held else others))
        if after != found.held:
            found.held = after
            self._bus.publish(table_id)

    def _seated(
        self, found: OpenTable, account: AccountId, match: MatchId
    ) -> tuple[Position, Seat]:
        position = found.position
        if (
            position is None
            or position.match.id != match
            or position.match.status.is_cut_short  # by the rules it could go on
        ):
            raise MatchOver(Reason(N_("This match is over.")))
        seat = position.match.seat_of(account)
        if seat is None:
            raise NotSeated
        return position, seat

    async def _first(self, found: OpenTable, command: Command) -> Version:
        """Answer a command whose place was taken: by itself, or by somebody else."""
        self._bus.publish(found.table.id)
        known = await self._known(command)
        if known is None:
            raise stale()
        return known

    async def _known(self, command: Command) -> Version | None:
        """Return the answer to a command that was accepted before."""
        noted = await self._store.command(command.match, command.account, command.id)
        if noted is None:
            return None
        if noted.digest != command.digest:
            raise CommandReused
        return noted.version

    def _idle_deadline(self, table: TableId, now: Millis) -> SetDeadline:
        """Return when a table is given up at which nobody does anything from now on."""
        due_at = Millis(now + IDLE_MILLIS)
        return SetDeadline(Deadline(table, DeadlineKind.IDLE, due_at))

    def _invitation(self) -> str:
        key = base64.urlsafe_b64encode(self._entropy(INVITATION_BYTES))
        return key.decode("ascii").rstrip("=")

    def _code(self, length: int) -> str:
        return "".join(ALPHABET[byte % len(ALPHABET)] for byte in self._entropy(length))


def _may_be_known(position: Position | None, command: Command) -> bool:
    """Return whether a command may have been accepted before: the match has gone on since, or over.

    Nobody asks the store about a command for the newest version, as most are.
    """
    if position is not None and position.match.id == command.match:
        return command.seen < position.version
    return is_id(command.match)


def _is_past(found: OpenTable, now: Millis) -> bool:
    """Return whether nobody will play once more at a table whose match is over."""
    match = found.position.match if found.position is not None else None
    if match is None or match.ended_at is None or found.table.status is not TableStatus.FINISHED:
        return False
    return now - match.ended_at > LOOK_BACK_MILLIS
