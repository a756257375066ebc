"""What is read. Each is one statement, so that it sees one moment of the database."""

from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    Subquery,
    and_,
    bindparam,
    func,
    or_,
    select,
    true,
)

from pasch.kernel.meta import ACCOUNT as ACCOUNT_POINTS
from pasch.kernel.meta import WON, Order
from pasch.matches.model import MatchStatus, TableStatus
from pasch.matches.results import ANY_SEATS, NO_PLACE
from pasch.store.schema import (
    accounts,
    chat,
    commands,
    deadlines,
    events,
    figures,
    house,
    ignored,
    matches,
    passwords,
    pauses,
    players,
    preferences,
    results,
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

_FIGURES: Final = and_(figures.c.match_id == results.c.match_id, figures.c.seat == results.c.seat)
_EARLIEST: Final = results.c.finished_at.asc()
_IS_OWN: Final = results.c.account_id == bindparam("account")
_HAS_PLACE: Final = results.c.place != NO_PLACE
_HAS_RESULTS: Final = select(results).where(results.c.match_id == matches.c.id).exists()

RESULTS: Final[Query] = (
    select(results, figures.c.figure, figures.c.value)
    .outerjoin(figures, _FIGURES)
    .where(results.c.match_id == bindparam("match"))
    .order_by(results.c.seat, figures.c.figure)
)

WITHOUT_RESULTS: Final[Query] = (
    select(matches.c.id)
    .where(
        matches.c.status.in_((MatchStatus.FINISHED.value, MatchStatus.LEFT.value)),
        matches.c.id > bindparam("after"),
        ~_HAS_RESULTS,
    )
    .order_by(matches.c.id)
    .limit(bindparam("most", type_=Integer))
)


def _taken(order: Order, is_of_kind: ColumnElement[bool]) -> Subquery:
    """Return all results that a list takes; `n` is 1 for the one that stands for its person."""
    person, value = results.c.account_id, figures.c.value
    seats = bindparam("seats", type_=Integer)
    is_sum = order is Order.SUM
    first = [results.c.finished_at.desc()] if is_sum else [_best(order, value), _EARLIEST]
    return (
        select(
            person,
            results.c.match_id,
            results.c.finished_at,
            (func.sum(value).over(partition_by=person) if is_sum else value).label("value"),
            func.count().over(partition_by=person).label("matches"),
            func.row_number()
            .over(partition_by=person, order_by=[*first, results.c.match_id])
            .label("n"),
        )
        .join(figures, _FIGURES)
        .where(
            results.c.game == bindparam("game"),
            is_of_kind,
            results.c.finished_at >= bindparam("since"),
            or_(seats == ANY_SEATS, results.c.seats == seats),
            results.c.counts,
            figures.c.figure == bindparam("figure"),
        )
        .subquery()
    )


def _best(order: Order, value: ColumnElement[int]) -> ColumnElement[int]:
    return value.asc() if order is Order.LOWEST else value.desc()


def _leaders(order: Order, is_of_kind: ColumnElement[bool]) -> Query:
    """Return the query of a list, with the visitor's own row behind the lines that are shown."""
    taken = _taken(order, is_of_kind)
    best = _best(order, taken.c.value)
    lines = [best, taken.c.finished_at, taken.c.account_id]
    ranked = (
        select(
            taken,
            func.rank().over(order_by=best).label("place"),
            func.row_number().over(order_by=lines).label("line"),
        )
        .where(taken.c.n == 1)
        .subquery()
    )
    is_shown = ranked.c.line <= bindparam("most", type_=Integer)
    return (
        select(ranked, accounts.c.name)
        .join(accounts, accounts.c.id == ranked.c.account_id)
        .where(or_(is_shown, ranked.c.account_id == bindparam("account")))
        .order_by(ranked.c.line)
    )


_IS_OF_KIND: Final = results.c.apart == bindparam("apart")

LEADERS: Final[dict[Order, Query]] = {order: _leaders(order, _IS_OF_KIND) for order in Order}
LEADERS_OF_ALL_KINDS: Final[dict[Order, Query]] = {
    order: _leaders(order, true()) for order in Order
}


def _tallies() -> Query:
    """Return the query of tallies: all results of a kind, shown by the one with the best total."""
    kind = [results.c.game, results.c.apart, results.c.seats]
    best = [results.c.total.desc(), results.c.finished_at, results.c.match_id]
    own = (
        select(
            *kind,
            results.c.match_id,
            results.c.total,
            func.count().over(partition_by=kind).label("matches"),
            func.count(figures.c.value).over(partition_by=kind).label("won"),
            func.sum(results.c.total).over(partition_by=kind).label("points"),
            func.row_number().over(partition_by=kind, order_by=best).label("n"),
        )
        .outerjoin(figures, and_(_FIGURES, figures.c.figure == WON))
        .where(_IS_OWN, results.c.counts, _HAS_PLACE)
        .subquery()
    )
    return select(own).where(own.c.n == 1).order_by(own.c.game, own.c.apart, own.c.seats)


TALLIES: Final[Query] = _tallies()

BALANCES: Final[Query] = (
    select(results.c.game, func.sum(figures.c.value).label("points"))
    .join(figures, _FIGURES)
    .where(_IS_OWN, results.c.counts, figures.c.figure == ACCOUNT_POINTS)
    .group_by(results.c.game)
    .order_by(results.c.game)
)

_OWN: Final = (
    select(results.c.match_id, results.c.total, results.c.finished_at)
    .where(_IS_OWN, results.c.counts)
    .order_by(results.c.finished_at.desc(), results.c.match_id)
    .limit(bindparam("most", type_=Integer))
)
_PAGE: Final = _OWN.offset(bindparam("skip", type_=Integer)).subquery()

HISTORY: Final[Query] = (
    select(results, accounts.c.name)
    .join(_PAGE, _PAGE.c.match_id == results.c.match_id)
    .join(accounts, accounts.c.id == results.c.account_id)
    .order_by(results.c.finished_at.desc(), results.c.match_id, results.c.seat)
)

PLAYED: Final[Query] = select(func.count()).select_from(results).where(_IS_OWN, results.c.counts)

MARKS: Final[Query] = _OWN.where(
    _HAS_PLACE, results.c.game == bindparam("game"), results.c.apart == bindparam("apart")
)
