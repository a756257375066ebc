"""How long the server waits for clients, and how much they may send before it knows what they want.

uvicorn waits for ever for the head of a request and for a client that does not read what it is
sent; and it keeps a head of any size. Whoever did that a few thousand times would shut out all
others.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_SECONDS: Final = 15.0
"""How long the head of a request may take, from the connection or its first byte on."""

HEAD_LIMIT: Final = 32 * 1024
"""Largest head of a request in bytes; browsers and proxies stop at less."""

STALL_SECONDS: Final = 30.0
"""How long a client may read nothing while much waits for it."""

KEEP_SECONDS: Final = 15
"""How long a connection may be idle between two requests."""

KEEP_FOR_PROXY_SECONDS: Final = 150
"""The same for a proxy: longer than it keeps the connection itself (Caddy: 120), else it may send
a request just when the connection is closed."""


class _Timer:
    """Cuts a connection off unless it is stopped in time."""

    def __init__(self) -> None:
        """Start stopped."""
        self._handle: asyncio.TimerHandle | None = None

    def start(self, transport: asyncio.Transport, seconds: float) -> None:
        """Cut `transport` off after so many seconds from now."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def stop(self) -> None:
        """Let the connection be."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class PatientHttp(HttpToolsProtocol):
    """uvicorn's HTTP with bounds for heads, for stalled clients and for the number of sockets."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 -- uvicorn's own
        """Take what uvicorn gives."""
        super().__init__(*args, **kwargs)
        self._head_timer, self._stall_timer = _Timer(), _Timer()
        self._is_in_head = True
        self._head_size = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self._head_timer.start(transport, HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._head_timer.stop()
        self._stall_timer.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; cut off who sends too long a head."""
        super().data_received(data)
        if self._is_in_head:
            self._head_size += len(data)
            if self._head_size > HEAD_LIMIT:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """Wait for the rest of a head."""
        super().on_message_begin()
        self._is_in_head, self._head_size = True, 0
        self._head_timer.start(self.transport, HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        """Note that a head is complete."""
        self._is_in_head = False
        self._head_timer.stop()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Open a socket unless there are too many connections; uvicorn asks only for requests."""
        limit = self.limit_concurrency
        if limit is not None and len(self.connections) >= limit:
            self.transport.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
            self.transport.close()
        else:
            super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Wait for a client that does not read."""
        super().pause_writing()
        self._stall_timer.start(self.transport, STALL_SECONDS)

    def resume_writing(self) -> None:
        """Go on with a client that reads again."""
        self._stall_timer.stop()
        super().resume_writing()


class PatientSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket with a bound for stalled clients.

    Its own answer to a missing pong closes in good order, which waits for all that was sent to be
    read; until then a seat would count as connected.
    """

    _stall_timer: _Timer | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        if self._stall_timer is not None:
            self._stall_timer.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for a client that does not read."""
        super().pause_writing()
        self._stall_timer = self._stall_timer or _Timer()
        self._stall_timer.start(self.transport, STALL_SECONDS)

    def resume_writing(self) -> None:
        """Go on with a client that reads again."""
        if self._stall_timer is not None:
            self._stall_timer.stop()
        super().resume_writing()
