"""A store in memory, for tests of what stands above the store.

It passes the tests in `tests/store/test_store.py`, as the real one does.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Container, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TypeVar, assert_never

from pasch.kernel.actors import Seat
from pasch.kernel.meta import ACCOUNT, WON, Options, Order
from pasch.matches.lines import ChatLine, LineKind
from pasch.matches.model import (
    DEFAULT_PREFERENCES,
    LONG_AGO,
    MOST_COMPUTERS,
    Access,
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
    Player,
    Preferences,
    Session,
    Sitter,
    Table,
    TableId,
    TableStatus,
    computer_account,
    computer_name,
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
    EndSession,
    EndSessions,
    ForgetAccount,
    Heed,
    Ignore,
    NoteAlive,
    NoteCommand,
    NoteHint,
    PutPause,
    PutPreferences,
    PutResults,
    PutTable,
    Rename,
    SetBan,
    SetDeadline,
    SetPassword,
    Write,
)
from pasch.matches.results import (
    ANY_SEATS,
    Balance,
    Board,
    Leader,
    Mark,
    PastMatch,
    PastSeat,
    Result,
    Tally,
)

Replacing = (
    PutPause
    | EndPause
    | SetDeadline
    | DropDeadline
    | NoteAlive
    | SetPassword
    | PutPreferences
    | PutResults
)
PersonT = TypeVar("PersonT", Sitter, Player)
ChangingPeople = EndSession | EndSessions | ForgetAccount | Heed | Ignore | Rename | SetBan

CommandKey = tuple[MatchId, AccountId, str]


class Conflict(Exception):
    """What shall be written conflicts with what is there."""


class MissingReference(Exception):
    """What shall be written refers to something that is not there."""


def _computers() -> dict[AccountId, Account]:
    """Return the accounts of computers, which every store has from the beginning."""
    numbers = range(1, MOST_COMPUTERS + 1)
    made = (
        Account(computer_account(n), computer_name(n), f"#computer-{n}", LONG_AGO) for n in numbers
    )
    return {account.id: account for account in made}


@dataclass
class _Contents:
    accounts: dict[AccountId, Account] = field(default_factory=_computers)
    sessions: dict[bytes, Session] = field(default_factory=dict)
    passwords: dict[AccountId, str] = field(default_factory=dict)
    preferences: dict[AccountId, Preferences] = field(default_factory=dict)
    tables: dict[TableId, Table] = field(default_factory=dict)
    matches: dict[MatchId, Match] = field(default_factory=dict)
    logs: dict[MatchId, dict[int, LoggedEvent]] = field(default_factory=dict)
    commands: dict[CommandKey, NotedCommand] = field(default_factory=dict)
    pauses: dict[MatchId, Pause] = field(default_factory=dict)
    deadlines: dict[tuple[TableId, DeadlineKind], Deadline] = field(default_factory=dict)
    alive_at: dict[None, Millis] = field(default_factory=dict)
    lines: dict[int, ChatLine] = field(default_factory=dict)
    ignored: dict[tuple[AccountId, AccountId], None] = field(default_factory=dict)
    results: dict[tuple[MatchId, Seat], Result] = field(default_factory=dict)

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

    async def account_named(self, name_key: str) -> Account | None:
        found = (a for a in self._contents.accounts.values() if a.name_key == name_key)
        return next(found, None)

    async def access(self, token_hash: bytes) -> Access | None:
        session = self._contents.sessions.get(token_hash)
        if session is None:
            return None
        preferences = self._contents.preferences.get(session.account, DEFAULT_PREFERENCES)
        return Access(session, self._contents.accounts[session.account], preferences)

    async def sessions(self, account: AccountId) -> tuple[Session, ...]:
        found = (s for s in self._contents.sessions.values() if s.account == account)
        return tuple(sorted(found, key=lambda session: (session.created_at, session.token_hash)))

    async def ended_sessions(self, since: Millis) -> tuple[Session, ...]:
        sessions = self._contents.sessions.values()
        return tuple(s for s in sessions if s.ended_at is not None and s.ended_at >= since)

    async def password_hash(self, account: AccountId) -> str | None:
        return self._contents.passwords.get(account)

    async def preferences(self, account: AccountId) -> Preferences:
        return self._contents.preferences.get(account, DEFAULT_PREFERENCES)

    async def table(self, table: TableId) -> Table | None:
        return self._contents.tables.get(table)

    async def open_tables(self) -> tuple[Table, ...]:
        is_open = {TableStatus.WAITING, TableStatus.PLAYING}
        found = (t for t in self._contents.tables.values() if t.status in is_open)
        return tuple(sorted(found, key=lambda table: (table.created_at, table.id)))

    async def tables_of(self, account: AccountId) -> tuple[Table, ...]:
        found = (
            table
            for table in self._contents.tables.values()
            if table.status is not TableStatus.CLOSED and table.seat_of(account) is not None
        )
        return tuple(sorted(found, key=lambda table: (table.created_at, table.id)))

    async def table_invited_to(self, invitation: str) -> TableId | None:
        found = (t.id for t in self._contents.tables.values() if t.invitation == invitation)
        return next(found, None) if invitation else None

    async def matches_of(self, account: AccountId) -> tuple[MatchId, ...]:
        found = (m for m in self._contents.matches.values() if m.seat_of(account) is not None)
        return tuple(m.id for m in sorted(found, key=lambda match: (match.started_at, match.id)))

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

    async def lines_of(self, account: AccountId) -> tuple[ChatLine, ...]:
        lines = self._contents.lines
        return tuple(lines[n] for n in sorted(lines) if lines[n].author == account)

    async def ignored(self, account: AccountId) -> tuple[Account, ...]:
        others = (other for who, other in self._contents.ignored if who == account)
        found = (self._contents.accounts[other] for other in others)
        return tuple(sorted(found, key=lambda person: (person.name, person.id)))

    async def results(self, match: MatchId) -> tuple[Result, ...]:
        found = (r for r in self._contents.results.values() if r.match == match)
        return tuple(sorted(found, key=lambda result: result.seat))

    async def without_results(self, after: str, most: int) -> tuple[MatchId, ...]:
        known = {match for match, _ in self._contents.results}
        finished = (m for m in self._contents.matches.values() if m.status is MatchStatus.FINISHED)
        return tuple(sorted(m.id for m in finished if m.id > after and m.id not in known)[:most])

    async def leaders(
        self, board: Board, most: int, account: AccountId | None
    ) -> tuple[Leader, ...]:
        taken = defaultdict(list)
        for result in self._counting():
            if _is_taken(result, board):
                taken[result.account].append(result)
        rows = [self._leader(board, found) for found in taken.values()]
        sign = 1 if board.order is Order.LOWEST else -1
        rows.sort(key=lambda row: (sign * row.value, row.finished_at, row.account))
        values = [row.value for row in rows]
        placed = (replace(row, place=1 + values.index(row.value)) for row in rows)
        return tuple(r for n, r in enumerate(placed, 1) if n <= most or r.account == account)

    def _leader(self, board: Board, results: Sequence[Result]) -> Leader:
        values = {result.match: dict(result.figures)[board.figure] for result in results}
        first = sorted(results, key=lambda result: (result.finished_at, result.match))
        if board.order is Order.SUM:
            first.sort(key=lambda result: -result.finished_at)
            value, chosen = sum(values.values()), first[0]
        else:
            value = min(values.values()) if board.order is Order.LOWEST else max(values.values())
            chosen = next(result for result in first if values[result.match] == value)
        who, when = chosen.account, chosen.finished_at
        return Leader(0, who, self._name(who), value, chosen.match, when, len(results))

    async def tallies(self, account: AccountId) -> tuple[Tally, ...]:
        kinds = defaultdict(list)
        for result in self._counting():
            if result.account == account and result.place:
                kinds[result.game, result.apart, result.seats].append(result)
        return tuple(_tally(kinds[kind]) for kind in sorted(kinds))

    async def balances(self, account: AccountId) -> tuple[Balance, ...]:
        points: dict[str, int] = defaultdict(int)
        for result in self._counting():
            own = dict(result.figures)
            if result.account == account and ACCOUNT in own:
                points[result.game] += own[ACCOUNT]
        return tuple(Balance(game, points[game]) for game in sorted(points))

    async def history(self, account: AccountId, skip: int, most: int) -> tuple[PastMatch, ...]:
        own = [result for result in self._counting() if result.account == account]
        own.sort(key=lambda result: (-result.finished_at, result.match))
        return tuple([await self._past_match(result) for result in own[skip : skip + most]])

    async def played(self, account: AccountId) -> int:
        return sum(result.account == account for result in self._counting())

    async def _past_match(self, result: Result) -> PastMatch:
        seats = tuple(
            PastSeat(r.seat, r.account, self._name(r.account), r.party, r.place, r.total)
            for r in await self.results(result.match)
        )
        return PastMatch(result.match, result.game, result.options, result.finished_at, seats)

    async def marks(
        self, account: AccountId, game: str, apart: Options, most: int
    ) -> tuple[Mark, ...]:
        kind = (account, game, apart)
        counting = (r for r in self._counting() if r.place)
        own = [r for r in counting if (r.account, r.game, r.apart) == kind]
        own.sort(key=lambda result: (-result.finished_at, result.match))
        return tuple(Mark(r.match, r.total, r.finished_at) for r in own[:most])

    def _counting(self) -> list[Result]:
        return [result for result in self._contents.results.values() if result.counts]

    def _name(self, account: AccountId) -> str:
        return self._contents.accounts[account].name

    async def close(self) -> None:
        pass


def _is_taken(result: Result, board: Board) -> bool:
    return (
        result.game == board.game
        and board.apart in {None, result.apart}
        and board.seats in {ANY_SEATS, result.seats}
        and result.finished_at >= board.since
        and board.figure in dict(result.figures)
    )


def _tally(results: Sequence[Result]) -> Tally:
    best = min(results, key=lambda result: (-result.total, result.finished_at, result.match))
    won = sum(WON in dict(result.figures) for result in results)
    points = sum(result.total for result in results)
    kind = (best.game, best.apart, best.seats)
    return Tally(*kind, len(results), won, points, best.total, best.match)


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
        case NoteHint() | EndMatch():
            _change_match(contents, write)
        case AppendEvents(match=of, events=events):
            _append(contents, of, events)
        case NoteCommand(match=of, account=by, command=command):
            _check_free(contents.commands, (of, by, command.id))
            _check_there(contents.matches, of)
            _check_there(contents.accounts, by)
            contents.commands[of, by, command.id] = command
        case AddLine(line=line):
            _add_line(contents, line)
        case (
            EndSession() | EndSessions() | ForgetAccount() | Heed() | Ignore() | Rename() | SetBan()
        ):
            _change_people(contents, write)
        case _:
            _replace(contents, write)


def _change_people(contents: _Contents, write: ChangingPeople) -> None:
    match write:
        case EndSession(token_hash=token_hash, at=at):
            _end_sessions(contents, at, lambda session: session.token_hash == token_hash)
        case EndSessions(account=account, at=at, kept=kept):
            _end_sessions(contents, at, lambda s: s.account == account and s.token_hash != kept)
        case SetBan(account=account, at=at):
            if account not in contents.accounts:
                raise Conflict
            contents.accounts[account] = replace(contents.accounts[account], banned_at=at)
        case Rename(account=account, name=name, name_key=key):
            _check_free({a.name_key for a in contents.accounts.values() if a.id != account}, key)
            renamed = replace(_living(contents, account), name=name, name_key=key)
            contents.accounts[account] = renamed
        case Ignore(account=account, other=other):
            _check_there(contents.accounts, account, other)
            contents.ignored[account, other] = None
        case Heed(account=account, other=other):
            contents.ignored.pop((account, other), None)
        case ForgetAccount():
            _forget(contents, write)
        case _:
            assert_never(write)


def _end_sessions(contents: _Contents, at: Millis, is_meant: Callable[[Session], bool]) -> None:
    for key, session in contents.sessions.items():
        if session.ended_at is None and is_meant(session):
            contents.sessions[key] = replace(session, ended_at=at)


def _living(contents: _Contents, account: AccountId) -> Account:
    found = contents.accounts.get(account)
    if found is None or found.deleted_at is not None:
        raise Conflict
    return found


def _forget(contents: _Contents, write: ForgetAccount) -> None:
    account = write.account
    for match in contents.matches.values():
        if match.status is MatchStatus.RUNNING and match.seat_of(account) is not None:
            raise Conflict
    contents.accounts[account] = replace(
        _living(contents, account), name=write.name, name_key=write.name_key, deleted_at=write.at
    )
    for match in tuple(contents.matches.values()):
        players = tuple(_renamed(player, account, write.name) for player in match.players)
        contents.matches[match.id] = replace(match, players=players)
    for table in tuple(contents.tables.values()):
        sitters = tuple(s and _renamed(s, account, write.name) for s in table.sitters)
        contents.tables[table.id] = replace(table, sitters=sitters)
    for line in tuple(contents.lines.values()):
        is_told = line.kind is LineKind.NOTICE and line.party == (account,)
        if is_told or line.author == account:
            contents.lines[line.number] = replace(line, name=write.name)
    for pair in tuple(contents.ignored):
        if account in pair:
            del contents.ignored[pair]
    contents.passwords.pop(account, None)
    contents.preferences.pop(account, None)
    _end_sessions(contents, write.at, lambda session: session.account == account)


def _renamed(person: PersonT, account: AccountId, name: str) -> PersonT:
    return replace(person, name=name) if person.account == account else person


def _replace(contents: _Contents, write: Replacing) -> None:
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
        case SetPassword(account=account, hash=text):
            _check_there(contents.accounts, account)
            contents.passwords[account] = text
        case PutPreferences(account=account, preferences=preferences):
            _check_there(contents.accounts, account)
            contents.preferences[account] = preferences
        case PutResults(results=results):
            for result in results:
                _check_there(contents.matches, result.match)
                _check_there(contents.accounts, result.account)
                contents.results[result.match, result.seat] = result
        case _:
            assert_never(write)


def _put_table(contents: _Contents, table: Table) -> None:
    before = contents.tables.get(table.id)
    if table.revision != (1 if before is None else before.revision + 1):
        raise Conflict
    sitters = (sitter.account for sitter in table.sitters if sitter is not None)
    _check_there(contents.accounts, table.owner, *sitters)
    contents.tables[table.id] = table


def _change_match(contents: _Contents, write: NoteHint | EndMatch) -> None:
    match = contents.matches.get(write.match)
    if match is None or match.status is not MatchStatus.RUNNING:
        raise Conflict
    if isinstance(write, NoteHint):
        contents.matches[write.match] = replace(match, is_hinted=True)
    else:
        ended = replace(match, status=write.status, ended_at=write.at, left=write.left)
        contents.matches[write.match] = ended


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
