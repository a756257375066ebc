"""Who reads what, over random lives of a table: worked out anew and held against the service."""

import asyncio

from hypothesis import HealthCheck, example, given, settings

from pasch.matches.chatting import readable
from pasch.matches.lines import LINES_KEPT, Reader
from tests.matches.hall import Hall
from tests.matches.lives import Deed, Life, begin_life, deeds, posts
from tests.memory_store import MemoryStore

BEFORE_AND_AFTER = [
    Deed("begin", 0, 0),
    Deed("say to team", 0, 0),
    Deed("say", 4, 0),
    Deed("say", 1, 0),
    Deed("ignore", 2, 0),
    Deed("finish", 0, 0),
    Deed("say", 4, 0),
    Deed("leave", 1, 0),
    Deed("sit", 4, 0),
    Deed("heed", 2, 0),
]
"""What was for some is not for more when seats and matches have changed."""


@given(deeds)
@example(BEFORE_AND_AFTER)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_everybody_reads_what_is_for_them_and_nothing_else(life: list[Deed]) -> None:
    asyncio.run(_live_through(life))


async def _live_through(lived: list[Deed]) -> None:
    life = await begin_life(Hall(MemoryStore()))
    for number, deed in enumerate(lived):
        await life.do(number, deed)
        await _look_around(life)
    await life.hall.restart()
    await _look_around(life)


async def _look_around(life: Life) -> None:
    """Hold what each person reads against the model."""
    found = await life.found()
    assert found.chat == await life.hall.store.lines(life.play.table, LINES_KEPT)
    for person in life.people:
        reader = await life.hall.parlour.chat.reader(person.id)
        assert await life.expected(person) == posts(readable(found.table, found.chat, reader))
    stranger = posts(readable(found.table, found.chat, Reader()))
    nobody_s = set(stranger) - {p for p, readers in life.model.readers.items() if len(readers) > 2}
    assert nobody_s == set(), "somebody without a name reads what is for a team"
