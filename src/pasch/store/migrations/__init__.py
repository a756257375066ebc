"""Alembic's home: `versions` holds one module a revision, each with the schema of its day."""
