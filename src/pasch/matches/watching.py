"""Who may look at a table, and who may watch what is said and played there: pure functions."""

from pasch.matches.model import AccountId, Table, TableStatus
from pasch.matches.refusals import NotWatchable


def may_watch(table: Table, account: AccountId | None) -> bool:
    """Return whether somebody may see what is played and said at a table."""
    return table.watchable or table.seat_of(account) is not None


def is_public(table: Table) -> bool:
    """Return whether everybody may see a table and what is played there, whoever they are.

    A match that is over is public whatever its table was (`archive`).
    """
    return table.watchable and not table.is_protected


def may_look(table: Table, account: AccountId | None) -> bool:
    """Return whether somebody may open a table's page: to watch, to take a seat, or when closed."""
    return (
        table.has_room_for(account)
        or table.status is TableStatus.CLOSED
        or may_watch(table, account)
    )


def check_may_look(table: Table, account: AccountId | None) -> None:
    """Raise `NotWatchable` unless somebody may open a table's page."""
    if not may_look(table, account):
        raise NotWatchable
