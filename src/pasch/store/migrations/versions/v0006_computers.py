"""Make room for computers: their accounts, levels and pace, and when it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

COMPUTERS = range(1, 9)
KINDS = "kind IN ('pause', 'idle', 'computer')"


def upgrade() -> None:
    """Add columns and accounts; let deadlines be of one more kind."""
    for name in ("seats", "players"):
        with op.batch_alter_table(name) as table:
            table.add_column(sa.Column("level", sa.String))
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("pace", sa.String, nullable=False, server_default="normal"))
    with op.batch_alter_table("deadlines") as deadlines:
        deadlines.drop_constraint(op.f("ck_deadlines_kind"), type_="check")
        deadlines.create_check_constraint(op.f("ck_deadlines_kind"), KINDS)
    accounts = sa.table(
        "accounts",
        sa.column("id", sa.String),
        sa.column("name", sa.String),
        sa.column("name_key", sa.String),
        sa.column("created_at", sa.BigInteger),
    )
    # No name of a person has a key with a mark.
    rows = [
        {
            "id": f"computer-{number}",
            "name": f"Computer {number}",
            "name_key": f"#computer-{number}",
            "created_at": 0,
        }
        for number in COMPUTERS
    ]
    op.bulk_insert(accounts, rows)
