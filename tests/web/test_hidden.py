"""What a seat cannot know reaches it by no way: pages, pushes, the API, refusals, chat, files.

A running match is exchanged for one that differs only in what a viewer cannot know. Every answer to
that viewer has to stay the same to the byte.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import httpx2
import pytest
from fastapi import FastAPI

from pasch.app import make_app, open_parlour
from pasch.config import Settings
from pasch.games import discovery
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.rules import Deciding
from pasch.matches.commands import Command
from pasch.matches.model import Account, AccountId, TableId
from pasch.matches.position import Position
from pasch.web.house import House
from pasch.web.hub import Tab
from tests.conformance.hidden import twins_of
from tests.matches.hall import NAMES
from tests.matches.plain import show_plainly
from tests.memory_store import MemoryStore

GAMES: Final = tuple(slug for slug in discovery.slugs() if discovery.meta(slug).has_hands)
URL: Final = "http://pasch.test"
LOOKS: Final = (1, 7, 23, 120)
"""After how many events it is looked at a match."""

IDS: Final = re.compile(r'name="command" value="[^"]*"')
"""What each drawing makes anew."""

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
    table: TableId
    people: tuple[Account, ...]
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
        moments = (*found.position.moments[:-1], replace(last, state=state, view=view))
        found.position = replace(found.position, moments=moments)

    def client(self, viewer: Seat | None) -> httpx2.AsyncClient:
        """Return the browser of a seat, or of a stranger."""
        cookies = {} if viewer is None else {"pasch": self.tokens[self.people[viewer - 1].id]}
        transport = httpx2.ASGITransport(self.app)
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
        whole = {**json.loads(message), "n": 0, "now": 0}
        return IDS.sub("", json.dumps(whole).replace('\\"', '"'))


def _plain(answer: httpx2.Response) -> str:
    return f"{answer.status_code} {IDS.sub('', answer.text)}"


@asynccontextmanager
async def scene_of(game: str, seats: int, folder: Path) -> AsyncIterator[Scene]:
    """Yield a match that has just begun."""
    settings = Settings(data=folder)
    app, store = make_app(settings), MemoryStore()
    await open_parlour(app, store, settings)
    house: House = app.state.house
    signed = [await house.accounts.sign_up(name) for name in NAMES[:seats]]
    people = tuple(account for account, _ in signed)
    table = await house.parlour.open_table(people[0], game, seats, {})
    for person in people[1:]:
        await house.parlour.sit(person, table.id, None)
    for person in people:
        await house.parlour.say_ready(person, table.id, bytes(16))
    yield Scene(app, house, table.id, people, {account.id: token for account, token in signed})


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
