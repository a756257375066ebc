"""Make room for chats, and for whom an account ignores; let tables refuse spectators."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add two tables and a column."""
    op.create_table(
        "chat",
        sa.Column("number", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("place", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("channel", sa.String, nullable=False),
        sa.Column("author_id", sa.String),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("party", sa.Text, nullable=False),
        sa.Column("match_id", sa.String),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("command_id", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_chat")),
        _account("chat", "author_id"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_chat_match_id_matches")
        ),
        sa.UniqueConstraint("author_id", "command_id", name=op.f("uq_chat_author_id_command_id")),
        sa.CheckConstraint("kind IN ('said', 'reaction', 'notice')", name=op.f("ck_chat_kind")),
        sa.CheckConstraint("channel IN ('all', 'team', 'watchers')", name=op.f("ck_chat_channel")),
    )
    op.create_index(op.f("ix_chat_place_number"), "chat", ["place", "number"])
    op.create_table(
        "ignored",
        sa.Column("account_id", sa.String, nullable=False),
        sa.Column("other_id", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("account_id", "other_id", name=op.f("pk_ignored")),
        _account("ignored", "account_id"),
        _account("ignored", "other_id"),
    )
    with op.batch_alter_table("tables") as tables:
        tables.add_column(
            sa.Column("watchable", sa.Boolean, nullable=False, server_default=sa.true())
        )


def _account(table: str, column: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_accounts")
    return sa.ForeignKeyConstraint([column], ["accounts.id"], name=name)
