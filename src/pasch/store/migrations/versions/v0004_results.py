"""Make room for the results of finished matches; the server fills it from their logs."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add two tables."""
    op.create_table(
        "results",
        sa.Column("match_id", sa.String, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("account_id", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("apart", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("party", sa.SmallInteger, nullable=False),
        sa.Column("place", sa.SmallInteger, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("finished_at", sa.BigInteger, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_results")),
        _match("results"),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_results_account_id_accounts")
        ),
    )
    for columns in (["game", "apart", "finished_at"], ["account_id", "finished_at"]):
        op.create_index(op.f(f"ix_results_{'_'.join(columns)}"), "results", columns)
    op.create_table(
        "figures",
        sa.Column("match_id", sa.String, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("figure", sa.String, nullable=False),
        sa.Column("value", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", "figure", name=op.f("pk_figures")),
        _match("figures"),
    )


def _match(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_match_id_matches")
    return sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=name)
