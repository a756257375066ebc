"""The stream of a place: what happened and what was said, drawn for one reader."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pasch.kernel.page import Line
from pasch.matches.chatting import sees, shown
from pasch.matches.lines import ChatLine, LineKind, Reader
from pasch.matches.model import NO_EVENTS, Table, Version
from pasch.matches.position import Position
from pasch.matches.registry import OpenTable
from pasch.web.bygone import spoken
from pasch.web.chat import CHAT, entry_of
from pasch.web.drawing import draw_log_line
from pasch.web.i18n import Language, catalogue
from pasch.web.pages import fragment
from pasch.web.shell import ChatPeople, FairLine, Share
from pasch.web.wording import wording_of


@dataclass(frozen=True, slots=True)
class Story:
    """What has happened and was said at a table so far."""

    table: Table
    position: Position | None
    chat: tuple[ChatLine, ...]

    @property
    def version(self) -> Version:
        """How many events the log holds."""
        return self.position.version if self.position is not None else NO_EVENTS


def story_of(found: OpenTable) -> Story:
    """Return what has happened and was said at a table up to now."""
    return Story(found.table, found.position, found.chat)


def stream(language: Language, story: Story, reader: Reader) -> tuple[str, ...]:
    """Return what happened and was said at a table, as list items in the order of the events.

    A line of the chat stands behind those events of the match that were there when it was written.
    """
    if not sees(story.table, reader.account):
        return ()
    lines = shown(story.table, story.chat, reader)
    if story.position is None:
        return draw_lines(language, lines)
    return tuple(_merged(language, story.position, lines))


def _merged(language: Language, position: Position, lines: Iterable[ChatLine]) -> Iterator[str]:
    log = iter(position.lines)
    event = next(log, None)
    bound = iter((draw_fair_line(language, position),))
    for line in lines:
        if line.spot.match == position.match.id:
            yield from bound
        while event is not None and _is_before(position, event, line):
            yield draw_log_line(language, position, event)
            event = next(log, None)
        yield draw_line(language, line)
    yield from bound
    if event is not None:
        yield from (draw_log_line(language, position, each) for each in (event, *log))


def draw_fair_line(language: Language, position: Position) -> str:
    """Return the seal and the shares of a match as a list item: they were there before its dice."""
    match = spoken(position, language).match
    shares = tuple(
        Share(player.name, player.share.hex(), player.share_by_server) for player in match.players
    )
    line = FairLine(f"fair-{match.id}", match.seal, shares, wording_of(match.game))
    return fragment(language, "web/fragments.html", "fair_line", line)


def _is_before(position: Position, event: tuple[Version, Line], line: ChatLine) -> bool:
    return line.spot.match == position.match.id and event[0] <= line.spot.version


def draw_lines(language: Language, lines: Iterable[ChatLine]) -> tuple[str, ...]:
    """Return lines of a chat as list items."""
    return tuple(draw_line(language, line) for line in lines)


def draw_line(language: Language, line: ChatLine) -> str:
    """Return a line of a chat as a list item."""
    return fragment(language, CHAT, "line", entry_of(line, language))


def draw_people(language: Language, people: ChatPeople) -> str:
    """Return the list of those whom one may ignore."""
    return fragment(language, CHAT, "people", people)


def words_of(language: Language, lines: Iterable[ChatLine], reader: Reader) -> str:
    """Return lines as words, to be read out; nobody is read what they have said themselves."""
    heard = (line for line in lines if line.author is None or line.author != reader.account)
    return " ".join(_words(language, line) for line in heard)


def _words(language: Language, line: ChatLine) -> str:
    words, entry = catalogue(language), entry_of(line, language)
    match line.kind:
        case LineKind.NOTICE:
            return words.gettext(entry.text) % {"who": entry.name}
        case LineKind.REACTION:
            return f"{entry.name}: {words.gettext(entry.label)}"
        case LineKind.SAID:
            return f"{entry.name}: {line.text}"
