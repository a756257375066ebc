"""What may be said in a chat, and to whom: pure functions."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from pasch.kernel.refusals import N_, Reason
from pasch.matches.lines import LINES_SHOWN, Channel, ChatLine, Reader, is_for, may_read
from pasch.matches.model import AccountId, Table, TableStatus
from pasch.matches.refusals import BadMessage, NoTeam
from pasch.matches.registry import OpenTable
from pasch.matches.watching import may_watch

LONGEST: Final = 500
"""Longest message in characters."""

REACTIONS: Final = ("thumb", "smile", "wow", "sad", "heart", "clover")
"""The drawn reactions, in the order in which a page offers them."""

_DROPPED: Final = frozenset({"Cc", "Cs"})
"""Unicode categories that no text needs and not every database takes: controls, surrogates."""

_INVISIBLE: Final = frozenset({"Cf", "Mn", "Me", "Zs"})
"""Unicode categories that show nothing where nothing else stands."""

_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def clean_message(raw: str) -> str:
    """Return a message as it is kept; raise `BadMessage` when nothing is left, or too much.

    White space and line breaks become single blanks. All else stays what it is: pages show it as
    text, apart from what stands around it.
    """
    plain = "".join(char for char in raw if char.isspace() or not _is_dropped(char))
    text = unicodedata.normalize("NFC", " ".join(plain.split()))
    if not any(map(_is_visible, text)):
        raise BadMessage(Reason(N_("There is nothing to send.")))
    if len(text) > LONGEST:
        params = (("longest", LONGEST), ("length", len(text)))
        message = N_("A message has at most %(longest)d characters; this one has %(length)d.")
        raise BadMessage(Reason(message, None, params))
    return text


def _is_dropped(char: str) -> bool:
    return unicodedata.category(char) in _DROPPED


def _is_visible(char: str) -> bool:
    return unicodedata.category(char) not in _INVISIBLE and char not in _BLANK_LETTERS


def shown(table: Table, lines: Iterable[ChatLine], reader: Reader) -> tuple[ChatLine, ...]:
    """Return the latest lines of a table's chat as a reader's page shows them."""
    return readable(table, lines, reader)[-LINES_SHOWN:]


def readable(table: Table, lines: Iterable[ChatLine], reader: Reader) -> tuple[ChatLine, ...]:
    """Return those lines of a table's chat that are for a reader.

    Pushes and pages ask this alone, so that nobody sees more, or less, after a reload.
    """
    if not sees(table, reader.account):
        return ()
    return tuple(line for line in lines if may_read(line, reader))


def sees(table: Table, account: AccountId | None) -> bool:
    """Return whether somebody sees what happens and is said at a table."""
    return table.status is not TableStatus.CLOSED and may_watch(table, account)


def others(
    lines: Iterable[ChatLine], reader: Reader, here: Mapping[AccountId, str] | None = None
) -> tuple[tuple[AccountId, str], ...]:
    """Return with whom a reader shares a chat, by name: authors, those who are here, ignored ones.

    The lines of ignored people are among `lines`, else they could not be found again.
    """
    mine = (line for line in lines if is_for(line, reader.account))
    authors = {line.author: line.name for line in mine if line.author is not None}
    names = {**reader.ignored, **authors, **(here or {})}
    listed = ((account, name) for account, name in names.items() if account != reader.account)
    return tuple(sorted(listed, key=lambda person: (person[1].casefold(), person[0])))


def audience(
    found: OpenTable, author: AccountId, wanted: Channel
) -> tuple[Channel, tuple[AccountId, ...]]:
    """Return the channel and the party of what somebody writes at a table.

    Those who only watch a running match write to each other, not to its players. Raise `NoTeam`
    where the author has no partner.
    """
    if wanted is Channel.TEAM:
        party = partners(found, author)
        if not party:
            raise NoTeam
        return Channel.TEAM, party
    if found.running is not None and found.running.match.seat_of(author) is None:
        players = found.running.match.players
        return Channel.WATCHERS, tuple(player.account for player in players)
    return Channel.ALL, ()


def partners(found: OpenTable, account: AccountId | None) -> tuple[AccountId, ...]:
    """Return the people of somebody's team in the running match; none without a human partner."""
    position = found.running
    seat = position.match.seat_of(account) if position is not None else None
    if position is None or seat is None:
        return ()
    parties = position.rules.parties(position.state)
    if len(parties) == len(position.match.players):
        return ()
    party = next(party for party in parties if seat in party)
    players = [position.match.players[each - 1] for each in party]
    people = tuple(player.account for player in players if not player.is_computer)
    return people if len(people) > 1 else ()
