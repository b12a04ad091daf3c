"""what the workers of a runtime wait for"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("waits_for", sa.String(16)))
    for name in ("waits_since", "waits_until"):
        op.add_column("rooms", sa.Column(name, sa.Float()))


def downgrade() -> None:
    with op.batch_alter_table("rooms") as batch:
        for name in ("waits_until", "waits_since", "waits_for"):
            batch.drop_column(name)
