"""The store on SQLite or PostgreSQL."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy.exc import DBAPIError

from pasch.kernel.meta import Options
from pasch.matches.counts import Counts
from pasch.matches.lines import ChatLine
from pasch.matches.model import (
    DEFAULT_PREFERENCES,
    Access,
    Account,
    AccountId,
    Deadline,
    LoggedEvent,
    Match,
    MatchId,
    Millis,
    NotedCommand,
    Pause,
    Preferences,
    Session,
    Table,
    TableId,
)
from pasch.matches.ports import Write
from pasch.matches.results import Balance, Board, Leader, Mark, PastMatch, Result, Tally
from pasch.store import engines, queries, rows
from pasch.store.migrate import upgrade
from pasch.store.writer import Writer

Value = str | int | bytes


class SqlStore:
    """Implements the port `Store`. A store serves one event loop; close it at the end."""

    def __init__(self, url: str, counts: Counts | None = None) -> None:
        """Prepare for the database at `url`, which `upgrade` has brought up to date."""
        address = engines.address(url)
        self._writing = engines.writer(address)
        self._reading = engines.readers(address)
        self._writer = Writer(self._writing, counts or Counts())
        self._threads = ThreadPoolExecutor(engines.READERS, thread_name_prefix="pasch-reader")

    async def commit(self, writes: Sequence[Write]) -> bool:
        """Write all or nothing, durably; return False when one conflicts with what is there."""
        return not writes or await self._writer.write(writes)

    async def account(self, account: AccountId) -> Account | None:
        """Return an account."""
        found = await self._read(queries.ACCOUNT, account=account)
        return rows.account_of(found[0]) if found else None

    async def account_named(self, name_key: str) -> Account | None:
        """Return the account with this name's key."""
        found = await self._read(queries.ACCOUNT_NAMED, name_key=name_key)
        return rows.account_of(found[0]) if found else None

    async def access(self, token_hash: bytes) -> Access | None:
        """Return what a session leads to, also when it has ended."""
        found = await self._read(queries.ACCESS, token_hash=token_hash)
        return rows.access_of(found[0]) if found else None

    async def sessions(self, account: AccountId) -> tuple[Session, ...]:
        """Return all sessions of an account, the oldest first."""
        return tuple(map(rows.session_of, await self._read(queries.SESSIONS, account=account)))

    async def ended_sessions(self, since: Millis) -> tuple[Session, ...]:
        """Return the sessions that ended at `since` or later, in no order."""
        return tuple(map(rows.session_of, await self._read(queries.ENDED_SESSIONS, since=since)))

    async def password_hash(self, account: AccountId) -> str | None:
        """Return the hash of an account's password; None if it has none."""
        found = await self._read(queries.PASSWORD, account=account)
        return found[0].hash if found else None

    async def preferences(self, account: AccountId) -> Preferences:
        """Return how an account wants the pages."""
        found = await self._read(queries.PREFERENCES, account=account)
        return rows.preferences_of(found[0]) if found else DEFAULT_PREFERENCES

    async def table(self, table: TableId) -> Table | None:
        """Return a table."""
        found = rows.tables_of(await self._read(queries.TABLE, table=table))
        return found[0] if found else None

    async def open_tables(self) -> tuple[Table, ...]:
        """Return the tables that wait or play, oldest first."""
        return rows.tables_of(await self._read(queries.OPEN_TABLES))

    async def tables_of(self, account: AccountId) -> tuple[Table, ...]:
        """Return the tables at which an account sits and that are not closed, oldest first."""
        return rows.tables_of(await self._read(queries.TABLES_OF, account=account))

    async def table_invited_to(self, invitation: str) -> TableId | None:
        """Return the table that the key of an invitation leads to."""
        found = await self._read(queries.INVITED_TO, invitation=invitation)
        return TableId(found[0].id) if found else None

    async def matches_of(self, account: AccountId) -> tuple[MatchId, ...]:
        """Return the matches that an account plays or played, oldest first."""
        found = await self._read(queries.MATCHES_OF, account=account)
        return tuple(MatchId(row.id) for row in found)

    async def match(self, match: MatchId) -> Match | None:
        """Return a match."""
        found = await self._read(queries.MATCH, match=match)
        return rows.match_of(found) if found else None

    async def events(self, match: MatchId, after: int = 0) -> tuple[LoggedEvent, ...]:
        """Return a match's log behind place `after`, in order."""
        found = await self._read(queries.EVENTS, match=match, after=after)
        return tuple(map(rows.event_of, found))

    async def command(
        self, match: MatchId, account: AccountId, command: str
    ) -> NotedCommand | None:
        """Return an accepted command of an account."""
        found = await self._read(queries.COMMAND, match=match, account=account, command=command)
        return rows.command_of(found[0]) if found else None

    async def pause(self, match: MatchId) -> Pause | None:
        """Return the pause of a match."""
        found = await self._read(queries.PAUSE, match=match)
        return rows.pause_of(found[0]) if found else None

    async def pauses(self) -> tuple[Pause, ...]:
        """Return all pauses."""
        return tuple(map(rows.pause_of, await self._read(queries.PAUSES)))

    async def deadlines(self) -> tuple[Deadline, ...]:
        """Return all deadlines, the next one first."""
        return tuple(map(rows.deadline_of, await self._read(queries.DEADLINES)))

    async def due(self, now: Millis) -> tuple[Deadline, ...]:
        """Return the deadlines that are due at `now`, the oldest first."""
        return tuple(map(rows.deadline_of, await self._read(queries.DUE, now=now)))

    async def last_events(self) -> tuple[tuple[TableId, Millis], ...]:
        """Return when the latest event of each running match was written."""
        found = await self._read(queries.LAST_EVENTS)
        return tuple((TableId(row.table_id), Millis(row.at)) for row in found)

    async def alive_at(self) -> Millis | None:
        """Return when a server of this database last noted that it runs."""
        found = await self._read(queries.ALIVE_AT)
        return Millis(found[0].alive_at) if found else None

    async def lines(self, place: TableId, most: int) -> tuple[ChatLine, ...]:
        """Return the latest lines of a chat, oldest first."""
        found = await self._read(queries.LINES, place=place, most=most)
        return tuple(map(rows.line_of, found))

    async def lines_of(self, account: AccountId) -> tuple[ChatLine, ...]:
        """Return all that an account has ever written in chats, oldest first."""
        return tuple(map(rows.line_of, await self._read(queries.LINES_OF, account=account)))

    async def ignored(self, account: AccountId) -> tuple[Account, ...]:
        """Return whom an account does not want to read, by name."""
        found = map(rows.account_of, await self._read(queries.IGNORED, account=account))
        # Sorted here, because databases differ in how they sort names.
        return tuple(sorted(found, key=lambda person: (person.name, person.id)))

    async def results(self, match: MatchId) -> tuple[Result, ...]:
        """Return the results of a match, by seat."""
        return rows.results_of(await self._read(queries.RESULTS, match=match))

    async def without_results(self, after: str, most: int) -> tuple[MatchId, ...]:
        """Return finished matches without results, so many at most, by id from behind `after`."""
        found = await self._read(queries.WITHOUT_RESULTS, after=after, most=most)
        return tuple(MatchId(row.id) for row in found)

    async def leaders(
        self, board: Board, most: int, account: AccountId | None
    ) -> tuple[Leader, ...]:
        """Return so many rows of a list, the best first, and `account`'s own behind them."""
        kind = {} if board.apart is None else {"apart": rows.write_options(board.apart)}
        lists = queries.LEADERS if kind else queries.LEADERS_OF_ALL_KINDS
        found = await self._read(
            lists[board.order],
            game=board.game,
            **kind,
            figure=board.figure,
            seats=board.seats,
            since=board.since,
            most=most,
            account=account or "",
        )
        return tuple(map(rows.leader_of, found))

    async def tallies(self, account: AccountId) -> tuple[Tally, ...]:
        """Return what a person's matches add up to, by game, options kept apart and seats."""
        return tuple(map(rows.tally_of, await self._read(queries.TALLIES, account=account)))

    async def balances(self, account: AccountId) -> tuple[Balance, ...]:
        """Return a person's account points, by game; none for games that have brought none."""
        found = await self._read(queries.BALANCES, account=account)
        return tuple(Balance(row.game, int(row.points)) for row in found)

    async def history(self, account: AccountId, skip: int, most: int) -> tuple[PastMatch, ...]:
        """Return a person's matches that count, the latest first, with those left early."""
        found = await self._read(queries.HISTORY, account=account, skip=skip, most=most)
        return rows.history_of(found)

    async def played(self, account: AccountId) -> int:
        """Return how many matches a person's history has."""
        ((amount,),) = await self._read(queries.PLAYED, account=account)
        return int(amount)

    async def marks(
        self, account: AccountId, game: str, apart: Options, most: int
    ) -> tuple[Mark, ...]:
        """Return a person's latest totals of one kind of match, the latest first."""
        kind = {"game": game, "apart": rows.write_options(apart)}
        found = await self._read(queries.MARKS, account=account, **kind, most=most)
        return tuple(map(rows.mark_of, found))

    async def close(self) -> None:
        """Write what waits, finish what is being read, and let go of the database."""
        await self._writer.close()
        await asyncio.to_thread(self._threads.shutdown)
        self._writing.dispose()
        self._reading.dispose()

    async def _read(self, query: queries.Query, **values: Value) -> list[rows.Found]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._found, query, values)

    def _found(self, query: queries.Query, values: dict[str, Value]) -> list[rows.Found]:
        try:
            return self._found_once(query, values)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            # The server was restarted since the last query; the pool has let go of all
            # connections, so that the second attempt gets a new one.
            return self._found_once(query, values)

    def _found_once(self, query: queries.Query, values: dict[str, Value]) -> list[rows.Found]:
        with self._reading.connect() as connection:
            return list(connection.execute(query, values))


def open_store(url: str) -> SqlStore:
    """Bring the database at `url` up to date and return its store.

    Raise `BadAddress`, `Unreachable`, or what `upgrade` raises.
    """
    upgrade(url)
    return SqlStore(url)
