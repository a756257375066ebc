"""Statements that insert many rows at once.

One statement for many rows, because `executemany` costs a step of the driver a row, and because
SQLite's driver lets go of the interpreter's lock at every step and then queues for it behind the
event loop.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Final

from sqlalchemy import Connection, Dialect, Table, insert

from pasch.store.rows import Row

MOST_ROWS: Final = 256
"""Rows of a statement: with eleven columns less than a tenth of the values SQLite can take."""


class Inserter:
    """Inserts rows into any table; keeps the texts of its statements for one kind of database."""

    def __init__(self, dialect: Dialect) -> None:
        """Take the dialect of the connections to come."""
        self._dialect = dialect
        self._text = cache(self._make_text)

    def insert(self, connection: Connection, table: Table, rows: Sequence[Row]) -> bool:
        """Insert rows in the order of the table's columns; return False on a conflict.

        Then some of the rows are inserted, some not: the caller rolls back.
        """
        start = 0
        for size in sizes(len(rows)):
            values = tuple(chain.from_iterable(rows[start : start + size]))
            if connection.exec_driver_sql(self._text(table, size), values).rowcount != size:
                return False
            start += size
        return True

    def _make_text(self, table: Table, size: int) -> str:
        """Return an INSERT of `size` rows that leaves out those that conflict.

        SQLite and PostgreSQL spell that alike; unlike an error it leaves the transaction usable.
        """
        one = str(insert(table).compile(dialect=self._dialect))
        head, values, row = one.partition(" VALUES ")
        return f"{head}{values}{', '.join([row] * size)} ON CONFLICT DO NOTHING"


def sizes(count: int) -> Iterator[int]:
    """Cut a number of rows into powers of two, largest first.

    So nine texts a table serve batches of all sizes, and the database has them prepared.
    """
    size = MOST_ROWS
    while count:
        if count >= size:
            yield size
            count -= size
        else:
            size //= 2
