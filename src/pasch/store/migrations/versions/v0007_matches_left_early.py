"""Let matches be left early, and note whoever asks for hints, or is absent through no fault."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

STATUS = "status IN ('running', 'finished', 'left', 'aborted')"


def upgrade() -> None:
    """Add columns; let matches have one more status."""
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("left", sa.String))
        matches.add_column(
            sa.Column("is_hinted", sa.Boolean, nullable=False, server_default=sa.false())
        )
        matches.drop_constraint(op.f("ck_matches_status"), type_="check")
        matches.create_check_constraint(op.f("ck_matches_status"), STATUS)
    with op.batch_alter_table("pauses") as pauses:
        pauses.add_column(sa.Column("spared", sa.String))
