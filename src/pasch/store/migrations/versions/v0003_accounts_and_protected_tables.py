"""Make room for passwords, preferences, ends of sessions, and protected tables."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add two tables, some columns, and an index for the matches of an account."""
    op.create_table(
        "passwords",
        sa.Column("account_id", sa.String, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_passwords")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_passwords_account_id_accounts")
        ),
    )
    op.create_table(
        "preferences",
        sa.Column("account_id", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("theme", sa.String, nullable=False),
        sa.Column("is_muted", sa.Boolean, nullable=False),
        sa.Column("quick_entry", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_preferences")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_preferences_account_id_accounts")
        ),
        sa.CheckConstraint("theme IN ('auto', 'light', 'dark')", name=op.f("ck_preferences_theme")),
    )
    op.add_column("accounts", sa.Column("banned_at", sa.BigInteger))
    op.add_column("accounts", sa.Column("deleted_at", sa.BigInteger))
    op.add_column("sessions", sa.Column("ended_at", sa.BigInteger))
    op.create_index(op.f("ix_sessions_ended_at"), "sessions", ["ended_at"])
    op.create_index(op.f("ix_players_account_id"), "players", ["account_id"])
    op.add_column("tables", sa.Column("password", sa.String))
    op.add_column("tables", sa.Column("invitation", sa.String))
    op.create_index(op.f("ix_tables_invitation"), "tables", ["invitation"], unique=True)
