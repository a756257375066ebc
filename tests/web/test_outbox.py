"""Messages on their way to a tab: in order, bounded, and then no more."""

import asyncio
import json

import pytest

from pasch.web.messages import together
from pasch.web.outbox import LIMIT, TRY_AGAIN_LATER, Outbox

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio only, as the server does."""
    return "asyncio"


async def test_messages_keep_their_order() -> None:
    box = Outbox()
    for number in range(LIMIT):
        box.put(str(number))
    assert [await box.take() for _ in range(LIMIT)] == [str(n) for n in range(LIMIT)]


async def test_whoever_takes_waits_for_the_next() -> None:
    box = Outbox()
    task = asyncio.create_task(box.take())
    await asyncio.sleep(0)
    assert not task.done()
    box.put("late")
    assert await asyncio.wait_for(task, 5) == "late"


async def test_box_that_runs_full_gives_nothing_more() -> None:
    box = Outbox()
    for number in range(LIMIT + 1):
        box.put(str(number))
    assert box.close_code == TRY_AGAIN_LATER
    assert await box.take() is None
    box.put("more")
    assert await box.take() is None, "the tab has missed something and must come again"


async def test_box_that_runs_full_wakes_whoever_takes() -> None:
    """The sender may be at the socket meanwhile; it learns of it at the next message."""
    box = Outbox()
    assert box.close_code is None
    waiting = asyncio.create_task(box.take())
    await asyncio.sleep(0)
    for number in range(2 * LIMIT):
        box.put(str(number))
    assert await asyncio.wait_for(waiting, 5) is None


async def test_box_that_is_read_never_runs_full() -> None:
    box = Outbox()
    for number in range(10 * LIMIT):
        box.put(str(number))
        assert await box.take() == str(number)
    assert box.close_code is None


async def test_what_waits_travels_together() -> None:
    box = Outbox()
    for number in range(3):
        box.put(f'{{"n":{number}}}')
    first = await box.take()
    assert first is not None
    assert json.loads(together(first, *box.rest())) == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert box.rest() == ()
    assert together(first) == first
