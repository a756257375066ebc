"""Pages of tables: open one, look at one, act at one without JavaScript."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from pasch.matches.model import TableId
from pasch.matches.refusals import NeedsConfirmation
from pasch.web.actions import NotSignedIn, act
from pasch.web.addresses import rules_page
from pasch.web.drawing import carried, draw_log, draw_parts
from pasch.web.errors import is_script, status_of
from pasch.web.fields import Fields, number, text
from pasch.web.forms import read_form
from pasch.web.house import house_of
from pasch.web.i18n import catalogue
from pasch.web.pages import safe
from pasch.web.respond import page
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
    table = await parlour.open_table(visit.account, game, seats, options)
    return see(f"/t/{table.id}")


async def show_table(request: Request) -> Response:
    """Answer `GET /t/TABLE`."""
    visit = await visit_of(request)
    parlour = house_of(request).parlour
    found = await parlour.registry.look(TableId(request.path_params["table"]))
    if visit.account_id is not None:
        house_of(request).attendance.touch(found.table.id, visit.account_id)
    screen = screen_of(found, seat_in(found, visit.account_id))
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
        log=safe("".join(draw_log(visit.language, found.position))),
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
    try:
        await act(house_of(request).parlour, visit.account, table, action, fields)
    except NeedsConfirmation as refusal:
        return _ask(request, visit, refusal, fields)
    if is_script(request):
        return Response(status_code=HTTPStatus.NO_CONTENT)
    return see(f"/t/{table}")


def see(path: str) -> Response:
    """Send a browser on to a page after a form."""
    return RedirectResponse(path, HTTPStatus.SEE_OTHER)


def _ask(request: Request, visit: Visit, refusal: NeedsConfirmation, fields: Fields) -> Response:
    """Ask whether a costly event is meant; scripts ask in a dialog of their own."""
    words = catalogue(visit.language).reason(refusal.reason)
    status = status_of(refusal)
    if is_script(request):
        return JSONResponse({"code": refusal.code, "text": words, "ask": True}, status)
    carried_on = [pair for pair in fields.items() if pair[0] != "confirmed"]
    return page(
        request,
        visit,
        "web/confirm.html",
        status=status,
        question=words,
        action=request.url.path,
        back=f"/t/{request.path_params['table']}",
        fields=carried_on,
    )
