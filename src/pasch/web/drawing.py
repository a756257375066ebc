"""Draw screens: models in, HTML and words of one language out."""

import secrets
from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.page import Line, Region
from pasch.matches.model import NO_EVENTS, Version
from pasch.matches.position import Position
from pasch.web.bygone import spoken
from pasch.web.i18n import Language, catalogue, closed
from pasch.web.pages import draw, fragment, safe
from pasch.web.people import person
from pasch.web.screens import Part, Screen
from pasch.web.shell import LogLine

COMMAND_ID_BYTES: Final = 9

PLACES: Final = ("board", "side", "dock")
"""The macros with which a game places its regions."""

NumberedLine = tuple[Version, Line]


def draw_part(language: Language, part: Part) -> str:
    """Return the HTML of a region around the board."""
    return fragment(language, part.template, *part.region)


def draw_regions(language: Language, game: str, regions: Mapping[str, Region]) -> dict[str, str]:
    """Return the HTML of regions of a game's board by the ids of their elements."""
    template = f"{game}/table.html"
    return {key: fragment(language, template, *region) for key, region in regions.items()}


def draw_parts(language: Language, screen: Screen) -> dict[str, Markup]:
    """Return what the shell places: the regions, the game's ones already placed on its board."""
    drawn = draw_regions(language, screen.game, screen.board)
    drawn |= {key: draw_part(language, part) for key, part in screen.parts.items()}
    parts = {key: safe(html) for key, html in drawn.items()}
    if screen.layout is not None:
        template = f"{screen.game}/table.html"
        for place in PLACES:
            parts[place] = safe(draw(language, template, place, screen.layout, parts))
    return parts


def draw_main(language: Language, screen: Screen) -> str:
    """Return the whole of `#main`."""
    parts = draw_parts(language, screen)
    return draw(language, "web/table_parts.html", "main", screen.stage, parts, carried(screen))


def carried(screen: Screen) -> dict[str, object]:
    """Return what the forms of a screen carry; each drawing has a command id of its own."""
    form = screen.form
    command = new_command()
    return {"table": form.table, "match": form.match, "seen": form.seen, "command": command}


def new_command() -> str:
    """Return an id for a command."""
    return secrets.token_urlsafe(COMMAND_ID_BYTES)


def draw_log(
    language: Language, position: Position | None, since: Version = NO_EVENTS
) -> tuple[str, ...]:
    """Return the log's lines behind a version as list items."""
    lines = position.lines_after(since) if position is not None else ()
    if position is None or not lines:
        return ()
    told = spoken(position, language)
    return tuple(draw_log_line(language, told, line) for line in lines)


def draw_log_line(language: Language, position: Position, line: NumberedLine) -> str:
    """Return a line of the log as a list item."""
    model = _log_line(language, position, line)
    return fragment(language, "web/fragments.html", "log_line", model)


def title_of(language: Language, screen: Screen) -> str:
    """Return the tab's title: what is going on, then where."""
    words = catalogue(language)
    status = words.line(screen.bar.status, screen.bar.who)
    mark = "● " if screen.bar.tone == "you" else ""
    return f"{mark}{status} · {words.gettext(screen.bar.title)}"


def words_of_events(
    language: Language, position: Position | None, since: Version, viewer: Seat | None
) -> str:
    """Return what a seat (None: spectators) is read out of the events behind a version."""
    if position is None or position.version <= since:
        return ""
    told, presenter = spoken(position, language), discovery.presenter(position.match.game)
    steps = position.steps_after(since)
    lines = (line for step in steps for line in presenter.spoken(step, viewer))
    return " ".join([closed(_text(language, told, line)) for line in lines])


def words_of_turn(language: Language, before: Screen, after: Screen) -> str:
    """Return what to call out at once when the turn has come to the audience."""
    if after.bar.tone == "you" != before.bar.tone:
        return catalogue(language).line(after.bar.status, after.bar.who)
    return ""


def _log_line(language: Language, position: Position, numbered: NumberedLine) -> LogLine:
    version, line = numbered
    name = position.match.names[line.seat - 1] if line.seat is not None else ""
    hue = person(name, line.seat).hue
    return LogLine(f"e{version}", _text(language, position, line), hue)


def _text(language: Language, position: Position, line: Line) -> str:
    name = position.match.names[line.seat - 1] if line.seat is not None else ""
    return catalogue(language).line(line, name, position.match.names)
