"""Show the host's own texts, such as the imprint."""

from http import HTTPStatus
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pasch.web.house import house_of
from pasch.web.notices import IMPRINT, NOTICES, PRIVACY, find
from pasch.web.pages import safe
from pasch.web.respond import page
from pasch.web.visit import visit_of

OTHER_ADDRESSES: Final = {"/imprint": IMPRINT.path, "/datenschutz": PRIVACY.path}
"""Where people may look for these pages too."""


async def show_notice(request: Request) -> Response:
    """Answer `GET /impressum` and `GET /privacy`."""
    visit = await visit_of(request)
    notice = next(n for n in NOTICES if n.path == request.url.path)
    text = find(house_of(request).folder, notice, visit.language)
    if text is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return page(
        request,
        visit,
        "web/notice.html",
        title=notice.title,
        html=safe(text.html),
        has_heading=bool(text.heading),
        text_language=text.language,
    )


async def lead_to_notice(request: Request) -> Response:
    """Answer other addresses of these pages."""
    return RedirectResponse(OTHER_ADDRESSES[request.url.path])
