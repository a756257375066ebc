"""Answers that say what they are, so that who asks again need not be sent the same."""

import hashlib
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from pasch.api.models import Error, Model

ModelT = TypeVar("ModelT", bound=Model)

_TAG_BYTES: Final = 12

ASK_AGAIN: Final = "no-cache"
"""What may change at any moment: it may be kept, but is asked for again each time."""

A_WHILE: Final = "public, max-age=300"
"""What changes with a new version of Pasch at most."""

Documented = dict[int | str, dict[str, Any]]

UNCHANGED: Final[Documented] = {
    304: {"description": "Nothing has changed since the `ETag` in `If-None-Match`."}
}
NOT_FOUND: Final[Documented] = {404: {"model": Error, "description": "There is no such thing."}}
BAD_QUESTION: Final[Documented] = {
    422: {"model": Error, "description": "A parameter is unknown or wrong."}
}


def answer(request: Request, kind: TypeAdapter[ModelT], model: ModelT, keep: str) -> Response:
    """Return a model, or that it is what the asker has."""
    return tagged(request, kind.dump_json(model), "application/json", keep)


def answer_list(
    request: Request, kind: TypeAdapter[list[ModelT]], models: Sequence[ModelT], keep: str
) -> Response:
    """Return models, or that they are what the asker has."""
    return tagged(request, kind.dump_json(list(models)), "application/json", keep)


def tagged(request: Request, body: bytes, media_type: str, keep: str) -> Response:
    """Return a body with its tag, or nothing but the tag when the asker has the same."""
    tag = f'W/"{hashlib.sha256(body).hexdigest()[: 2 * _TAG_BYTES]}"'
    headers = {"ETag": tag, "Cache-Control": keep}
    known = (part.strip() for part in request.headers.get("if-none-match", "").split(","))
    if any(part in {tag, "*", tag.removeprefix("W/")} for part in known):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=media_type, headers=headers)
