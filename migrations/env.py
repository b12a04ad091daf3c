"""Alembic's entry: runs on the connection that `adapters.db.migrate` hands over."""

from alembic import context

from adapters.db.tables import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True,
    compare_server_default=False,
)
with context.begin_transaction():
    context.run_migrations()
