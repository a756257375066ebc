"""Pages of tables: open one, look at one, act at one without JavaScript."""

from http import HTTPStatus
from time import perf_counter
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pasch.games import discovery
from pasch.matches.model import TableId
from pasch.matches.refusals import Locked, NeedsConfirmation
from pasch.matches.slash import Answer
from pasch.matches.watching import check_may_look
from pasch.web.actions import CHAT_ACTIONS, NotSignedIn, act
from pasch.web.chat import REACTION_LABELS, people_at
from pasch.web.doors import door_page
from pasch.web.drawing import carried, draw_parts
from pasch.web.errors import is_script, status_of
from pasch.web.fields import Fields, flag, number, text
from pasch.web.forms import read_form
from pasch.web.house import House, house_of
from pasch.web.i18n import catalogue
from pasch.web.pages import safe
from pasch.web.paths import lobby_after, rules_page
from pasch.web.respond import ask, page, see
from pasch.web.screens import cut_short, screen_of, seat_in
from pasch.web.stream import draw_people, story_of, stream
from pasch.web.visit import Visit, visit_of

_RESERVED_FIELDS: Final = frozenset({"game", "seats", "watchable", "computers"})

_WAYS_OUT: Final = frozenset({"abort", "quit"})
"""Actions that may end a match before it is over."""


async def open_table(request: Request) -> Response:
    """Answer `POST /tables`: open a table and go there."""
    visit = await visit_of(request)
    if visit.account is None:
        raise NotSignedIn
    fields = await read_form(request)
    options = {name: value for name, value in fields.items() if name not in _RESERVED_FIELDS}
    parlour = house_of(request).parlour
    game, seats = text(fields, "game"), number(fields, "seats")
    watchable = flag({"watchable": fields.get("watchable", "1")}, "watchable")
    password = visit.shown.password
    table = await parlour.open_table(
        visit.account,
        game,
        seats,
        options,
        password,
        watchable=watchable,
        computers=fields.get("computers", ""),
    )
    return see(f"/t/{table.id}")


async def show_table(request: Request) -> Response:
    """Answer `GET /t/TABLE`: with the table, or with its door where it is protected."""
    visit = await visit_of(request)
    house = house_of(request)
    table = TableId(request.path_params["table"])
    try:
        found = await house.parlour.come_in(visit.account_id, table, visit.shown)
    except Locked as refusal:
        return door_page(request, visit, refusal)
    check_may_look(found.table, visit.account_id)
    reader = await house.parlour.chat.reader(visit.account_id)
    if visit.account_id is not None:
        house.attendance.touch(found.table.id, visit.account_id)
    seat, watchers = seat_in(found, visit.account_id), house.hub.watchers(found.table.id)
    base = house.addresses.base_of(request)
    screen = screen_of(found, seat, visit.language, base, watchers)
    form = carried(screen)
    return page(
        request,
        visit,
        "web/table.html",
        title=screen.bar.title,
        game=screen.game,
        rules=rules_page(screen.game),
        has_hints=discovery.meta(screen.game).has_hints,
        layout=screen.stage,
        parts=draw_parts(visit.language, screen),
        log=safe("".join(stream(visit.language, story_of(found), reader))),
        people=safe(draw_people(visit.language, people_at(found.table, found.chat, reader))),
        reactions=tuple(REACTION_LABELS.items()),
        table=form["table"],
        match=form["match"],
        seen=form["seen"],
        command=form["command"],
    )


async def act_at_table(request: Request) -> Response:
    """Answer `POST /t/TABLE/ACTION`: do it, and see the table or the lobby."""
    visit = await visit_of(request)
    table = TableId(request.path_params["table"])
    fields = await read_form(request)
    action = request.path_params["action"]
    house, begun = house_of(request), perf_counter()
    try:
        told = await act(house.parlour, visit, table, action, fields)
    except NeedsConfirmation as refusal:
        house.counts.refusals[refusal.code] += 1
        return _ask(request, visit, refusal, fields)
    except Locked as refusal:
        house.counts.refusals[refusal.code] += 1
        if is_script(request):
            raise
        return door_page(request, visit, refusal)
    house.counts.done(action, perf_counter() - begun)
    return done(request, visit, told, await _next_page(house, table, action))


async def _next_page(house: House, table: TableId, action: str) -> str:
    """Return what is seen after an action: the table, or the lobby when it cut a match short."""
    if action in _WAYS_OUT:
        found = await house.parlour.registry.look(table)
        if ended := cut_short(found.position):
            return lobby_after(ended, table)
    return f"/t/{table}{'#chat' if action in CHAT_ACTIONS else ''}"


def done(request: Request, visit: Visit, told: Answer, back: str) -> Response:
    """Answer a form that was accepted: show its page again, or what is for its sender alone."""
    words = catalogue(visit.language)
    lines = [words.reason(reason) for reason in told]
    if is_script(request):
        nothing = Response(status_code=HTTPStatus.NO_CONTENT)
        return JSONResponse({"text": "\n".join(lines)}) if lines else nothing
    if not lines:
        return see(back)
    return page(request, visit, "web/answer.html", lines=lines, back=back)


def _ask(request: Request, visit: Visit, refusal: NeedsConfirmation, fields: Fields) -> Response:
    """Ask whether a costly event is meant; scripts ask in a dialog of their own."""
    words = catalogue(visit.language).reason(refusal.reason)
    status = status_of(refusal)
    if is_script(request):
        return JSONResponse({"code": refusal.code, "text": words, "ask": True}, status)
    back = f"/t/{request.path_params['table']}"
    return ask(request, visit, words, fields, back=back, status=status)
