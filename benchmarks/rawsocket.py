"""A lean client for load tests: HTTP posts and a WebSocket that costs the load little CPU."""

import asyncio
import base64
import os
import re
from urllib.parse import urlencode

CONTINUATION_LENGTHS = {126: 2, 127: 8}
"""Bytes of the longer length field, by the short one."""

MASK = b"\0\0\0\0"
"""Clients have to mask; a mask of zeros leaves the payload as it is."""


async def post(port: int, path: str, fields: dict[str, str], cookie: str) -> str:
    """Post a form and return the answer's head."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = urlencode(fields)
    writer.write(
        (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\nConnection: close\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        ).encode()
    )
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    writer.close()
    assert " 303 " in head.partition("\r\n")[0], head
    return head


def get_cookie(head: str) -> str:
    """Return the cookie that an answer sets, as it is sent back."""
    found = re.search(r"set-cookie: ([^;]+)", head, re.IGNORECASE)
    assert found is not None, head
    return found[1]


class Connection(asyncio.Protocol):
    """A WebSocket whose text messages are read one after another."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._messages: list[bytes] = []
        self._waiting: asyncio.Future[None] | None = None
        self._is_open = False
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(cls, port: int, path: str, cookie: str, origin: str) -> "Connection":
        """Connect and shake hands."""
        loop = asyncio.get_running_loop()
        transport, connection = await loop.create_connection(cls, "127.0.0.1", port)
        connection._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            (
                f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                f"Sec-WebSocket-Version: 13\r\nOrigin: {origin}\r\nCookie: {cookie}\r\n\r\n"
            ).encode()
        )
        return connection

    def data_received(self, data: bytes) -> None:
        """Take bytes in; wake who reads when a message is complete."""
        self._buffer += data
        if not self._is_open:
            head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head.partition(b"\r\n")[0], head
            self._is_open = True
            self._buffer = bytearray(rest)
        while self._take_frame():
            pass
        if self._messages and self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        """Tell who reads."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(error or ConnectionError("the server closed the socket"))

    def _take_frame(self) -> bool:
        if len(self._buffer) < 2:
            return False
        opcode, length, start = self._buffer[0] & 15, self._buffer[1] & 127, 2
        if more := CONTINUATION_LENGTHS.get(length, 0):
            length, start = int.from_bytes(self._buffer[2 : 2 + more]), 2 + more
        if len(self._buffer) < start + length:
            return False
        payload = bytes(self._buffer[start : start + length])
        del self._buffer[: start + length]
        if opcode == 1:
            self._messages.append(payload)
        elif opcode == 9:
            self._frame(10, payload)
        return True

    async def read(self) -> bytes:
        """Return the next message."""
        while not self._messages:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._messages.pop(0)

    def write(self, payload: bytes) -> None:
        """Send a text message."""
        self._frame(1, payload)

    def _frame(self, opcode: int, payload: bytes) -> None:
        assert self._transport is not None
        length = len(payload)
        if length < 126:
            head = bytes((128 | opcode, 128 | length))
        else:
            head = bytes((128 | opcode, 128 | 126)) + length.to_bytes(2)
        self._transport.write(head + MASK + payload)
