"""What handlers work with: the service and the hubs, as the application holds them."""

from dataclasses import dataclass
from typing import cast

from starlette.requests import HTTPConnection

from pasch.matches.accounts import Accounts
from pasch.matches.archive import Archive
from pasch.matches.attendance import Attendance
from pasch.matches.boards import Boards
from pasch.matches.parlour import Parlour
from pasch.web.hub import Hub
from pasch.web.lobby_hub import LobbyHub


@dataclass(frozen=True, slots=True)
class House:
    """The open parlour with everybody who looks on."""

    accounts: Accounts
    attendance: Attendance
    parlour: Parlour
    hub: Hub
    lobby: LobbyHub
    archive: Archive
    boards: Boards


def house_of(connection: HTTPConnection) -> House:
    """Return the house in which a request or socket is served."""
    return cast(House, connection.app.state.house)
