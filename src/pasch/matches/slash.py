"""What may be typed into a chat instead of a message: `/word`, answered to its sender alone.

An answer is never a line of a chat, and is kept nowhere.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import chain
from typing import Final

from pasch.kernel.refusals import N_, Reason
from pasch.matches.chat import Post
from pasch.matches.chatting import clean_message
from pasch.matches.door import NOTHING, Shown, password_for
from pasch.matches.lines import LOBBY, Channel
from pasch.matches.model import Account, TableId
from pasch.matches.parlour import Parlour
from pasch.matches.refusals import UnknownSlash, WrongMoment

Answer = tuple[Reason, ...]
"""Sentences for the one who asked."""

_PASSWORD: Final = N_("The password: %(password)s")
_PASSWORD_OF_TABLE: Final = N_("The password of your table %(table)s: %(password)s")
_PASSWORD_SET: Final = N_("The password that you have set: %(password)s")


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asked for a command, where, and what stood behind its word.

    `shown` is what the asking browser shows at doors.
    """

    parlour: Parlour
    account: Account
    place: TableId
    rest: str
    shown: Shown = NOTHING


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A command. `words` call it, in any language; `about` is the sentence that /help shows."""

    words: tuple[str, ...]
    about: str
    run: Callable[[Asked], Awaitable[Answer]]


async def say(
    parlour: Parlour, post: Post, raw: str, channel: Channel, shown: Shown = NOTHING
) -> Answer:
    """Say something, or carry out the command that a text beginning with a slash calls.

    `shown` is what the sender's browser shows at doors. Return the sentences for the sender. Raise
    `UnknownSlash` rather than say what was meant as a command: it may hold a secret.
    """
    text = clean_message(raw)
    if not text.startswith("/"):
        await parlour.chat.say(post, raw, channel)
        return ()
    parlour.chat.limit.check(post.author.id)
    word, _, rest = text.removeprefix("/").partition(" ")
    for each in COMMANDS:
        if word.casefold() in each.words:
            return await each.run(Asked(parlour, post.author, post.place, rest, shown))
    raise UnknownSlash(f"/{word}")


async def _help(_asked: Asked) -> Answer:
    return tuple(Reason(command.about) for command in COMMANDS)


async def _pause(asked: Asked) -> Answer:
    await asked.parlour.pauses.ask(asked.account, _table(asked))
    return (Reason(N_("You have paused the match.")),)


async def _resume(asked: Asked) -> Answer:
    await asked.parlour.pauses.resume(asked.account, _table(asked))
    return (Reason(N_("You have ended your pause.")),)


async def _password(asked: Asked) -> Answer:
    """Tell the password of the own table; in the lobby those of all own tables, and the set one."""
    if asked.place != LOBBY:
        found = await asked.parlour.registry.look(asked.place)
        password = password_for(asked.account.id, found.table)
        return _told(_PASSWORD, password) or (Reason(N_("This table has none.")),)
    own = (found.table for found in asked.parlour.registry.tables_of(asked.account.id))
    of_tables = (_told(_PASSWORD_OF_TABLE, table.password, table.id) for table in own)
    answer = (*chain.from_iterable(of_tables), *_told(_PASSWORD_SET, asked.shown.password))
    return answer or (Reason(N_("You have set no password, and none of your tables has one.")),)


def _told(message: str, password: str | None, table: str = "") -> Answer:
    if not password:
        return ()
    return (Reason(message, None, (("password", password), ("table", table))),)


def _table(asked: Asked) -> TableId:
    if asked.place == LOBBY:
        raise WrongMoment(Reason(N_("This works at a table only.")))
    return asked.place


COMMANDS: Final = (
    SlashCommand(("hilfe", "help"), N_("/help: this list"), _help),
    SlashCommand(
        ("passwort", "password"),
        N_("/password: show the passwords of your tables, and the one that you have set"),
        _password,
    ),
    SlashCommand(("pause",), N_("/pause: pause the match at your table"), _pause),
    SlashCommand(("weiter", "resume"), N_("/resume: end the pause"), _resume),
)
"""All commands, in the order in which /help lists them; whoever adds one adds it here."""
