"""What the service needs from outside: a store, a bus for hints, a clock, randomness.

The embedded ones are the default; others may stand in for them (PostgreSQL, Valkey, tests).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pasch.kernel.actors import Seat
from pasch.kernel.meta import Options
from pasch.matches.lines import ChatLine
from pasch.matches.model import (
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
    Preferences,
    Session,
    Table,
    TableId,
)
from pasch.matches.results import Balance, Board, Leader, Mark, PastMatch, Result, Tally


@dataclass(frozen=True, slots=True)
class AddAccount:
    """A new account; a conflict when its name's key is taken."""

    account: Account


@dataclass(frozen=True, slots=True)
class AddSession:
    """A new session."""

    session: Session


@dataclass(frozen=True, slots=True)
class EndSessions:
    """Sessions that end: all of an account, but for one that may be kept."""

    account: AccountId
    at: Millis
    kept: bytes = b""


@dataclass(frozen=True, slots=True)
class EndSession:
    """A session that ends; nothing happens when it has ended before."""

    token_hash: bytes
    at: Millis


@dataclass(frozen=True, slots=True)
class Rename:
    """A new name of an account; a conflict when somebody else has its key."""

    account: AccountId
    name: str
    name_key: str


@dataclass(frozen=True, slots=True)
class SetBan:
    """Since when an account is banned; None lifts the ban."""

    account: AccountId
    at: Millis | None


@dataclass(frozen=True, slots=True)
class ForgetAccount:
    """An account that is deleted: this name takes the place of its own wherever that stands.

    A conflict while a match of the account runs, and when it is deleted already. Its password and
    preferences go; its sessions end.
    """

    account: AccountId
    name: str
    name_key: str
    at: Millis


@dataclass(frozen=True, slots=True)
class SetPassword:
    """The hash of an account's password, in the place of the one before."""

    account: AccountId
    hash: str = field(repr=False)
    at: Millis


@dataclass(frozen=True, slots=True)
class PutPreferences:
    """How an account wants the pages from now on."""

    account: AccountId
    preferences: Preferences


@dataclass(frozen=True, slots=True)
class PutTable:
    """A table as it is from now on, with its seats.

    Revision 1 is inserted; a later one replaces the revision before it, and nothing else.
    """

    table: Table


@dataclass(frozen=True, slots=True)
class AddMatch:
    """A match that begins."""

    match: Match


@dataclass(frozen=True, slots=True)
class EndMatch:
    """A match that ends; `left` are the seats whose leaving has ended it early."""

    match: MatchId
    status: MatchStatus
    at: Millis
    left: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class NoteHint:
    """A running match in which somebody asks for a hint: it counts in no list from now on."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class AppendEvents:
    """Events that follow the match's log; a conflict when one of their places is taken."""

    match: MatchId
    events: tuple[LoggedEvent, ...]


@dataclass(frozen=True, slots=True)
class NoteCommand:
    """A command that is accepted; a conflict when the account used its id before."""

    match: MatchId
    account: AccountId
    command: NotedCommand


@dataclass(frozen=True, slots=True)
class PutPause:
    """The pause of a match as it is from now on."""

    pause: Pause


@dataclass(frozen=True, slots=True)
class EndPause:
    """A pause that ends, if there is one."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class SetDeadline:
    """A deadline, in the place of the table's one of the same kind."""

    deadline: Deadline


@dataclass(frozen=True, slots=True)
class DropDeadline:
    """A deadline that is not wanted any more, if there is one."""

    table: TableId
    kind: DeadlineKind


@dataclass(frozen=True, slots=True)
class NoteAlive:
    """The server runs at this time; what it last noted tells how long it was down."""

    at: Millis


@dataclass(frozen=True, slots=True)
class AddLine:
    """A line of a chat; a conflict when its author used its command before."""

    line: ChatLine


@dataclass(frozen=True, slots=True)
class Ignore:
    """An account does not want to read another one's lines."""

    account: AccountId
    other: AccountId


@dataclass(frozen=True, slots=True)
class Heed:
    """An account wants to read another one's lines again."""

    account: AccountId
    other: AccountId


@dataclass(frozen=True, slots=True)
class PutResults:
    """Results as they are from now on, each in the place of the one of the same seat."""

    results: tuple[Result, ...]


Write = (
    AddAccount
    | AddSession
    | EndSessions
    | EndSession
    | Rename
    | SetBan
    | ForgetAccount
    | SetPassword
    | PutPreferences
    | PutTable
    | AddMatch
    | EndMatch
    | NoteHint
    | AppendEvents
    | NoteCommand
    | PutPause
    | EndPause
    | SetDeadline
    | DropDeadline
    | NoteAlive
    | AddLine
    | Ignore
    | Heed
    | PutResults
)


class Store(Protocol):
    """Rows that survive a restart."""

    async def commit(self, writes: Sequence[Write]) -> bool:
        """Write all or nothing, durably; return False when one conflicts with what is there.

        Units of different callers may share a transaction; none undoes another. Errors of the
        database are raised.
        """

    async def account(self, account: AccountId) -> Account | None:
        """Return an account."""

    async def account_named(self, name_key: str) -> Account | None:
        """Return the account with this name's key."""

    async def access(self, token_hash: bytes) -> Access | None:
        """Return what a session leads to, also when it has ended."""

    async def sessions(self, account: AccountId) -> tuple[Session, ...]:
        """Return all sessions of an account, the oldest first."""

    async def ended_sessions(self, since: Millis) -> tuple[Session, ...]:
        """Return the sessions that ended at `since` or later, in no order."""

    async def password_hash(self, account: AccountId) -> str | None:
        """Return the hash of an account's password; None if it has none."""

    async def table(self, table: TableId) -> Table | None:
        """Return a table."""

    async def preferences(self, account: AccountId) -> Preferences:
        """Return how an account wants the pages."""

    async def open_tables(self) -> tuple[Table, ...]:
        """Return the tables that wait or play, oldest first."""

    async def tables_of(self, account: AccountId) -> tuple[Table, ...]:
        """Return the tables at which an account sits and that are not closed, oldest first."""

    async def table_invited_to(self, invitation: str) -> TableId | None:
        """Return the table that the key of an invitation leads to."""

    async def matches_of(self, account: AccountId) -> tuple[MatchId, ...]:
        """Return the matches that an account plays or played, oldest first."""

    async def match(self, match: MatchId) -> Match | None:
        """Return a match."""

    async def events(self, match: MatchId, after: int = 0) -> tuple[LoggedEvent, ...]:
        """Return a match's log behind place `after`, in order."""

    async def command(
        self, match: MatchId, account: AccountId, command: str
    ) -> NotedCommand | None:
        """Return an accepted command of an account."""

    async def pause(self, match: MatchId) -> Pause | None:
        """Return the pause of a match."""

    async def pauses(self) -> tuple[Pause, ...]:
        """Return all pauses."""

    async def deadlines(self) -> tuple[Deadline, ...]:
        """Return all deadlines, the next one first."""

    async def due(self, now: Millis) -> tuple[Deadline, ...]:
        """Return the deadlines that are due at `now`, the oldest first."""

    async def last_events(self) -> tuple[tuple[TableId, Millis], ...]:
        """Return when the latest event of each running match was written."""

    async def alive_at(self) -> Millis | None:
        """Return when a server of this database last noted that it runs."""

    async def lines(self, place: TableId, most: int) -> tuple[ChatLine, ...]:
        """Return the latest lines of a chat, oldest first."""

    async def lines_of(self, account: AccountId) -> tuple[ChatLine, ...]:
        """Return all that an account has ever written in chats, oldest first."""

    async def ignored(self, account: AccountId) -> tuple[Account, ...]:
        """Return whom an account does not want to read, by name."""

    async def results(self, match: MatchId) -> tuple[Result, ...]:
        """Return the results of a match, by seat."""

    async def without_results(self, after: str, most: int) -> tuple[MatchId, ...]:
        """Return finished matches without results, so many at most, by id from behind `after`."""

    async def leaders(
        self, board: Board, most: int, account: AccountId | None
    ) -> tuple[Leader, ...]:
        """Return so many rows of a list, the best first, and `account`'s own behind them.

        Each person has one row; of rows with an equal value the one that came first stands first.
        """

    async def tallies(self, account: AccountId) -> tuple[Tally, ...]:
        """Return what a person's matches add up to, by game, options kept apart and seats."""

    async def balances(self, account: AccountId) -> tuple[Balance, ...]:
        """Return a person's account points, by game; none for games that have brought none."""

    async def history(self, account: AccountId, skip: int, most: int) -> tuple[PastMatch, ...]:
        """Return a person's matches that count, the latest first, with those left early."""

    async def played(self, account: AccountId) -> int:
        """Return how many matches a person's history has."""

    async def marks(
        self, account: AccountId, game: str, apart: Options, most: int
    ) -> tuple[Mark, ...]:
        """Return a person's latest totals of one kind of match, the latest first."""

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""


Listener = Callable[[TableId], None]


class Bus(Protocol):
    """Hints that a table has changed; they may be lost, never the truth they point to."""

    def publish(self, table: TableId) -> None:
        """Tell every listener that the table has changed."""

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` for each hint from now on."""


class Clock(Protocol):
    """The time."""

    def now(self) -> Millis:
        """Return the time in milliseconds since 1970, UTC."""


Entropy = Callable[[int], bytes]
"""Returns so many unpredictable bytes."""
