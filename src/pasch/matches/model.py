"""What the service keeps: accounts, tables with their seats, matches with their logs.

All are frozen; a change makes a new one. Times are milliseconds since 1970, UTC.
"""

import string
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Final, NewType

from pasch.games import discovery
from pasch.kernel.actors import Actor, Seat
from pasch.kernel.draws import Source, hand_secret, seal
from pasch.kernel.meta import Options

AccountId = NewType("AccountId", str)
TableId = NewType("TableId", str)
MatchId = NewType("MatchId", str)
Millis = NewType("Millis", int)
LONG_AGO: Final = Millis(0)

Version = NewType("Version", int)
"""How many events a match's log holds."""

NO_EVENTS: Final = Version(0)

LONGEST_ID: Final = 64
_ID_CHARACTERS: Final = frozenset(string.ascii_letters + string.digits + "-_")


def is_id(text: str) -> bool:
    """Return whether a text may be the id of a table, match or command.

    Whatever comes from outside is asked this first: not every store takes every character.
    """
    return 0 < len(text) <= LONGEST_ID and _ID_CHARACTERS.issuperset(text)


@dataclass(frozen=True, slots=True)
class Account:
    """A person. `name_key` is the form of the name that has to be unique.

    Who is banned has no access. A deleted account stays as a row without a name, because matches
    of others refer to it.
    """

    id: AccountId
    name: str
    name_key: str
    created_at: Millis
    banned_at: Millis | None = None
    deleted_at: Millis | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """Stored access of a browser; `token_hash` is SHA-256 of the cookie's random token."""

    token_hash: bytes = field(repr=False)
    account: AccountId
    created_at: Millis
    ended_at: Millis | None = None


class Theme(StrEnum):
    """The colours of the pages; those of the device unless somebody chooses."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Preferences:
    """How somebody wants the pages to be.

    `language` is a code such as "de", "" for what the browser asks for. `quick_entry` wants big
    buttons under the dice, where a game has them.
    """

    language: str = ""
    theme: Theme = Theme.AUTO
    is_muted: bool = False
    quick_entry: bool = False


DEFAULT_PREFERENCES: Final = Preferences()


@dataclass(frozen=True, slots=True)
class Access:
    """What a session's token leads to, whether or not it is still good."""

    session: Session
    account: Account
    preferences: Preferences


MOST_COMPUTERS: Final = 8
"""Accounts that computers have in every store; no table needs more."""


def computer_account(number: int) -> AccountId:
    """Return the account that the computer with a number, from 1, has at every table."""
    return AccountId(f"computer-{number}")


COMPUTERS: Final = frozenset(computer_account(n) for n in range(1, MOST_COMPUTERS + 1))
"""The accounts of all computers."""


def computer_name(number: int) -> str:
    """Return the name of the computer with a number; no person may bear it."""
    return f"Computer {number}"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat. `share` is the seat's part in the throws of the next match.

    A share is None until its sitter is ready; `share_by_server` says that the browser gave none.
    A computer has a `level`, by which its game finds how it plays; people have "". It is always
    ready, and the server makes its share when the match begins.
    """

    account: AccountId
    name: str
    ready: bool = False
    share: bytes | None = field(default=None, repr=False)
    share_by_server: bool = False
    level: str = ""

    @property
    def is_computer(self) -> bool:
        """Whether no person sits here."""
        return bool(self.level)


class Pace(StrEnum):
    """How long the computers at a table wait, so that people can follow."""

    QUICK = "quick"
    NORMAL = "normal"
    SLOW = "slow"


class TableStatus(StrEnum):
    """Where a table is in its life."""

    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


@dataclass(frozen=True)
class Table:
    """A table: one match after another among the people on its seats.

    `match` is the match that runs or ran last. `secret` is the one of the next match: only its
    seal may be shown. `revision` counts the changes of this row. Where `password` is not None,
    nobody comes in without it or the key `invitation`; both are shown to members alone.
    `watchable` says whether people without a seat may watch, `pace` how long computers wait.
    """

    id: TableId
    game: str
    options: Options
    owner: AccountId
    status: TableStatus
    sitters: tuple[Sitter | None, ...]
    match: MatchId | None
    secret: bytes = field(repr=False)
    revision: int
    created_at: Millis
    touched_at: Millis
    watchable: bool = True
    password: str | None = field(default=None, repr=False)
    invitation: str = field(default="", repr=False)
    pace: Pace = Pace.NORMAL

    @cached_property
    def has_computer(self) -> bool:
        """Whether a computer sits at the table."""
        return any(sitter is not None and sitter.is_computer for sitter in self.sitters)

    @property
    def is_protected(self) -> bool:
        """Whether the table has a password."""
        return self.password is not None

    @property
    def seal(self) -> str:
        """The seal of the next match, in hex."""
        return seal(secret_of(self.game, self.secret))

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """The seats that nobody has taken."""
        return tuple(Seat(n) for n, sitter in enumerate(self.sitters, 1) if sitter is None)

    @property
    def taken(self) -> tuple[tuple[Seat, Sitter], ...]:
        """The seats that are taken, with who sits there."""
        return tuple((Seat(n), s) for n, s in enumerate(self.sitters, 1) if s is not None)

    @property
    def taken_by_people(self) -> tuple[tuple[Seat, Sitter], ...]:
        """The seats at which people sit, without those of computers."""
        return tuple((seat, s) for seat, s in self.taken if not s.is_computer)

    def has_room_for(self, account: AccountId | None) -> bool:
        """Return whether somebody may take a seat who has none: before the first match."""
        is_open = self.status is TableStatus.WAITING and bool(self.free_seats)
        return is_open and self.seat_of(account) is None

    def sitter(self, seat: Seat) -> Sitter | None:
        """Return who sits on `seat`."""
        return self.sitters[seat - 1]

    def seat_of(self, account: AccountId | None) -> Seat | None:
        """Return the seat of an account, or None."""
        for number, sitter in enumerate(self.sitters, 1):
            if sitter is not None and sitter.account == account:
                return Seat(number)
        return None


def secret_of(game: str, secret: bytes, hand: int = 0) -> bytes:
    """Return the secret of a hand, counted from 0, of a match that began with `secret`.

    Where hands have no secrets of their own it is the match's one for all of them.
    """
    return hand_secret(secret, hand) if discovery.meta(game).has_hands else secret


class MatchStatus(StrEnum):
    """Whether a match runs, was played to its end, was left early at a cost, or was aborted."""

    RUNNING = "running"
    FINISHED = "finished"
    LEFT = "left"
    ABORTED = "aborted"

    @property
    def is_cut_short(self) -> bool:
        """Whether the match was over before its rules had ended it."""
        return self in {MatchStatus.ABORTED, MatchStatus.LEFT}


@dataclass(frozen=True, slots=True)
class Player:
    """A seat of a match, as it was when the match began; a computer has a `level`."""

    account: AccountId
    name: str
    share: bytes = field(repr=False)
    share_by_server: bool
    level: str = ""

    @property
    def is_computer(self) -> bool:
        """Whether no person sat here."""
        return bool(self.level)


@dataclass(frozen=True)
class Match:
    """A match without its log.

    What `secret_of` makes of the `secret` leaves the server when the match is over, or the hand.
    `left` are the seats whose leaving has ended a match early. Whoever has asked for a hint has a
    match that `is_hinted`.
    """

    id: MatchId
    table: TableId
    game: str
    rules_version: int
    options: Options
    players: tuple[Player, ...]
    secret: bytes = field(repr=False)
    status: MatchStatus
    started_at: Millis
    ended_at: Millis | None
    left: tuple[Seat, ...] = ()
    is_hinted: bool = False

    @property
    def counts(self) -> bool:
        """Whether the match may be in lists: people alone have played it, without hints."""
        return not (self.has_computer or self.is_hinted)

    def secret_of(self, hand: int) -> bytes:
        """Return the secret of a hand, counted from 0."""
        return secret_of(self.game, self.secret, hand)

    def source(self, hand: int) -> Source:
        """Return where the throws and deals of a hand come from."""
        shares = tuple(player.share for player in self.players)
        return Source(self.secret_of(hand), self.id, shares)

    @property
    def seal(self) -> str:
        """The seal that was shown before the first throw, in hex."""
        return seal(self.secret_of(0))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names on the seats."""
        return tuple(player.name for player in self.players)

    @cached_property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(Seat(n) for n, player in enumerate(self.players, 1) if not player.is_computer)

    @cached_property
    def has_computer(self) -> bool:
        """Whether a computer plays along: such a match counts in no list."""
        return len(self.people) < len(self.players)

    def seat_of(self, account: AccountId | None) -> Seat | None:
        """Return the seat of an account, or None."""
        for number, player in enumerate(self.players, 1):
            if player.account == account:
                return Seat(number)
        return None


@dataclass(frozen=True, slots=True)
class Pause:
    """A match that stands still until `due_at`; then it is aborted.

    `is_asked` says that somebody asked for it, `absent` which seats have nobody connected,
    `aborting` which seats want to abort the match. Those of `spared` are absent since a start of
    the server, which nobody is charged for.
    """

    match: MatchId
    due_at: Millis
    is_asked: bool = False
    absent: tuple[Seat, ...] = ()
    aborting: tuple[Seat, ...] = ()
    spared: tuple[Seat, ...] = ()


class DeadlineKind(StrEnum):
    """What happens at a deadline.

    A pause runs out, a table has been idle for too long, or it is a computer's turn.
    """

    PAUSE = "pause"
    IDLE = "idle"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something that happens to a table at a time, unless it is set anew; one a table and kind."""

    table: TableId
    kind: DeadlineKind
    due_at: Millis


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of a match's log; `seq` counts from 1 without gaps."""

    seq: int
    actor: Actor
    text: str
    at: Millis


@dataclass(frozen=True, slots=True)
class NotedCommand:
    """A command that was accepted: its body's digest, and the version of the match after it."""

    id: str
    digest: bytes
    version: Version
