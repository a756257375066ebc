"""The live lobby: everybody who looks at it, the tables they see, and its chat."""

import asyncio
import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

from pasch.matches.lines import (
    LINES_SHOWN,
    NOTHING_YET,
    ChatLine,
    LineNumber,
    Reader,
    after,
    last_of,
    may_read,
)
from pasch.matches.model import AccountId, TableId
from pasch.matches.parlour import Parlour
from pasch.web.chat import people_in_lobby
from pasch.web.hub import EPOCH_BYTES, Tab
from pasch.web.i18n import Language
from pasch.web.messages import Update, encode
from pasch.web.pages import fragment
from pasch.web.people import table_card
from pasch.web.screens import SHELL
from pasch.web.shell import ChatPeople, LobbyLists
from pasch.web.stream import draw_lines, draw_people, words_of

REFRESH_SECONDS: Final = 0.2
"""Changes within this time reach the lobby together."""

MOST_TABLES: Final = 50
"""So many tables of others are listed; those that one can join come first, then the newest."""

MARK_LENGTH: Final = 16

MINE, TABLES = "mine", "tables"
"""The ids of the lobby's live parts."""


@dataclass(slots=True)
class Sent:
    """What a tab has been sent so far: `n` messages, lists, the chat up to a line."""

    lists: LobbyLists
    n: int = 0
    heard: LineNumber = NOTHING_YET


class LobbyHub:
    """Everybody who looks at the lobby."""

    def __init__(self, parlour: Parlour) -> None:
        """Show the tables and the chat of a parlour."""
        self._parlour = parlour
        self._sent: dict[Tab, Sent] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._epoch = secrets.token_hex(EPOCH_BYTES)

    def join(self, tab: Tab, shown: str = "") -> None:
        """Let a tab look on; it gets everything at once, unless its page shows that already."""
        sent = self._sent[tab] = Sent(lobby_lists(self._parlour, tab.account))
        if shown != mark_of(self._parlour, tab.language, tab.reader, sent.lists):
            self.snapshot(tab)
            return
        sent.heard = last_of(self._parlour.chat.lobby)
        _, tab.people = lobby_chat(self._parlour, tab.reader)
        tab.outbox.put(encode(Update(k="here", epoch=self._epoch, n=sent.n)))

    def leave(self, tab: Tab) -> None:
        """Let a tab go."""
        self._sent.pop(tab, None)

    def snapshot(self, tab: Tab) -> None:
        """Send everything again to a tab that has missed something."""
        sent = self._sent[tab]
        sent.heard = last_of(self._parlour.chat.lobby)
        lines, tab.people = lobby_chat(self._parlour, tab.reader)
        update = Update(
            k="snap",
            epoch=self._epoch,
            n=sent.n,
            regions={
                **draw_lists(tab.language, sent.lists),
                "chat-people": draw_people(tab.language, tab.people),
            },
            log=draw_lines(tab.language, lines),
        )
        tab.outbox.put(encode(update))

    def heed(self, reader: Reader) -> None:
        """Show somebody who ignores others than before what is to be seen from now on."""
        for tab in [tab for tab in self._sent if tab.account == reader.account]:
            tab.reader = reader
            self.snapshot(tab)

    def hint(self, _place: TableId) -> None:
        """Take the bus's hint that a table or the chat has changed."""
        if self._sent and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(REFRESH_SECONDS, self._refresh)

    def _refresh(self) -> None:
        self._timer = None
        for tab, sent in list(self._sent.items()):
            lists = lobby_lists(self._parlour, tab.account)
            if lists != sent.lists:
                before, drawn = (draw_lists(tab.language, seen) for seen in (sent.lists, lists))
                sent.n, sent.lists = sent.n + 1, lists
                regions = {key: html for key, html in drawn.items() if html != before[key]}
                patch = Update(k="patch", epoch=self._epoch, n=sent.n, regions=regions)
                tab.outbox.put(encode(patch))
            self._say(tab, sent)

    def _say(self, tab: Tab, sent: Sent) -> None:
        """Send a tab the lines of the chat that are new and for it."""
        lines = after(self._parlour.chat.lobby, sent.heard)
        sent.heard = last_of(self._parlour.chat.lobby)
        heard = [line for line in lines if may_read(line, tab.reader)]
        if not heard:
            return
        regions: dict[str, str] = {}
        people = people_in_lobby(self._parlour.chat.lobby, tab.reader)
        if people != tab.people:
            tab.people = people
            regions = {"chat-people": draw_people(tab.language, people)}
        said = words_of(tab.language, heard, tab.reader)
        chat = draw_lines(tab.language, heard)
        update = Update(
            k="chat", epoch=self._epoch, n=sent.n, chat=chat, said=said, regions=regions
        )
        tab.outbox.put(encode(update))


def draw_lists(language: Language, lists: LobbyLists) -> dict[str, str]:
    """Return the live parts of the lobby, drawn, by the ids of their elements."""
    return {
        MINE: fragment(language, SHELL, "my_tables", lists._replace(others=(), more=0)),
        TABLES: fragment(language, SHELL, "other_tables", lists._replace(mine=())),
    }


def lobby_lists(parlour: Parlour, account: AccountId | None) -> LobbyLists:
    """Return the live parts of the lobby for somebody."""
    registry = parlour.registry
    mine = [table_card(found, account) for found in parlour.tables_of(account)]
    others = [found for found in registry.listed() if found.table.seat_of(account) is None]
    others.sort(key=lambda found: found.table.created_at, reverse=True)
    others.sort(key=lambda found: not found.table.has_room_for(account))
    return LobbyLists(
        tuple(sorted(mine, key=lambda card: (not card.is_my_turn, card.status == "finished"))),
        tuple(table_card(found, account) for found in others[:MOST_TABLES]),
        max(0, len(others) - MOST_TABLES),
    )


def mark_of(parlour: Parlour, language: Language, reader: Reader, lists: LobbyLists) -> str:
    """Return a mark of all that a reader sees live in the lobby; it changes with any of that."""
    heard = last_of(parlour.chat.lobby)
    return hashlib.sha256(repr((language, reader, lists, heard)).encode()).hexdigest()[:MARK_LENGTH]


def lobby_chat(parlour: Parlour, reader: Reader) -> tuple[tuple[ChatLine, ...], ChatPeople]:
    """Return what a reader sees of the lobby's chat, and whom the reader may ignore."""
    lines = parlour.chat.lobby
    heard = tuple(line for line in lines if may_read(line, reader))
    return heard[-LINES_SHOWN:], people_in_lobby(lines, reader)
