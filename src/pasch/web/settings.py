"""How somebody wants the pages: language, colours, sound, quick entry."""

from collections.abc import Iterable
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from pasch.games import discovery
from pasch.kernel.refusals import N_
from pasch.matches.model import Preferences, Theme
from pasch.web import cookies
from pasch.web.errors import is_script
from pasch.web.fields import BadField, Fields, text
from pasch.web.forms import read_form
from pasch.web.house import house_of
from pasch.web.i18n import LANGUAGES, date_of
from pasch.web.respond import local_path, page, see
from pasch.web.shell import Choice, OptionField
from pasch.web.visit import MUTED, Visit, visit_of

AUDIBLE = "on"

_THEMES = (
    (Theme.AUTO, N_("As on the device")),
    (Theme.LIGHT, N_("Light")),
    (Theme.DARK, N_("Dark")),
)
_SOUNDS = ((AUDIBLE, N_("On")), (MUTED, N_("Off")))
_QUICK_ENTRY = (("0", N_("Off")), ("1", N_("On")))
_NAMES_OF_LANGUAGES = (("de", "Deutsch"), ("en", "English"))


async def show_settings(request: Request) -> Response:
    """Answer `GET /settings`."""
    return await settings_page(request, await visit_of(request))


async def change_settings(request: Request) -> Response:
    """Answer `POST /settings`: whatever fields come are what is wanted from now on."""
    visit = await visit_of(request)
    fields = await read_form(request)
    after = wanted(visit.preferences, fields)
    answer = (
        Response(status_code=HTTPStatus.NO_CONTENT)
        if is_script(request)
        else see("/settings?saved=1")
    )
    await _keep(request, visit, after, answer)
    return answer


async def choose_language(request: Request) -> Response:
    """Answer `POST /language`: speak this language from now on."""
    visit = await visit_of(request)
    fields = await read_form(request)
    after = wanted(visit.preferences, {"lang": text(fields, "lang")})
    answer = see(local_path(fields.get("back", "/")))
    await _keep(request, visit, after, answer)
    return answer


def wanted(before: Preferences, fields: Fields) -> Preferences:
    """Return preferences with what a form says; raise `BadField` for what cannot be wanted."""
    return Preferences(
        language=_one_of(fields, "lang", LANGUAGES, before.language),
        theme=Theme(_one_of(fields, "theme", tuple(Theme), before.theme)),
        is_muted=_one_of(fields, "sound", (AUDIBLE, MUTED), _sound(before)) == MUTED,
        quick_entry=_one_of(fields, "quick_entry", ("0", "1"), _flag(before.quick_entry)) == "1",
    )


def _one_of(fields: Fields, name: str, values: Iterable[str], default: str) -> str:
    value = fields.get(name, default)
    if value != default and value not in values:
        raise BadField(name)
    return value


def _sound(preferences: Preferences) -> str:
    return MUTED if preferences.is_muted else AUDIBLE


def _flag(value: bool) -> str:
    return "1" if value else "0"


async def _keep(request: Request, visit: Visit, after: Preferences, answer: Response) -> None:
    """Keep preferences with the account, and in the browser for when nobody is signed in there."""
    if visit.account is not None:
        await house_of(request).accounts.prefer(visit.account.id, after)
    for name, value, default in (
        (cookies.LANGUAGE, after.language, ""),
        (cookies.THEME, after.theme, Theme.AUTO),
        (cookies.SOUND, _sound(after), AUDIBLE),
    ):
        if value != request.cookies.get(name, default):
            cookies.set_cookie(request, answer, name, value)


async def settings_page(
    request: Request,
    visit: Visit,
    *,
    section: str = "",
    problem: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    """Return the page; `problem` says what is wrong with the form of a section."""
    accounts, account = house_of(request).accounts, visit.account
    return page(
        request,
        visit,
        "web/settings.html",
        status=status,
        choices=choices_of(visit),
        games=games_with_quick_entry(),
        has_password=account is not None and await accounts.has_password(account.id),
        sessions=[
            (date_of(visit.language, session.created_at), session == visit.session)
            for session in (await accounts.open_sessions(account.id) if account is not None else ())
        ],
        is_saved="saved" in request.query_params,
        section=section,
        problem=problem,
    )


def choices_of(visit: Visit) -> tuple[OptionField, ...]:
    """Return what the form offers; quick entry to people with an account, where a game has it."""
    now = visit.preferences
    fields = [
        _field("lang", N_("Language"), _NAMES_OF_LANGUAGES, visit.language),
        _field("theme", N_("Colours"), _THEMES, now.theme),
        _field("sound", N_("Sounds"), _SOUNDS, _sound(now)),
    ]
    if visit.account is not None and games_with_quick_entry():
        quick = _flag(now.quick_entry)
        fields.append(_field("quick_entry", N_("Quick entry"), _QUICK_ENTRY, quick))
    return tuple(fields)


def games_with_quick_entry() -> tuple[tuple[str, str], ...]:
    """Return title and what big buttons write, for each game that has them."""
    metas = map(discovery.meta, discovery.slugs())
    return tuple((meta.title, meta.quick_entry) for meta in metas if meta.quick_entry)


def _field(name: str, title: str, offered: Iterable[tuple[str, str]], chosen: str) -> OptionField:
    choices = (Choice(value, label, value == chosen) for value, label in offered)
    return OptionField(name, title, tuple(choices))
