"""The revision of a database, and what can be wrong with it."""

from typing import Final

from sqlalchemy import Connection, inspect, text

HEAD: Final = "0007"
"""The newest revision in `migrations/versions`; a test holds the two equal."""


class UnknownRevision(Exception):
    """The database has a revision that this version of Pasch does not know."""

    def __init__(self, revision: str) -> None:
        """Name the revision and the likely cause."""
        super().__init__(
            f"the database has revision {revision}, which this version of Pasch does not know; "
            "it was last used with a newer one"
        )


class BrokenReferences(Exception):
    """A migration leaves rows that refer to nothing."""


def revision(connection: Connection) -> str | None:
    """Return the revision of a database, None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found
