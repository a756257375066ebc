"""Everything that is kept of a person, as a file for that person."""

from datetime import UTC, datetime
from typing import Any, Final

from pasch.kernel.record import write_record
from pasch.matches.lines import ChatLine
from pasch.matches.model import AccountId, Match, MatchStatus, Millis, Session, Table
from pasch.matches.ports import Store
from pasch.matches.records import record_of

FORMAT: Final = 1
"""The number of this form of the file."""

MILLIS_A_SECOND: Final = 1000

Json = dict[str, Any]


async def export_of(store: Store, account_id: AccountId) -> Json:
    """Return what is kept of an account: times in UTC, matches that are over with their records.

    A running match is named without its log, which may hold what its other seats do not show.
    Passwords, also those of tables, and tokens are left out.
    """
    account = await store.account(account_id)
    if account is None:
        raise KeyError(account_id)
    preferences = await store.preferences(account_id)
    matches = [
        await _match(store, match, account_id) for match in await _matches(store, account_id)
    ]
    return {
        "format": FORMAT,
        "account": {
            "id": account.id,
            "name": account.name,
            "created": _time(account.created_at),
            "banned": _time(account.banned_at),
            "has_password": await store.password_hash(account_id) is not None,
        },
        "preferences": {
            "language": preferences.language,
            "theme": preferences.theme.value,
            "sounds": not preferences.is_muted,
            "quick_entry": preferences.quick_entry,
        },
        "sessions": [_session(session) for session in await store.sessions(account_id)],
        "tables": [_table(table, account_id) for table in await store.tables_of(account_id)],
        "matches": matches,
        "chat": [_line(line) for line in await store.lines_of(account_id)],
        "ignored": [person.name for person in await store.ignored(account_id)],
    }


async def _matches(store: Store, account: AccountId) -> list[Match]:
    found = [await store.match(match) for match in await store.matches_of(account)]
    return [match for match in found if match is not None]


def _session(session: Session) -> Json:
    return {"began": _time(session.created_at), "ended": _time(session.ended_at)}


def _table(table: Table, account: AccountId) -> Json:
    return {
        "id": table.id,
        "game": table.game,
        "seat": table.seat_of(account),
        "is_owner": table.owner == account,
        "opened": _time(table.created_at),
    }


async def _match(store: Store, match: Match, account: AccountId) -> Json:
    is_over = match.status is not MatchStatus.RUNNING
    results = (each for each in await store.results(match.id) if each.account == account)
    result = next(results, None)
    return {
        "id": match.id,
        "game": match.game,
        "seat": match.seat_of(account),
        "status": match.status.value,
        "began": _time(match.started_at),
        "ended": _time(match.ended_at),
        "place": (result.place or None) if result is not None else None,
        "total": result.total if result is not None else None,
        "record": write_record(record_of(match, await store.events(match.id))) if is_over else None,
    }


def _line(line: ChatLine) -> Json:
    return {
        "place": line.place,
        "written": _time(line.at),
        "for": line.channel.value,
        "kind": line.kind.value,
        "text": line.text,
    }


def _time(at: Millis | None) -> str | None:
    """Return a time in the form of ISO 8601."""
    if at is None:
        return None
    return datetime.fromtimestamp(at / MILLIS_A_SECOND, UTC).isoformat(timespec="seconds")
