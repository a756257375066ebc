"""Commands of the chat: answered to the one who asks, and never said aloud."""

import pytest

from pasch.kernel.refusals import Reason
from pasch.matches import slash
from pasch.matches.chat import Post
from pasch.matches.door import NOTHING, Shown
from pasch.matches.lines import LINES_KEPT, LOBBY, Channel, LineKind
from pasch.matches.model import Account, TableId
from pasch.matches.refusals import BadMessage, NotSeated, UnknownSlash, WrongMoment
from pasch.matches.slash import COMMANDS, Asked, SlashCommand
from pasch.web.i18n import LANGUAGES, catalogue
from tests.matches.hall import Hall

pytestmark = pytest.mark.anyio


async def ask(
    hall: Hall, who: Account, place: TableId, text: str, shown: Shown = NOTHING
) -> list[str]:
    """Type something into the field of a chat; return the sentences of the answer."""
    post = Post(who, place, f"p{len(hall.hints)}")
    answer = await slash.say(hall.parlour, post, text, Channel.ALL, shown)
    return [str(reason) for reason in answer]


async def is_silent(hall: Hall, *places: TableId) -> bool:
    """Return whether nobody has said anything."""
    lines = [line for place in places for line in await hall.store.lines(place, LINES_KEPT)]
    return all(line.kind is LineKind.NOTICE for line in lines)


@pytest.mark.parametrize("text", ["/hilfe", "/help", " /HELP ", "/Hilfe bitte", "\n/help"])
async def test_help_lists_all_commands(hall: Hall, text: str) -> None:
    (anna,) = await hall.guests(1)
    assert await ask(hall, anna, LOBBY, text) == [command.about for command in COMMANDS]
    assert await is_silent(hall, LOBBY)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.words[0])
def test_help_names_each_command_in_both_languages(command: SlashCommand) -> None:
    for language in LANGUAGES:
        line = catalogue(language).reason(Reason(command.about))
        word = line.partition(":")[0].removeprefix("/")
        assert word in command.words


def test_no_word_calls_two_commands() -> None:
    words = [word for command in COMMANDS for word in command.words]
    assert len(set(words)) == len(words)
    assert [word.casefold() for word in words] == words


@pytest.mark.parametrize("word", ["/passwort", "/password", "/Passwort bitte"])
async def test_members_are_told_the_password(hall: Hall, word: str) -> None:
    """The table's to those who sit there, in the lobby also the one that the browser has set."""
    anna, ben = await hall.guests(2)
    shown = Shown(password="keller\u00adbar <b>")
    guarded = (await hall.parlour.open_table(anna, "zdwa", 2, {}, "Geheim & 1")).id
    open_one = await hall.open_table(anna, seats=2)
    assert await ask(hall, anna, guarded, word) == ["The password: Geheim & 1"]
    assert await ask(hall, anna, open_one, word) == ["This table has none."]
    of_table = f"The password of your table {guarded}: Geheim & 1"
    is_set = f"The password that you have set: {shown.password}"
    assert await ask(hall, anna, LOBBY, word) == [of_table]
    assert await ask(hall, anna, LOBBY, word, shown) == [of_table, is_set]
    assert await ask(hall, ben, LOBBY, word, shown) == [is_set]
    assert await ask(hall, ben, LOBBY, word) == [
        "You have set no password, and none of your tables has one."
    ]
    with pytest.raises(NotSeated):
        await ask(hall, ben, guarded, word, shown)
    assert await is_silent(hall, guarded, open_one, LOBBY)


@pytest.mark.parametrize(("pause", "resume"), [("/pause", "/weiter"), ("/Pause", "/resume")])
async def test_pause_and_resume(hall: Hall, pause: str, resume: str) -> None:
    play = await hall.begin(await hall.guests(2))
    anna, ben = play.people
    assert await ask(hall, anna, play.table, pause)
    assert (await play.found()).pause is not None
    assert await ask(hall, ben, play.table, resume)
    assert (await play.found()).pause is None
    assert await is_silent(hall, play.table)


async def test_spectator_cannot_pause(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(2))
    with pytest.raises(NotSeated):
        await ask(hall, await hall.guest("Wanda"), play.table, "/pause")
    assert (await play.found()).pause is None


@pytest.mark.parametrize("text", ["/pause", "/weiter"])
async def test_no_match_to_pause(hall: Hall, text: str) -> None:
    (anna,) = await hall.guests(1)
    for place in (LOBBY, await hall.open_table(anna, seats=2)):
        with pytest.raises(WrongMoment):
            await ask(hall, anna, place, text)


@pytest.mark.parametrize(
    "text",
    ["/passwrt kellerbar", "\x08/passwrt kellerbar", "/", "//x", "/ pause", "/<b>", "/hilfe!"],
)
async def test_unknown_command_is_not_said(hall: Hall, text: str) -> None:
    """Whoever mistypes a command that holds a secret has not told it to all."""
    (anna,) = await hall.guests(1)
    table = await hall.open_table(anna, seats=2)
    for place in (LOBBY, table):
        with pytest.raises(UnknownSlash) as refusal:
            await ask(hall, anna, place, text)
        assert "kellerbar" not in str(refusal.value)
    assert await is_silent(hall, LOBBY, table)


async def test_slash_within_a_text_is_no_command(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    assert await ask(hall, anna, LOBBY, "1/2 oder /hilfe") == []
    assert [line.text for line in hall.parlour.chat.lobby] == ["1/2 oder /hilfe"]


async def test_nothing_is_no_command(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    with pytest.raises(BadMessage):
        await ask(hall, anna, LOBBY, "\u200b")


async def test_further_command(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that is added gets who asked, where, and the rest of the text."""

    async def secret(asked: Asked) -> tuple[Reason, ...]:
        text = f"{asked.account.name} {asked.place == LOBBY} {asked.rest}"
        return (Reason(text),)

    added = SlashCommand(("geheim", "secret"), "/secret: what it is", secret)
    monkeypatch.setattr(slash, "COMMANDS", (*COMMANDS, added))
    (anna,) = await hall.guests(1)
    assert await ask(hall, anna, LOBBY, "/geheim  keller bar") == ["Anna True keller bar"]
    assert "/secret: what it is" in await ask(hall, anna, LOBBY, "/help")
    assert await is_silent(hall, LOBBY)
