"""The lobby: its page, choosing a name, and its live list of tables."""

from time import perf_counter
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.websockets import WebSocket

from pasch.kernel.refusals import N_, Refusal
from pasch.matches.lines import LOBBY
from pasch.matches.parlour import Parlour
from pasch.matches.refusals import BadName, NameTaken
from pasch.web import cookies
from pasch.web.actions import act
from pasch.web.chat import REACTION_LABELS
from pasch.web.drawing import new_command
from pasch.web.errors import is_script, status_of
from pasch.web.forms import read_form
from pasch.web.house import house_of
from pasch.web.i18n import catalogue
from pasch.web.live import answer, tab_of, talk
from pasch.web.lobby_hub import MINE, TABLES, draw_lists, lobby_chat, lobby_lists, mark_of
from pasch.web.messages import Request as TabRequest
from pasch.web.messages import encode
from pasch.web.open_tabs import SESSION_ENDED
from pasch.web.pages import draw, safe
from pasch.web.people import game_card, game_cards
from pasch.web.respond import local_path, page, see
from pasch.web.screens import ABORTED, LEFT
from pasch.web.shell import Choice
from pasch.web.stream import draw_lines, draw_people
from pasch.web.tables import done
from pasch.web.visit import Visit, visit_of

NEW_TABLE: Final = "web/new_table.html"

WATCHING: Final = (
    Choice("1", N_("Spectators are welcome"), is_chosen=True),
    Choice("0", N_("Only who has a seat"), is_chosen=False),
)
"""What a form for a new table offers about people without a seat."""

_NOTICES: Final = (("aborted", ABORTED), ("left", LEFT))
"""What the lobby tells whoever comes from a match that ended early, by a word of the address."""


async def show_lobby(request: Request) -> Response:
    """Answer `GET /`."""
    visit = await visit_of(request)
    await _fold_own_matches(house_of(request).parlour, visit)
    return await _lobby_page(request, visit)


async def show_form(request: Request) -> Response:
    """Answer `GET /tables/form`: the form for a new table with what fits what is chosen so far."""
    visit = await visit_of(request)
    given = dict(request.query_params)
    seats = given.get("seats", "")
    number = int(seats) if seats.isascii() and seats.isdigit() and len(seats) == 1 else 0
    game = game_card(given.get("game", ""), given, number)
    wanted = "0" if given.get("watchable") == "0" else "1"
    watching = tuple(each._replace(is_chosen=each.value == wanted) for each in WATCHING)
    if is_script(request):
        return HTMLResponse(draw(visit.language, NEW_TABLE, "new_table_form", game, watching))
    return page(request, visit, "web/new_table_page.html", game=game, watching=watching)


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
        name = fields.get("name", "")
        again = await _lobby_page(request, visit, problem=words, name=name, back=back)
        again.status_code = status_of(refusal)
        return again
    seen = see(back)
    cookies.set_cookie(request, seen, cookies.ACCESS, token)
    return seen


async def lobby_socket(socket: WebSocket) -> None:
    """Serve `WS /live`."""
    await socket.accept()
    try:
        visit = await visit_of(socket)
    except Refusal:
        await socket.close(SESSION_ENDED)
        return
    hub = house_of(socket).lobby
    tab = await tab_of(socket, visit)
    hub.join(tab, socket.query_params.get("shown", ""))

    async def serve(request: TabRequest) -> None:
        if request.do == "sync":
            hub.snapshot(tab)
        else:
            tab.outbox.put(encode(await answer(house_of(socket), visit, LOBBY, request)))

    try:
        await talk(socket, visit, tab, serve)
    finally:
        hub.leave(tab)


async def act_in_lobby(request: Request) -> Response:
    """Answer `POST /ACTION` of the chat: do it, and see the lobby again."""
    visit = await visit_of(request)
    fields = await read_form(request)
    house, begun, action = house_of(request), perf_counter(), request.url.path.removeprefix("/")
    told = await act(house.parlour, visit, LOBBY, action, fields)
    house.counts.done(action, perf_counter() - begun)
    return done(request, visit, told, "/#chat")


async def _fold_own_matches(parlour: Parlour, visit: Visit) -> None:
    """Fold the visitor's own matches, so that the lobby can say whose turn it is."""
    for found in parlour.tables_of(visit.account_id):
        await parlour.registry.look(found.table.id)


async def _lobby_page(
    request: Request, visit: Visit, *, problem: str = "", name: str = "", back: str = "/"
) -> Response:
    words = catalogue(visit.language)
    notice = next((words.gettext(t) for key, t in _NOTICES if key in request.query_params), "")
    parlour = house_of(request).parlour
    lists = lobby_lists(parlour, visit.account_id)
    drawn = draw_lists(visit.language, lists)
    reader = await parlour.chat.reader(visit.account_id)
    lines, people = lobby_chat(parlour, reader)
    return page(
        request,
        visit,
        "web/lobby.html",
        notice=notice,
        games=game_cards(),
        watching=WATCHING,
        mine=safe(drawn[MINE]),
        tables=safe(drawn[TABLES]),
        shown=mark_of(parlour, visit.language, reader, lists),
        log=safe("".join(draw_lines(visit.language, lines))),
        people=safe(draw_people(visit.language, people)),
        command=new_command(),
        reactions=tuple(REACTION_LABELS.items()),
        problem=problem,
        name=name,
        back=back,
        password=visit.shown.password,
    )
