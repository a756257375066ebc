"""The lobby: its page, choosing a name, and its live list of tables."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from pasch.kernel.page import Region
from pasch.kernel.refusals import Refusal
from pasch.matches.parlour import Parlour
from pasch.matches.refusals import BadName, NameTaken
from pasch.web import cookies
from pasch.web.drawing import draw_part
from pasch.web.errors import is_script, status_of
from pasch.web.forms import read_form
from pasch.web.house import house_of
from pasch.web.i18n import catalogue
from pasch.web.live import tab_of, talk
from pasch.web.lobby_hub import lobby_lists
from pasch.web.messages import Request as TabRequest
from pasch.web.open_tabs import SESSION_ENDED
from pasch.web.pages import safe
from pasch.web.people import game_cards
from pasch.web.respond import local_path, page, see
from pasch.web.screens import ABORTED, SHELL
from pasch.web.visit import Visit, visit_of


async def show_lobby(request: Request) -> Response:
    """Answer `GET /`."""
    visit = await visit_of(request)
    await _fold_own_matches(house_of(request).parlour, visit)
    return _lobby_page(request, visit)


async def choose_name(request: Request) -> Response:
    """Answer `POST /name`: make a guest, whose access the browser keeps."""
    visit = await visit_of(request)
    fields = await read_form(request)
    back = local_path(fields.get("back", "/"))
    if visit.account is not None:
        return see(back)
    accounts = house_of(request).accounts
    try:
        _, token = await accounts.sign_up(fields.get("name", ""), visit.preferences)
    except (BadName, NameTaken) as refusal:
        if is_script(request):
            raise
        house_of(request).counts.refusals[refusal.code] += 1
        words = catalogue(visit.language).reason(refusal.reason)
        answer = _lobby_page(request, visit, problem=words, name=fields.get("name", ""), back=back)
        answer.status_code = status_of(refusal)
        return answer
    answer = see(back)
    cookies.set_cookie(request, answer, cookies.ACCESS, token)
    return answer


async def lobby_socket(socket: WebSocket) -> None:
    """Serve `WS /live`."""
    await socket.accept()
    try:
        visit = await visit_of(socket)
    except Refusal:
        await socket.close(SESSION_ENDED)
        return
    hub = house_of(socket).lobby
    tab = tab_of(socket, visit)
    hub.join(tab)

    async def serve(request: TabRequest) -> None:
        if request.do == "sync":
            hub.snapshot(tab)

    try:
        await talk(socket, visit, tab, serve)
    finally:
        hub.leave(tab)


async def _fold_own_matches(parlour: Parlour, visit: Visit) -> None:
    """Fold the visitor's own matches, so that the lobby can say whose turn it is."""
    for found in parlour.registry.listed():
        if visit.account is not None and found.table.seat_of(visit.account.id) is not None:
            await parlour.registry.look(found.table.id)


def _lobby_page(
    request: Request, visit: Visit, *, problem: str = "", name: str = "", back: str = "/"
) -> Response:
    notice = catalogue(visit.language).gettext(ABORTED) if "aborted" in request.query_params else ""
    lists = Region("lobby_lists", lobby_lists(house_of(request).parlour, visit.account_id))
    return page(
        request,
        visit,
        "web/lobby.html",
        notice=notice,
        games=game_cards(),
        lists=safe(draw_part(visit.language, (SHELL, lists))),
        problem=problem,
        name=name,
        back=back,
        password=visit.shown.password,
    )
