"""Pages as responses, with what every template needs."""

from functools import partial
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pasch.web.assets import asset_url
from pasch.web.fields import Fields
from pasch.web.house import house_of
from pasch.web.notices import links
from pasch.web.pages import render
from pasch.web.paths import person_page
from pasch.web.people import person
from pasch.web.visit import Visit


def page(
    request: Request,
    visit: Visit,
    template: str,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    path: str = "",
    **context: object,
) -> HTMLResponse:
    """Return a rendered page in the visitor's language and colours.

    `path` is where the same page can be found again, if the request does not tell.
    """
    account = visit.account
    me = person(account.name, page=person_page(account.id)) if account is not None else None
    html = render(
        visit.language,
        template,
        me=me,
        preferences=visit.preferences,
        path=path or _address_of(request),
        asset=partial(asset_url, theme=visit.preferences.theme),
        status=int(status),
        foot=links(house_of(request).folder),
        **context,
    )
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    return HTMLResponse(html, status, headers)


def ask(
    request: Request,
    visit: Visit,
    question: str,
    fields: Fields,
    *,
    back: str,
    status: HTTPStatus = HTTPStatus.CONFLICT,
) -> Response:
    """Return a page with a question; its yes sends the same form again, as confirmed."""
    return page(
        request,
        visit,
        "web/confirm.html",
        status=status,
        question=question,
        action=request.url.path,
        back=back,
        fields=[pair for pair in fields.items() if pair[0] != "confirmed"],
    )


def see(path: str) -> Response:
    """Send a browser on to a page after a form."""
    return RedirectResponse(path, HTTPStatus.SEE_OTHER)


def local_path(path: str) -> str:
    """Return a path of this site as it is, and the lobby's for anything else."""
    is_local = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_local and path.isprintable() else "/"


def _address_of(request: Request) -> str:
    """Return the address of the page from which a request comes: a form's is one step below it."""
    path, query = request.url.path, request.url.query
    if request.method in {"GET", "HEAD"}:
        return f"{path}?{query}" if query else path
    return path.rpartition("/")[0] or "/"
