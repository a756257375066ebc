"""What a seat cannot know reaches it by no way: pages, pushes, API, refusals, chat, logs, files.

A running match is exchanged for one that differs only in what a viewer cannot know. Every answer to
that viewer has to stay the same to the byte, and so has what the server logs meanwhile.
"""

import asyncio
import io
import json
import logging
import re
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

import httpx2
import pytest
import structlog
from fastapi import FastAPI

from pasch.app import make_app, open_parlour
from pasch.config import Settings
from pasch.games import discovery
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.rules import Deciding, Rules
from pasch.matches.chat import RATE, Post
from pasch.matches.clock import SystemClock
from pasch.matches.commands import Command
from pasch.matches.lines import Channel
from pasch.matches.model import Account, AccountId, TableId
from pasch.matches.position import Position
from pasch.matches.rate_limit import RateLimit
from pasch.ops import logs
from pasch.ops.requests import Requests
from pasch.web.house import House
from pasch.web.hub import Tab
from tests.conformance.hidden import twins_of
from tests.match_rows import NOON
from tests.matches.hall import NAMES
from tests.matches.plain import show_plainly
from tests.memory_store import MemoryStore

GAMES: Final = tuple(slug for slug in discovery.slugs() if discovery.meta(slug).has_hands)
URL: Final = "http://pasch.test"
SEATS: Final = 3
LIVES: Final = (1, 6, 15)
"""At how many people and after how many events it is lived with the twins of a match."""

LOOKS: Final = (1, 7, 23, 120)
"""After how many events it is looked at a match."""

IDS: Final = re.compile(r'name="command" value="[^"]*"')
"""What each drawing makes anew."""

OF_THE_MOMENT: Final = ("timestamp", "ms", "request")
"""What a line of the log tells of the time and of nothing else, and the ids of requests."""

SAID: Final = ("Hallo!", "/hilfe", "/pause", "/weiter", "/passwort", "/was?")
FLUSHES: Final = 20
"""Turns of the event loop within which everything has been pushed."""

Deed = tuple[Seat, str]
"""A seat, and what it says."""

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio only, as the server does."""
    return "asyncio"


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a game that hides something; one without a page gets a plain one."""
    slug: str = request.param
    if slug not in discovery.playable():
        show_plainly(monkeypatch, slug)
    return slug


@dataclass
class Scene:
    """A running match in an application that a test can look into."""

    app: FastAPI
    house: House
    store: MemoryStore
    table: TableId
    people: tuple[Account, ...]
    watcher: Account
    tokens: dict[AccountId, str]

    @property
    def position(self) -> Position:
        """Where the match stands."""
        found = self.house.parlour.registry.peek(self.table)
        assert found is not None
        assert found.position is not None
        return found.position

    async def act(self) -> None:
        """Let a seat that has to act say the last thing that it may."""
        position = self.position
        assert isinstance(position.to_move, Deciding)
        seat = position.to_move.seats[-1]
        text = position.rules.legal(position.state, seat)[-1]
        person = self.people[seat - 1]
        name, match = f"v{position.version}", position.match.id
        command = Command(person.id, name, match, position.version, text, is_confirmed=True)
        await self.house.parlour.play(self.table, command)

    def exchange(self, state: object) -> None:
        """Let the match stand in another state."""
        found = self.house.parlour.registry.peek(self.table)
        assert found is not None
        assert found.position is not None
        last = found.position.moments[-1]
        view = found.position.rules.view(state, None)
        moments = (*found.position.moments[:-1], last._replace(state=state, view=view))
        found.position = replace(found.position, moments=moments)

    def client(self, viewer: Seat | None) -> httpx2.AsyncClient:
        """Return the browser of a seat, or of a stranger."""
        cookies = {} if viewer is None else {"pasch": self.tokens[self.people[viewer - 1].id]}
        whole = Requests(self.app, self.app.state.counts)
        transport = httpx2.ASGITransport(whole, raise_app_exceptions=False)
        headers = {"Origin": URL, "Accept-Language": "de", "X-Live": "1"}
        return httpx2.AsyncClient(
            base_url=URL, transport=transport, cookies=cookies, headers=headers
        )

    async def told(self, viewer: Seat | None, others: Iterable[str]) -> list[str]:
        """Return everything that a viewer can get to know, from pages to refusals."""
        match, table, version = self.position.match.id, self.table, self.position.version
        pages = ("/", f"/t/{table}", f"/m/{match}", f"/m/{match}/record.txt")
        api = ("tables", f"tables/{table}", f"matches/{match}", f"matches/{match}/record")
        async with self.client(viewer) as client:
            places = (*pages, *(f"/api/v1/{name}" for name in api), "/settings/export.json")
            answers = [_plain(await client.get(place)) for place in places]
            fields = {"match": match, "seen": str(version), "command": "x"}
            play = f"/t/{table}/play"
            tried = [await client.post(play, data={**fields, "event": text}) for text in others]
        return [*answers, *map(_plain, tried), await self.pushed(viewer)]

    async def pushed(self, viewer: Seat | None) -> str:
        """Return what a tab is sent when it opens."""
        account = self.people[viewer - 1].id if viewer is not None else None
        tab = Tab(await self.house.parlour.chat.reader(account), "de", base=URL)
        await self.house.hub.join(self.table, tab)
        message = await asyncio.wait_for(tab.outbox.take(), 1)
        self.house.hub.leave(self.table, tab)
        assert message is not None
        return _message(message)

    def remember(self) -> Callable[[], None]:
        """Return what makes the table, its chat and the store again what they are now."""
        chat, scribe = self.house.parlour.chat, self.house.parlour.chat._scribe
        found = self.house.parlour.registry.peek(self.table)
        assert found is not None
        kept = {each.name: getattr(found, each.name) for each in fields(found)}
        contents, numbered = self.store._contents.copied(), scribe._last

        def bring_back() -> None:
            for name, value in kept.items():
                setattr(found, name, value)
            self.store._contents, scribe._last = copy(contents), numbered
            chat.limit = RateLimit(RATE)

        return bring_back

    async def lived(self, viewer: Seat | None, deed: Deed | None, out: io.StringIO) -> list[str]:
        """Return what reaches a viewer, and the log, while people chat, pause, play and fail.

        Afterwards everything is as it was before.
        """
        bring_back = self.remember()
        out.seek(out.truncate(0))
        account = self.people[viewer - 1].id if viewer is not None else None
        tab = Tab(await self.house.parlour.chat.reader(account), "de", base=URL)
        await self.house.hub.join(self.table, tab)
        answers = [answer async for answer in self._chatted(viewer)]
        if deed is not None:
            seat, text = deed
            person, at = self.people[seat - 1], self.position
            command = Command(person.id, "deed", at.match.id, at.version, text, is_confirmed=True)
            await self.house.parlour.play(self.table, command)
        await _pushed_all()
        pushed = [_message(message) for message in tab.outbox.rest()]
        self.house.hub.leave(self.table, tab)
        told = await self.told(viewer, ("nonsense",))
        told.append(await self._failed(viewer))
        written = [_logged(line) for line in out.getvalue().splitlines()]
        assert pushed
        assert written
        bring_back()
        return [*answers, *pushed, *told, *written]

    async def _chatted(self, viewer: Seat | None) -> AsyncIterator[str]:
        """Let everybody write, and the last seat pause; yield what the viewer is answered."""
        parlour = self.house.parlour
        for seat, person in enumerate(self.people, 1):
            await parlour.chat.say(Post(person, self.table, f"c{seat}"), "Gut!", Channel.ALL)
            await _pushed_all()
            await parlour.chat.react(Post(person, self.table, f"r{seat}"), "wow")
            await _pushed_all()
        await parlour.chat.say(Post(self.watcher, self.table, "w"), "Wer gewinnt?", Channel.ALL)
        await _pushed_all()
        for do in (parlour.pauses.ask, parlour.pauses.resume):
            await do(self.people[-1], self.table)
            await _pushed_all()
        async with self.client(viewer) as client:
            for number, text in enumerate(SAID if viewer else ()):
                data = {"text": text, "command": f"s{number}", "channel": "all"}
                yield _plain(await client.post(f"/t/{self.table}/chat", data=data))
                await _pushed_all()

    async def _failed(self, viewer: Seat | None) -> str:
        """Let the store fail at what a seat does; return what the viewer is answered, if it did.

        The viewer does it, or somebody else whose event the viewer cannot know.
        """

        def fail(_writes: object) -> None:
            raise OSError("the disk is full")

        at = self.position
        assert isinstance(at.to_move, Deciding)
        seat = viewer if viewer in at.to_move.seats else at.to_move.seats[0]
        event = at.rules.legal(at.state, seat)[0]
        data = {"match": at.match.id, "seen": str(at.version), "command": "f", "confirmed": "1"}
        self.store._before_commit = fail
        async with self.client(seat) as client:
            answer = await client.post(f"/t/{self.table}/play", data={**data, "event": event})
        self.store._before_commit = None
        assert answer.is_server_error
        return _plain(answer) if seat == viewer else ""


async def _pushed_all() -> None:
    """Wait until everything has been pushed, so that messages hold the same each time."""
    for _ in range(FLUSHES):
        await asyncio.sleep(0)


def _message(text: str) -> str:
    """Return a message without what is its own."""
    whole = {**json.loads(text), "n": 0, "now": 0}
    return IDS.sub("", json.dumps(whole).replace('\\"', '"'))


def _logged(line: str) -> str:
    """Return a line of the log without what tells of its moment alone."""
    told = json.loads(line)
    return json.dumps({name: told[name] for name in told if name not in OF_THE_MOMENT})


def _plain(answer: httpx2.Response) -> str:
    return f"{answer.status_code} {IDS.sub('', answer.text)}"


@asynccontextmanager
async def scene_of(game: str, seats: int, folder: Path, **options: str) -> AsyncIterator[Scene]:
    """Yield a match that has just begun."""
    settings = Settings(data=folder)
    app, store = make_app(settings), MemoryStore()
    await open_parlour(app, store, settings)
    house: House = app.state.house
    signed = [await house.accounts.sign_up(name) for name in NAMES[:seats]]
    people = tuple(account for account, _ in signed)
    table = await house.parlour.open_table(people[0], game, seats, options)
    for person in people[1:]:
        await house.parlour.sit(person, table.id, None)
    for person in people:
        await house.parlour.say_ready(person, table.id, bytes(16))
    watcher, _ = await house.accounts.sign_up("Zoe")
    tokens = {account.id: token for account, token in signed}
    yield Scene(app, house, store, table.id, people, watcher, tokens)


@pytest.mark.parametrize("seats", [2, 4])
async def test_nothing_hidden_leaves(game: str, seats: int, tmp_path: Path) -> None:
    twins = twins_of(game)
    assert twins is not None
    async with scene_of(game, seats, tmp_path) as scene:
        done = differed = 0
        for events in LOOKS:
            for _ in range(events - done):
                if scene.position.is_over:
                    break
                await scene.act()
            done = events
            state, rules = scene.position.state, scene.position.rules
            texts = sorted({text for s in seats_of(seats) for text in rules.legal(state, s)})
            for viewer in (None, *seats_of(seats)):
                own = () if viewer is None else rules.legal(state, viewer)
                others = [text for text in texts if text not in own][:3]
                scene.exchange(state)
                known = await scene.told(viewer, others)
                for twin in twins(state, viewer):
                    differed += twin != state
                    scene.exchange(twin)
                    assert await scene.told(viewer, others) == known
                scene.exchange(state)
        assert differed, "the twins differ from what was played"


@pytest.fixture
def out(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Yield where everything is written that the server logs, and let its clock stand still."""
    handlers, level = logging.root.handlers[:], logging.root.level
    written = io.StringIO()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", written)
        logs.configure("json", "debug")
    monkeypatch.setattr(SystemClock, "now", lambda _clock: NOON)
    yield written
    logging.basicConfig(handlers=handlers, level=level, force=True)
    logging.getLogger("pasch").setLevel(logging.NOTSET)
    structlog.reset_defaults()


def _deed(
    rules: Rules[object, object], states: tuple[object, object], viewer: Seat | None
) -> Deed | None:
    """Return what a seat may say in both states so that the viewer can tell them apart no more."""
    due = rules.to_move(states[0])
    assert isinstance(due, Deciding)
    for seat in due.seats:
        for text in rules.legal(states[0], seat):
            if text in rules.legal(states[1], seat):
                views = [rules.view(rules.apply(each, seat, text), viewer) for each in states]
                if views[0] == views[1]:
                    return seat, text
    return None


KINDS: Final = tuple(
    (slug, {spec.name: value})
    for slug in GAMES
    for spec in discovery.meta(slug).options
    if spec.name in discovery.meta(slug).apart
    for value in spec.values
)
"""Every kind of match that has lists of its own."""


@pytest.mark.parametrize(("game", "options"), KINDS, ids=str, indirect=["game"])
async def test_nothing_hidden_is_said_pushed_or_logged(
    game: str, options: dict[str, str], tmp_path: Path, out: io.StringIO
) -> None:
    """Chat with its notices and history, pushes of what the others do, failures, the log."""
    twins = twins_of(game)
    assert twins is not None
    deeds = set[str]()
    async with scene_of(game, SEATS, tmp_path, **options) as scene:
        done = 0
        for events in LIVES:
            for _ in range(events - done):
                await scene.act()
            done = events
            state, rules = scene.position.state, scene.position.rules
            for viewer in (None, *seats_of(SEATS)):
                for twin in list(twins(state, viewer))[:2]:
                    deed = _deed(rules, (state, twin), viewer)
                    known = await scene.lived(viewer, deed, out)
                    scene.exchange(twin)
                    assert await scene.lived(viewer, deed, out) == known
                    scene.exchange(state)
                    deeds.add(deed[1].split()[0] if deed else "")
    assert deeds - {""}
