"""Pages as responses, with what every template needs."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import HTMLResponse

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
    me = person(visit.account.name) if visit.account is not None else None
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
    path = request.url.path
    return path if request.method in {"GET", "HEAD"} else path.rpartition("/")[0] or "/"
