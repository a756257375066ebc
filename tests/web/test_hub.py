"""What the tabs of one table are sent, at moments that a real socket seldom hits."""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from pasch.kernel.actors import Seat
from pasch.matches.attendance import Attendance
from pasch.matches.lines import Reader
from pasch.matches.model import Account, Table, TableId
from pasch.matches.ports import Write
from pasch.matches.refusals import UnknownTable
from pasch.web import hub, updates
from pasch.web.hub import Hub, Tab
from pasch.web.i18n import Language
from pasch.web.messages import Update
from pasch.web.updates import Change
from tests.matches.hall import Hall, Play
from tests.memory_store import MemoryStore
from tests.web.visitors import Follower

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio only, as the server does."""
    return "asyncio"


@dataclass
class Gate:
    """Lets commits of a store wait until a test opens it."""

    is_closed: bool = False
    opened: asyncio.Event = field(default_factory=asyncio.Event)
    reached: asyncio.Event = field(default_factory=asyncio.Event)


class GatedStore(MemoryStore):
    """A store whose commits may be held up."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = Gate()
        self.is_down = False

    async def table(self, table: TableId) -> Table | None:
        if self.is_down:
            raise ConnectionError("the database is down")
        return await super().table(table)

    async def commit(self, writes: Sequence[Write]) -> bool:
        if self.gate.is_closed:
            self.gate.reached.set()
            await self.gate.opened.wait()
        committed = await super().commit(writes)
        if self.is_down:
            raise ConnectionError("the database is down")
        return committed


@dataclass
class Scene:
    """A match of two with its hub."""

    store: GatedStore
    hall: Hall
    hub: Hub
    play: Play

    async def open_tab(self, who: Account | None, language: Language = "de") -> "OpenTab":
        """Let somebody look on."""
        tab = Tab(await self.hall.parlour.chat.reader(who.id if who else None), language)
        await self.hub.join(self.play.table, tab)
        return OpenTab(tab)


class OpenTab(Follower):
    """A tab that follows what lies in its outbox."""

    def __init__(self, tab: Tab) -> None:
        super().__init__()
        self.tab = tab

    async def read(self) -> None:
        """Follow everything that waits, after the hub's turn."""
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        while self.tab.outbox._waiting:
            message = await self.tab.outbox.take()
            assert message is not None
            self.follow(json.loads(message))


@pytest.fixture
async def scene() -> Scene:
    """Return a match of two that waits for the first throw."""
    store = GatedStore()
    hall = Hall(store)
    hub = Hub(hall.parlour, Attendance(hall.parlour.pauses))
    hall.bus.subscribe(hub.hint)
    play = await hall.begin(await hall.guests(2))
    return Scene(store, hall, hub, play)


def events(tab: OpenTab) -> list[str]:
    """Return the lines that tell of the match, without those of the chat."""
    return [line for line in tab.log if "is-event" in line]


async def in_step(scene: Scene, *tabs: OpenTab) -> None:
    """Hold that tabs show what a new one shows, with the whole log and no line twice."""
    for tab in tabs:
        await tab.read()
        fresh = Tab(tab.tab.reader, tab.tab.language)
        await scene.hub.join(scene.play.table, fresh)
        new = OpenTab(fresh)
        await new.read()
        await tab.read()  # One more may be watching now.
        assert (tab.log, tab.match, tab.seen) == (new.log, new.match, new.seen)
        for region, html in tab.regions.items():
            if region in new.regions:
                assert region == "main" or html == new.regions[region]
            else:
                assert html in new.regions["main"]
        scene.hub.leave(scene.play.table, fresh)


async def test_everybody_keeps_in_step(scene: Scene) -> None:
    anna, ben = scene.play.people
    tabs = [await scene.open_tab(who) for who in (anna, anna, ben, None)]
    tabs.append(await scene.open_tab(anna, "en"))
    for _ in range(4):
        await scene.play.turn()
        await in_step(scene, *tabs)
    await scene.play.do(2, "correct", "cancel")
    await in_step(scene, *tabs)


async def test_sync_between_the_commit_and_the_push(scene: Scene) -> None:
    """The tab asks for a snapshot when the next event is done, but has not been pushed yet."""
    tab = await scene.open_tab(scene.play.people[0])
    await scene.play.do(1, "roll")
    await tab.read()
    await scene.play.send(await scene.play.command(1, "write free +"))
    scene.hub.snapshot(scene.play.table, tab.tab)
    await in_step(scene, tab)
    assert len(events(tab)) == 1


async def test_sync_during_a_commit(scene: Scene) -> None:
    """Nobody knows yet whether the next event will be there; the log so far is shown."""
    tab = await scene.open_tab(scene.play.people[0])
    await scene.play.turn()
    await tab.read()
    scene.store.gate.is_closed = True
    task = asyncio.create_task(scene.play.send(await scene.play.command(2, "roll")))
    await scene.store.gate.reached.wait()
    scene.hub.snapshot(scene.play.table, tab.tab)
    await tab.read()
    assert len(events(tab)) == 1
    scene.store.gate.is_closed = False
    scene.store.gate.opened.set()
    await task
    await in_step(scene, tab)


async def test_tab_that_joins_during_a_commit(scene: Scene) -> None:
    """It waits for the commit and sees its outcome."""
    first = await scene.open_tab(scene.play.people[0])
    scene.store.gate.is_closed = True
    task = asyncio.create_task(scene.play.send(await scene.play.command(1, "roll")))
    await scene.store.gate.reached.wait()
    joining = asyncio.create_task(scene.open_tab(None))
    await asyncio.sleep(0)
    scene.store.gate.is_closed = False
    scene.store.gate.opened.set()
    await task
    late = await joining
    await in_step(scene, first, late)
    assert late.seen == 2


async def test_tab_that_joins_before_the_push_of_others(scene: Scene) -> None:
    """It gets a snapshot, the others of its audience the patch, and nobody gets both."""
    anna = scene.play.people[0]
    first = await scene.open_tab(anna)
    await first.read()
    await scene.play.send(await scene.play.command(1, "roll"))
    late = await scene.open_tab(anna)
    await in_step(scene, first, late)
    assert [update["k"] for update in first.updates] == ["snap", "patch"]
    assert [update["k"] for update in late.updates] == ["snap"]


async def test_several_changes_before_the_push_are_one_message(scene: Scene) -> None:
    tab = await scene.open_tab(None)
    await scene.play.do(1, "roll")
    await tab.read()
    before = len(tab.updates)
    match = (await scene.play.position()).match.id
    for die in (1, 2, 3):
        anna = scene.play.people[0]
        await scene.hall.parlour.hold(anna, scene.play.table, match, die, held=True)
    await tab.read()
    assert len(tab.updates) == before + 1
    await in_step(scene, tab)


async def test_nothing_new_is_no_message(scene: Scene) -> None:
    tab = await scene.open_tab(None)
    await tab.read()
    for _ in range(3):
        scene.hub.hint(scene.play.table)
        await tab.read()
    assert len(tab.updates) == 1


async def test_seat_that_changes_moves_the_tab(hall_of_three: Scene) -> None:
    scene = hall_of_three
    anna, ben = scene.play.people
    tabs = {"anna": await scene.open_tab(anna), "ben": await scene.open_tab(ben)}
    stranger = await scene.open_tab(None)
    await scene.hall.parlour.sit(anna, scene.play.table, Seat(3))
    await in_step(scene, *tabs.values(), stranger)
    await scene.hall.parlour.sit(ben, scene.play.table, Seat(1))
    await in_step(scene, *tabs.values(), stranger)
    await scene.hall.parlour.leave(anna, scene.play.table)
    await in_step(scene, *tabs.values(), stranger)
    assert "/sit" in tabs["anna"].regions["main"]


@pytest.fixture
async def hall_of_three() -> Scene:
    """Return a table of three at which two sit."""
    store = GatedStore()
    hall = Hall(store)
    hub = Hub(hall.parlour, Attendance(hall.parlour.pauses))
    hall.bus.subscribe(hub.hint)
    people = await hall.guests(2)
    table = await hall.open_table(*people, seats=3)
    return Scene(store, hall, hub, Play(hall, table, people))


async def test_unknown_table(scene: Scene) -> None:
    with pytest.raises(UnknownTable):
        await scene.hub.join(TableId("222222"), Tab(Reader(), "de"))


async def test_hub_forgets_who_has_gone(scene: Scene) -> None:
    tabs = [await scene.open_tab(who) for who in (*scene.play.people, None)]
    for tab in tabs:
        scene.hub.leave(scene.play.table, tab.tab)
    assert scene.hub._audiences == {}
    await scene.play.do(1, "roll")
    await asyncio.sleep(0)
    for tab in tabs:
        await tab.read()
        assert tab.seen == 0


async def test_table_is_read_again_when_a_commit_was_in_doubt(scene: Scene) -> None:
    tab = await scene.open_tab(scene.play.people[1])
    command = await scene.play.command(1, "roll")
    scene.store.gate.is_closed = True
    task = asyncio.create_task(scene.play.send(command))
    await scene.store.gate.reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    scene.store.gate.is_closed = False
    for _ in range(10):
        await tab.read()
    await scene.play.do(1, "roll", "write free +")
    for _ in range(10):
        await tab.read()
    await in_step(scene, tab)


async def test_command_that_is_sent_again_shows_what_it_did_the_first_time(
    scene: Scene,
) -> None:
    """The database went down with the answer; nobody could read what it holds for a while."""
    anna, ben = scene.play.people
    tabs = [await scene.open_tab(who) for who in (anna, ben)]
    command = await scene.play.command(1, "roll")
    scene.store.is_down = True
    with pytest.raises(ConnectionError):
        await scene.play.send(command)
    for tab in tabs:
        await tab.read()
    scene.store.is_down = False
    assert await scene.play.send(command) == 2
    for tab in tabs:
        await tab.read()
        assert tab.seen == 2
    await in_step(scene, *tabs)


async def test_rematch_shows_nobody_another_seat(scene: Scene) -> None:
    """The seats rotate: for a moment every tab is where another seat's pages go."""
    people = scene.play.people
    await scene.play.play_on()
    tabs = [await scene.open_tab(who) for who in people]
    for tab in tabs:
        await tab.read()
        tab.updates.clear()
    await scene.play.all_ready()
    for tab, who in zip(tabs, people, strict=True):
        await tab.read()
        pages = [update["regions"].get("main", "") for update in tab.updates]
        large = [re.findall('Spielblatt von ([^"]+)', page)[:1] for page in pages if page]
        assert large == [[who.name]]


async def test_fault_in_a_drawing_leaves_a_gap(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be drawn for one audience is missing there, and its tab sees that."""
    anna, ben = scene.play.people
    hers, his = await scene.open_tab(anna), await scene.open_tab(ben)
    await hers.read()
    await his.read()
    draw = updates.patch_of

    def fail_for_anna(change: Change, epoch: str, n: int) -> Update | None:
        if change.viewer == 1:
            raise RuntimeError("planted")
        return draw(change, epoch, n)

    monkeypatch.setattr(hub, "patch_of", fail_for_anna)
    before = hers.n, his.n
    await scene.play.do(1, "roll")
    await his.read()
    assert his.n == before[1] + 1
    assert not hers.tab.outbox.rest()
    monkeypatch.undo()
    await scene.play.do(1, "write free +")
    await asyncio.sleep(0)
    (message,) = hers.tab.outbox.rest()
    assert json.loads(message)["n"] == before[0] + 2, "the page asks for all of it"
