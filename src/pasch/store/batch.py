"""The writes of many units, sorted by kind, so that each kind is one statement."""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import Any, Final, assert_never

from sqlalchemy import Connection, Table, UpdateBase, bindparam, delete, update

from pasch.matches import model
from pasch.matches.ports import (
    AddAccount,
    AddLine,
    AddMatch,
    AddSession,
    AppendEvents,
    DropDeadline,
    EndMatch,
    EndPause,
    EndSession,
    EndSessions,
    ForgetAccount,
    Heed,
    Ignore,
    NoteAlive,
    NoteCommand,
    NoteHint,
    PutPause,
    PutPreferences,
    PutResults,
    PutTable,
    Rename,
    SetBan,
    SetDeadline,
    SetPassword,
    Write,
)
from pasch.store import rows
from pasch.store.inserts import Inserter
from pasch.store.people import Change, change_people
from pasch.store.schema import (
    accounts,
    chat,
    commands,
    deadlines,
    events,
    figures,
    house,
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

_INSERTED: Final = (accounts, sessions, tables, matches, players, events, commands, chat)
"""Each table stands behind those that it refers to."""

_REPLACED: Final = (passwords, preferences, pauses, deadlines, house, results, figures)

_Replacing = (
    PutPause
    | EndPause
    | SetDeadline
    | DropDeadline
    | NoteAlive
    | SetPassword
    | PutPreferences
    | PutResults
)

HOUSE_KEY: Final = 1
"""The key of the only row of `house`."""

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

_NOTE_HINT: Final = _END_MATCH.values(is_hinted=True)


class Batch:
    """Writes that are executed together; those to one row keep their order."""

    def __init__(self, units: Iterable[Sequence[Write]]) -> None:
        """Sort the writes of all units by kind."""
        self._inserted: dict[Table, list[rows.Row]] = {table: [] for table in _INSERTED}
        self._changed: list[model.Table] = []
        self._put: dict[model.TableId, model.Table] = {}
        self._ended: list[EndMatch] = []
        self._hinted: set[model.MatchId] = set()
        self._replaced: dict[Table, dict[rows.Row, rows.Row | None]] = {}
        self._people: list[Change] = []
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
            case EndMatch() | NoteHint():
                self._change_match(write)
            case AddSession(session=session):
                self._inserted[sessions].append(rows.session_row(session))
            case AddAccount(account=new):
                self._inserted[accounts].append(rows.account_row(new))
            case AddLine(line=line):
                self._inserted[chat].append(rows.line_row(line))
            case (
                EndSession()
                | EndSessions()
                | ForgetAccount()
                | Heed()
                | Ignore()
                | Rename()
                | SetBan()
            ):
                self._people.append(write)
            case _:
                self._add_replaced(write)

    def _change_match(self, write: EndMatch | NoteHint) -> None:
        if isinstance(write, EndMatch):
            self._ended.append(write)
        else:
            self._hinted.add(write.match)

    def _put_results(self, write: PutResults) -> None:
        for result in write.results:
            self._replace(results, rows.result_row(result), 2)
            for row in rows.figure_rows(result):
                self._replace(figures, row, 3)

    def _add_replaced(self, write: _Replacing) -> None:
        match write:
            case PutPause(pause=pause):
                self._replace(pauses, rows.pause_row(pause), 1)
            case EndPause(match=match):
                self._replaced.setdefault(pauses, {})[match,] = None
            case SetDeadline(deadline=deadline):
                self._replace(deadlines, rows.deadline_row(deadline), 2)
            case DropDeadline(table=of, kind=kind):
                self._replaced.setdefault(deadlines, {})[of, kind.value] = None
            case NoteAlive(at=at):
                self._replace(house, (HOUSE_KEY, at), 1)
            case SetPassword(account=account, hash=text, at=at):
                self._replace(passwords, (account, text, at), 1)
            case PutPreferences(account=account, preferences=wanted):
                self._replace(preferences, rows.preferences_row(account, wanted), 1)
            case PutResults():
                self._put_results(write)
            case _:
                assert_never(write)

    def _put_table(self, table: model.Table) -> None:
        self._put[table.id] = table
        if table.revision == 1:
            self._inserted[tables].append(rows.table_row(table))
        else:
            self._changed.append(table)

    def _replace(self, table: Table, row: rows.Row, key_size: int) -> None:
        """Note a row that takes the place of the one with the same key: its first columns."""
        self._replaced.setdefault(table, {})[row[:key_size]] = row

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
            and self._replace_all(connection, inserter)
            and change_people(connection, self._people)
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
        ends = [rows.end_values(end) for end in sorted(self._ended, key=attrgetter("match"))]
        hints = [{"key": match} for match in sorted(self._hinted)]
        return _update_each(connection, _NOTE_HINT, hints) and _update_each(
            connection, _END_MATCH, ends
        )

    def _replace_all(self, connection: Connection, inserter: Inserter) -> bool:
        """Delete the rows of all keys, then insert those that take their places."""
        for table in _REPLACED:
            keyed = sorted(self._replaced.get(table, {}).items())
            if keyed:
                names = table.primary_key.columns.keys()
                gone = delete(table).where(*(table.c[name] == bindparam(name) for name in names))
                connection.execute(gone, [dict(zip(names, key, strict=True)) for key, _ in keyed])
                if not inserter.insert(connection, table, [row for _, row in keyed if row]):
                    return False
        return True


def _change(table: model.Table) -> dict[str, Any]:
    columns = dict(zip(tables.c.keys(), rows.table_row(table), strict=True))
    return {**columns, "key": table.id, "before": table.revision - 1}


def _update_each(
    connection: Connection, statement: UpdateBase, values: Sequence[Mapping[str, Any]]
) -> bool:
    """Update a row for each of `values`; return whether every one was found."""
    return not values or connection.execute(statement, values).rowcount == len(values)
