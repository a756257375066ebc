"""The one path of every event: check the version, apply, draw, and say what has to be written."""

import hashlib
from dataclasses import dataclass, replace

from pasch.kernel.actors import Seat
from pasch.kernel.record import squeeze
from pasch.kernel.refusals import N_, Reason, Stale
from pasch.matches import seating
from pasch.matches.model import (
    AccountId,
    MatchId,
    MatchStatus,
    Millis,
    NotedCommand,
    Table,
    TableStatus,
    Version,
)
from pasch.matches.ports import (
    AppendEvents,
    EndMatch,
    NoteCommand,
    PutResults,
    PutTable,
    Write,
)
from pasch.matches.position import Position, advance, has_same_choices, with_match
from pasch.matches.refusals import NeedsConfirmation
from pasch.matches.results import results_or_none

DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True)
class Command:
    """An event that a person wants to write.

    `id` is chosen by the sender, once for each command of an account; `seen` is the version that
    the person saw; `is_confirmed` says that a cost was shown and accepted. One that `is_exact`,
    as those of computers are, is for the very version that was seen.
    """

    account: AccountId
    id: str
    match: MatchId
    seen: Version
    text: str
    is_confirmed: bool = False
    is_exact: bool = False

    @property
    def digest(self) -> bytes:
        """What distinguishes this command from another one under the same id."""
        body = f"{self.match}|{self.seen}|{self.text}|{self.is_confirmed}"
        return hashlib.blake2b(
            body.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES
        ).digest()


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command leads to: table and position from then on, and the rows that say so."""

    table: Table
    position: Position
    writes: tuple[Write, ...]


def stale() -> Stale:
    """Return the refusal of a command for an older position."""
    return Stale(Reason(N_("Somebody was faster. Look at the new position.")))


def check_version(position: Position, seat: Seat, seen: Version) -> None:
    """Raise `Stale` when the seat's own choices have changed since it saw version `seen`."""
    if seen != position.version and (
        seen > position.version or not has_same_choices(position, seat, seen)
    ):
        raise stale()


def decide(table: Table, position: Position, seat: Seat, command: Command, now: Millis) -> Decision:
    """Judge a command; raise the refusal that stands against it."""
    if command.is_exact and command.seen != position.version:
        raise stale()
    check_version(position, seat, command.seen)
    text = squeeze(command.text.strip(" "))
    after, events = advance(position, seat, text, now)
    cost = position.rules.needs_confirmation(position.state, seat, text)
    if cost is not None and not command.is_confirmed:
        raise NeedsConfirmation(cost)
    noted = NotedCommand(command.id, command.digest, after.version)
    match = position.match
    writes: tuple[Write, ...] = (
        AppendEvents(match.id, events),
        NoteCommand(match.id, command.account, noted),
    )
    if not after.is_over:
        return Decision(table, after, writes)
    return _end(table, after, writes, now)


def _end(table: Table, position: Position, writes: tuple[Write, ...], now: Millis) -> Decision:
    """Close a match that was played to its end, in the same transaction as its last event."""
    match = replace(position.match, status=MatchStatus.FINISHED, ended_at=now)
    table = replace(
        table,
        status=TableStatus.FINISHED,
        sitters=seating.all_unready(table.sitters),
        revision=table.revision + 1,
        touched_at=now,
    )
    end = EndMatch(match.id, MatchStatus.FINISHED, now)
    results = PutResults(results_or_none(match, position.state, now))
    return Decision(table, with_match(position, match), (*writes, end, PutTable(table), results))
