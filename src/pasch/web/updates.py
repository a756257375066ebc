"""Messages to the tabs of a table: whole pages, changed regions, lines of the chat."""

from collections.abc import Iterable, Mapping
from itertools import compress
from operator import is_not
from typing import NamedTuple, TypeVar

import msgspec

from pasch.kernel.actors import Seat
from pasch.matches.chatting import readable
from pasch.matches.clock import SystemClock
from pasch.matches.lines import ChatLine, Reader
from pasch.matches.model import Version
from pasch.matches.position import Position
from pasch.web.chat import people_at
from pasch.web.drawing import (
    draw_log,
    draw_main,
    draw_part,
    draw_regions,
    title_of,
    words_of_events,
    words_of_turn,
)
from pasch.web.i18n import Language
from pasch.web.messages import Cue, Update
from pasch.web.paths import lobby_after
from pasch.web.screens import Screen
from pasch.web.shell import ChatPeople
from pasch.web.stream import Story, draw_lines, draw_people, stream, words_of

T = TypeVar("T")

OUTSIDE = ("chat-to",)
"""Regions that stand outside of `main`."""


class Change(NamedTuple):
    """What an audience has not seen yet: its next screen, the log behind `since`, chat lines.

    `viewer` is its seat, None for spectators.
    """

    language: Language
    before: Screen
    after: Screen
    position: Position | None
    since: Version
    lines: tuple[ChatLine, ...]
    viewer: Seat | None = None

    @property
    def is_whole(self) -> bool:
        """Whether the whole page has to be sent: it looks different, or log and chat have grown.

        Both seldom grow at once; lines that are sent apart would not stand in their order then.
        """
        return _layout(self.before) != _layout(self.after) or bool(self.lines and self._has_events)

    @property
    def _has_events(self) -> bool:
        return self.position is not None and bool(self.position.lines_after(self.since))


def _layout(screen: Screen) -> tuple[object, ...]:
    return screen.stage, screen.game, screen.layout, screen.names, screen.is_watched


def page_of(language: Language, screen: Screen) -> Update:
    """Return the message that brings a whole page, but for its number and each tab's own part."""
    outside = {key: draw_part(language, screen.parts[key]) for key in OUTSIDE}
    regions = {"main": draw_main(language, screen), **outside}
    return Update(
        k="snap",
        epoch="",
        n=0,
        match=screen.form.match,
        seen=screen.form.seen,
        title=title_of(language, screen),
        regions=regions,
        now=SystemClock().now(),
    )


def patch_of(change: Change, epoch: str, n: int) -> Update | None:
    """Return the message that brings what has changed, the `n`th of an epoch; None for nothing."""
    language, position = change.language, change.position
    before, after = change.before, change.after
    regions = draw_regions(language, after.game, _changed(before.board, after.board))
    parts = _changed(before.parts, after.parts)
    regions |= {key: draw_part(language, part) for key, part in parts.items()}
    if not regions and after.form == before.form:
        return None
    return Update(
        k="patch",
        epoch=epoch,
        n=n,
        match=after.form.match,
        seen=after.form.seen,
        title=title_of(language, after) if before.bar != after.bar else "",
        regions=regions,
        log=draw_log(language, position, change.since),
        now=SystemClock().now(),
        cues=_cues(position, change.since),
        said=words_of_events(language, position, change.since, change.viewer),
        turn=words_of_turn(language, before, after),
        go=_way_out(before, after),
    )


def _changed(before: Mapping[str, T], after: Mapping[str, T]) -> dict[str, T]:
    """Return what is new or not what it was before; games keep what stays the same."""
    known = before.get
    others = compress(after.items(), map(is_not, after.values(), map(known, after)))
    return {key: value for key, value in others if value != known(key)}


def with_events(page: Update, change: Change) -> Update:
    """Return a whole page with what moves, sounds and is read out because of a change."""
    return msgspec.structs.replace(
        page,
        cues=_cues(change.position, change.since),
        said=words_of_events(change.language, change.position, change.since, change.viewer),
        turn=words_of_turn(change.language, change.before, change.after),
        go=_way_out(change.before, change.after),
    )


def for_reader(
    page: Update, language: Language, story: Story, reader: Reader, lines: Iterable[ChatLine]
) -> tuple[Update, ChatPeople]:
    """Return a whole page with a reader's own stream, and whom the reader may ignore.

    `lines` are those lines of the chat that are read out as new.
    """
    people = people_at(story.table, story.chat, reader)
    regions = {**page.regions, "chat-people": draw_people(language, people)}
    log = stream(language, story, reader)
    words = words_of(language, readable(story.table, lines, reader), reader)
    said = f"{page.said} {words}".strip()
    return msgspec.structs.replace(page, regions=regions, log=log, said=said), people


def lines_for(
    lines: Iterable[ChatLine], language: Language, story: Story, reader: Reader
) -> Update | None:
    """Return the message that brings a reader lines of the chat; None when none is for them."""
    heard = readable(story.table, lines, reader)
    if not heard:
        return None
    words = words_of(language, heard, reader)
    return Update(k="chat", epoch="", n=0, chat=draw_lines(language, heard), said=words)


def _way_out(before: Screen, after: Screen) -> str:
    """Return where to go when a match was aborted or left: everybody meets in the lobby."""
    if before.stage != "playing" or not after.ended:
        return ""
    return lobby_after(after.ended, after.form.table)


def _cues(position: Position | None, since: Version) -> tuple[Cue, ...]:
    if position is None:
        return ()
    return tuple([Cue(kind, targets) for kind, targets in position.cues_after(since)])
