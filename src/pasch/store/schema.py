"""The tables as they are after the newest migration.

`migrations` makes them; a test holds the two equal. Every change here needs a new revision there.
Columns stand in the order of the rows that `rows` makes.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

from pasch.matches.lines import Channel, LineKind
from pasch.matches.model import DeadlineKind, MatchStatus, Pace, TableStatus, Theme

NAMING: Final = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
}
"""Every constraint has a name, so that a later migration can drop it."""

metadata = MetaData(naming_convention=NAMING)


def _is_one_of(column: str, values: Iterable[StrEnum]) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


# Those of computers are made by a migration; their names have keys that no person can have.
accounts = Table(
    "accounts",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("name_key", String, nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("banned_at", BigInteger),
    Column("deleted_at", BigInteger),
)

# Argon2id hashes, apart from the accounts that every page reads.
passwords = Table(
    "passwords",
    metadata,
    Column("account_id", ForeignKey(accounts.c.id), primary_key=True),
    Column("hash", String, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)

preferences = Table(
    "preferences",
    metadata,
    Column("account_id", ForeignKey(accounts.c.id), primary_key=True),
    Column("language", String, nullable=False),
    Column("theme", String, nullable=False),
    Column("is_muted", Boolean, nullable=False),
    Column("quick_entry", Boolean, nullable=False),
    _is_one_of("theme", Theme),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("account_id", ForeignKey(accounts.c.id), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger, index=True),
)

# `match_id` is no foreign key: a match refers to its table already, and of two that refer to
# each other one can only be checked at COMMIT, where a mistake would hit all units of a batch.
tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("owner_id", ForeignKey(accounts.c.id), nullable=False),
    Column("status", String, nullable=False),
    Column("seat_count", SmallInteger, nullable=False),
    Column("match_id", String),
    Column("secret", LargeBinary, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    # Readable, because its members may ask for it; no account's password.
    Column("password", String),
    Column("invitation", String, unique=True, index=True),
    Column("watchable", Boolean, nullable=False, server_default=true()),
    Column("pace", String, nullable=False, server_default=Pace.NORMAL.value),
    _is_one_of("status", TableStatus),
    Index(None, "status", "created_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("account_id", ForeignKey(accounts.c.id), nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("share", LargeBinary),
    Column("share_by_server", Boolean, nullable=False),
    # None for people.
    Column("level", String),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String, primary_key=True),
    Column("table_id", ForeignKey(tables.c.id), nullable=False, index=True),
    Column("game", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("status", String, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("left", String),
    Column("is_hinted", Boolean, nullable=False, server_default=false()),
    _is_one_of("status", MatchStatus),
)

players = Table(
    "players",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("account_id", ForeignKey(accounts.c.id), nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("share", LargeBinary, nullable=False),
    Column("share_by_server", Boolean, nullable=False),
    Column("level", String),
)

pauses = Table(
    "pauses",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("due_at", BigInteger, nullable=False),
    Column("is_asked", Boolean, nullable=False),
    Column("absent", String, nullable=False),
    Column("aborting", String, nullable=False),
    Column("spared", String),
)

deadlines = Table(
    "deadlines",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("kind", String, primary_key=True),
    Column("due_at", BigInteger, nullable=False, index=True),
    _is_one_of("kind", DeadlineKind),
)

# What finished matches leave behind for lists; all of it can be made again from the log.
results = Table(
    "results",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("account_id", ForeignKey(accounts.c.id), nullable=False),
    Column("game", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("apart", Text, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("party", SmallInteger, nullable=False),
    Column("place", SmallInteger, nullable=False),
    Column("total", Integer, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("counts", Boolean, nullable=False),
    Index(None, "game", "apart", "finished_at"),
    Index(None, "account_id", "finished_at"),
)

figures = Table(
    "figures",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("figure", String, primary_key=True),
    Column("value", Integer, nullable=False),
)

# One row: what a server knows of itself.
house = Table(
    "house",
    metadata,
    Column("key", SmallInteger, primary_key=True, autoincrement=False),
    Column("alive_at", BigInteger, nullable=False),
)

# The log: triggers refuse to change or delete a row. Without a rowid, SQLite keeps it and the
# commands in the order of their keys and writes one tree instead of two.
events = Table(
    "events",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("actor", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

commands = Table(
    "commands",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("account_id", ForeignKey(accounts.c.id), primary_key=True),
    Column("command_id", String, primary_key=True),
    Column("digest", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# `place` is a table or the lobby. Notices have no author and no command: such rows never conflict.
chat = Table(
    "chat",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("place", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("channel", String, nullable=False),
    Column("author_id", ForeignKey(accounts.c.id)),
    Column("name", String, nullable=False),
    Column("seat", SmallInteger),
    Column("text", Text, nullable=False),
    Column("party", Text, nullable=False),
    Column("match_id", ForeignKey(matches.c.id)),
    Column("version", Integer, nullable=False),
    Column("command_id", String, nullable=False),
    _is_one_of("kind", LineKind),
    _is_one_of("channel", Channel),
    UniqueConstraint("author_id", "command_id"),
    Index(None, "place", "number"),
)

ignored = Table(
    "ignored",
    metadata,
    Column("account_id", ForeignKey(accounts.c.id), primary_key=True),
    Column("other_id", ForeignKey(accounts.c.id), primary_key=True),
)
