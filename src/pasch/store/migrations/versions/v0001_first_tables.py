"""Make the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TABLE_STATUS = "status IN ('waiting', 'playing', 'finished', 'closed')"
MATCH_STATUS = "status IN ('running', 'finished', 'aborted')"


def upgrade() -> None:
    """Bring a database from nothing to this revision."""
    _make_accounts()
    _make_tables()
    _make_matches()
    _make_log()
    for statement in _GUARDS[op.get_bind().dialect.name]:
        op.execute(statement)


def _make_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("name_key", sa.String, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("name_key", name=op.f("uq_accounts_name_key")),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("account_id", sa.String, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
        _account("sessions", "account_id"),
    )
    op.create_index(op.f("ix_sessions_account_id"), "sessions", ["account_id"])


def _make_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("owner_id", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("seat_count", sa.SmallInteger, nullable=False),
        sa.Column("match_id", sa.String),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        _account("tables", "owner_id"),
        sa.CheckConstraint(TABLE_STATUS, name=op.f("ck_tables_status")),
    )
    op.create_index(op.f("ix_tables_status_created_at"), "tables", ["status", "created_at"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("account_id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("share", sa.LargeBinary),
        sa.Column("share_by_server", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id_tables")),
        _account("seats", "account_id"),
    )
    op.create_index(op.f("ix_seats_account_id"), "seats", ["account_id"])


def _make_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_matches_table_id_tables")
        ),
        sa.CheckConstraint(MATCH_STATUS, name=op.f("ck_matches_status")),
    )
    op.create_index(op.f("ix_matches_table_id"), "matches", ["table_id"])
    op.create_table(
        "players",
        sa.Column("match_id", sa.String, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("account_id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("share", sa.LargeBinary, nullable=False),
        sa.Column("share_by_server", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_players")),
        _match("players"),
        _account("players", "account_id"),
    )


def _make_log() -> None:
    op.create_table(
        "events",
        sa.Column("match_id", sa.String, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seq", name=op.f("pk_events")),
        _match("events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        sa.Column("match_id", sa.String, nullable=False),
        sa.Column("account_id", sa.String, nullable=False),
        sa.Column("command_id", sa.String, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "account_id", "command_id", name=op.f("pk_commands")),
        _match("commands"),
        _account("commands", "account_id"),
        sqlite_with_rowid=False,
    )


def _account(table: str, column: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_accounts")
    return sa.ForeignKeyConstraint([column], ["accounts.id"], name=name)


def _match(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_match_id_matches")
    return sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=name)


_GUARDS = {
    "sqlite": (
        """CREATE TRIGGER events_are_not_updated BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'the log of a match only grows'); END""",
        """CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'the log of a match only grows'); END""",
    ),
    "postgresql": (
        """CREATE FUNCTION refuse_to_change_events() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the log of a match only grows'; END $$""",
        """CREATE TRIGGER events_are_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_events()""",
    ),
}
"""The log is append-only, whoever writes to the database."""
