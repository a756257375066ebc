"""Pages of tables: open one, look at one, act at one without JavaScript."""

from http import HTTPStatus
from time import perf_counter

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pasch.matches.model import TableId
from pasch.matches.refusals import Locked, NeedsConfirmation
from pasch.web.actions import NotSignedIn, act
from pasch.web.doors import door_page
from pasch.web.drawing import carried, draw_log, draw_parts
from pasch.web.errors import is_script, status_of
from pasch.web.fields import Fields, number, text
from pasch.web.forms import read_form
from pasch.web.house import house_of
from pasch.web.hub import told_of
from pasch.web.i18n import catalogue
from pasch.web.pages import safe
from pasch.web.paths import rules_page
from pasch.web.respond import ask, page, see
from pasch.web.screens import screen_of, seat_in
from pasch.web.visit import Visit, visit_of

_RESERVED_FIELDS = frozenset({"game", "seats"})


async def open_table(request: Request) -> Response:
    """Answer `POST /tables`: open a table and go there."""
    visit = await visit_of(request)
    if visit.account is None:
        raise NotSignedIn
    fields = await read_form(request)
    options = {name: value for name, value in fields.items() if name not in _RESERVED_FIELDS}
    parlour = house_of(request).parlour
    game, seats = text(fields, "game"), number(fields, "seats")
    password = visit.shown.password
    table = await parlour.open_table(visit.account, game, seats, options, password)
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
    if visit.account_id is not None:
        house.attendance.touch(found.table.id, visit.account_id)
    seat = seat_in(found, visit.account_id)
    screen = screen_of(found, seat, visit.language, house.addresses.base_of(request))
    form = carried(screen)
    return page(
        request,
        visit,
        "web/table.html",
        title=screen.bar.title,
        game=screen.game,
        rules=rules_page(screen.game),
        layout=screen.stage,
        parts=draw_parts(visit.language, screen),
        log=safe("".join(draw_log(visit.language, told_of(found)))),
        table=form["table"],
        match=form["match"],
        seen=form["seen"],
        command=form["command"],
    )


async def act_at_table(request: Request) -> Response:
    """Answer `POST /t/TABLE/ACTION`: do it, and see the table again."""
    visit = await visit_of(request)
    table = TableId(request.path_params["table"])
    fields = await read_form(request)
    action = request.path_params["action"]
    house, begun = house_of(request), perf_counter()
    try:
        await act(house.parlour, visit, table, action, fields)
    except NeedsConfirmation as refusal:
        house.counts.refusals[refusal.code] += 1
        return _ask(request, visit, refusal, fields)
    except Locked as refusal:
        house.counts.refusals[refusal.code] += 1
        if is_script(request):
            raise
        return door_page(request, visit, refusal)
    house.counts.done(action, perf_counter() - begun)
    if is_script(request):
        return Response(status_code=HTTPStatus.NO_CONTENT)
    return see(f"/t/{table}")


def _ask(request: Request, visit: Visit, refusal: NeedsConfirmation, fields: Fields) -> Response:
    """Ask whether a costly event is meant; scripts ask in a dialog of their own."""
    words = catalogue(visit.language).reason(refusal.reason)
    status = status_of(refusal)
    if is_script(request):
        return JSONResponse({"code": refusal.code, "text": words, "ask": True}, status)
    back = f"/t/{request.path_params['table']}"
    return ask(request, visit, words, fields, back=back, status=status)
