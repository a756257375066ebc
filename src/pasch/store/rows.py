"""Between the service's values and rows, in both directions.

Rows to be written are tuples in the order of the columns in `schema`.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Row as FoundRow

from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.meta import Options
from pasch.matches.lines import Channel, ChatLine, LineKind, LineNumber, Spot
from pasch.matches.model import (
    DEFAULT_PREFERENCES,
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
    Pace,
    Pause,
    Player,
    Preferences,
    Session,
    Sitter,
    Table,
    TableId,
    TableStatus,
    Theme,
    Version,
)
from pasch.matches.ports import EndMatch
from pasch.matches.results import Leader, Mark, PastMatch, PastSeat, Result, Tally

Row = tuple[str | int | bytes | None, ...]
Found = FoundRow[*tuple[Any, ...]]


def write_options(options: Options) -> str:
    """Return options as a record writes them: `name=value name=value`."""
    return " ".join(f"{name}={value}" for name, value in options)


def read_options(text: str) -> Options:
    """Read what `write_options` wrote."""
    pairs = (word.partition("=") for word in text.split())
    return tuple((name, value) for name, _, value in pairs)


def account_row(account: Account) -> Row:
    """Return the row of an account."""
    return (
        account.id,
        account.name,
        account.name_key,
        account.created_at,
        account.banned_at,
        account.deleted_at,
    )


def account_of(row: Found) -> Account:
    """Return the account of a row."""
    return Account(
        id=AccountId(row.id),
        name=row.name,
        name_key=row.name_key,
        created_at=Millis(row.created_at),
        banned_at=row.banned_at,
        deleted_at=row.deleted_at,
    )


def preferences_row(account: AccountId, preferences: Preferences) -> Row:
    """Return the row of an account's preferences."""
    return (
        account,
        preferences.language,
        preferences.theme.value,
        preferences.is_muted,
        preferences.quick_entry,
    )


def preferences_of(row: Found) -> Preferences:
    """Return the preferences of a row."""
    return Preferences(row.language, Theme(row.theme), row.is_muted, row.quick_entry)


def session_row(session: Session) -> Row:
    """Return the row of a session."""
    return session.token_hash, session.account, session.created_at, session.ended_at


def session_of(row: Found) -> Session:
    """Return the session of a row."""
    account, began, ended = AccountId(row.account_id), Millis(row.began_at), row.ended_at
    return Session(row.token_hash, account, began, ended)


def access_of(row: Found) -> Access:
    """Return the access of a session's row that is joined with its account and preferences."""
    preferences = preferences_of(row) if row.theme is not None else DEFAULT_PREFERENCES
    return Access(session_of(row), account_of(row), preferences)


def table_row(table: Table) -> Row:
    """Return the row of a table; its sitters have rows of their own."""
    return (
        table.id,
        table.game,
        write_options(table.options),
        table.owner,
        table.status.value,
        len(table.sitters),
        table.match,
        table.secret,
        table.revision,
        table.created_at,
        table.touched_at,
        table.password,
        table.invitation or None,
        table.watchable,
        table.pace.value,
    )


def seat_rows(table: Table) -> list[Row]:
    """Return a row for each seat that is taken."""
    return [
        (
            table.id,
            seat,
            sitter.account,
            sitter.name,
            sitter.ready,
            sitter.share,
            sitter.share_by_server,
            sitter.level or None,
        )
        for seat, sitter in enumerate(table.sitters, 1)
        if sitter is not None
    ]


def tables_of(rows: Iterable[Found]) -> tuple[Table, ...]:
    """Return the tables of rows that are joined with their seats; a table's rows stand together."""
    return tuple(_table_of(list(group)) for _, group in groupby(rows, attrgetter("id")))


def _table_of(rows: Sequence[Found]) -> Table:
    row = rows[0]
    sitters: list[Sitter | None] = [None] * row.seat_count
    for taken in rows:
        if taken.seat is not None:
            sitters[taken.seat - 1] = _sitter_of(taken)
    return Table(
        id=TableId(row.id),
        game=row.game,
        options=read_options(row.options),
        owner=AccountId(row.owner_id),
        status=TableStatus(row.status),
        sitters=tuple(sitters),
        match=row.match_id and MatchId(row.match_id),
        secret=row.secret,
        revision=row.revision,
        created_at=Millis(row.created_at),
        touched_at=Millis(row.touched_at),
        watchable=row.watchable,
        password=row.password,
        invitation=row.invitation or "",
        pace=Pace(row.pace),
    )


def _sitter_of(row: Found) -> Sitter:
    account, level = AccountId(row.account_id), row.level or ""
    return Sitter(account, row.name, row.ready, row.share, row.share_by_server, level)


def match_row(match: Match) -> Row:
    """Return the row of a match; its players have rows of their own."""
    return (
        match.id,
        match.table,
        match.game,
        match.rules_version,
        write_options(match.options),
        match.secret,
        match.status.value,
        match.started_at,
        match.ended_at,
        _written(match.left),
        match.is_hinted,
    )


def player_rows(match: Match) -> list[Row]:
    """Return a row for each seat of a match."""
    return [
        (
            match.id,
            seat,
            player.account,
            player.name,
            player.share,
            player.share_by_server,
            player.level or None,
        )
        for seat, player in enumerate(match.players, 1)
    ]


def match_of(rows: Sequence[Found]) -> Match:
    """Return the match of rows that are joined with their players, in the order of seats."""
    row = rows[0]
    return Match(
        id=MatchId(row.id),
        table=TableId(row.table_id),
        game=row.game,
        rules_version=row.rules_version,
        options=read_options(row.options),
        players=tuple(_player_of(seat) for seat in rows if seat.seat is not None),
        secret=row.secret,
        status=MatchStatus(row.status),
        started_at=Millis(row.started_at),
        ended_at=row.ended_at,
        left=_seats(row.left or ""),
        is_hinted=row.is_hinted,
    )


def _player_of(row: Found) -> Player:
    account, level = AccountId(row.account_id), row.level or ""
    return Player(account, row.name, row.share, row.share_by_server, level)


def pause_row(pause: Pause) -> Row:
    """Return the row of a pause; seats are written as numbers with a blank between them."""
    seats = map(_written, (pause.absent, pause.aborting, pause.spared))
    return pause.match, pause.due_at, pause.is_asked, *seats


def pause_of(row: Found) -> Pause:
    """Return the pause of a row."""
    return Pause(
        match=MatchId(row.match_id),
        due_at=Millis(row.due_at),
        is_asked=row.is_asked,
        absent=_seats(row.absent),
        aborting=_seats(row.aborting),
        spared=_seats(row.spared or ""),
    )


def end_values(end: EndMatch) -> dict[str, object]:
    """Return what the end of a match changes in its row, and its key."""
    return {
        "key": end.match,
        "status": end.status.value,
        "ended_at": end.at,
        "left": _written(end.left),
    }


def _written(seats: Iterable[Seat]) -> str:
    return " ".join(map(str, seats))


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(Seat(int(number)) for number in text.split())


def deadline_row(deadline: Deadline) -> Row:
    """Return the row of a deadline."""
    return deadline.table, deadline.kind.value, deadline.due_at


def deadline_of(row: Found) -> Deadline:
    """Return the deadline of a row."""
    return Deadline(TableId(row.table_id), DeadlineKind(row.kind), Millis(row.due_at))


def event_rows(match: MatchId, events: Iterable[LoggedEvent]) -> list[Row]:
    """Return the rows of events; the actor is written as in a record."""
    return [(match, event.seq, str(event.actor), event.text, event.at) for event in events]


def event_of(row: Found) -> LoggedEvent:
    """Return the event of a row."""
    actor = CHANCE if row.actor == CHANCE else Seat(int(row.actor))
    return LoggedEvent(row.seq, actor, row.text, Millis(row.at))


def command_row(match: MatchId, account: AccountId, command: NotedCommand) -> Row:
    """Return the row of an accepted command."""
    return match, account, command.id, command.digest, command.version


def command_of(row: Found) -> NotedCommand:
    """Return the command of a row."""
    return NotedCommand(row.command_id, row.digest, Version(row.version))


def line_row(line: ChatLine) -> Row:
    """Return the row of a line of a chat; accounts are written with a blank between them."""
    return (
        line.number,
        line.place,
        line.kind.value,
        line.channel.value,
        line.author,
        line.name,
        line.seat,
        line.text,
        " ".join(line.party),
        line.spot.match,
        line.spot.version,
        line.command,
    )


def line_of(row: Found) -> ChatLine:
    """Return the line of a row."""
    return ChatLine(
        number=LineNumber(row.number),
        place=TableId(row.place),
        kind=LineKind(row.kind),
        channel=Channel(row.channel),
        author=row.author_id and AccountId(row.author_id),
        name=row.name,
        seat=row.seat and Seat(row.seat),
        text=row.text,
        party=tuple(map(AccountId, row.party.split())),
        spot=Spot(row.match_id and MatchId(row.match_id), Version(row.version)),
        command=row.command_id,
    )


def result_row(result: Result) -> Row:
    """Return the row of a result; its figures have rows of their own."""
    return (
        result.match,
        result.seat,
        result.account,
        result.game,
        write_options(result.options),
        write_options(result.apart),
        result.seats,
        result.party,
        result.place,
        result.total,
        result.finished_at,
        result.counts,
    )


def figure_rows(result: Result) -> list[Row]:
    """Return a row for each figure of a result."""
    return [(result.match, result.seat, figure, value) for figure, value in result.figures]


def results_of(rows: Iterable[Found]) -> tuple[Result, ...]:
    """Return the results of rows that are joined with their figures, in the order of seats."""
    return tuple(_result_of(list(group)) for _, group in groupby(rows, attrgetter("seat")))


def _result_of(rows: Sequence[Found]) -> Result:
    row = rows[0]
    return Result(
        match=MatchId(row.match_id),
        seat=Seat(row.seat),
        account=AccountId(row.account_id),
        game=row.game,
        options=read_options(row.options),
        apart=read_options(row.apart),
        seats=row.seats,
        party=row.party,
        place=row.place,
        total=row.total,
        finished_at=Millis(row.finished_at),
        figures=tuple((found.figure, found.value) for found in rows if found.figure is not None),
        counts=row.counts,
    )


def leader_of(row: Found) -> Leader:
    """Return the row of a list."""
    return Leader(
        place=row.place,
        account=AccountId(row.account_id),
        name=row.name,
        value=row.value,
        match=MatchId(row.match_id),
        finished_at=Millis(row.finished_at),
        matches=row.matches,
    )


def tally_of(row: Found) -> Tally:
    """Return what a person's matches of one kind add up to."""
    return Tally(
        game=row.game,
        apart=read_options(row.apart),
        seats=row.seats,
        matches=row.matches,
        won=row.won,
        points=row.points,
        best=row.total,
        match=MatchId(row.match_id),
    )


def history_of(rows: Iterable[Found]) -> tuple[PastMatch, ...]:
    """Return the matches of results that are joined with names; those of a match stand together."""
    return tuple(_past_match(list(group)) for _, group in groupby(rows, attrgetter("match_id")))


def _past_match(rows: Sequence[Found]) -> PastMatch:
    row = rows[0]
    return PastMatch(
        match=MatchId(row.match_id),
        game=row.game,
        options=read_options(row.options),
        finished_at=Millis(row.finished_at),
        seats=tuple(map(_past_seat, rows)),
    )


def _past_seat(row: Found) -> PastSeat:
    account = AccountId(row.account_id)
    return PastSeat(Seat(row.seat), account, row.name, row.party, row.place, row.total)


def mark_of(row: Found) -> Mark:
    """Return a total of a person's matches."""
    return Mark(MatchId(row.match_id), row.total, Millis(row.finished_at))
