"""What tabs are sent is what they see after a reload, over random lives of a table (case 23)."""

import asyncio
import json
from collections.abc import Iterable
from typing import Final

from hypothesis import HealthCheck, example, given, settings

from pasch.kernel.refusals import Refusal
from pasch.matches.attendance import Attendance
from pasch.matches.lines import LINES_SHOWN, Reader
from pasch.matches.model import AccountId
from pasch.matches.rate_limit import RateLimit
from pasch.web.hub import Hub, Tab
from pasch.web.stream import story_of, stream
from tests.matches.hall import Hall
from tests.matches.lives import PEOPLE, SEATS, Deed, Life, begin_life, deeds
from tests.matches.test_chat_visibility import BEFORE_AND_AFTER
from tests.memory_store import MemoryStore
from tests.web.visitors import Follower

MANY: Final = 60
"""More lines of a log than anybody reads at once."""


class LiveTab(Follower):
    """A tab that follows what lies in its outbox."""

    def __init__(self, account: AccountId | None) -> None:
        super().__init__()
        self.account = account
        self.tab: Tab | None = None

    async def read(self) -> None:
        """Follow everything that waits."""
        while self.tab is not None and self.tab.outbox._waiting:
            self.follow(json.loads(await self.tab.outbox.take() or ""))


class Room:
    """A table's life with its hub and a tab of everybody, and of somebody without a name."""

    def __init__(self, life: Life) -> None:
        self.life = life
        self.hub = Hub(life.hall.parlour, Attendance(life.hall.parlour.pauses))
        life.hall.bus.subscribe(self.hub.hint)
        life.hall.parlour.chat.subscribe(self.hub.heed)
        accounts = [None, *(person.id for person in life.people)]
        self.tabs = [LiveTab(account) for account in accounts]

    async def come(self, live: LiveTab) -> None:
        """Let a tab load the page and open its socket, if it may."""
        live.__init__(live.account)  # type: ignore[misc]
        tab = Tab(await self.reader(live), "de")
        try:
            await self.hub.join(self.life.play.table, tab)
        except Refusal:
            return
        live.tab = tab
        await live.read()

    async def reader(self, live: LiveTab) -> Reader:
        """Return who reads in a tab."""
        return await self.life.hall.parlour.chat.reader(live.account)

    async def look_around(self) -> None:
        """Hold what each tab shows against what its page would show after a reload."""
        for _ in range(3):
            await asyncio.sleep(0)
        found = await self.life.found()
        for live in self.tabs:
            await live.read()
            if live.tab is None or live.tab.outbox.close_code is not None:
                await self.come(live)
            if live.tab is not None:
                reloaded = stream("de", story_of(found), await self.reader(live))
                assert list(reloaded) == live.log


LET_IN_AND_OUT = [
    Deed("say", 1, 0),
    Deed("keep out", 0, 0),
    Deed("say", 0, 0),
    Deed("let watch", 0, 0),
    Deed("say", 2, 0),
    Deed("keep out", 0, 0),
    Deed("begin", 0, 0),
    Deed("say", 0, 0),
]
"""Who may not watch sees nothing of the chat, and all of it again when they may."""


@given(deeds)
@example(BEFORE_AND_AFTER)
@example(LET_IN_AND_OUT)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_reload_shows_what_was_seen_live(lived: list[Deed]) -> None:
    asyncio.run(_live_through(lived))


async def _live_through(lived: list[Deed]) -> None:
    room = Room(await begin_life(Hall(MemoryStore())))
    for live in room.tabs:
        await room.come(live)
    for number, deed in enumerate(lived):
        await room.life.do(number, deed)
        await room.look_around()


def test_talk_between_moves_that_are_pushed_together() -> None:
    asyncio.run(_push_together())


async def _push_together() -> None:
    """A push that comes late brings several events with what was said between them."""
    life = await begin_life(Hall(MemoryStore()))
    room = Room(life)
    await life.do(0, Deed("begin", 0, 0))
    for live in room.tabs:
        await room.come(live)
    life.hall.bus._listeners.clear()
    for number, what in enumerate(("say", "move", "say", "move", "move", "say", "react"), 1):
        await life.do(number, Deed(what, number % 6, 0))
    room.hub.hint(life.play.table)
    await room.look_around()
    assert [live.tab is not None for live in room.tabs] == [True] * len(room.tabs)


async def _live_in(room: Room, deeds: Iterable[Deed]) -> None:
    room.life.hall.parlour.chat.limit = RateLimit("100000/second")
    await room.life.do(0, Deed("begin", 0, 0))
    for live in room.tabs:
        await room.come(live)
    for number, deed in enumerate(deeds, 1):
        await room.life.do(number, deed)
        await asyncio.sleep(0)
        for live in room.tabs:
            await live.read()


def test_long_match_is_all_there() -> None:
    """However much has happened, a reload takes nothing of it away."""

    async def play() -> None:
        room = Room(await begin_life(Hall(MemoryStore())))
        await _live_in(room, (Deed("move", number % SEATS, 0) for number in range(4 * MANY)))
        found = await room.life.found()
        assert found.position is not None
        assert len(found.position.lines) > MANY
        await room.look_around()

    asyncio.run(play())


def test_latest_lines_are_those_that_one_may_read() -> None:
    """What spectators say among themselves displaces nothing that the players have read."""

    async def talk() -> None:
        room = Room(await begin_life(Hall(MemoryStore())))
        watcher = len(PEOPLE) - 1
        said = [Deed("say", 0, 0), Deed("say", 1, 0)]
        await _live_in(room, [*said, *[Deed("say", watcher, 0)] * (LINES_SHOWN + 5)])
        await room.look_around()
        players = room.tabs[1]
        assert sum("is-said" in line for line in players.log) == len(said)
        await _live_in(room, [Deed("say", 0, 0)] * (LINES_SHOWN + 5))
        await room.look_around()

    asyncio.run(talk())
