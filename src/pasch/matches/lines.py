"""Lines of a chat: what people say, how they react, and what the house tells of a table.

A line says by itself who may read it, and never changes: the same question gets the same answer
when it is pushed, after a reload and after a restart.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NewType

from pasch.kernel.actors import Seat
from pasch.matches.model import NO_EVENTS, AccountId, MatchId, Millis, TableId, Version

LOBBY: Final = TableId("lobby")
"""The place of the lobby's chat; no table has an id of small letters."""

LINES_SHOWN: Final = 200
"""Latest lines of a chat that somebody's page shows, of those that are for this reader."""

LINES_KEPT: Final = 10 * LINES_SHOWN
"""Latest lines of a place in memory: what a reader may not read, or ignores, must not displace what
the reader has seen."""

LineNumber = NewType("LineNumber", int)
"""The place of a line among all lines; it grows with time and tells it."""

NOTHING_YET: Final = LineNumber(0)

BITS_BELOW: Final = 20
"""Bits of a line's number below those of the time in milliseconds."""


class LineKind(StrEnum):
    """Whether a line is somebody's words, one of the drawn reactions, or a notice of the house."""

    SAID = "said"
    REACTION = "reaction"
    NOTICE = "notice"


class Channel(StrEnum):
    """Whom a line is for: everybody at its place, a team, or those who only watch a match."""

    ALL = "all"
    TEAM = "team"
    WATCHERS = "watchers"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where in a match a line was written: behind how many of its events."""

    match: MatchId | None = None
    version: Version = NO_EVENTS


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of a chat.

    `place` is a table or `LOBBY`; `author` is None for notices; `name` is whom the line comes
    from, or whom a notice tells of, with the seat at that time. `text` is plain text, the name of
    a reaction or the code of a notice. `party` lists the partners who may read a line of a team,
    the players who may not read one of the watchers, or of whom a notice tells. `command` is
    chosen by the sender, so that what is sent twice is said once.
    """

    number: LineNumber
    place: TableId
    kind: LineKind
    channel: Channel
    author: AccountId | None
    name: str
    seat: Seat | None
    text: str
    party: tuple[AccountId, ...] = ()
    spot: Spot = Spot()
    command: str = ""

    @property
    def at(self) -> Millis:
        """When the line was written."""
        return Millis(self.number >> BITS_BELOW)


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who reads a chat (None: without a name), and whom they ignore, with names."""

    account: AccountId | None = None
    ignored: Mapping[AccountId, str] = field(default_factory=dict)


def after(lines: tuple[ChatLine, ...], number: LineNumber) -> tuple[ChatLine, ...]:
    """Return the lines behind a number."""
    if not lines or lines[-1].number <= number:
        return ()
    return tuple(line for line in lines if line.number > number)


def last_of(lines: tuple[ChatLine, ...]) -> LineNumber:
    """Return the number of the last line."""
    return lines[-1].number if lines else NOTHING_YET


def may_read(line: ChatLine, reader: Reader) -> bool:
    """Return whether a line is for a reader; the one rule of what is shown, live and later."""
    return line.author not in reader.ignored and is_for(line, reader.account)


def is_for(line: ChatLine, account: AccountId | None) -> bool:
    """Return whether a line is for an account, whomever it ignores."""
    match line.channel:
        case Channel.ALL:
            return True
        case Channel.TEAM:
            return account in line.party
        case Channel.WATCHERS:
            return account not in line.party
