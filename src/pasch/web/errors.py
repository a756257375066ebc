"""Answers to what is refused or fails: a page in the visitor's language, or JSON for scripts."""

from http import HTTPStatus
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from pasch.kernel import refusals as kernel
from pasch.kernel.meta import BadOptions
from pasch.kernel.refusals import N_, Reason, Refusal
from pasch.matches import refusals as matches
from pasch.matches.model import TableId
from pasch.web.actions import NotSignedIn, UnknownAction
from pasch.web.house import house_of
from pasch.web.i18n import Catalogue, catalogue
from pasch.web.paths import RuleLink, rule_link
from pasch.web.respond import page
from pasch.web.security import API, HEADERS, ForeignOrigin, TooLarge, TooSlow
from pasch.web.visit import Visit, anybody, passer_by

FAILED: Final = N_("Something went wrong here. Nothing of your match is lost; please try again.")
"""What people are told when the server fails."""

STATUS: Final[dict[type[Refusal], HTTPStatus]] = {
    kernel.Unreadable: HTTPStatus.BAD_REQUEST,
    BadOptions: HTTPStatus.UNPROCESSABLE_ENTITY,
    kernel.Illegal: HTTPStatus.UNPROCESSABLE_ENTITY,
    matches.BadName: HTTPStatus.UNPROCESSABLE_ENTITY,
    matches.BadPassword: HTTPStatus.UNPROCESSABLE_ENTITY,
    matches.BadTablePassword: HTTPStatus.UNPROCESSABLE_ENTITY,
    NotSignedIn: HTTPStatus.UNAUTHORIZED,
    matches.WrongPassword: HTTPStatus.FORBIDDEN,
    matches.Banned: HTTPStatus.FORBIDDEN,
    matches.Locked: HTTPStatus.FORBIDDEN,
    matches.TooManyAttempts: HTTPStatus.TOO_MANY_REQUESTS,
    matches.UnknownInvitation: HTTPStatus.NOT_FOUND,
    matches.NotSeated: HTTPStatus.FORBIDDEN,
    matches.NotOwner: HTTPStatus.FORBIDDEN,
    ForeignOrigin: HTTPStatus.FORBIDDEN,
    matches.UnknownTable: HTTPStatus.NOT_FOUND,
    matches.UnknownMatch: HTTPStatus.NOT_FOUND,
    matches.UnknownPerson: HTTPStatus.NOT_FOUND,
    matches.UnknownSlash: HTTPStatus.UNPROCESSABLE_ENTITY,
    matches.BadMessage: HTTPStatus.UNPROCESSABLE_ENTITY,
    matches.NoTeam: HTTPStatus.FORBIDDEN,
    matches.NotWatchable: HTTPStatus.FORBIDDEN,
    matches.TooFast: HTTPStatus.TOO_MANY_REQUESTS,
    UnknownAction: HTTPStatus.NOT_FOUND,
    TooLarge: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    TooSlow: HTTPStatus.REQUEST_TIMEOUT,
}
"""The HTTP status of each kind of refusal; all others are conflicts."""

_TITLES: Final = {
    HTTPStatus.BAD_REQUEST: N_("That could not be read"),
    HTTPStatus.UNAUTHORIZED: N_("Who are you?"),
    HTTPStatus.FORBIDDEN: N_("That is not yours to do"),
    HTTPStatus.NOT_FOUND: N_("Nothing to be found here"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: N_("That was too much"),
    HTTPStatus.REQUEST_TIMEOUT: N_("That took too long"),
    HTTPStatus.UNPROCESSABLE_ENTITY: N_("That does not work"),
    HTTPStatus.TOO_MANY_REQUESTS: N_("Wait a moment"),
    HTTPStatus.CONFLICT: N_("That does not work now"),
    HTTPStatus.INTERNAL_SERVER_ERROR: N_("Something went wrong"),
}
_OWN_TITLES: Final = {
    matches.NotWatchable.code: N_("Among themselves"),
    matches.TooFast.code: N_("Slowly, please"),
    matches.UnknownSlash.code: N_("That is no command"),
}
"""Headings of refusals that their status would not tell well."""


def status_of(refusal: Refusal) -> HTTPStatus:
    """Return the HTTP status of a refusal."""
    return next(
        (STATUS[kind] for kind in type(refusal).__mro__ if kind in STATUS), HTTPStatus.CONFLICT
    )


async def refused(request: Request, refusal: Exception) -> Response:
    """Answer a request that is refused."""
    if not isinstance(refusal, Refusal):
        raise refusal
    house_of(request).counts.refusals[refusal.code] += 1
    return await _answer(request, status_of(refusal), refusal.code, refusal.reason)


async def not_found(request: Request, error: Exception) -> Response:
    """Answer a request for something that does not exist, or with a wrong method."""
    if not isinstance(error, HTTPException):
        raise error
    reason = Reason(N_("The address leads nowhere. It may have a typing error, or be too old."))
    answer = await _answer(request, HTTPStatus(error.status_code), "not-found", reason)
    answer.headers.update(error.headers or {})  # such as the methods that are allowed
    return answer


async def failed(request: Request, _error: Exception) -> Response:
    """Answer a request at which the server failed; `ops.requests` logs why."""
    visit = passer_by(request)
    answer = _page(request, visit, HTTPStatus.INTERNAL_SERVER_ERROR, "failed", Reason(FAILED))
    answer.headers.update(HEADERS)  # It is sent from outside of the guard.
    return answer


def _path_to_log(request: Request) -> str:
    """Return a path without the key of an invitation."""
    path = request.url.path
    return "/i/…" if path.startswith("/i/") else path


async def refuse_early(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    """Answer a request that does not get as far as a handler."""
    request = Request(scope, receive)
    house_of(request).counts.refusals[refusal.code] += 1
    visit = passer_by(request)
    answer = _page(request, visit, status_of(refusal), refusal.code, refusal.reason)
    await answer(scope, receive, send)


async def _answer(request: Request, status: HTTPStatus, code: str, reason: Reason) -> Response:
    return _page(request, await anybody(request), status, code, reason)


def _page(
    request: Request, visit: Visit, status: HTTPStatus, code: str, reason: Reason
) -> Response:
    words = catalogue(visit.language)
    back = "/" if code == matches.NotWatchable.code else _way_back(request, status)
    rule = _rule(request, words, reason)
    if is_script(request):
        told = {"code": code, "text": words.reason(reason), "link": rule.label, "href": rule.href}
        return JSONResponse({name: value for name, value in told.items() if value}, status)
    title = _OWN_TITLES.get(code) or _TITLES.get(status, _TITLES[HTTPStatus.CONFLICT])
    heading = words.gettext(title)
    return page(
        request,
        visit,
        "web/banned.html" if code == matches.Banned.code else "web/message.html",
        status=status,
        heading=heading,
        text=words.reason(reason),
        rule=rule,
        back=back,
        back_label=words.gettext(N_("Back to the table") if back != "/" else N_("To the lobby")),
    )


def _rule(request: Request, words: Catalogue, reason: Reason) -> RuleLink:
    """Return the link to the rule that stands against something at a table."""
    table = request.path_params.get("table")
    if table is None or reason.rule is None:
        return RuleLink()
    return rule_link(words, house_of(request).parlour.registry.game_at(TableId(table)), reason)


def _way_back(request: Request, status: HTTPStatus) -> str:
    """Return the table at which something was refused, else the lobby."""
    table = request.path_params.get("table")
    return f"/t/{table}" if table and status != HTTPStatus.NOT_FOUND else "/"


def is_script(request: Request) -> bool:
    """Return whether a script or program asks, which wants JSON and no page."""
    return request.headers.get("x-live") == "1" or request.url.path.startswith(API)
