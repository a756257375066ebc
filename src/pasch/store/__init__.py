"""The rows that survive a restart: one code for SQLite and PostgreSQL, on SQLAlchemy Core.

`sql` implements the port `Store`: reads go to a pool of readers, writes to one writer thread
that commits all that waits together. `migrate` brings a database up to date.
"""
