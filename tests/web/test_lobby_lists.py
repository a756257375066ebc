"""What the lobby lists for somebody, and in which order."""

import pytest

from pasch.matches.model import AccountId
from pasch.matches.parlour import LOOK_BACK_MILLIS
from pasch.web import lobby_hub
from pasch.web.lobby_hub import lobby_lists
from tests.matches.hall import Hall
from tests.memory_store import MemoryStore


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio only, as the server does."""
    return "asyncio"


@pytest.fixture
def hall() -> Hall:
    """Return the service on an empty store."""
    return Hall(MemoryStore())


def listed(hall: Hall, account: AccountId | None) -> tuple[list[str], list[str], int]:
    """Return the ids of somebody's own tables and of the others, and how many more there are."""
    lists = lobby_lists(hall.parlour, account)
    return [card.id for card in lists.mine], [card.id for card in lists.others], lists.more


@pytest.mark.anyio
async def test_what_one_can_join_comes_first_then_the_newest(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_hub, "MOST_TABLES", 3)
    ben, *others = await hall.guests(4)
    running = []
    for person in others:
        running.append((await hall.begin((person,))).table)
        hall.clock.move(1000)
    waiting = await hall.open_table(ben, seats=2)
    assert listed(hall, None) == ([], [waiting, running[2], running[1]], 1)
    assert listed(hall, ben.id) == ([waiting], running[::-1], 0)


@pytest.mark.anyio
async def test_own_table_stays_in_sight_for_an_hour_when_its_match_is_over(hall: Hall) -> None:
    """There one plays once more; but tables that still play come before it."""
    people = await hall.guests(2)
    play = await hall.begin(people)
    await play.play_on()
    other = await hall.open_table(people[0], seats=2)
    assert listed(hall, people[0].id) == ([other, play.table], [], 0)
    assert listed(hall, people[1].id) == ([play.table], [other], 0)
    hall.clock.move(LOOK_BACK_MILLIS)
    assert len(listed(hall, people[1].id)[0]) == 1
    hall.clock.move(1)
    assert listed(hall, people[1].id) == ([], [other], 0)
