"""What the house tells in a table's chat: kept as codes, told in each reader's language."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from pasch.kernel.actors import Seat
from pasch.kernel.refusals import N_
from pasch.matches.model import AccountId, Match, Pause, Sitter, Table, TableStatus


class Code(StrEnum):
    """What has happened; the values stand in rows."""

    SAT = "sat"
    MOVED = "moved"
    LEFT = "left"
    REMOVED = "removed"
    WATCHABLE = "watchable"
    UNWATCHABLE = "unwatchable"
    BEGUN = "begun"
    OVER = "over"
    ABORTED = "aborted"
    QUIT = "quit"
    STAYED_AWAY = "stayed-away"
    LEFT_EARLY = "left-early"
    PAUSED = "paused"
    RESUMED = "resumed"
    GOES_ON = "goes-on"
    OFFLINE = "offline"
    BACK = "back"
    WANTS_ABORT = "wants-abort"
    CLOSED = "closed"


MESSAGES: Final[Mapping[Code, str]] = {
    Code.SAT: N_("%(who)s has sat down."),
    Code.MOVED: N_("%(who)s has changed the seat."),
    Code.LEFT: N_("%(who)s has left the table."),
    Code.REMOVED: N_("%(who)s had to give up the seat."),
    Code.WATCHABLE: N_("Spectators are welcome now."),
    Code.UNWATCHABLE: N_("Spectators are not allowed any more."),
    Code.BEGUN: N_("The match begins."),
    Code.OVER: N_("The match is over."),
    Code.ABORTED: N_("The match was aborted."),
    Code.QUIT: N_("%(who)s has left the match."),
    Code.STAYED_AWAY: N_("%(who)s did not come back."),
    Code.LEFT_EARLY: N_("The match ends early: leaving is debited, the others are credited."),
    Code.PAUSED: N_("%(who)s asks for a pause."),
    Code.RESUMED: N_("%(who)s ends the pause."),
    Code.GOES_ON: N_("The match goes on."),
    Code.OFFLINE: N_("%(who)s is offline."),
    Code.BACK: N_("%(who)s is back."),
    Code.WANTS_ABORT: N_("%(who)s wants to abort the match."),
    Code.CLOSED: N_("The table was closed."),
}
"""The message id of each code; `who` is the name that its line bears."""


class Notice(NamedTuple):
    """Something that the house tells, and of whom."""

    code: Code
    who: str = ""
    seat: Seat | None = None
    account: AccountId | None = None


def of_table(before: Table, after: Table, by: AccountId) -> Iterator[Notice]:
    """Yield what somebody has done that changed a table, other than by playing."""
    if after.status is TableStatus.CLOSED:
        if before.status is not TableStatus.CLOSED:
            yield Notice(Code.CLOSED)
        return
    old, new = _seated(before), _seated(after)
    for account, (seat, sitter) in old.items():
        if account not in new:
            code = Code.LEFT if account == by else Code.REMOVED
            yield Notice(code, sitter.name, seat, account)
    for account, (seat, sitter) in new.items():
        if account not in old:
            yield Notice(Code.SAT, sitter.name, seat, account)
        elif old[account][0] != seat:
            yield Notice(Code.MOVED, sitter.name, seat, account)
    yield from _of_computers(before, after)
    if before.watchable != after.watchable:
        yield Notice(Code.WATCHABLE if after.watchable else Code.UNWATCHABLE)


def _of_computers(before: Table, after: Table) -> Iterator[Notice]:
    """Yield which computers have come and gone; that others have another number is nothing."""
    old, new = _computers(before), _computers(after)
    for seat in sorted(old.keys() - new.keys()):
        yield Notice(Code.REMOVED, old[seat], seat)
    for seat in sorted(new.keys() - old.keys()):
        yield Notice(Code.SAT, new[seat], seat)


def _computers(table: Table) -> dict[Seat, str]:
    return {seat: sitter.name for seat, sitter in table.taken if sitter.is_computer}


def _seated(table: Table) -> dict[AccountId, tuple[Seat, Sitter]]:
    return {sitter.account: (seat, sitter) for seat, sitter in table.taken_by_people}


def of_pause(
    before: Pause | None, after: Pause | None, match: Match, by: Seat | None
) -> Iterator[Notice]:
    """Yield what has happened between two states of a running match's pause.

    `by` is the seat that has done something, if one has.
    """
    old, new = _reasons(before), _reasons(after)
    actor = frozenset[Seat]() if by is None else frozenset({by})
    for seats, code in (
        (new.absent - old.absent, Code.OFFLINE),
        (old.absent - new.absent, Code.BACK),
        (new.aborting - old.aborting, Code.WANTS_ABORT),
        (actor if new.is_asked and not old.is_asked else (), Code.PAUSED),
        (actor if old.is_asked and not new.is_asked else (), Code.RESUMED),
    ):
        for seat in sorted(seats):
            yield of_seat(code, match, seat)
    if before is not None and after is None and not old.is_asked:
        yield Notice(Code.GOES_ON)


def of_seat(code: Code, match: Match, seat: Seat) -> Notice:
    """Return what is told of a seat of a match."""
    player = match.players[seat - 1]
    return Notice(code, player.name, seat, player.account)


class _Reasons(NamedTuple):
    """Why a match stands still, and who wants to abort it."""

    is_asked: bool
    absent: frozenset[Seat]
    aborting: frozenset[Seat]


def _reasons(pause: Pause | None) -> _Reasons:
    if pause is None:
        return _Reasons(is_asked=False, absent=frozenset(), aborting=frozenset())
    return _Reasons(pause.is_asked, frozenset(pause.absent), frozenset(pause.aborting))
