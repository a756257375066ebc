"""One's account: signing in and out, name, password, one's own data."""

import json
from dataclasses import replace
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from pasch.kernel.refusals import N_, Refusal
from pasch.matches.accounts import Attempted
from pasch.matches.model import Account
from pasch.matches.refusals import (
    BadName,
    BadPassword,
    Banned,
    NameTaken,
    StillPlaying,
    TooManyAttempts,
    WrongPassword,
)
from pasch.web import cookies
from pasch.web.actions import NotSignedIn
from pasch.web.errors import status_of
from pasch.web.fields import Fields, flag
from pasch.web.forms import read_form
from pasch.web.house import House, house_of
from pasch.web.i18n import catalogue
from pasch.web.respond import ask, local_path, page, see
from pasch.web.settings import settings_page
from pasch.web.visit import Visit, passer_by, visit_of

NO_WAY_BACK = N_(
    "Your account has no password: once you have signed out, nobody can get back to it, and the "
    "name “%(name)s” stays taken. Sign out nevertheless?"
)
EVERYWHERE = N_("Sign out in all browsers?")


# --- Signing in and out


async def show_sign_in(request: Request) -> Response:
    """Answer `GET /sign-in`."""
    visit = await visit_of(request)
    back = local_path(request.query_params.get("back", "/"))
    return see(back) if visit.account is not None else _sign_in_page(request, visit, back=back)


async def sign_in(request: Request) -> Response:
    """Answer `POST /sign-in`."""
    fields = await read_form(request)
    back = local_path(fields.get("back", "/"))
    try:
        _, token = await house_of(request).accounts.sign_in(_attempted(request, fields))
    except (WrongPassword, TooManyAttempts) as refusal:
        visit = passer_by(request)
        return _sign_in_page(request, visit, refusal, name=fields.get("name", ""), back=back)
    answer = see(back)
    cookies.set_cookie(request, answer, cookies.ACCESS, token)
    return answer


async def sign_out(request: Request) -> Response:
    """Answer `POST /settings/sign-out`: end this session or all, after a question if need be."""
    fields = await read_form(request)
    try:
        visit = await visit_of(request)
    except Banned:
        return _forgotten()
    if visit.account is None or visit.session is None:
        return _forgotten()
    house, everywhere = house_of(request), flag(fields, "everywhere")
    question = await _question(house, visit, visit.account, everywhere=everywhere)
    if question and not flag(fields, "confirmed"):
        return ask(request, visit, question, fields, back="/settings", status=HTTPStatus.OK)
    if everywhere:
        await house.accounts.sign_out_everywhere(visit.account.id)
        house.open_tabs.end_all(visit.account.id)
    else:
        await house.accounts.sign_out(visit.session)
        house.open_tabs.end(visit.session)
    return _forgotten()


async def _question(house: House, visit: Visit, account: Account, *, everywhere: bool) -> str:
    words = catalogue(visit.language)
    sessions = await house.accounts.open_sessions(account.id)
    is_last = everywhere or len(sessions) == 1
    if is_last and not await house.accounts.has_password(account.id):
        return words.gettext(NO_WAY_BACK) % {"name": account.name}
    return words.gettext(EVERYWHERE) if everywhere else ""


def _forgotten() -> Response:
    """Return to the lobby as somebody without a name; passwords of tables are forgotten too."""
    answer = see("/")
    for name in (cookies.ACCESS, cookies.TABLE_PASSWORD, cookies.INVITATION):
        cookies.drop_cookie(answer, name)
    return answer


# --- Name and password


async def rename(request: Request) -> Response:
    """Answer `POST /settings/name`."""
    visit, account = await _signed_in(request)
    fields, house = await read_form(request), house_of(request)
    try:
        renamed = await house.accounts.rename(account, fields.get("name", ""))
    except (BadName, NameTaken) as refusal:
        return await _refused(request, visit, "name", refusal)
    await house.parlour.rename(renamed)
    house.open_tabs.come_again(account.id)
    return see("/settings?saved=1")


async def set_password(request: Request) -> Response:
    """Answer `POST /settings/password`: all other sessions end."""
    visit, account = await _signed_in(request)
    fields, house = await read_form(request), house_of(request)
    attempted = replace(_attempted(request, fields), name=account.name)
    try:
        await house.accounts.check_password(attempted, account.id)
        await house.accounts.set_password(account.id, fields.get("new", ""), visit.session)
    except (BadPassword, WrongPassword, TooManyAttempts) as refusal:
        return await _refused(request, visit, "password", refusal)
    house.open_tabs.end_all(account.id, visit.session)
    return see("/settings?saved=1")


# --- One's own data


async def export(request: Request) -> Response:
    """Answer `GET /settings/export.json`."""
    _, account = await _signed_in(request)
    data = await house_of(request).own_data.export(account)
    content = json.dumps(data, ensure_ascii=False, indent=2)
    headers = {
        "Content-Disposition": f'attachment; filename="pasch-{account.id}.json"',
        "Cache-Control": "no-store",
    }
    return Response(content, media_type="application/json", headers=headers)


async def show_deletion(request: Request) -> Response:
    """Answer `GET /settings/delete`: say what will happen, and ask."""
    visit, account = await _signed_in(request)
    return await _deletion_page(request, visit, account)


async def delete(request: Request) -> Response:
    """Answer `POST /settings/delete`."""
    visit, account = await _signed_in(request)
    fields, house = await read_form(request), house_of(request)
    attempted = replace(_attempted(request, fields), name=account.name)
    try:
        await house.accounts.check_password(attempted, account.id)
        await house.own_data.delete(account)
    except (WrongPassword, TooManyAttempts, StillPlaying) as refusal:
        return await _deletion_page(request, visit, account, refusal)
    house.open_tabs.end_all(account.id)
    return _forgotten()


# --- Pieces


def _attempted(request: Request, fields: Fields) -> Attempted:
    address = request.client.host if request.client is not None else ""
    return Attempted(fields.get("name", ""), fields.get("password", ""), address)


async def _signed_in(request: Request) -> tuple[Visit, Account]:
    visit = await visit_of(request)
    if visit.account is None:
        raise NotSignedIn
    return visit, visit.account


def _sign_in_page(
    request: Request, visit: Visit, refusal: Refusal | None = None, *, name: str = "", back: str
) -> Response:
    return page(
        request,
        visit,
        "web/sign_in.html",
        status=_status(refusal),
        problem=_problem(visit, refusal),
        name=name,
        back=back,
    )


async def _deletion_page(
    request: Request, visit: Visit, account: Account, refusal: Refusal | None = None
) -> Response:
    return page(
        request,
        visit,
        "web/delete.html",
        status=_status(refusal),
        has_password=await house_of(request).accounts.has_password(account.id),
        problem=_problem(visit, refusal),
    )


async def _refused(request: Request, visit: Visit, section: str, refusal: Refusal) -> Response:
    problem, status = _problem(visit, refusal), _status(refusal)
    return await settings_page(request, visit, section=section, problem=problem, status=status)


def _status(refusal: Refusal | None) -> HTTPStatus:
    return status_of(refusal) if refusal is not None else HTTPStatus.OK


def _problem(visit: Visit, refusal: Refusal | None) -> str:
    return catalogue(visit.language).reason(refusal.reason) if refusal is not None else ""
