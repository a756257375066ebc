"""A store in memory, for tests of what stands above the store.

It passes the tests in `tests/store/test_store.py`, as the real one does.
"""

import asyncio
from collections.abc import Callable, Container, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import assert_never

from pasch.matches.lines import ChatLine
from pasch.matches.model import (
    Account,
    AccountId,
    Deadline,
    DeadlineKind,
    LoggedEvent,
    Match,
    MatchId,
    MatchStatus,
    Millis,
    NotedCommand,
    Pause,
    Session,
    Table,
    TableId,
    TableStatus,
)
from pasch.matches.ports import (
    AddAccount,
    AddLine,
    AddMatch,
    AddSession,
    AppendEvents,
    DropDeadline,
    EndMatch,
    EndPause,
    Heed,
    Ignore,
    NoteAlive,
    NoteCommand,
    PutPause,
    PutTable,
    SetDeadline,
    Write,
)

CommandKey = tuple[MatchId, AccountId, str]


class Conflict(Exception):
    """What shall be written conflicts with what is there."""


class MissingReference(Exception):
    """What shall be written refers to something that is not there."""


@dataclass
class _Contents:
    accounts: dict[AccountId, Account] = field(default_factory=dict)
    sessions: dict[bytes, Session] = field(default_factory=dict)
    tables: dict[TableId, Table] = field(default_factory=dict)
    matches: dict[MatchId, Match] = field(default_factory=dict)
    logs: dict[MatchId, dict[int, LoggedEvent]] = field(default_factory=dict)
    commands: dict[CommandKey, NotedCommand] = field(default_factory=dict)
    pauses: dict[MatchId, Pause] = field(default_factory=dict)
    deadlines: dict[tuple[TableId, DeadlineKind], Deadline] = field(default_factory=dict)
    alive_at: dict[None, Millis] = field(default_factory=dict)
    lines: dict[int, ChatLine] = field(default_factory=dict)
    ignored: dict[tuple[AccountId, AccountId], None] = field(default_factory=dict)

    def copied(self) -> "_Contents":
        """Return contents that can change without these."""
        return _Contents(**{name: copy(value) for name, value in vars(self).items()})


class MemoryStore:
    """Implements the port `Store`.

    `before_commit`, if given, is called with each unit before it is written, for tests that want
    an error or a race at that place.
    """

    def __init__(self, before_commit: Callable[[Sequence[Write]], None] | None = None) -> None:
        self._contents = _Contents()
        self._before_commit = before_commit

    async def commit(self, writes: Sequence[Write]) -> bool:
        await asyncio.sleep(0)  # Others may run meanwhile, as with a real database.
        if self._before_commit is not None:
            self._before_commit(writes)
        contents = self._contents.copied()
        try:
            for write in writes:
                _write(contents, write)
        except Conflict:
            return False
        self._contents = contents
        return True

    async def account(self, account: AccountId) -> Account | None:
        return self._contents.accounts.get(account)

    async def account_of_session(self, token_hash: bytes) -> Account | None:
        session = self._contents.sessions.get(token_hash)
        return self._contents.accounts[session.account] if session is not None else None

    async def is_name_taken(self, name_key: str) -> bool:
        return any(a.name_key == name_key for a in self._contents.accounts.values())

    async def table(self, table: TableId) -> Table | None:
        return self._contents.tables.get(table)

    async def open_tables(self) -> tuple[Table, ...]:
        is_open = {TableStatus.WAITING, TableStatus.PLAYING}
        found = (t for t in self._contents.tables.values() if t.status in is_open)
        return tuple(sorted(found, key=lambda table: (table.created_at, table.id)))

    async def match(self, match: MatchId) -> Match | None:
        return self._contents.matches.get(match)

    async def events(self, match: MatchId, after: int = 0) -> tuple[LoggedEvent, ...]:
        log = self._contents.logs.get(match, {})
        return tuple(log[seq] for seq in sorted(log) if seq > after)

    async def command(
        self, match: MatchId, account: AccountId, command: str
    ) -> NotedCommand | None:
        return self._contents.commands.get((match, account, command))

    async def pause(self, match: MatchId) -> Pause | None:
        return self._contents.pauses.get(match)

    async def pauses(self) -> tuple[Pause, ...]:
        return tuple(self._contents.pauses.values())

    async def deadlines(self) -> tuple[Deadline, ...]:
        return tuple(sorted(self._contents.deadlines.values(), key=lambda d: d.due_at))

    async def due(self, now: Millis) -> tuple[Deadline, ...]:
        return tuple(d for d in await self.deadlines() if d.due_at <= now)

    async def last_events(self) -> tuple[tuple[TableId, Millis], ...]:
        running = (m for m in self._contents.matches.values() if m.status is MatchStatus.RUNNING)
        logs = ((match.table, self._contents.logs.get(match.id, {})) for match in running)
        return tuple((table, max(e.at for e in log.values())) for table, log in logs if log)

    async def alive_at(self) -> Millis | None:
        return self._contents.alive_at.get(None)

    async def lines(self, place: TableId, most: int) -> tuple[ChatLine, ...]:
        lines = self._contents.lines
        found = tuple(lines[n] for n in sorted(lines) if lines[n].place == place)
        return found[-most:]

    async def ignored(self, account: AccountId) -> tuple[Account, ...]:
        others = (other for who, other in self._contents.ignored if who == account)
        found = (self._contents.accounts[other] for other in others)
        return tuple(sorted(found, key=lambda person: (person.name, person.id)))

    async def close(self) -> None:
        pass


def _write(contents: _Contents, write: Write) -> None:
    match write:
        case AddAccount(account=account):
            _check_free(contents.accounts, account.id)
            _check_free({a.name_key for a in contents.accounts.values()}, account.name_key)
            contents.accounts[account.id] = account
        case AddSession(session=session):
            _check_free(contents.sessions, session.token_hash)
            _check_there(contents.accounts, session.account)
            contents.sessions[session.token_hash] = session
        case PutTable(table=table):
            _put_table(contents, table)
        case AddMatch(match=match):
            _check_free(contents.matches, match.id)
            _check_there(contents.tables, match.table)
            _check_there(contents.accounts, *(player.account for player in match.players))
            contents.matches[match.id] = match
        case EndMatch():
            _end_match(contents, write)
        case AppendEvents(match=of, events=events):
            _append(contents, of, events)
        case NoteCommand(match=of, account=by, command=command):
            _check_free(contents.commands, (of, by, command.id))
            _check_there(contents.matches, of)
            _check_there(contents.accounts, by)
            contents.commands[of, by, command.id] = command
        case AddLine(line=line):
            _add_line(contents, line)
        case _:
            _replace(contents, write)


def _replace(
    contents: _Contents,
    write: PutPause | EndPause | SetDeadline | DropDeadline | NoteAlive | Ignore | Heed,
) -> None:
    match write:
        case PutPause(pause=pause):
            _check_there(contents.matches, pause.match)
            contents.pauses[pause.match] = pause
        case EndPause(match=match):
            contents.pauses.pop(match, None)
        case SetDeadline(deadline=deadline):
            _check_there(contents.tables, deadline.table)
            contents.deadlines[deadline.table, deadline.kind] = deadline
        case DropDeadline(table=table, kind=kind):
            contents.deadlines.pop((table, kind), None)
        case NoteAlive(at=at):
            contents.alive_at[None] = at
        case Ignore(account=account, other=other):
            _check_there(contents.accounts, account, other)
            contents.ignored[account, other] = None
        case Heed(account=account, other=other):
            contents.ignored.pop((account, other), None)
        case _:
            assert_never(write)


def _put_table(contents: _Contents, table: Table) -> None:
    before = contents.tables.get(table.id)
    if table.revision != (1 if before is None else before.revision + 1):
        raise Conflict
    sitters = (sitter.account for sitter in table.sitters if sitter is not None)
    _check_there(contents.accounts, table.owner, *sitters)
    contents.tables[table.id] = table


def _end_match(contents: _Contents, end: EndMatch) -> None:
    match = contents.matches.get(end.match)
    if match is None or match.status is not MatchStatus.RUNNING:
        raise Conflict
    contents.matches[end.match] = replace(match, status=end.status, ended_at=end.at)


def _append(contents: _Contents, match: MatchId, events: Sequence[LoggedEvent]) -> None:
    _check_there(contents.matches, match)
    log = dict(contents.logs.get(match, {}))
    for event in events:
        _check_free(log, event.seq)
        log[event.seq] = event
    contents.logs[match] = log


def _add_line(contents: _Contents, line: ChatLine) -> None:
    _check_free(contents.lines, line.number)
    if line.author is not None:
        used = {(other.author, other.command) for other in contents.lines.values()}
        _check_there(contents.accounts, line.author)
        _check_free(used, (line.author, line.command))
    if line.spot.match is not None:
        _check_there(contents.matches, line.spot.match)
    contents.lines[line.number] = line


def _check_free(taken: Container[object], key: object) -> None:
    if key in taken:
        raise Conflict


def _check_there(there: Container[object], *keys: object) -> None:
    for key in keys:
        if key not in there:
            raise MissingReference(key)
