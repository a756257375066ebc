"""A tab's connection in the hands of a test, which can slow it down or cut it."""

import json
import re
from typing import Final

from playwright.sync_api import Page, WebSocketRoute

LIVE: Final = re.compile(r"/live$")
ANSWERS: Final = ("ok", "no")


class Wire:
    """The sockets of a tab.

    While `keeps_patches` news of the table wait, while `keeps_answers` those to what the tab has
    asked for, while `keeps_presses` that itself. While `is_cut` nothing goes up or down and nobody
    can connect; `is_missed` says that the tab has noticed it and tried. `has_brought` says that the
    tab has heard something.
    """

    def __init__(self, page: Page) -> None:
        """Lay the wire for a tab before it opens its page."""
        self.keeps_patches = False
        self.keeps_answers = False
        self.keeps_presses = False
        self.is_cut = False
        self.is_missed = False
        self.has_brought = False
        self._kept: list[tuple[WebSocketRoute, str | bytes]] = []
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket(LIVE, self._connect)

    def _connect(self, tab: WebSocketRoute) -> None:
        if self.is_cut:
            self.is_missed = True
            tab.close(code=1012)
            return
        self._sockets.append(tab)
        server = tab.connect_to_server()
        tab.on_message(lambda message: self._send(server, message))
        server.on_message(lambda message: self._bring(tab, message))

    def _send(self, server: WebSocketRoute, message: str | bytes) -> None:
        if self.keeps_presses:
            self._kept.append((server, message))
        else:
            server.send(message)

    def _bring(self, tab: WebSocketRoute, frame: str | bytes) -> None:
        found = json.loads(frame)
        for message in found if isinstance(found, list) else [found]:
            self._bring_one(tab, message["k"], json.dumps(message))

    def _bring_one(self, tab: WebSocketRoute, kind: str, message: str) -> None:
        is_kept = self.keeps_answers if kind in ANSWERS else kind == "patch" and self.keeps_patches
        if is_kept:
            self._kept.append((tab, message))
        else:
            tab.send(message)
            self.has_brought = True

    def cut(self) -> None:
        """Break the connection."""
        self.is_cut, self.is_missed = True, False
        for tab in self._sockets:
            tab.close(code=1012)
        self._sockets.clear()

    def mend(self) -> None:
        """Let everything through again, what was kept first."""
        self.is_cut = self.keeps_patches = self.keeps_answers = self.keeps_presses = False
        for other_end, message in self._kept:
            other_end.send(message)
        self._kept.clear()
