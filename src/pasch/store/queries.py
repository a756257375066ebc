"""What is read. Each is one statement, so that it sees one moment of the database."""

from typing import Any, Final

from sqlalchemy import Select, bindparam, func, select

from pasch.matches.model import MatchStatus, TableStatus
from pasch.store.schema import (
    accounts,
    chat,
    commands,
    deadlines,
    events,
    house,
    ignored,
    matches,
    passwords,
    pauses,
    players,
    preferences,
    seats,
    sessions,
    tables,
)

_TABLES: Final = select(tables, *(c for c in seats.c if c.name != "table_id")).outerjoin(seats)
_OPEN: Final = (TableStatus.WAITING.value, TableStatus.PLAYING.value)

Query = Select[*tuple[Any, ...]]

ACCOUNT: Final[Query] = select(accounts).where(accounts.c.id == bindparam("account"))

ACCOUNT_NAMED: Final[Query] = select(accounts).where(accounts.c.name_key == bindparam("name_key"))

_SESSION: Final = (
    sessions.c.token_hash,
    sessions.c.account_id,
    sessions.c.created_at.label("began_at"),
    sessions.c.ended_at,
)

ACCESS: Final[Query] = (
    select(*_SESSION, accounts, *(c for c in preferences.c if c.name != "account_id"))
    .select_from(sessions)
    .join(accounts)
    .outerjoin(preferences, preferences.c.account_id == accounts.c.id)
    .where(sessions.c.token_hash == bindparam("token_hash"))
)

SESSIONS: Final[Query] = (
    select(*_SESSION)
    .where(sessions.c.account_id == bindparam("account"))
    .order_by(sessions.c.created_at, sessions.c.token_hash)
)

ENDED_SESSIONS: Final[Query] = select(*_SESSION).where(sessions.c.ended_at >= bindparam("since"))

PASSWORD: Final[Query] = select(passwords.c.hash).where(
    passwords.c.account_id == bindparam("account")
)

PREFERENCES: Final[Query] = select(preferences).where(
    preferences.c.account_id == bindparam("account")
)

TABLE: Final[Query] = _TABLES.where(tables.c.id == bindparam("table"))

OPEN_TABLES: Final[Query] = _TABLES.where(tables.c.status.in_(_OPEN)).order_by(
    tables.c.created_at, tables.c.id
)

TABLES_OF: Final[Query] = _TABLES.where(
    tables.c.status != TableStatus.CLOSED.value,
    tables.c.id.in_(select(seats.c.table_id).where(seats.c.account_id == bindparam("account"))),
).order_by(tables.c.created_at, tables.c.id)

INVITED_TO: Final[Query] = select(tables.c.id).where(tables.c.invitation == bindparam("invitation"))

MATCHES_OF: Final[Query] = (
    select(matches.c.id)
    .join(players)
    .where(players.c.account_id == bindparam("account"))
    .order_by(matches.c.started_at, matches.c.id)
)

MATCH: Final[Query] = (
    select(matches, *(c for c in players.c if c.name != "match_id"))
    .outerjoin(players)
    .where(matches.c.id == bindparam("match"))
    .order_by(players.c.seat)
)

EVENTS: Final[Query] = (
    select(events.c.seq, events.c.actor, events.c.text, events.c.at)
    .where(events.c.match_id == bindparam("match"), events.c.seq > bindparam("after"))
    .order_by(events.c.seq)
)

PAUSES: Final[Query] = select(pauses)

PAUSE: Final[Query] = PAUSES.where(pauses.c.match_id == bindparam("match"))

DEADLINES: Final[Query] = select(deadlines).order_by(deadlines.c.due_at)

DUE: Final[Query] = DEADLINES.where(deadlines.c.due_at <= bindparam("now"))

LAST_EVENTS: Final[Query] = (
    select(matches.c.table_id, func.max(events.c.at).label("at"))
    .join(events, events.c.match_id == matches.c.id)
    .where(matches.c.status == MatchStatus.RUNNING.value)
    .group_by(matches.c.table_id)
)

ALIVE_AT: Final[Query] = select(house.c.alive_at)

COMMAND: Final[Query] = select(commands.c.command_id, commands.c.digest, commands.c.version).where(
    commands.c.match_id == bindparam("match"),
    commands.c.account_id == bindparam("account"),
    commands.c.command_id == bindparam("command"),
)

_LATEST: Final = (
    select(chat)
    .where(chat.c.place == bindparam("place"))
    .order_by(chat.c.number.desc())
    .limit(bindparam("most"))
    .subquery()
)

LINES: Final[Query] = select(_LATEST).order_by(_LATEST.c.number)

LINES_OF: Final[Query] = (
    select(chat).where(chat.c.author_id == bindparam("account")).order_by(chat.c.number)
)

IGNORED: Final[Query] = (
    select(accounts)
    .join(ignored, ignored.c.other_id == accounts.c.id)
    .where(ignored.c.account_id == bindparam("account"))
)
