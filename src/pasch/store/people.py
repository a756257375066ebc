"""Changes of accounts, their sessions, and whom they ignore.

They are rare, so each is a statement of its own.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from sqlalchemy import Connection, Exists, and_, delete, exists, insert, or_, select, update

from pasch.matches.lines import LineKind
from pasch.matches.model import AccountId, MatchStatus
from pasch.matches.ports import (
    EndSession,
    EndSessions,
    ForgetAccount,
    Heed,
    Ignore,
    Rename,
    SetBan,
)
from pasch.store.schema import (
    accounts,
    chat,
    ignored,
    matches,
    passwords,
    players,
    preferences,
    seats,
    sessions,
)

Change = EndSession | EndSessions | ForgetAccount | Heed | Ignore | Rename | SetBan

_OTHERS: Final = accounts.alias("others")


def change_people(connection: Connection, changes: Iterable[Change]) -> bool:
    """Carry changes out; return False at the first that conflicts.

    Those of one account keep their order; that of the accounts is the same for every server, so
    that two of them do not block each other.
    """
    return all(_change(connection, change) for change in sorted(changes, key=_account))


def _account(change: Change) -> str:
    return "" if isinstance(change, EndSession) else change.account


def _change(connection: Connection, change: Change) -> bool:
    match change:
        case EndSession(token_hash=token_hash, at=at):
            one = update(sessions).where(
                sessions.c.token_hash == token_hash, sessions.c.ended_at.is_(None)
            )
            connection.execute(one.values(ended_at=at))
        case EndSessions():
            _end_sessions(connection, change)
        case SetBan(account=account, at=at):
            banned = update(accounts).where(accounts.c.id == account).values(banned_at=at)
            return connection.execute(banned).rowcount == 1
        case Ignore(account=account, other=other):
            _heed(connection, account, other)
            connection.execute(insert(ignored).values(account_id=account, other_id=other))
        case Heed(account=account, other=other):
            _heed(connection, account, other)
        case Rename():
            return _rename(connection, change)
        case ForgetAccount():
            return _forget(connection, change)
        case _:
            assert_never(change)
    return True


def _heed(connection: Connection, account: AccountId, other: AccountId) -> None:
    one = and_(ignored.c.account_id == account, ignored.c.other_id == other)
    connection.execute(delete(ignored).where(one))


def _end_sessions(connection: Connection, change: EndSessions) -> None:
    all_but_one = update(sessions).where(
        sessions.c.account_id == change.account,
        sessions.c.token_hash != change.kept,
        sessions.c.ended_at.is_(None),
    )
    connection.execute(all_but_one.values(ended_at=change.at))


def _rename(connection: Connection, change: Rename) -> bool:
    is_taken = exists().where(_OTHERS.c.name_key == change.name_key, _OTHERS.c.id != change.account)
    renamed = (
        update(accounts)
        .where(accounts.c.id == change.account, accounts.c.deleted_at.is_(None), ~is_taken)
        .values(name=change.name, name_key=change.name_key)
    )
    return connection.execute(renamed).rowcount == 1


def _forget(connection: Connection, change: ForgetAccount) -> bool:
    account = change.account
    forgotten = (
        update(accounts)
        .where(accounts.c.id == account, accounts.c.deleted_at.is_(None), ~_is_playing(account))
        .values(name=change.name, name_key=change.name_key, deleted_at=change.at)
    )
    if connection.execute(forgotten).rowcount != 1:
        return False
    for table in (players, seats):
        renamed = update(table).where(table.c.account_id == account).values(name=change.name)
        connection.execute(renamed)
    told = and_(chat.c.kind == LineKind.NOTICE.value, chat.c.party == account)
    of_account = or_(chat.c.author_id == account, told)
    connection.execute(update(chat).where(of_account).values(name=change.name))
    for table in (passwords, preferences, ignored):
        connection.execute(delete(table).where(table.c.account_id == account))
    connection.execute(delete(ignored).where(ignored.c.other_id == account))
    _end_sessions(connection, EndSessions(account, change.at))
    return True


def _is_playing(account: AccountId) -> Exists:
    """Return whether a match of an account runs, as a condition."""
    running = (
        select(players.c.match_id)
        .join(matches)
        .where(players.c.account_id == account, matches.c.status == MatchStatus.RUNNING.value)
    )
    return running.exists()
