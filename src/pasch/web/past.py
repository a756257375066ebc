"""The page of a finished match, long after its table is gone, and its record."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pasch.games import discovery
from pasch.kernel.page import Line, Region, Seen
from pasch.kernel.record import write_record
from pasch.kernel.refusals import N_
from pasch.matches.model import MatchId, MatchStatus
from pasch.matches.position import Position
from pasch.web.bygone import spoken
from pasch.web.drawing import draw_log, draw_parts
from pasch.web.finish import past_finish
from pasch.web.house import house_of
from pasch.web.i18n import catalogue
from pasch.web.pages import safe
from pasch.web.people import labels_of
from pasch.web.respond import page
from pasch.web.screens import LEFT, SHELL, Form, Part, Screen
from pasch.web.shell import Bar
from pasch.web.visit import Visit, visit_of


async def show_match(request: Request) -> Response:
    """Answer `GET /m/MATCH`; what runs or was aborted has no page."""
    visit = await visit_of(request)
    position = await house_of(request).archive.position(MatchId(request.path_params["match"]))
    position = spoken(position, visit.language)
    screen = past_screen(position, visit)
    return page(
        request,
        visit,
        "web/match.html",
        title=screen.bar.title,
        game=screen.game,
        parts=draw_parts(visit.language, screen),
        log=safe("".join(draw_log(visit.language, position))),
    )


async def show_record(request: Request) -> Response:
    """Answer `GET /m/MATCH/record.txt`."""
    record = await house_of(request).archive.record(MatchId(request.path_params["match"]))
    return PlainTextResponse(write_record(record))


def past_screen(position: Position, visit: Visit) -> Screen:
    """Return a finished match as somebody sees it: everybody sees what spectators see."""
    match = position.match
    meta, presenter = discovery.meta(match.game), discovery.presenter(match.game)
    seen = Seen(view=position.public_view, viewer=None, names=match.names, legal=(), is_over=True)
    labels = labels_of(match.game, len(match.players), match.options, match.has_computer)
    bar = Bar(
        "",
        match.game,
        meta.title,
        labels,
        Line(LEFT if match.status is MatchStatus.LEFT else N_("The match is over")),
        "",
        "over",
    )
    date = catalogue(visit.language).date(match.ended_at or match.started_at)
    finish = past_finish(position, match.seat_of(visit.account_id), date)
    board, layout = presenter.regions(seen), presenter.layout(seen)
    parts = {
        "bar": Part(SHELL, Region("bar", bar)),
        "finish": Part(SHELL, Region("finish", finish)),
    }
    form = Form("", match.id, position.version)
    return Screen("finished", match.game, layout, board, parts, bar, form)
