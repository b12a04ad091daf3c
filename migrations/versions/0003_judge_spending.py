"""what a job has spent on its judge"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("jobs") as batch:
        for name in ("judge_calls", "judge_tokens"):
            batch.add_column(sa.Column(name, sa.BigInteger(), nullable=False, server_default=sa.text("0")))


def downgrade() -> None:
    with op.batch_alter_table("jobs") as batch:
        for name in ("judge_tokens", "judge_calls"):
            batch.drop_column(name)
