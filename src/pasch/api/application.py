"""The API as an application of its own, which the parlour's mounts."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pasch.api import boards, games, matches, tables
from pasch.api.models import Error
from pasch.kernel.refusals import Refusal

PLACE: Final = "/api"
"""Where it is mounted."""

_ABOUT: Final = """\
What everybody may see in this parlour, for programs: games, lists of the best, tables, finished
matches.

Nothing can be done here, only read. Nobody signs in: cookies are not looked at. Tables with a
password, or without spectators, are not to be found, and neither is what is played there. Of other
running matches there is what spectators see. Finished matches are public, whatever their table was.

Answers bear an `ETag`; send it back as `If-None-Match` and get 304 while nothing has changed.
Errors are JSON with a stable `code` and a `text` for people.
"""


def make_api() -> FastAPI:
    """Return the application; its `state.sources` is what it reads from."""
    api = FastAPI(
        title="Pasch",
        version="1",
        description=_ABOUT,
        openapi_url="/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    for router in (games.router, boards.router, tables.router, matches.router):
        api.include_router(router, prefix="/v1")
    api.add_exception_handler(Refusal, _refused)
    api.add_exception_handler(RequestValidationError, _misread)
    api.add_exception_handler(HTTPException, _not_found)
    api.add_exception_handler(Exception, _failed)
    return api


async def _refused(_request: Request, error: Exception) -> Response:
    """Answer what is not to be found: nothing else is refused where one can only read."""
    if not isinstance(error, Refusal):
        raise error
    return _error(HTTPStatus.NOT_FOUND, error.code, str(error.reason))


async def _misread(_request: Request, error: Exception) -> Response:
    """Answer a request with parameters that are unknown or wrong."""
    if not isinstance(error, RequestValidationError):
        raise error
    found = error.errors()[0]
    name = ".".join(str(part) for part in found["loc"][1:])
    return _error(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-parameter", f"{name}: {found['msg']}")


async def _not_found(_request: Request, error: Exception) -> Response:
    """Answer a request for an address that is not here, or with a method that is not for it."""
    if not isinstance(error, HTTPException):
        raise error
    phrase = HTTPStatus(error.status_code).phrase
    code = phrase.lower().replace(" ", "-")
    return _error(error.status_code, code, f"{phrase}.", error.headers)


async def _failed(_request: Request, _: Exception) -> Response:
    """Answer a request at which the server failed; `ops.requests` logs why."""
    return _error(HTTPStatus.INTERNAL_SERVER_ERROR, "failed", "Something went wrong here.")


def _error(status: int, code: str, text: str, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse(Error(code=code, text=text).model_dump(), status, headers)
