"""What the API reads from, as its application holds it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Final, cast

from fastapi import Path
from starlette.requests import Request

from pasch.matches.archive import Archive
from pasch.matches.boards import Boards
from pasch.matches.model import LONGEST_ID, Millis
from pasch.matches.parlour import Parlour

Id = Annotated[str, Path(pattern=rf"^[0-9A-Za-z_-]{{1,{LONGEST_ID}}}$", description="An id.")]

_MILLIS_OF_SECOND: Final = 1000


@dataclass(frozen=True, slots=True)
class Sources:
    """The parlour with its tables, matches that are over, and their lists."""

    parlour: Parlour
    archive: Archive
    boards: Boards


def sources_of(request: Request) -> Sources:
    """Return what a request reads from."""
    return cast(Sources, request.app.state.sources)


def moment(at: Millis) -> datetime:
    """Return a time of the store as the API writes it."""
    return datetime.fromtimestamp(at / _MILLIS_OF_SECOND, UTC)
