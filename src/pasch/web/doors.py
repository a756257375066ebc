"""Doors of protected tables: the lobby's field for a password, and the page before such a table."""

from starlette.requests import Request
from starlette.responses import Response

from pasch.matches.door import clean_table_password
from pasch.matches.refusals import Locked
from pasch.web import cookies
from pasch.web.errors import status_of
from pasch.web.forms import read_form
from pasch.web.i18n import catalogue
from pasch.web.respond import local_path, page, see
from pasch.web.visit import Visit


async def set_table_password(request: Request) -> Response:
    """Answer `POST /password`: the browser keeps it, for new tables and for protected ones."""
    fields = await read_form(request)
    password = "" if "clear" in fields else clean_table_password(fields.get("password", ""))
    answer = see(local_path(fields.get("back", "/")))
    cookies.set_text(request, answer, cookies.TABLE_PASSWORD, password)
    return answer


def door_page(request: Request, visit: Visit, refusal: Locked) -> Response:
    """Return the page before a table that is closed to a visitor; it tells nothing of the table."""
    return page(
        request,
        visit,
        "web/door.html",
        status=status_of(refusal),
        table=request.path_params["table"],
        problem=catalogue(visit.language).reason(refusal.reason),
        has_tried=bool(visit.shown.password),
    )
