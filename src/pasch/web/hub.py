"""Live tables: who looks on, from which seat and in which language, and what they see now.

Everybody who looks from the same seat in the same language is one audience: its screen is made
and drawn once, compared with the one before, and the difference goes to all of its tabs.
"""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import NamedTuple

import structlog

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.refusals import Refusal
from pasch.matches.attendance import Attendance
from pasch.matches.clock import SystemClock
from pasch.matches.door import NOTHING, Shown, is_open_to
from pasch.matches.model import NO_EVENTS, AccountId, TableId, TableStatus, Version
from pasch.matches.parlour import Parlour
from pasch.matches.position import Position
from pasch.matches.registry import OpenTable
from pasch.web.drawing import (
    draw_log,
    draw_main,
    draw_part,
    title_of,
    words_of_log,
    words_of_turn,
)
from pasch.web.i18n import Language
from pasch.web.messages import Cue, Update, encode
from pasch.web.outbox import Outbox
from pasch.web.screens import Screen, screen_of, seat_in

log = structlog.get_logger()

EPOCH_BYTES = 6

NOT_FOR_YOU = 4403
"""Close code for a tab that may not look on any more; it loads its page again."""


@dataclass(eq=False, slots=True)
class Tab:
    """A browser tab with its socket.

    `shown` opens protected tables to it; `base` is where its person reaches this server, such as
    http://192.168.178.20:8000.
    """

    account: AccountId | None
    language: Language
    shown: Shown = NOTHING
    base: str = ""
    outbox: Outbox = field(default_factory=Outbox)


class Outlook(NamedTuple):
    """What a screen depends on besides the table. Only seats are told addresses."""

    seat: Seat | None
    language: Language
    base: str


def outlook_of(found: OpenTable, tab: Tab) -> Outlook:
    """Return from where a tab looks at a table."""
    seat = seat_in(found, tab.account)
    return Outlook(seat, tab.language, tab.base if seat is not None else "")


@dataclass(eq=False, slots=True)
class Audience:
    """Tabs that see the same: `screen`, and the log of `position`. `n` numbers the messages.

    A table may have gone on; its hint then lies in wait.
    """

    outlook: Outlook
    screen: Screen
    position: Position | None
    n: int = 0
    tabs: set[Tab] = field(default_factory=set)

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
        """Let a tab look on; it gets a snapshot at once. Raise as `Parlour.come_in` does."""
        found = await self._parlour.come_in(tab.account, table_id, tab.shown)
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
        if not audiences and self._audiences.pop(table_id, None) is not None:
            self._parlour.registry.forget(table_id)

    def snapshot(self, table_id: TableId, tab: Tab) -> None:
        """Send the whole page again to a tab that has missed something."""
        for audience in self._audiences.get(table_id, {}).values():
            if tab in audience.tabs:
                tab.outbox.put(encode(self._whole(audience)))

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
        self._move_tabs(table_id, found, audiences)
        for audience in audiences.values():
            self._update(found, audience)

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
            if outlook_of(found, tab) != audience.outlook
            or not is_open_to(found.table, tab.account, tab.shown)
        ]
        for audience, tab in strays:
            audience.tabs.discard(tab)
        for _, tab in strays:  # when no audience that is sent something holds one any more
            if is_open_to(found.table, tab.account, tab.shown):
                self._place(table_id, found, tab)
            else:
                tab.outbox.close(NOT_FOR_YOU)
        for key in [key for key, audience in audiences.items() if not audience.tabs]:
            del audiences[key]

    def _place(self, table_id: TableId, found: OpenTable, tab: Tab) -> None:
        outlook = outlook_of(found, tab)
        audiences = self._audiences.setdefault(table_id, {})
        audience = audiences.get(outlook)
        if audience is None:
            audience = Audience(outlook, screen_of(found, *outlook), told_of(found))
            audiences[outlook] = audience
        else:
            self._update(found, audience)
        audience.tabs.add(tab)
        tab.outbox.put(encode(self._whole(audience)))

    def _whole(self, audience: Audience) -> Update:
        language, screen = audience.outlook.language, audience.screen
        return Update(
            k="snap",
            epoch=self.epoch,
            n=audience.n,
            match=screen.form.match,
            seen=screen.form.seen,
            title=title_of(language, screen),
            regions={"main": draw_main(language, screen)},
            log=draw_log(language, audience.position),
            now=SystemClock().now(),
        )

    def _update(self, found: OpenTable, audience: Audience) -> None:
        """Send an audience what has changed for it, if anything has."""
        before, after = audience.screen, screen_of(found, *audience.outlook)
        is_same_match = before.form.match == after.form.match
        since = _version(audience.position) if is_same_match else NO_EVENTS
        audience.screen, audience.position = after, told_of(found)
        regions = _changed(audience.outlook.language, before, after)
        if regions or after.form != before.form:
            audience.n += 1
            audience.send(self._patch(audience, before, regions, since))

    def _patch(
        self, audience: Audience, before: Screen, regions: dict[str, str], since: Version
    ) -> Update:
        language, after, position = audience.outlook.language, audience.screen, audience.position
        is_whole = "main" in regions
        return Update(
            k="patch",
            epoch=self.epoch,
            n=audience.n,
            match=after.form.match,
            seen=after.form.seen,
            title=title_of(language, after) if before.bar != after.bar else "",
            regions=regions,
            log=draw_log(language, position, NO_EVENTS if is_whole else since),
            cues=_cues(position, since),
            said=words_of_log(language, position, since),
            turn=words_of_turn(language, before, after),
            now=SystemClock().now(),
            go=_way_out(before, after),
        )


def told_of(found: OpenTable) -> Position | None:
    """Return the match whose log is told at a table; nothing is told of a closed one."""
    return found.position if found.table.status is not TableStatus.CLOSED else None


def _way_out(before: Screen, after: Screen) -> str:
    """Return where to go when a match was aborted: everybody meets in the lobby."""
    is_aborted = before.stage == "playing" and after.stage == "closed"
    return f"/?aborted={after.form.table}" if is_aborted else ""


def _changed(language: Language, before: Screen, after: Screen) -> dict[str, str]:
    """Return the HTML of the regions that differ; the whole `main` when the layout does."""
    if _ground_of(before) != _ground_of(after):
        return {"main": draw_main(language, after)}
    old = before.parts
    return {
        key: draw_part(language, part)
        for key, part in after.parts.items()
        if part is not (known := old.get(key)) and part != known
    }


def _ground_of(screen: Screen) -> object:
    """Return what everything is drawn on: where it differs, everything is drawn anew."""
    return screen.stage, screen.game, screen.layout, screen.names


def _cues(position: Position | None, since: Version) -> tuple[Cue, ...]:
    if position is None:
        return ()
    presenter = discovery.presenter(position.match.game)
    cues = (cue for step in position.steps_after(since) for cue in presenter.cues(step))
    return tuple(Cue(cue.kind, cue.targets) for cue in cues)


def _version(position: Position | None) -> Version:
    return position.version if position is not None else NO_EVENTS
