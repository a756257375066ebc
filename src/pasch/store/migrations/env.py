"""Run by Alembic; the connection comes from `runner`, as does its transaction."""

from alembic import context

from pasch.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite can alter little of a table: batch mode copies it.
    render_as_batch=True,
)
context.run_migrations()
