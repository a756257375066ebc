"""What handlers work with: the service and the hubs, as the application holds them."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from starlette.requests import HTTPConnection

from pasch.matches.accounts import Accounts
from pasch.matches.archive import Archive
from pasch.matches.attendance import Attendance
from pasch.matches.boards import Boards
from pasch.matches.counts import Counts
from pasch.matches.own_data import OwnData
from pasch.matches.parlour import Parlour
from pasch.web.addresses import Addresses
from pasch.web.hub import Hub
from pasch.web.lobby_hub import LobbyHub
from pasch.web.open_tabs import OpenTabs


@dataclass(frozen=True, slots=True)
class House:
    """The open parlour with everybody who looks on.

    `counts` counts what happens; `folder` is where the host's own texts are.
    """

    accounts: Accounts
    addresses: Addresses
    attendance: Attendance
    parlour: Parlour
    hub: Hub
    lobby: LobbyHub
    open_tabs: OpenTabs
    own_data: OwnData
    archive: Archive
    boards: Boards
    counts: Counts = field(default_factory=Counts)
    folder: Path = Path()


def house_of(connection: HTTPConnection) -> House:
    """Return the house in which a request or socket is served."""
    return cast(House, connection.app.state.house)
