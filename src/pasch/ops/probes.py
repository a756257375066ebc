"""Answers to those that watch a server: does it live, can it work, what has it counted?"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

DATABASE_SECONDS: Final = 3.0
"""How long the database may take to answer a probe."""

_FRESH: Final = {"Cache-Control": "no-store"}


@dataclass(frozen=True, slots=True)
class Watched:
    """What is asked about a server.

    `ask_database` returns when the database has answered, or raises; `loops` say whether each of
    what has to run meanwhile does. `readings` of all counts are given for `token`; where that is
    empty, to nobody.
    """

    ask_database: Callable[[], Awaitable[object]]
    loops: Mapping[str, Callable[[], bool]]
    readings: CollectorRegistry
    token: str


def add_probes(app: Starlette) -> None:
    """Give an application its probes; what they ask is to be `app.state.watched` when it runs."""
    for path, handler in (
        ("/healthz", show_health),
        ("/readyz", show_readiness),
        ("/metrics", show_counts),
    ):
        app.router.add_route(path, handler, methods=["GET"], include_in_schema=False)


async def show_health(_request: Request) -> Response:
    """Answer `GET /healthz`: this process answers."""
    return PlainTextResponse("ok\n", headers=_FRESH)


async def show_readiness(request: Request) -> Response:
    """Answer `GET /readyz`: the database answers, and what has to run does."""
    watched: Watched = request.app.state.watched
    found = {name: is_running() for name, is_running in watched.loops.items()}
    found["database"] = await _answers(watched.ask_database)
    status = HTTPStatus.OK if all(found.values()) else HTTPStatus.SERVICE_UNAVAILABLE
    words = {name: "ok" if is_well else "failing" for name, is_well in found.items()}
    return JSONResponse(words, status, _FRESH)


async def show_counts(request: Request) -> Response:
    """Answer `GET /metrics` to who knows the token; to others there is nothing here."""
    watched: Watched = request.app.state.watched
    given = request.headers.get("authorization", "").encode("latin-1")
    if not watched.token or not hmac.compare_digest(given, f"Bearer {watched.token}".encode()):
        status = HTTPStatus.UNAUTHORIZED if watched.token else HTTPStatus.NOT_FOUND
        return PlainTextResponse(f"{status.phrase}\n", status, _FRESH)
    text = await asyncio.to_thread(generate_latest, watched.readings)
    return Response(text, headers={**_FRESH, "Content-Type": CONTENT_TYPE_LATEST})


async def _answers(ask: Callable[[], Awaitable[object]]) -> bool:
    try:
        async with asyncio.timeout(DATABASE_SECONDS):
            await ask()
    except Exception:  # noqa: BLE001 -- whatever it is, the database does not answer
        return False
    return True
