"""Live tables: who looks on, from which seat and in which language, and what they see now.

Everybody who looks from the same seat in the same language is one audience: its screen is made
and drawn once, compared with the one before, and the difference goes to all of its tabs. Only
the chat differs from tab to tab, since people ignore others.
"""

import asyncio
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec
import structlog

from pasch.kernel.refusals import Refusal
from pasch.matches.attendance import Attendance
from pasch.matches.door import NOTHING, Shown, is_open_to
from pasch.matches.lines import ChatLine, Reader, last_of
from pasch.matches.lines import after as lines_after
from pasch.matches.model import NO_EVENTS, AccountId, Table, TableId
from pasch.matches.parlour import Parlour
from pasch.matches.registry import OpenTable
from pasch.matches.watching import check_may_look, may_look
from pasch.web.chat import people_at
from pasch.web.i18n import Language
from pasch.web.messages import Update, encode
from pasch.web.outbox import Outbox
from pasch.web.screens import Outlook, Screen, Sight, seat_in, sight_of
from pasch.web.shell import ChatPeople
from pasch.web.stream import Story, draw_people, story_of
from pasch.web.updates import Change, for_reader, lines_for, page_of, patch_of, with_events

log = structlog.get_logger()

EPOCH_BYTES = 6

NOT_FOR_YOU = 4403
"""Close code for a tab that may not look on any more; it loads its page again."""


@dataclass(eq=False, slots=True)
class Tab:
    """A browser tab with its socket.

    `shown` opens protected tables to it; `base` is where its person reaches this server, such as
    http://192.168.178.20:8000; `people` are those whom its person may ignore, as sent.
    """

    reader: Reader
    language: Language
    shown: Shown = NOTHING
    base: str = ""
    outbox: Outbox = field(default_factory=Outbox)
    people: ChatPeople | None = None

    @property
    def account(self) -> AccountId | None:
        """Whose tab it is."""
        return self.reader.account


def outlook_of(found: OpenTable, tab: Tab) -> Outlook:
    """Return from where a tab looks at a table."""
    seat = seat_in(found, tab.account)
    return Outlook(seat, tab.language, tab.base if seat is not None else "")


@dataclass(eq=False, slots=True)
class Audience:
    """Tabs that see the same `sight`, and of `story` what is for each. `n` numbers the messages.

    A table may have gone on; its hint then lies in wait.
    """

    outlook: Outlook
    sight: Sight
    story: Story
    n: int = 0
    tabs: set[Tab] = field(default_factory=set)

    @property
    def screen(self) -> Screen:
        """What its tabs show."""
        return self.sight.screen

    def send(self, update: Update) -> None:
        """Put a message into the outbox of every tab."""
        message = encode(update)
        for tab in self.tabs:
            tab.outbox.put(message)


class Hub:
    """All live tables of this process."""

    def __init__(self, parlour: Parlour, attendance: Attendance) -> None:
        """Serve the tables of a parlour; tell who is connected."""
        self._parlour = parlour
        self._attendance = attendance
        self._audiences: dict[TableId, dict[Outlook, Audience]] = {}
        self._due: set[TableId] = set()
        self._loads: set[asyncio.Task[None]] = set()
        self.epoch = secrets.token_hex(EPOCH_BYTES)

    async def join(self, table_id: TableId, tab: Tab) -> None:
        """Let a tab look on; it gets a snapshot at once.

        Raise as `Parlour.come_in` does, or `NotWatchable`.
        """
        found = await self._parlour.come_in(tab.account, table_id, tab.shown)
        check_may_look(found.table, tab.account)
        self._move_tabs(table_id, found, self._audiences.get(table_id, {}))
        self._place(table_id, found, tab)
        if tab.account is not None:
            self._attendance.enter(table_id, tab.account)

    def leave(self, table_id: TableId, tab: Tab) -> None:
        """Let a tab go that has joined."""
        if tab.account is not None:
            self._attendance.exit(table_id, tab.account)
        audiences = self._audiences.get(table_id, {})
        for key, audience in list(audiences.items()):
            audience.tabs.discard(tab)
            if not audience.tabs:
                del audiences[key]
        if not audiences:
            self._audiences.pop(table_id, None)
        self.hint(table_id)

    def watchers(self, table_id: TableId, joining: Iterable[Tab] = ()) -> int:
        """Return how many people watch a table, with those who are just joining.

        Without a name each tab counts, since nobody knows whose it is.
        """
        audiences = self._audiences.get(table_id, {}).values()
        tabs = [
            tab for audience in audiences if audience.outlook.seat is None for tab in audience.tabs
        ]
        return len({tab.account or id(tab) for tab in (*tabs, *joining)})

    def snapshot(self, table_id: TableId, tab: Tab) -> None:
        """Send the whole page again to a tab that has missed something."""
        for audience in self._audiences.get(table_id, {}).values():
            if tab in audience.tabs:
                self._send_whole(audience, _page(audience), [tab])

    def heed(self, reader: Reader) -> None:
        """Show somebody who ignores others than before what is to be seen from now on."""
        for audiences in self._audiences.values():
            for audience in audiences.values():
                for tab in [tab for tab in audience.tabs if tab.account == reader.account]:
                    tab.reader = reader
                    self._send_whole(audience, _page(audience), [tab])

    def hint(self, table_id: TableId) -> None:
        """Take the bus's hint that a table has changed; several in one turn are one refresh."""
        if table_id in self._audiences and table_id not in self._due:
            self._due.add(table_id)
            asyncio.get_running_loop().call_soon(self._refresh, table_id)

    def _refresh(self, table_id: TableId) -> None:
        self._due.discard(table_id)
        audiences = self._audiences.get(table_id)
        if audiences is None:
            return
        found = self._parlour.registry.peek(table_id)
        if found is None:
            task = asyncio.get_running_loop().create_task(self._load(table_id))
            self._loads.add(task)
            task.add_done_callback(self._loads.discard)
            return
        if not all(_has_same_people(found, audience.story) for audience in audiences.values()):
            self._move_tabs(table_id, found, audiences)
        watchers = self.watchers(table_id)
        for audience in audiences.values():
            try:
                self._update(found, audience, watchers)
            except Exception:
                audience.n += 1  # What is sent next shows that something is missing.
                log.exception("a change could not be shown", table=table_id)

    async def _load(self, table_id: TableId) -> None:
        """Let a table be read again; there is another hint when it has been."""
        try:
            await self._parlour.registry.look(table_id)
        except Refusal:
            pass  # It is gone.
        except Exception:
            log.exception("a table could not be read", table=table_id)

    def _move_tabs(
        self, table_id: TableId, found: OpenTable, audiences: dict[Outlook, Audience]
    ) -> None:
        """Move tabs whose person has changed the seat, and close those who may not look on."""
        strays = [
            (audience, tab)
            for audience in audiences.values()
            for tab in audience.tabs
            if outlook_of(found, tab) != audience.outlook or not _may_look(found.table, tab)
        ]
        for audience, tab in strays:
            audience.tabs.discard(tab)
        for _, tab in strays:  # when no audience that is sent something holds one any more
            if _may_look(found.table, tab):
                self._place(table_id, found, tab)
            else:
                tab.outbox.close(NOT_FOR_YOU)
        for key in [key for key, audience in audiences.items() if not audience.tabs]:
            del audiences[key]

    def _place(self, table_id: TableId, found: OpenTable, tab: Tab) -> None:
        outlook = outlook_of(found, tab)
        audiences = self._audiences.setdefault(table_id, {})
        audience = audiences.get(outlook)
        watchers = self.watchers(table_id, (tab,) if outlook.seat is None else ())
        if audience is None:
            sight = sight_of(found, outlook, watchers)
            audience = Audience(outlook, sight, story_of(found))
            audiences[outlook] = audience
        elif audience.tabs:
            self._update(found, audience, watchers)
        else:  # Its tabs have just moved: nobody needs the change to be drawn.
            self._take(found, audience, watchers)
        audience.tabs.add(tab)
        self._send_whole(audience, _page(audience), [tab])
        self.hint(table_id)

    def _update(self, found: OpenTable, audience: Audience, watchers: int) -> None:
        """Send an audience what has changed for it, if anything has; so many people watch."""
        change = self._take(found, audience, watchers)
        if change.is_whole:
            audience.n += 1
            page = with_events(_page(audience), change)
            self._send_whole(audience, page, audience.tabs, change.lines)
            return
        self._say(audience, change.lines)
        patch = patch_of(change, self.epoch, audience.n + 1)
        if patch is not None:
            audience.n += 1
            audience.send(patch)

    def _take(self, found: OpenTable, audience: Audience, watchers: int) -> Change:
        """Return what an audience has not seen, which counts as seen from now on."""
        before, told = audience.screen, audience.story
        audience.sight = sight_of(found, audience.outlook, watchers, audience.sight)
        after = audience.screen
        since = told.version if before.form.match == after.form.match else NO_EVENTS
        lines = lines_after(found.chat, last_of(told.chat))
        audience.story = story_of(found)
        seat, language, _ = audience.outlook
        return Change(language, before, after, found.position, since, lines, seat)

    def _say(self, audience: Audience, lines: tuple[ChatLine, ...]) -> None:
        """Send each tab those lines of the chat that are for it."""
        for tab in audience.tabs if lines else ():
            update = lines_for(lines, tab.language, audience.story, tab.reader)
            if update is None:
                continue
            people = people_at(audience.story.table, audience.story.chat, tab.reader)
            if people != tab.people:
                tab.people = people
                regions = {"chat-people": draw_people(tab.language, people)}
                update = msgspec.structs.replace(update, regions=regions)
            tab.outbox.put(encode(self._numbered(update, audience)))

    def _send_whole(
        self,
        audience: Audience,
        page: Update,
        tabs: Iterable[Tab],
        lines: tuple[ChatLine, ...] = (),
    ) -> None:
        """Send tabs a whole page, each with the stream that is for it; `lines` are new."""
        for tab in tabs:
            own, tab.people = for_reader(page, tab.language, audience.story, tab.reader, lines)
            tab.outbox.put(encode(self._numbered(own, audience)))

    def _numbered(self, update: Update, audience: Audience) -> Update:
        return msgspec.structs.replace(update, epoch=self.epoch, n=audience.n)


def _has_same_people(found: OpenTable, story: Story) -> bool:
    """Return whether nobody can have moved since: no event of a match changes who sits where."""
    if story.table is not found.table or story.position is None or found.position is None:
        return False
    return story.position.match is found.position.match


def _may_look(table: Table, tab: Tab) -> bool:
    return may_look(table, tab.account) and is_open_to(table, tab.account, tab.shown)


def _page(audience: Audience) -> Update:
    return page_of(audience.outlook.language, audience.screen)
