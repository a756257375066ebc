"""Chats and whom an account ignores, in every store."""

from dataclasses import replace

import pytest

from pasch.kernel.actors import Seat
from pasch.matches.lines import LOBBY, Channel, ChatLine, LineKind, LineNumber, Spot
from pasch.matches.model import AccountId, MatchId, TableId, Version
from pasch.matches.ports import AddLine, Heed, Ignore, PutTable, Store, Write
from tests.store.conftest import Kind
from tests.store.samples import ANNA, BEGIN, BERT, MATCH, NOW, TABLE, append

pytestmark = pytest.mark.anyio

NUMBER = (NOW << 20) + 7

SAID = ChatLine(
    number=LineNumber(NUMBER),
    place=TABLE.id,
    kind=LineKind.SAID,
    channel=Channel.TEAM,
    author=ANNA.id,
    name=ANNA.name,
    seat=Seat(2),
    text="<b>Änna</b> \u202e\u200b „ “ 𝄞 %(who)s ' \" \\",
    party=(ANNA.id, BERT.id),
    spot=Spot(MATCH.id, Version(17)),
    command="c1",
)
NOTICE = ChatLine(
    number=LineNumber(NUMBER + 1),
    place=TABLE.id,
    kind=LineKind.NOTICE,
    channel=Channel.ALL,
    author=None,
    name="",
    seat=None,
    text="begun",
)
LOUD = replace(
    SAID, number=LineNumber(NUMBER + 2), place=LOBBY, party=(), spot=Spot(), command="c2"
)


@pytest.fixture
async def begun(store: Store) -> Store:
    """Return a store with a table and a match."""
    await store.commit(BEGIN)
    return store


async def test_lines_come_back_by_place_and_in_order(begun: Store) -> None:
    assert await begun.commit([AddLine(NOTICE), AddLine(LOUD), AddLine(SAID)])
    assert await begun.lines(TABLE.id, 9) == (SAID, NOTICE)
    assert await begun.lines(LOBBY, 9) == (LOUD,)
    assert await begun.lines(TableId("nowhere"), 9) == ()


async def test_latest_lines_come_back(begun: Store) -> None:
    lines = [replace(NOTICE, number=LineNumber(NUMBER + n)) for n in range(30)]
    assert await begun.commit([AddLine(line) for line in lines])
    assert await begun.lines(TABLE.id, 7) == tuple(lines[-7:])


async def test_line_comes_with_what_it_tells_of(begun: Store) -> None:
    assert await begun.commit([append(1), AddLine(NOTICE)])
    assert not await begun.commit([append(1), AddLine(SAID)])
    assert await begun.lines(TABLE.id, 9) == (NOTICE,)


async def test_notices_do_not_conflict(begun: Store) -> None:
    again = replace(NOTICE, number=LineNumber(NUMBER + 5))
    assert await begun.commit([AddLine(NOTICE), AddLine(again)])


@pytest.mark.parametrize(
    "line",
    [replace(LOUD, number=SAID.number), replace(LOUD, command=SAID.command)],
    ids=["number", "command of an author"],
)
async def test_conflict(begun: Store, line: ChatLine) -> None:
    await begun.commit([AddLine(SAID)])
    assert not await begun.commit([AddLine(line)])
    assert await begun.lines(LOBBY, 9) == ()


async def test_command_of_another_author_is_free(begun: Store) -> None:
    other = replace(LOUD, command=SAID.command, author=BERT.id)
    assert await begun.commit([AddLine(SAID), AddLine(other)])


REFERENCES_TO_NOTHING: dict[str, Write] = {
    "author": AddLine(replace(SAID, author=AccountId("nobody"))),
    "match": AddLine(replace(SAID, spot=Spot(MatchId("never")))),
    "who ignores": Ignore(AccountId("nobody"), ANNA.id),
    "who is ignored": Ignore(ANNA.id, AccountId("nobody")),
}


@pytest.mark.parametrize("write", REFERENCES_TO_NOTHING.values(), ids=REFERENCES_TO_NOTHING)
async def test_reference_to_nothing_is_an_error(kind: Kind, begun: Store, write: Write) -> None:
    with pytest.raises(kind.error):
        await begun.commit([write])
    assert await begun.lines(TABLE.id, 9) == ()
    assert await begun.ignored(ANNA.id) == ()


async def test_ignored_people_come_back_by_name(begun: Store) -> None:
    assert await begun.ignored(ANNA.id) == ()
    assert await begun.commit([Ignore(BERT.id, BERT.id), Ignore(BERT.id, ANNA.id)])
    assert await begun.ignored(BERT.id) == (BERT, ANNA)
    assert await begun.ignored(ANNA.id) == ()


async def test_ignoring_twice_and_heeding(begun: Store) -> None:
    assert await begun.commit([Ignore(ANNA.id, BERT.id)])
    assert await begun.commit([Ignore(ANNA.id, BERT.id)])
    assert await begun.commit([Heed(ANNA.id, BERT.id)])
    assert await begun.commit([Heed(ANNA.id, BERT.id)])
    assert await begun.ignored(ANNA.id) == ()


@pytest.mark.parametrize("watchable", [True, False])
async def test_table_says_whether_it_may_be_watched(begun: Store, watchable: bool) -> None:
    table = replace(TABLE, id=TableId("t9"), watchable=watchable)
    assert await begun.commit([PutTable(table)])
    assert await begun.table(table.id) == table
    turned = replace(table, watchable=not watchable, revision=2)
    assert await begun.commit([PutTable(turned)])
    assert await begun.table(table.id) == turned
