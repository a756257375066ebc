"""What people may ask for: all that is kept of them, another name, and that it be forgotten."""

import json

import pytest

from pasch.kernel.record import read_record
from pasch.matches.archive import Archive
from pasch.matches.chat import Post
from pasch.matches.chatting import readable
from pasch.matches.lines import LINES_KEPT, LOBBY, Channel, Reader
from pasch.matches.model import Account, Preferences, TableStatus, Theme
from pasch.matches.names import DELETED
from pasch.matches.own_data import OwnData
from pasch.matches.refusals import StillPlaying
from tests.matches.hall import GAME, Hall, Play, check_table, stored_table

pytestmark = pytest.mark.anyio

PASSWORD = "Zwei Esel, drei Würfel"


@pytest.fixture
def own_data(hall: Hall) -> OwnData:
    """Return the service that is asked."""
    return OwnData(hall.store, hall.parlour, hall.clock)


async def finished(hall: Hall, *people: Account) -> Play:
    """Return a match that has been played to its end."""
    play = await hall.begin(people, hardcore="yes")
    await play.play_on()
    return play


# --- The file


async def test_file_holds_everything(hall: Hall, own_data: OwnData) -> None:
    anna, ben = await hall.guests(2)
    await hall.accounts.set_password(anna.id, PASSWORD, None)
    await hall.accounts.prefer(anna.id, Preferences("en", Theme.DARK, is_muted=True))
    play = await finished(hall, anna, ben)
    protected = await hall.parlour.open_table(anna, GAME, 2, {}, "kellerbar")
    post = Post(anna, LOBBY, "p1")
    await hall.parlour.chat.say(post, "Gut Wurf!", Channel.ALL)
    await hall.parlour.chat.ignore(anna, ben.id)
    found = await own_data.export(anna)
    assert found["chat"] == [
        {
            "place": "lobby",
            "written": "2026-11-30T00:53:20+00:00",
            "for": "all",
            "kind": "said",
            "text": "Gut Wurf!",
        }
    ]
    assert found["ignored"] == ["Ben"]
    assert found["account"] == {
        "id": anna.id,
        "name": "Anna",
        "created": "2026-11-30T00:53:20+00:00",
        "banned": None,
        "has_password": True,
    }
    assert found["preferences"] == {
        "language": "en",
        "theme": "dark",
        "sounds": False,
        "quick_entry": False,
    }
    assert [session["ended"] is not None for session in found["sessions"]] == [True]
    assert {play.table, protected.id} == {table["id"] for table in found["tables"]}
    (match,) = found["matches"]
    assert match["seat"] == 1
    assert match["status"] == "finished"
    position = await play.position()
    totals = position.rules.totals(position.state)
    assert match["total"] == totals[0]
    assert match["place"] == (1 if totals[0] >= totals[1] else 2)
    record = read_record(match["record"])
    assert record.seats == ("Anna", "Ben")
    assert record.provenance is not None
    text = json.dumps(found, ensure_ascii=False)
    for secret in ("kellerbar", protected.invitation, PASSWORD, "argon2"):
        assert secret not in text
    assert (await own_data.export(ben))["preferences"]["theme"] == "auto"


async def test_running_match_keeps_its_log(hall: Hall, own_data: OwnData) -> None:
    """It may tell what other seats hold, as in games with hidden pieces."""
    anna, ben = await hall.guests(2)
    play = await hall.begin((anna, ben))
    await play.turn()
    (match,) = (await own_data.export(anna))["matches"]
    assert match["status"] == "running"
    assert {match[name] for name in ("record", "ended", "place", "total")} == {None}


# --- Another name


async def test_tables_show_the_new_name(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    waiting = await hall.open_table(anna, seats=2)
    over = await finished(hall, anna, ben)
    running = await hall.begin((anna, ben))
    renamed = await hall.accounts.rename(anna, "Anna B")
    await hall.parlour.rename(renamed)
    for table in (waiting, over.table, running.table):
        sitter = (await hall.look(table)).table.sitters[0]
        assert sitter is not None
        assert sitter.name == "Anna B"
        await check_table(hall, table)
    assert (await over.position()).match.names == ("Anna", "Ben"), "as it was played"
    await running.turn()
    assert (await running.position()).match.names == ("Anna", "Ben"), "until its end"


async def test_next_match_begins_with_the_new_name(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    play = await finished(hall, anna, ben)
    await hall.parlour.rename(await hall.accounts.rename(anna, "Anna B"))
    await play.all_ready()
    assert (await play.position()).match.names == ("Ben", "Anna B")


# --- Forgotten


async def test_matches_of_others_stay(hall: Hall, own_data: OwnData) -> None:
    anna, ben = await hall.guests(2)
    play = await finished(hall, anna, ben)
    before = await play.stored()
    match_id = (await play.position()).match.id
    await own_data.delete(anna)
    match = await hall.store.match(match_id)
    assert match is not None
    assert match.names == (DELETED, "Ben")
    assert await play.stored() == before
    assert (await play.position()).match == match, "also in memory"
    record = await Archive(hall.store).record(match_id)
    assert record.seats == (DELETED, "Ben")
    await check_table(hall, play.table)
    left = await stored_table(hall, play.table)
    assert left.status is TableStatus.WAITING
    assert [sitter and sitter.name for sitter in left.sitters] == [None, "Ben"]


async def test_name_is_gone_from_chats(hall: Hall, own_data: OwnData) -> None:
    """What was said stays; who said it, and of whom it was told, does not."""
    anna, ben = await hall.guests(2)
    table = await hall.open_table(ben, anna, seats=3)
    for place in (table, LOBBY):
        await hall.parlour.chat.say(Post(anna, place, f"in-{place}"), "Gut Wurf!", Channel.ALL)
    await hall.parlour.chat.ignore(ben, anna.id)
    await hall.parlour.chat.ignore(anna, ben.id)
    await own_data.delete(anna)
    found = await hall.look(table)
    assert await hall.store.lines(table, LINES_KEPT) == found.chat
    assert await hall.store.lines(LOBBY, LINES_KEPT) == hall.parlour.chat.lobby
    lines = (*readable(found.table, found.chat, Reader()), *hall.parlour.chat.lobby)
    assert {line.name for line in lines} == {DELETED}
    assert [line.text for line in lines] == ["sat", "Gut Wurf!", "left", "Gut Wurf!"]
    assert await hall.store.ignored(ben.id) == await hall.store.ignored(anna.id) == ()


async def test_name_is_nowhere_and_free_again(hall: Hall, own_data: OwnData) -> None:
    anna, token = await hall.accounts.sign_up("Anna")
    await hall.accounts.set_password(anna.id, PASSWORD, None)
    own = await hall.open_table(anna, seats=3)
    await own_data.delete(anna)
    assert await hall.accounts.signed_in(token) is None
    assert await hall.accounts.named("Anna") is None
    assert await hall.accounts.named(DELETED) is None
    assert not await hall.accounts.has_password(anna.id)
    assert (await stored_table(hall, own)).status is TableStatus.CLOSED
    await hall.accounts.sign_up("Anna")


async def test_not_while_a_match_runs(hall: Hall, own_data: OwnData) -> None:
    anna, ben = await hall.guests(2)
    waiting = await hall.open_table(anna, seats=2)
    await hall.begin((ben, anna))
    before = await hall.store.account(anna.id)
    with pytest.raises(StillPlaying):
        await own_data.delete(anna)
    assert before == await hall.store.account(anna.id)
    assert (await stored_table(hall, waiting)).seat_of(anna.id) == 1, "nothing was begun"


async def test_everybody_may_go(hall: Hall, own_data: OwnData) -> None:
    anna, ben = await hall.guests(2)
    play = await finished(hall, anna, ben)
    for person in (anna, ben):
        await own_data.delete(person)
    match = await hall.store.match((await play.position()).match.id)
    assert match is not None
    assert match.names == (DELETED, DELETED)
    assert (await stored_table(hall, play.table)).status is TableStatus.CLOSED
    with pytest.raises(StillPlaying):
        await own_data.delete(anna)
