"""what a job has spent on its judge"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    # Not in a batch: on SQLite that makes the table anew, which the rows that point at jobs forbid.
    for name in ("judge_calls", "judge_tokens"):
        op.add_column("jobs", sa.Column(name, sa.BigInteger(), nullable=False, server_default=sa.text("0")))


def downgrade() -> None:
    with op.batch_alter_table("jobs") as batch:
        for name in ("judge_tokens", "judge_calls"):
            batch.drop_column(name)
