"""Whoever has deleted the account stays in lists and matches, without name and page."""

from dataclasses import replace

import pytest

from pasch.matches.archive import Archive
from pasch.matches.boards import Boards
from pasch.matches.model import AccountId, MatchId, Millis
from pasch.matches.names import DELETED, clean_name
from pasch.matches.ports import AddAccount
from pasch.matches.refusals import BadName, UnknownPerson
from pasch.matches.results import Leader, PastMatch, PastSeat
from pasch.web.boards import rows
from pasch.web.bygone import spoken
from pasch.web.drawing import draw_parts
from pasch.web.history import past_row
from pasch.web.i18n import LANGUAGES, Language, catalogue
from pasch.web.past import past_screen
from pasch.web.people import person, somebody
from pasch.web.visit import Visit
from tests.matches.hall import Hall, HandClock
from tests.memory_store import MemoryStore
from tests.store.samples import ANNA, NOW

SAID = {"de": "gelöschtes Konto", "en": "deleted account"}
GONE = replace(ANNA, id=AccountId("gone"), name=DELETED, name_key="#gone")


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio only, as the server does."""
    return "asyncio"


@pytest.mark.parametrize("language", LANGUAGES)
def test_name_is_said_in_the_language_and_leads_nowhere(language: Language) -> None:
    found = somebody(DELETED, GONE.id, catalogue(language))
    assert (found.name, found.initials, found.page) == (SAID[language], "–", "")


@pytest.mark.parametrize("name", [DELETED, *SAID.values()])
def test_nobody_else_bears_the_name(name: str) -> None:
    assert person(name, page="/p/x").page == ""
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_row_of_a_list(language: Language) -> None:
    leader = Leader(1, GONE.id, DELETED, 9, MatchId("m1"), NOW, 1)
    (row,) = rows((leader,), Visit(None, language))
    assert (row.person.name, row.person.page, row.value) == (SAID[language], "", 9)


def test_line_of_somebody_elses_history() -> None:
    seats = tuple(
        PastSeat(seat, account.id, account.name, seat, seat, 9)  # type: ignore[arg-type]
        for seat, account in enumerate((ANNA, GONE), 1)
    )
    past = PastMatch(MatchId("m1"), "zdwa", (("hardcore", "no"),), Millis(NOW), seats)
    row = past_row(past, ANNA, catalogue("de"))
    assert [(other.name, other.page) for other in row.others] == [("gelöschtes Konto", "")]


@pytest.mark.anyio
async def test_there_is_no_page_of_the_person() -> None:
    store = MemoryStore()
    await store.commit((AddAccount(GONE),))
    boards = Boards(store, HandClock())
    for named in (GONE.id, DELETED, "gelöschtes Konto"):
        with pytest.raises(UnknownPerson):
            await boards.person(named)


@pytest.mark.anyio
@pytest.mark.parametrize("language", LANGUAGES)
async def test_page_of_a_finished_match(language: Language) -> None:
    hall = Hall(MemoryStore())
    play = await hall.begin(await hall.guests(2), hardcore="yes")
    await play.play_on()
    match = (await play.position()).match
    position = await Archive(hall.store).position(match.id)
    first, second = match.players
    gone = replace(match, players=(replace(first, name=DELETED), second))
    said = spoken(replace(position, match=gone), language)
    parts = draw_parts(language, past_screen(said, Visit(None, language)))
    assert f'<span class="name">{SAID[language]}</span>' in parts["finish"]
    assert f'href="/p/{second.account}"' in parts["finish"]
    assert str(first.account) not in parts["finish"]
    assert SAID[language] in parts["board"]
