"""Make room for pauses, deadlines, and what a server knows of itself."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add three tables."""
    op.create_table(
        "pauses",
        sa.Column("match_id", sa.String, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("is_asked", sa.Boolean, nullable=False),
        sa.Column("absent", sa.String, nullable=False),
        sa.Column("aborting", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_pauses")),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_pauses_match_id_matches")
        ),
    )
    op.create_table(
        "deadlines",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "kind", name=op.f("pk_deadlines")),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_deadlines_table_id_tables")
        ),
        sa.CheckConstraint("kind IN ('pause', 'idle')", name=op.f("ck_deadlines_kind")),
    )
    op.create_index(op.f("ix_deadlines_due_at"), "deadlines", ["due_at"])
    op.create_table(
        "house",
        sa.Column("key", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("alive_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_house")),
    )
