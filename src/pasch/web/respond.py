"""Pages as responses, with what every template needs."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import HTMLResponse

from pasch.web.addresses import person_page
from pasch.web.assets import asset_url
from pasch.web.pages import render
from pasch.web.people import person
from pasch.web.visit import Visit


def page(
    request: Request,
    visit: Visit,
    template: str,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    **context: object,
) -> HTMLResponse:
    """Return a rendered page in the visitor's language."""
    account = visit.account
    me = person(account.name, page=person_page(account.id)) if account is not None else None
    html = render(
        visit.language,
        template,
        me=me,
        path=_address_of(request),
        asset=asset_url,
        status=int(status),
        **context,
    )
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    return HTMLResponse(html, status, headers)


def _address_of(request: Request) -> str:
    """Return the address of the page from which a request comes: a form's is one step below it."""
    path, query = request.url.path, request.url.query
    if request.method in {"GET", "HEAD"}:
        return f"{path}?{query}" if query else path
    return path.rpartition("/")[0] or "/"
