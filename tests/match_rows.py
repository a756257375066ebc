"""A match and its table as rows, with what a test leaves open filled in."""

from collections.abc import Collection
from typing import Final

from pasch.games import discovery
from pasch.kernel.actors import seats_of
from pasch.kernel.meta import Options
from pasch.matches.model import (
    AccountId,
    Match,
    MatchId,
    MatchStatus,
    Millis,
    Player,
    Sitter,
    Table,
    TableId,
    TableStatus,
    Version,
)
from pasch.matches.position import Moment, Position

NOON: Final = Millis(1_796_000_000_000)
SECRET: Final = bytes(range(32))
MATCH_ID: Final = MatchId("m1")
TABLE_ID: Final = TableId("4F7K")


def running_match(
    game: str,
    players: tuple[Player, ...],
    options: Options,
    *,
    match_id: MatchId = MATCH_ID,
    table_id: TableId = TABLE_ID,
    rules_version: int | None = None,
    secret: bytes = SECRET,
    at: Millis = NOON,
) -> Match:
    """Return a match that has just begun; without a version, by the rules as they are now."""
    return Match(
        id=match_id,
        table=table_id,
        game=game,
        rules_version=rules_version or discovery.meta(game).rules_version,
        options=options,
        players=players,
        secret=secret,
        status=MatchStatus.RUNNING,
        started_at=at,
        ended_at=None,
    )


def position_at(game: str, state: object, seats: int, people: Collection[int]) -> Position:
    """Return a match that stands in a state: people on some seats, computers on the others."""
    rules, level = discovery.rules(game), discovery.levels(game)[-1].name
    players = tuple(
        Player(
            account=AccountId(f"account-{seat}"),
            name=f"Player {seat}",
            share=b"",
            share_by_server=seat not in people,
            level="" if seat in people else level,
        )
        for seat in seats_of(seats)
    )
    moment = Moment(Version(1), state, rules.to_move(state), rules.view(state, None), None)
    return Position(running_match(game, players, ()), (moment,))


def table_with(
    game: str,
    sitters: tuple[Sitter | None, ...],
    options: Options,
    *,
    table_id: TableId = TABLE_ID,
    owner: AccountId | None = None,
    status: TableStatus = TableStatus.WAITING,
    match: MatchId | None = None,
    secret: bytes = SECRET,
    at: Millis = NOON,
) -> Table:
    """Return a table that has just been opened, by the first who sits there unless told."""
    return Table(
        id=table_id,
        game=game,
        options=options,
        owner=owner or next(sitter.account for sitter in sitters if sitter is not None),
        status=status,
        sitters=sitters,
        match=match,
        secret=secret,
        revision=1,
        created_at=at,
        touched_at=at,
    )


def table_of(match: Match, status: TableStatus, *, secret: bytes = SECRET) -> Table:
    """Return the table of a match, where all who play it sit; `secret` is the next match's."""
    return table_with(
        match.game,
        tuple(Sitter(player.account, player.name, level=player.level) for player in match.players),
        match.options,
        table_id=match.table,
        status=status,
        match=match.id,
        secret=secret,
        at=match.started_at,
    )
