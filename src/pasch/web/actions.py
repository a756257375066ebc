"""What may be done at a table, by name: the same for a posted form and for the tab's socket."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pasch.kernel.actors import Seat
from pasch.kernel.refusals import N_, Reason, Refusal
from pasch.matches import slash
from pasch.matches.chat import Post
from pasch.matches.commands import Command
from pasch.matches.door import Shown
from pasch.matches.lines import LOBBY, Channel
from pasch.matches.model import Account, AccountId, MatchId, Pace, TableId, Version
from pasch.matches.parlour import Parlour
from pasch.web.fields import BadField, Fields, flag, number, share, text
from pasch.web.visit import Visit


class UnknownAction(Refusal):
    """There is nothing of this name to do at a table."""

    code = "unknown-action"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("There is nothing of this name to do here.")))


class NotSignedIn(Refusal):
    """Whoever wants to do something needs a name."""

    code = "not-signed-in"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("Please choose a name first.")))


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody wants to do something at a table; `shown` opens it where it is protected."""

    account: Account
    table: TableId
    fields: Fields
    shown: Shown


Action = Callable[[Parlour, Wish], Awaitable[slash.Answer | None]]


async def act(
    parlour: Parlour, visit: Visit, table: TableId, name: str, fields: Fields
) -> slash.Answer:
    """Do what somebody wants at a table or in the lobby; return what to tell them alone.

    Raise the refusal that stands against it. Whoever may not see a protected table may do nothing
    there.
    """
    actions = CHAT_ACTIONS if table == LOBBY else ACTIONS
    action = actions.get(name)
    if action is None:
        raise UnknownAction
    if visit.account is None:
        raise NotSignedIn
    if table != LOBBY:
        await parlour.come_in(visit.account.id, table, visit.shown)
    return await action(parlour, Wish(visit.account, table, fields, visit.shown)) or ()


async def _play(parlour: Parlour, wish: Wish) -> None:
    command = Command(
        account=wish.account.id,
        id=text(wish.fields, "command"),
        match=MatchId(text(wish.fields, "match")),
        seen=Version(number(wish.fields, "seen")),
        text=text(wish.fields, "event"),
        is_confirmed=flag(wish.fields, "confirmed"),
    )
    await parlour.play(wish.table, command)


async def _hold(parlour: Parlour, wish: Wish) -> None:
    place, colon, wanted = text(wish.fields, "die").partition(":")
    if not colon or wanted not in {"0", "1"}:
        raise BadField("die")
    match = MatchId(text(wish.fields, "match"))
    number_of_die = number({"die": place}, "die")
    await parlour.hold(wish.account, wish.table, match, number_of_die, held=wanted == "1")


async def _sit(parlour: Parlour, wish: Wish) -> None:
    seat = Seat(number(wish.fields, "seat")) if wish.fields.get("seat") else None
    await parlour.sit(wish.account, wish.table, seat, wish.shown)


async def _leave(parlour: Parlour, wish: Wish) -> None:
    await parlour.leave(wish.account, wish.table)


async def _ready(parlour: Parlour, wish: Wish) -> None:
    if flag(wish.fields, "ready"):
        await parlour.say_ready(wish.account, wish.table, share(wish.fields))
    else:
        await parlour.take_back_ready(wish.account, wish.table)


async def _again(parlour: Parlour, wish: Wish) -> None:
    await parlour.say_ready(wish.account, wish.table, share(wish.fields))


async def _remove(parlour: Parlour, wish: Wish) -> None:
    await parlour.remove(wish.account, wish.table, Seat(number(wish.fields, "seat")))


async def _set_computers(parlour: Parlour, wish: Wish) -> None:
    seat = Seat(number(wish.fields, "seat")) if wish.fields.get("seat") else None
    await parlour.add_computers(wish.account, wish.table, text(wish.fields, "level"), seat)


async def _set_pace(parlour: Parlour, wish: Wish) -> None:
    wanted = text(wish.fields, "pace")
    if wanted not in set(Pace):
        raise BadField("pace")
    await parlour.set_pace(wish.account, wish.table, Pace(wanted))


async def _close(parlour: Parlour, wish: Wish) -> None:
    await parlour.close(wish.account, wish.table)


async def _renew(parlour: Parlour, wish: Wish) -> None:
    await parlour.renew_invitation(wish.account, wish.table)


async def _pause(parlour: Parlour, wish: Wish) -> None:
    await parlour.pauses.ask(wish.account, wish.table)


async def _resume(parlour: Parlour, wish: Wish) -> None:
    await parlour.pauses.resume(wish.account, wish.table)


async def _abort(parlour: Parlour, wish: Wish) -> None:
    await parlour.pauses.abort(wish.account, wish.table)


async def _quit(parlour: Parlour, wish: Wish) -> None:
    confirmed = flag(wish.fields, "confirmed")
    await parlour.pauses.quit(wish.account, wish.table, is_confirmed=confirmed)


async def _hint(parlour: Parlour, wish: Wish) -> None:
    confirmed = flag(wish.fields, "confirmed")
    await parlour.hints.ask(wish.account, wish.table, is_confirmed=confirmed)


async def _let_watch(parlour: Parlour, wish: Wish) -> None:
    allowed = flag(wish.fields, "watchable")
    await parlour.let_watch(wish.account, wish.table, allowed=allowed)


async def _chat(parlour: Parlour, wish: Wish) -> slash.Answer:
    wanted = wish.fields.get("channel", Channel.ALL.value)
    if wanted not in {Channel.ALL.value, Channel.TEAM.value}:
        raise BadField("channel")
    said = wish.fields.get("text", "")
    return await slash.say(parlour, _post(wish), said, Channel(wanted), wish.shown)


async def _react(parlour: Parlour, wish: Wish) -> None:
    await parlour.chat.react(_post(wish), text(wish.fields, "reaction"))


def _post(wish: Wish) -> Post:
    return Post(wish.account, wish.table, text(wish.fields, "command"))


async def _ignore(parlour: Parlour, wish: Wish) -> None:
    await parlour.chat.ignore(wish.account, AccountId(text(wish.fields, "person")))


async def _heed(parlour: Parlour, wish: Wish) -> None:
    await parlour.chat.heed(wish.account, AccountId(text(wish.fields, "person")))


CHAT_ACTIONS: Final[Mapping[str, Action]] = {
    "chat": _chat,
    "react": _react,
    "ignore": _ignore,
    "heed": _heed,
}
"""What may be done wherever there is a chat: at every table and in the lobby."""

ACTIONS: Final[Mapping[str, Action]] = {
    "play": _play,
    "hold": _hold,
    "sit": _sit,
    "leave": _leave,
    "ready": _ready,
    "again": _again,
    "remove": _remove,
    "computers": _set_computers,
    "pace": _set_pace,
    "close": _close,
    "renew": _renew,
    "pause": _pause,
    "resume": _resume,
    "abort": _abort,
    "quit": _quit,
    "hint": _hint,
    "watching": _let_watch,
    **CHAT_ACTIONS,
}
