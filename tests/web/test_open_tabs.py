"""No socket outlives its session, whoever ended it."""

import pytest

from pasch.matches.model import Millis
from pasch.web.open_tabs import SESSION_ENDED, OpenTabs
from pasch.web.outbox import TRY_AGAIN_LATER, Outbox
from tests.matches.hall import NOON, Hall
from tests.memory_store import MemoryStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio only, as the server does."""
    return "asyncio"


class Scene:
    """Two people, of whom the first is signed in twice; each has a tab open."""

    def __init__(self) -> None:
        self.hall = Hall(MemoryStore())
        self.tabs = OpenTabs(self.hall.store, self.hall.parlour.registry, self.hall.clock)
        self.boxes: dict[str, Outbox] = {}

    async def open(self, name: str) -> None:
        """Let somebody sign up and open a tab."""
        _, token = await self.hall.accounts.sign_up(name)
        access = await self.hall.accounts.access(token)
        assert access is not None
        self.boxes[name] = Outbox()
        self.tabs.enter(self.boxes[name], access.session)

    @property
    def closed(self) -> dict[str, int | None]:
        """With which code each tab is closed."""
        return {name: box.close_code for name, box in self.boxes.items()}


@pytest.fixture
async def scene() -> Scene:
    """Return two people with open tabs, and one without an account."""
    scene = Scene()
    await scene.open("Anna")
    await scene.open("Ben")
    scene.boxes["nobody"] = Outbox()
    scene.tabs.enter(scene.boxes["nobody"], None)
    return scene


async def test_tab_of_a_session_is_closed(scene: Scene) -> None:
    session = scene.tabs._sessions[scene.boxes["Anna"]]
    scene.tabs.end(session)
    assert scene.closed == {"Anna": SESSION_ENDED, "Ben": None, "nobody": None}


async def test_one_session_may_be_kept(scene: Scene) -> None:
    session = scene.tabs._sessions[scene.boxes["Anna"]]
    scene.tabs.end_all(session.account, session)
    assert scene.closed["Anna"] is None
    scene.tabs.end_all(session.account)
    assert scene.closed == {"Anna": SESSION_ENDED, "Ben": None, "nobody": None}


async def test_tabs_come_again_under_a_new_name(scene: Scene) -> None:
    scene.tabs.come_again(scene.tabs._sessions[scene.boxes["Ben"]].account)
    assert scene.closed == {"Anna": None, "Ben": TRY_AGAIN_LATER, "nobody": None}


async def test_sessions_that_others_end_are_found(scene: Scene) -> None:
    session = scene.tabs._sessions[scene.boxes["Anna"]]
    await scene.hall.accounts.sign_out_everywhere(session.account)
    await scene.tabs.look(Millis(NOON + 1))
    assert scene.closed["Anna"] is None, "not that long ago"
    await scene.tabs.look(NOON)
    assert scene.closed == {"Anna": SESSION_ENDED, "Ben": None, "nobody": None}


async def test_tab_that_has_gone_is_forgotten(scene: Scene) -> None:
    box = scene.boxes["Anna"]
    session = scene.tabs._sessions[box]
    scene.tabs.leave(box)
    scene.tabs.leave(box)
    scene.tabs.end(session)
    assert box.close_code is None
