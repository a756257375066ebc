"""Chats as the pages show them: lines, whom one writes to, whom one ignores."""

from datetime import UTC, datetime
from typing import Final

from pasch.kernel.actors import Seat
from pasch.kernel.refusals import N_
from pasch.matches.chatting import others, partners, sees
from pasch.matches.lines import ChatLine, LineKind, Reader
from pasch.matches.model import AccountId, Table
from pasch.matches.notices import MESSAGES, Code
from pasch.matches.registry import OpenTable
from pasch.web.bygone import spoken_name
from pasch.web.i18n import Language
from pasch.web.people import person
from pasch.web.shell import ChatEntry, ChatPeople, ChatPerson, ChatTo

CHAT: Final = "web/chat.html"
"""The template whose macros draw chats."""

REACTION_LABELS: Final = {
    "thumb": N_("Well done"),
    "smile": N_("That is fun"),
    "wow": N_("Wow"),
    "sad": N_("What a pity"),
    "heart": N_("Thank you"),
    "clover": N_("Good luck"),
}
"""What each of the drawn reactions says."""

_A_SECOND: Final = 1000
"""Milliseconds of a second."""


def entry_of(line: ChatLine, language: Language) -> ChatEntry:
    """Return a line as its element shows it in a language."""
    name = spoken_name(line.name, language)
    text = MESSAGES[Code(line.text)] if line.kind is LineKind.NOTICE else line.text
    written = datetime.fromtimestamp(line.at / _A_SECOND, UTC)
    return ChatEntry(
        key=f"c{line.number}",
        kind=line.kind.value,
        channel=line.channel.value,
        name=name,
        hue=person(name, line.seat).hue if name else -1,
        text=text,
        label=REACTION_LABELS[text] if line.kind is LineKind.REACTION else "",
        at=written.strftime("%Y-%m-%dT%H:%M:%SZ"),
    )


def chat_to(found: OpenTable, seat: Seat | None) -> ChatTo:
    """Return whom a seat (None: spectators) writes to."""
    sitter = found.table.sitter(seat) if seat is not None else None
    account = sitter.account if sitter is not None else None
    if not sees(found.table, account):
        return ChatTo("nobody")
    if found.running is not None and seat is None:
        return ChatTo("watchers")
    return ChatTo("choice" if partners(found, account) else "all")


def people_at(table: Table, lines: tuple[ChatLine, ...], reader: Reader) -> ChatPeople:
    """Return with whom a reader shares the chat of a table."""
    seated = {sitter.account: sitter.name for _, sitter in table.taken_by_people}
    heard = lines if sees(table, reader.account) else ()
    return _people(f"/t/{table.id}", others(heard, reader, seated), reader)


def people_in_lobby(lines: tuple[ChatLine, ...], reader: Reader) -> ChatPeople:
    """Return with whom a reader shares the lobby's chat."""
    return _people("", others(lines, reader), reader)


def _people(address: str, names: tuple[tuple[AccountId, str], ...], reader: Reader) -> ChatPeople:
    if reader.account is None:
        return ChatPeople(address, ())
    found = (ChatPerson(account, name, account in reader.ignored) for account, name in names)
    return ChatPeople(address, tuple(found))
