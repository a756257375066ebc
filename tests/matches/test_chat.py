"""Chats of the lobby and of tables: what is kept, for whom, and what is refused (cases 22, 23)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
import time_machine

from pasch.kernel.refusals import Illegal, Refusal, Unreadable
from pasch.matches import slash
from pasch.matches.chat import Post
from pasch.matches.chatting import LONGEST, clean_message
from pasch.matches.lines import (
    LINES_KEPT,
    LOBBY,
    Channel,
    ChatLine,
    LineKind,
    LineNumber,
    Reader,
    may_read,
)
from pasch.matches.model import Account, AccountId, TableId, computer_account
from pasch.matches.ports import Write
from pasch.matches.rate_limit import RateLimit
from pasch.matches.refusals import (
    BadMessage,
    NoTeam,
    NotWatchable,
    TooFast,
    UnknownPerson,
    UnknownTable,
    WrongMoment,
)
from tests.matches.hall import Hall, Play

pytestmark = pytest.mark.anyio

SECOND = 1_000
"""Milliseconds."""

_posts = iter(range(1_000_000))


def post(author: Account, place: TableId, command: str = "") -> Post:
    """Return a post with an id of its own unless told."""
    return Post(author, place, command or f"post-{next(_posts)}")


async def say(
    hall: Hall, author: Account, place: TableId, text: str, channel: Channel = Channel.ALL
) -> None:
    """Say something without a limit of how often."""
    await hall.parlour.chat.say(post(author, place), text, channel)


def said(lines: tuple[ChatLine, ...]) -> list[str]:
    """Return what people have said."""
    return [f"{line.name}: {line.text}" for line in lines if line.kind is LineKind.SAID]


async def check_kept(hall: Hall, place: TableId) -> tuple[ChatLine, ...]:
    """Return the lines of a place, which are the same in memory, in the store and later on."""
    found = await lines_of(hall, place)
    assert found == await hall.store.lines(place, LINES_KEPT)
    await hall.restart()
    assert found == await lines_of(hall, place)
    return found


async def lines_of(hall: Hall, place: TableId) -> tuple[ChatLine, ...]:
    """Return the lines of a place in memory."""
    if place == LOBBY:
        return hall.parlour.chat.lobby
    return (await hall.look(place)).chat


# --- Saying something


async def test_lobby(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    await say(hall, anna, LOBBY, "Wer spielt?")
    await say(hall, ben, LOBBY, "Ich!")
    lines = await check_kept(hall, LOBBY)
    assert said(lines) == ["Anna: Wer spielt?", "Ben: Ich!"]
    assert {(line.channel, line.seat, line.spot.match) for line in lines} == {
        (Channel.ALL, None, None)
    }


async def test_table(hall: Hall) -> None:
    anna, ben, cleo = await hall.guests(3)
    table = await hall.open_table(anna, ben, seats=3)
    await say(hall, ben, table, "Noch jemand?")
    await say(hall, cleo, table, "Darf ich?")
    lines = [line for line in await check_kept(hall, table) if line.kind is LineKind.SAID]
    assert [(line.author, line.name, line.seat) for line in lines] == [
        (ben.id, "Ben", 2),
        (cleo.id, "Cleo", None),
    ]
    assert await lines_of(hall, LOBBY) == ()


async def test_hint_comes_behind_the_commit(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna)
    hall.hints.clear()
    await say(hall, anna, table, "eins")
    await say(hall, anna, LOBBY, "zwei")
    assert hall.hints == [table, LOBBY]


async def test_line_stands_behind_the_events_that_were_there(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(2))
    anna, ben = play.people
    await say(hall, anna, play.table, "vorher")
    await play.do(1, "roll")
    await say(hall, ben, play.table, "nachher")
    spots = [line.spot for line in await check_kept(hall, play.table) if line.author]
    match = (await play.position()).match.id
    assert [(spot.match, spot.version) for spot in spots] == [(match, 0), (match, 2)]


@pytest.mark.parametrize("place", ["table", "lobby"])
async def test_same_post_says_it_once(hall: Hall, place: str) -> None:
    anna, ben = await hall.guests(2)
    where = LOBBY if place == "lobby" else await hall.open_table(anna, ben)
    for _ in range(2):
        await hall.parlour.chat.say(post(anna, where, "p1"), "eins", Channel.ALL)
    await hall.parlour.chat.say(post(ben, where, "p1"), "zwei", Channel.ALL)
    await hall.parlour.chat.say(post(anna, where, "p2"), "eins", Channel.ALL)
    assert said(await check_kept(hall, where)) == ["Anna: eins", "Ben: zwei", "Anna: eins"]


async def test_numbers_grow_though_the_clock_is_set_back(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna)
    for text in ("eins", "zwei"):
        for place in (table, LOBBY):
            await say(hall, anna, place, text)
        hall.clock.move(-60 * SECOND)
        await hall.restart()
        await hall.look(table)
    for place in (table, LOBBY):
        assert said(await check_kept(hall, place)) == ["Anna: eins", "Anna: zwei"]


async def test_line_tells_its_time(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    hall.clock.move(5 * SECOND)
    await say(hall, anna, LOBBY, "jetzt")
    (line,) = await lines_of(hall, LOBBY)
    assert line.at == hall.clock.now()


async def test_latest_lines_are_kept_in_memory(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    hall.parlour.chat.limit = RateLimit("100000/second")
    for number in range(LINES_KEPT + 3):
        await say(hall, anna, LOBBY, str(number))
    lines = await check_kept(hall, LOBBY)
    assert said(lines) == [f"Anna: {number}" for number in range(3, LINES_KEPT + 3)]


# --- What may be said

TEXTS = {
    "as it is": ("Gut Wurf!", "Gut Wurf!"),
    "markup": ("<b>x</b> & “y” %(who)s {{ z }}", "<b>x</b> & “y” %(who)s {{ z }}"),
    "line breaks": ("a\r\nb\n\n c\td\u2028e\x0bf", "a b c d e f"),
    "blanks around": ("  a   b ", "a b"),
    "bidirectional": ("a \u202e b \u2066 c", "a \u202e b \u2066 c"),
    "zero-width": ("a\u200bb\ufeff", "a\u200bb\ufeff"),
    "composed": ("e\u0301", "é"),
    "not for every database": ("a\x00b\x1bc\ud800d", "abcd"),
    "a control between a letter and its mark": ("e\x00\u0301", "é"),
    "longest": ("x" * LONGEST, "x" * LONGEST),
    "longest after cleaning": (" ".join(["xxx"] * 125) + " \n\x00 ", " ".join(["xxx"] * 125)),
}


@pytest.mark.parametrize(("raw", "kept"), TEXTS.values(), ids=TEXTS)
async def test_text(hall: Hall, raw: str, kept: str) -> None:
    (anna,) = await hall.guests(1)
    await say(hall, anna, LOBBY, raw)
    assert said(await check_kept(hall, LOBBY)) == [f"Anna: {kept}"]


BAD_TEXTS = {
    "nothing": "",
    "blanks": " \n\t ",
    "controls": "\x00\x1b",
    "zero-width only": "\u200b\u200d\ufeff",
    "blank letters": "\u3164\u2800\u115f",
    "bidirectional only": "\u202e\u2066",
    "a mark on nothing": "\u0301",
    "too long": "x" * (LONGEST + 1),
}


@pytest.mark.parametrize("raw", BAD_TEXTS.values(), ids=BAD_TEXTS)
async def test_bad_text(hall: Hall, raw: str) -> None:
    (anna,) = await hall.guests(1)
    with pytest.raises(BadMessage):
        await say(hall, anna, LOBBY, raw)
    assert await check_kept(hall, LOBBY) == ()


def test_cleaning_again_changes_nothing() -> None:
    for raw, kept in TEXTS.values():
        assert clean_message(clean_message(raw)) == clean_message(raw) == kept


async def test_post_needs_an_id(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    for command in ("a b", "x" * 65, "\x00"):
        with pytest.raises(Unreadable):
            await hall.parlour.chat.say(post(anna, LOBBY, command), "x", Channel.ALL)


async def test_reactions(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna)
    await hall.parlour.chat.react(post(anna, table), "clover")
    with pytest.raises(Illegal):
        await hall.parlour.chat.react(post(anna, table), "<b>")
    (line,) = await check_kept(hall, table)
    assert (line.kind, line.text, line.seat) == (LineKind.REACTION, "clover", 1)


# --- Whom it is for


@dataclass
class Teams:
    """A match of two against two with two spectators."""

    hall: Hall
    play: Play
    watchers: tuple[Account, ...]

    async def readers(self, text: str) -> str:
        """Return the letters of those for whom a line is, of all who are there."""
        (line,) = (each for each in await lines_of(self.hall, self.play.table) if each.text == text)
        people = (*self.play.people, *self.watchers)
        names = "".join(p.name[0] for p in people if may_read(line, Reader(p.id)))
        return names + ("?" if may_read(line, Reader()) else "")


@pytest.fixture
async def teams(hall: Hall) -> Teams:
    """Begin a match of two against two that two people watch."""
    play = await hall.begin(await hall.guests(4))
    return Teams(hall, play, (await hall.guest("Wanda"), await hall.guest("Xaver")))


async def test_players_write_to_all(teams: Teams) -> None:
    await say(teams.hall, teams.play.people[1], teams.play.table, "hallo")
    assert await teams.readers("hallo") == "ABCDWX?"


async def test_partners_write_to_each_other(teams: Teams) -> None:
    for seat, readers in ((0, "AC"), (1, "BD"), (2, "AC"), (3, "BD")):
        text = f"von {seat}"
        await say(teams.hall, teams.play.people[seat], teams.play.table, text, Channel.TEAM)
        assert await teams.readers(text) == readers


async def test_spectators_write_to_spectators(teams: Teams) -> None:
    await say(teams.hall, teams.watchers[0], teams.play.table, "psst")
    assert await teams.readers("psst") == "WX?"


async def test_nobody_reads_more_when_the_match_is_over(teams: Teams) -> None:
    """The players of the match do not read later what spectators have said meanwhile."""
    await say(teams.hall, teams.watchers[0], teams.play.table, "psst")
    await say(teams.hall, teams.play.people[0], teams.play.table, "geheim", Channel.TEAM)
    await teams.play.play_on()
    assert (await teams.readers("psst"), await teams.readers("geheim")) == ("WX?", "AC")
    await say(teams.hall, teams.watchers[0], teams.play.table, "gut gespielt")
    assert await teams.readers("gut gespielt") == "ABCDWX?"
    await teams.hall.parlour.leave(teams.play.people[3], teams.play.table)
    await teams.hall.parlour.sit(teams.watchers[0], teams.play.table, None)
    await teams.hall.restart()
    assert (await teams.readers("psst"), await teams.readers("geheim")) == ("WX?", "AC")


async def test_team_chat_needs_a_partner(teams: Teams) -> None:
    hall, table = teams.hall, teams.play.table
    with pytest.raises(NoTeam):
        await say(hall, teams.watchers[0], table, "x", Channel.TEAM)
    two = await hall.begin((await hall.guest("Ida"), await hall.guest("Jo")))
    with pytest.raises(NoTeam):
        await say(hall, two.people[0], two.table, "x", Channel.TEAM)
    await teams.play.play_on()
    with pytest.raises(NoTeam):
        await say(hall, teams.play.people[0], table, "x", Channel.TEAM)


async def test_reactions_of_spectators_are_for_spectators(teams: Teams) -> None:
    await teams.hall.parlour.chat.react(post(teams.watchers[1], teams.play.table), "wow")
    assert await teams.readers("wow") == "WX?"


# --- Where nothing may be said


async def test_unknown_table(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    for place in ("222222", "", "\x00", "Lobby"):
        with pytest.raises(UnknownTable):
            await say(hall, anna, TableId(place), "x")


async def test_closed_table(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna, seats=2)
    await hall.parlour.close(anna, table)
    with pytest.raises(WrongMoment):
        await say(hall, anna, table, "x")


async def test_table_without_spectators(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, seats=2)
    await hall.parlour.let_watch(anna, table, allowed=False)
    with pytest.raises(NotWatchable):
        await say(hall, ben, table, "x")
    await hall.parlour.sit(ben, table, None)
    await say(hall, ben, table, "jetzt")
    assert said(await check_kept(hall, table)) == ["Ben: jetzt"]


# --- How often


async def refusal_of(hall: Hall, author: Account, text: str) -> Refusal | None:
    """Say something as pages do; return the refusal."""
    try:
        await slash.say(hall.parlour, post(author, LOBBY), text, Channel.ALL)
    except Refusal as refusal:
        return refusal
    return None


async def test_eight_messages_in_ten_seconds(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    with time_machine.travel(1_796_000_000, tick=False) as clock:
        assert [await refusal_of(hall, anna, str(n)) for n in range(8)] == [None] * 8
        clock.shift(4)
        refusal = await refusal_of(hall, anna, "zu viel")
        assert isinstance(refusal, TooFast)
        assert dict(refusal.reason.params)["seconds"] in {6, 7}
        assert isinstance(await refusal_of(hall, anna, "/hilfe"), TooFast)
        with pytest.raises(TooFast):
            await hall.parlour.chat.react(post(anna, LOBBY), "wow")
        assert await refusal_of(hall, ben, "ich darf") is None
        clock.shift(7)
        assert await refusal_of(hall, anna, "wieder") is None
    lines = said(await check_kept(hall, LOBBY))
    assert lines == [*(f"Anna: {n}" for n in range(8)), "Ben: ich darf", "Anna: wieder"]


# --- Ignoring


async def heard(hall: Hall, who: Account) -> list[str]:
    """Return what somebody reads in the lobby."""
    reader = await hall.parlour.chat.reader(who.id)
    return said(tuple(line for line in hall.parlour.chat.lobby if may_read(line, reader)))


async def test_ignoring_hides_what_is_said_and_was_said(hall: Hall) -> None:
    anna, ben, cleo = await hall.guests(3)
    told: list[Reader] = []
    hall.parlour.chat.subscribe(told.append)
    for who in (anna, ben, cleo):
        await say(hall, who, LOBBY, "eins")
    await hall.parlour.chat.ignore(anna, ben.id)
    await say(hall, ben, LOBBY, "zwei")
    assert told == [Reader(anna.id, {ben.id: "Ben"})]
    await hall.restart()
    assert await heard(hall, anna) == ["Anna: eins", "Cleo: eins"]
    assert await heard(hall, ben) == ["Anna: eins", "Ben: eins", "Cleo: eins", "Ben: zwei"]
    await hall.parlour.chat.heed(anna, ben.id)
    assert await heard(hall, anna) == await heard(hall, ben)


async def test_ignored_people_are_still_told_of(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, seats=2)
    await hall.parlour.chat.ignore(anna, ben.id)
    await hall.parlour.sit(ben, table, None)
    reader = await hall.parlour.chat.reader(anna.id)
    (line,) = await lines_of(hall, table)
    assert (line.kind, line.name, may_read(line, reader)) == (LineKind.NOTICE, "Ben", True)


async def test_whom_nobody_can_ignore(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    for other in (anna.id, AccountId("nobody"), AccountId(""), computer_account(1)):
        with pytest.raises(UnknownPerson):
            await hall.parlour.chat.ignore(anna, other)
    await hall.parlour.chat.heed(anna, AccountId("nobody"))
    assert await hall.parlour.chat.reader(anna.id) == Reader(anna.id)


def test_reader_without_a_name_reads_what_is_for_all() -> None:
    line = ChatLine(
        number=LineNumber(1),
        place=LOBBY,
        kind=LineKind.NOTICE,
        channel=Channel.ALL,
        author=None,
        name="",
        seat=None,
        text="over",
    )
    assert may_read(line, Reader())
    assert may_read(replace(line, channel=Channel.WATCHERS, party=(AccountId("a"),)), Reader())
    assert not may_read(replace(line, channel=Channel.TEAM, party=(AccountId("a"),)), Reader())


async def test_line_that_comes_twice_leaves_held_dice_alone(hall: Hall) -> None:
    """A tab that has lost the answer sends its line again."""
    play = await hall.begin(await hall.guests(2))
    anna, ben = play.people
    await play.do(1, "roll")
    match = (await play.position()).match.id
    await hall.parlour.hold(anna, play.table, match, 1, held=True)
    for _ in range(2):
        await hall.parlour.chat.say(Post(ben, play.table, "twice"), "Hallo", Channel.ALL)
    found = await play.found()
    assert found.held == (1,)
    assert [line.text for line in found.chat if line.kind is LineKind.SAID] == ["Hallo"]
    other = Hall(hall.store)
    await other.parlour.start()
    await other.look(play.table)
    await hall.parlour.chat.say(Post(ben, play.table, "there"), "Noch da?", Channel.ALL)
    await other.parlour.chat.say(Post(ben, play.table, "there"), "Noch da?", Channel.ALL)
    assert [line.text for line in (await other.look(play.table)).chat][-1] == "Noch da?"


async def test_line_whose_answer_was_lost_is_heard_when_it_comes_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    (anna,) = await hall.guests(1)
    post, commit = Post(anna, LOBBY, "lost"), hall.store.commit

    async def lose(writes: Sequence[Write]) -> bool:
        await commit(writes)
        raise ConnectionError

    with monkeypatch.context() as broken:
        broken.setattr(hall.store, "commit", lose)
        with pytest.raises(ConnectionError):
            await hall.parlour.chat.say(post, "Hallo", Channel.ALL)
    await hall.parlour.chat.say(post, "Hallo", Channel.ALL)
    assert [line.text for line in hall.parlour.chat.lobby] == ["Hallo"]
