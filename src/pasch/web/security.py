"""What stands before every page: foreign origins, large bodies, and the headers of each answer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pasch.kernel.refusals import N_, Reason, Refusal

BODY_LIMIT: Final = 64 * 1024
"""Largest body of a request in bytes."""

BODY_SECONDS: Final = 20.0
"""How long the body of a request may take."""

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
API: Final = "/api/"
"""Where programs ask, of any origin: nothing can be done there, and cookies are not looked at."""

_OWN_SITE: Final = frozenset({"same-origin", "none"})

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; media-src 'self'; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class ForeignOrigin(Refusal):
    """The request comes from another site's page."""

    code = "foreign-origin"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("This request came from another site’s page.")))


class TooLarge(Refusal):
    """The body of the request is larger than anything that Pasch takes."""

    code = "too-large"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("That was too much text.")))


class TooSlow(Refusal):
    """The body of the request does not come."""

    code = "too-slow"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("That took too long to arrive. Please send it again.")))


Refuse = Callable[[Scope, Receive, Send, Refusal], Awaitable[None]]
"""Answers a request with a refusal, in the language of its page."""


def is_own_origin(scope: Scope, public_host: str | None) -> bool:
    """Return whether a request or socket comes from a page of this server.

    Browsers say so with `Sec-Fetch-Site`, but on plain HTTP only with `Origin`, which must then
    name the host that was asked for, or the public one.
    """
    headers = Headers(scope=scope)
    site = headers.get("sec-fetch-site")
    if site is not None and scope["type"] == "http":
        return site in _OWN_SITE
    host = urlsplit(headers.get("origin", "")).netloc
    return bool(host) and host in {headers.get("host"), public_host}


class Guard:
    """Middleware that refuses foreign origins and large bodies and sets the security headers."""

    def __init__(self, app: ASGIApp, *, public_host: str | None, refuse: Refuse) -> None:
        """Wrap an application; `public_host` is the one that people see before a proxy."""
        self._app = app
        self._public_host = public_host
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] == "http":
            await self._http(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket" and not is_own_origin(scope, self._public_host):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in _SAFE:
            await self._app(scope, receive, send)
        elif not scope["path"].startswith(API) and not is_own_origin(scope, self._public_host):
            await self._refuse(scope, receive, send, ForeignOrigin())
        else:
            await self._with_body(scope, receive, send)

    async def _with_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _read_body(receive)
        except TimeoutError:
            await self._refuse(scope, receive, send, TooSlow())
        except TooLarge as refusal:
            await self._refuse(scope, receive, send, refusal)
        except ClientDisconnect:
            return  # Nobody waits for an answer, and half of a form may be another command.
        else:
            await self._app(scope, _replayed(body, receive), send)


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers


async def _read_body(receive: Receive) -> bytes:
    """Return the whole body.

    Raise `TooLarge` when it is too large (the rest is read and dropped), `ClientDisconnect` when it
    breaks off.
    """
    body = bytearray()
    size, is_complete = 0, False
    while not is_complete:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        chunk = message.get("body", b"")
        size += len(chunk)
        if size <= BODY_LIMIT:
            body += chunk
        is_complete = not message.get("more_body", False)
    if size > BODY_LIMIT:
        raise TooLarge
    return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a channel that hands out a body that has been read, then goes on."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return pending.pop() if pending else await receive()

    return receive_again
