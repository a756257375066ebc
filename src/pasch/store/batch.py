"""The writes of many units, sorted by kind, so that each kind is one statement."""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import Any, Final, assert_never

from sqlalchemy import Connection, Table, UpdateBase, bindparam, delete, update

from pasch.matches import model
from pasch.matches.ports import (
    AddAccount,
    AddMatch,
    AddSession,
    AppendEvents,
    EndMatch,
    NoteCommand,
    PutTable,
    Write,
)
from pasch.store import rows
from pasch.store.inserts import Inserter
from pasch.store.schema import (
    accounts,
    commands,
    events,
    matches,
    players,
    seats,
    sessions,
    tables,
)

_INSERTED: Final = (accounts, sessions, tables, matches, players, events, commands)
"""Each table stands behind those that it refers to."""

_KEY: Final = itemgetter(0, 1, 2)
"""The columns among which every key is.

Sorted by them, and in one order of kinds, two servers take the locks of PostgreSQL in the same
order and do not block each other.
"""

_CHANGE_TABLE: Final = update(tables).where(
    tables.c.id == bindparam("key"), tables.c.revision == bindparam("before")
)
_EMPTY_SEATS: Final = delete(seats).where(seats.c.table_id == bindparam("key"))
_END_MATCH: Final = update(matches).where(
    matches.c.id == bindparam("key"), matches.c.status == model.MatchStatus.RUNNING.value
)


class Batch:
    """Writes that are executed together; those to one row keep their order."""

    def __init__(self, units: Iterable[Sequence[Write]]) -> None:
        """Sort the writes of all units by kind."""
        self._inserted: dict[Table, list[rows.Row]] = {table: [] for table in _INSERTED}
        self._changed: list[model.Table] = []
        self._put: dict[model.TableId, model.Table] = {}
        self._ended: list[EndMatch] = []
        for unit in units:
            for write in unit:
                self._add(write)

    def _add(self, write: Write) -> None:
        match write:
            case AppendEvents(match=match, events=appended):
                self._inserted[events] += rows.event_rows(match, appended)
            case NoteCommand(match=match, account=account, command=command):
                self._inserted[commands].append(rows.command_row(match, account, command))
            case PutTable(table=table):
                self._put_table(table)
            case AddMatch(match=started):
                self._inserted[matches].append(rows.match_row(started))
                self._inserted[players] += rows.player_rows(started)
            case EndMatch():
                self._ended.append(write)
            case AddSession(session=session):
                self._inserted[sessions].append(rows.session_row(session))
            case AddAccount(account=new):
                self._inserted[accounts].append(rows.account_row(new))
            case _:
                assert_never(write)

    def _put_table(self, table: model.Table) -> None:
        self._put[table.id] = table
        if table.revision == 1:
            self._inserted[tables].append(rows.table_row(table))
        else:
            self._changed.append(table)

    def write(self, connection: Connection, inserter: Inserter) -> bool:
        """Execute all writes; return False when one conflicts, or raise an error.

        In both cases a part is executed: the caller rolls back.
        """
        return (
            all(
                inserter.insert(connection, table, sorted(new, key=_KEY))
                for table, new in self._inserted.items()
                if new
            )
            and self._change_tables(connection, inserter)
            and self._end_matches(connection)
        )

    def _change_tables(self, connection: Connection, inserter: Inserter) -> bool:
        changed = sorted(self._changed, key=attrgetter("id"))
        if not _update_each(connection, _CHANGE_TABLE, [_change(table) for table in changed]):
            return False
        if changed:
            connection.execute(_EMPTY_SEATS, [{"key": table.id} for table in changed])
        taken = [row for table in self._put.values() for row in rows.seat_rows(table)]
        return inserter.insert(connection, seats, sorted(taken, key=_KEY))

    def _end_matches(self, connection: Connection) -> bool:
        ends = [
            {"key": end.match, "status": end.status.value, "ended_at": end.at}
            for end in sorted(self._ended, key=attrgetter("match"))
        ]
        return _update_each(connection, _END_MATCH, ends)


def _change(table: model.Table) -> dict[str, Any]:
    columns = dict(zip(tables.c.keys(), rows.table_row(table), strict=True))
    return {**columns, "key": table.id, "before": table.revision - 1}


def _update_each(
    connection: Connection, statement: UpdateBase, values: Sequence[Mapping[str, Any]]
) -> bool:
    """Update a row for each of `values`; return whether every one was found."""
    return not values or connection.execute(statement, values).rowcount == len(values)
