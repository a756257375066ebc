"""The lobby: its page, choosing a name and a language, and its live list of tables."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from pasch.kernel.page import Region
from pasch.kernel.refusals import N_
from pasch.matches.lines import LOBBY
from pasch.matches.parlour import Parlour
from pasch.matches.refusals import BadName, NameTaken
from pasch.web.actions import act
from pasch.web.chat import REACTION_LABELS
from pasch.web.drawing import draw_part, new_command
from pasch.web.errors import is_script, status_of
from pasch.web.fields import BadField, text
from pasch.web.forms import read_form
from pasch.web.house import house_of
from pasch.web.hub import Tab
from pasch.web.i18n import LANGUAGES, catalogue
from pasch.web.live import answer, talk
from pasch.web.lobby_hub import lobby_chat, lobby_lists
from pasch.web.messages import Request as TabRequest
from pasch.web.messages import encode
from pasch.web.pages import safe
from pasch.web.people import game_cards
from pasch.web.respond import page
from pasch.web.screens import ABORTED, SHELL
from pasch.web.shell import Choice
from pasch.web.stream import draw_lines, draw_people
from pasch.web.tables import done, see
from pasch.web.visit import ACCESS_COOKIE, COOKIE_SECONDS, LANGUAGE_COOKIE, Visit, visit_of

WATCHING: Final = (
    Choice("1", N_("Spectators are welcome"), is_chosen=True),
    Choice("0", N_("Only who has a seat"), is_chosen=False),
)
"""What a form for a new table offers about people without a seat."""


async def show_lobby(request: Request) -> Response:
    """Answer `GET /`."""
    visit = await visit_of(request)
    await _fold_own_matches(house_of(request).parlour, visit)
    return await _lobby_page(request, visit)


async def choose_name(request: Request) -> Response:
    """Answer `POST /name`: make a guest, whose access the browser keeps."""
    visit = await visit_of(request)
    fields = await read_form(request)
    back = local_path(fields.get("back", "/"))
    if visit.account is not None:
        return see(back)
    accounts = house_of(request).accounts
    try:
        _, token = await accounts.sign_up(fields.get("name", ""))
    except (BadName, NameTaken) as refusal:
        if is_script(request):
            raise
        words = catalogue(visit.language).reason(refusal.reason)
        name = fields.get("name", "")
        again = await _lobby_page(request, visit, problem=words, name=name, back=back)
        again.status_code = status_of(refusal)
        return again
    seen = see(back)
    _set_cookie(request, seen, ACCESS_COOKIE, token)
    return seen


async def choose_language(request: Request) -> Response:
    """Answer `POST /language`: speak this language from now on."""
    fields = await read_form(request)
    language = text(fields, "lang")
    if language not in LANGUAGES:
        raise BadField("lang")
    seen = see(local_path(fields.get("back", "/")))
    _set_cookie(request, seen, LANGUAGE_COOKIE, language)
    return seen


def local_path(path: str) -> str:
    """Return a path of this site as it is, and the lobby's for anything else."""
    is_local = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_local and path.isprintable() else "/"


async def lobby_socket(socket: WebSocket) -> None:
    """Serve `WS /live`."""
    visit = await visit_of(socket)
    hub, parlour = house_of(socket).lobby, house_of(socket).parlour
    tab = Tab(await parlour.chat.reader(visit.account_id), visit.language)
    await socket.accept()
    hub.join(tab)

    async def serve(request: TabRequest) -> None:
        if request.do == "sync":
            hub.snapshot(tab)
        else:
            tab.outbox.put(encode(await answer(parlour, visit, LOBBY, request)))

    try:
        await talk(socket, tab.outbox, serve)
    finally:
        hub.leave(tab)


async def act_in_lobby(request: Request) -> Response:
    """Answer `POST /lobby/ACTION`: do it, and see the lobby again."""
    visit = await visit_of(request)
    fields = await read_form(request)
    parlour = house_of(request).parlour
    told = await act(parlour, visit.account, LOBBY, request.path_params["action"], fields)
    return done(request, visit, told, "/#chat")


async def _fold_own_matches(parlour: Parlour, visit: Visit) -> None:
    """Fold the visitor's own matches, so that the lobby can say whose turn it is."""
    for found in parlour.registry.listed():
        if visit.account is not None and found.table.seat_of(visit.account.id) is not None:
            await parlour.registry.look(found.table.id)


async def _lobby_page(
    request: Request, visit: Visit, *, problem: str = "", name: str = "", back: str = "/"
) -> Response:
    notice = catalogue(visit.language).gettext(ABORTED) if "aborted" in request.query_params else ""
    parlour = house_of(request).parlour
    lists = Region("lobby_lists", lobby_lists(parlour, visit.account_id))
    reader = await parlour.chat.reader(visit.account_id)
    lines, people = lobby_chat(parlour, reader)
    return page(
        request,
        visit,
        "web/lobby.html",
        notice=notice,
        games=game_cards(),
        watching=WATCHING,
        lists=safe(draw_part(visit.language, (SHELL, lists))),
        log=safe("".join(draw_lines(visit.language, lines))),
        people=safe(draw_people(visit.language, people)),
        command=new_command(),
        reactions=tuple(REACTION_LABELS.items()),
        problem=problem,
        name=name,
        back=back,
    )


def _set_cookie(request: Request, answer: Response, name: str, value: str) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
