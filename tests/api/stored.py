"""Matches of golden records, written into a database as if they had been played there."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pasch.games import discovery
from pasch.kernel.record import Record, read_record
from pasch.matches.model import (
    Account,
    AccountId,
    LoggedEvent,
    MatchId,
    MatchStatus,
    Millis,
    Player,
    TableId,
    TableStatus,
)
from pasch.matches.names import name_key
from pasch.matches.ports import AddAccount, AddMatch, AppendEvents, EndMatch, PutTable, Store, Write
from tests.match_rows import NOON, running_match, table_of

BEGUN: Final = NOON
ENDED: Final = Millis(BEGUN + 1_234_567)
NEXT_SECRET: Final = b"\x17" * 32


def records() -> list[Path]:
    """Return the golden records of all games that can be played, each match id once."""
    found = {
        match_id(path): path
        for slug in discovery.playable()
        for path in sorted((discovery.home(slug) / "tests" / "records").glob("*.txt"))
    }
    return list(found.values())


def match_id(path: Path) -> str:
    """Return the id of a record's match."""
    record = read_record(path.read_text("utf-8"))
    assert record.provenance is not None
    return record.provenance.match


@dataclass(frozen=True, slots=True)
class Stored:
    """A match in a database: its record, and how many of its events have happened."""

    table: TableId
    record: Record
    events: int

    @property
    def match(self) -> MatchId:
        """The id of the match."""
        assert self.record.provenance is not None
        return MatchId(self.record.provenance.match)


async def store_match(
    store: Store, path: Path, *, is_over: bool, password: str | None = None
) -> Stored:
    """Write a match: finished with all events, or played with half of them.

    With a password its table is protected.
    """
    record = read_record(path.read_text("utf-8"))  # noqa: ASYNC240 -- nobody else waits here
    events = len(record.events) if is_over else len(record.events) // 2
    stored = Stored(TableId(f"{record.game}-{path.stem}"), record, events)
    for write in _writes(stored, is_over=is_over, password=password):
        assert await store.commit([write])
    return stored


def _writes(stored: Stored, *, is_over: bool, password: str | None) -> Iterator[Write]:
    record = stored.record
    assert record.provenance is not None
    names = [f"{stored.table} {name}" for name in record.seats]
    accounts = [
        Account(AccountId(f"{stored.table}-{seat}"), name, name_key(name), BEGUN)
        for seat, name in enumerate(names, 1)
    ]
    yield from map(AddAccount, accounts)
    players = tuple(
        Player(account.id, name, share, share_by_server=False)
        for account, name, share in zip(
            accounts, record.seats, record.provenance.shares, strict=True
        )
    )
    match = running_match(
        record.game,
        players,
        record.options,
        match_id=stored.match,
        table_id=stored.table,
        rules_version=record.rules,
        secret=record.provenance.secrets[0],
        at=BEGUN,
    )
    status = TableStatus.FINISHED if is_over else TableStatus.PLAYING
    table = table_of(match, status, secret=NEXT_SECRET)
    invitation = "invited-" + stored.table if password else ""
    yield PutTable(replace(table, password=password, invitation=invitation))
    yield AddMatch(match)
    happened = enumerate(record.events[: stored.events], 1)
    log = tuple(LoggedEvent(seq, event.actor, event.text, BEGUN) for seq, event in happened)
    yield AppendEvents(stored.match, log)
    if is_over:
        yield EndMatch(stored.match, MatchStatus.FINISHED, ENDED)
