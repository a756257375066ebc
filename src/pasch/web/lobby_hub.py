"""The live lobby: everybody who looks at it, and the tables they see."""

import asyncio
import secrets
from typing import Final

from pasch.kernel.page import Region
from pasch.matches.model import AccountId, TableId
from pasch.matches.parlour import Parlour
from pasch.web.drawing import draw_part
from pasch.web.hub import EPOCH_BYTES, Tab
from pasch.web.messages import Update, encode
from pasch.web.people import table_card
from pasch.web.screens import SHELL
from pasch.web.shell import LobbyLists

REFRESH_SECONDS: Final = 0.2
"""Changes of tables within this time reach the lobby together."""

LISTS: Final = "lists"
"""The id of the lobby's live part."""


class LobbyHub:
    """Everybody who looks at the lobby."""

    def __init__(self, parlour: Parlour) -> None:
        """Show the tables of a parlour."""
        self._parlour = parlour
        self._sent: dict[Tab, tuple[int, LobbyLists]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._epoch = secrets.token_hex(EPOCH_BYTES)

    def join(self, tab: Tab) -> None:
        """Let a tab look on; it gets the lists at once."""
        self._sent[tab] = (0, lobby_lists(self._parlour, tab.account))
        self.snapshot(tab)

    def leave(self, tab: Tab) -> None:
        """Let a tab go."""
        self._sent.pop(tab, None)

    def snapshot(self, tab: Tab) -> None:
        """Send the lists again to a tab that has missed something."""
        n, lists = self._sent[tab]
        self._send(tab, "snap", n, lists)

    def hint(self, _table: TableId) -> None:
        """Take the bus's hint that a table has changed."""
        if self._sent and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(REFRESH_SECONDS, self._refresh)

    def _refresh(self) -> None:
        self._timer = None
        for tab, (n, before) in list(self._sent.items()):
            after = lobby_lists(self._parlour, tab.account)
            if after != before:
                self._sent[tab] = (n + 1, after)
                self._send(tab, "patch", n + 1, after)

    def _send(self, tab: Tab, kind: str, n: int, lists: LobbyLists) -> None:
        html = draw_part(tab.language, (SHELL, Region("lobby_lists", lists)))
        regions: dict[str, str] = {LISTS: html}
        update = Update(
            k="snap" if kind == "snap" else "patch", epoch=self._epoch, n=n, regions=regions
        )
        tab.outbox.put(encode(update))


def lobby_lists(parlour: Parlour, account: AccountId | None) -> LobbyLists:
    """Return the live part of the lobby for somebody."""
    cards = [table_card(found, account) for found in parlour.registry.listed()]
    mine = sorted((card for card in cards if card.is_mine), key=lambda card: not card.is_my_turn)
    return LobbyLists(tuple(mine), tuple(card for card in cards if not card.is_mine))
