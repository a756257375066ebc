"""Around every request: an id for its lines in the log, its time, and a word if it fails."""

import secrets
from time import perf_counter
from typing import Final

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pasch.matches.counts import Counts

log = structlog.get_logger()

ID_BYTES: Final = 6

NO_ANSWER: Final = "none"
"""Stands for a status where the client was gone before there was one."""


class Requests:
    """Outermost middleware. What a log says of a request names its handler, never its address.

    Addresses may hold invitations, and those of visitors are nobody's business: neither is logged.
    """

    def __init__(self, app: ASGIApp, counts: Counts) -> None:
        """Wrap an application; times are counted."""
        self._app = app
        self._counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        structlog.contextvars.clear_contextvars()
        if scope["type"] == "http":
            request = secrets.token_hex(ID_BYTES)
            structlog.contextvars.bind_contextvars(request=request)
            await self._http(scope, receive, send, request)
        else:
            if scope["type"] == "websocket":
                structlog.contextvars.bind_contextvars(socket=secrets.token_hex(ID_BYTES))
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send, request: str) -> None:
        begun = perf_counter()
        status = 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = request
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        except Exception:
            log.exception("a request failed", handler=handler_of(scope))
            if not status:
                raise
        finally:
            self._note(scope, status, perf_counter() - begun)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method, handler = scope["method"], handler_of(scope)
        kind = f"{status // 100}xx" if status else NO_ANSWER
        self._counts.requests[handler, method, kind].add(seconds)
        millis = round(seconds * 1000, 1)
        log.info("request", handler=handler, method=method, status=int(status), ms=millis)


def handler_of(scope: Scope) -> str:
    """Return the name of the function that a request was handed to, "" when there was none."""
    return getattr(scope.get("endpoint"), "__name__", "")
