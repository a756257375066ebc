"""A tab's connection in the hands of a test, which can slow it down or cut it."""

import json
import re
from typing import Final

from playwright.sync_api import Page, WebSocketRoute

LIVE: Final = re.compile(r"/live$")


class Wire:
    """The sockets of a tab.

    While `keeps_patches` news of the table wait, but answers come through; while `is_cut` nothing
    goes up or down and nobody can connect. `has_brought` says that the tab has heard something.
    """

    def __init__(self, page: Page) -> None:
        """Lay the wire for a tab before it opens its page."""
        self.keeps_patches = False
        self.is_cut = False
        self.has_brought = False
        self._kept: list[tuple[WebSocketRoute, str | bytes]] = []
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket(LIVE, self._connect)

    def _connect(self, tab: WebSocketRoute) -> None:
        if self.is_cut:
            tab.close(code=1012)
            return
        self._sockets.append(tab)
        server = tab.connect_to_server()
        server.on_message(lambda message: self._bring(tab, message))

    def _bring(self, tab: WebSocketRoute, message: str | bytes) -> None:
        if self.keeps_patches and json.loads(message)["k"] == "patch":
            self._kept.append((tab, message))
        else:
            tab.send(message)
            self.has_brought = True

    def cut(self) -> None:
        """Break the connection."""
        self.is_cut = True
        for tab in self._sockets:
            tab.close(code=1012)
        self._sockets.clear()

    def mend(self) -> None:
        """Let news through again, the kept ones first."""
        self.is_cut = self.keeps_patches = False
        for tab, message in self._kept:
            tab.send(message)
        self._kept.clear()
