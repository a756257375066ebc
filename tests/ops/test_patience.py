"""Clients that are idle, slow, greedy or too many, at a real uvicorn with short deadlines."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from pasch.ops import patience

pytestmark = pytest.mark.anyio

PATIENCE = 15.0
"""How long anything may take on a busy machine, in seconds."""

SHORT = 0.3
NEVER = 3600.0
LARGE = 8 * 1024 * 1024
"""More than the system's buffers hold, in bytes."""

GET = b"GET / HTTP/1.1\r\nHost: pasch\r\n"
UPGRADE = (
    GET + b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
MASKED_TEXT = b"\x81\x81\x00\x00\x00\x00x"


@pytest.fixture
def anyio_backend() -> str:
    """Run on asyncio only, as the server does."""
    return "asyncio"


@pytest.fixture(autouse=True)
def _deadlines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no deadline be near but that which a test sets."""
    monkeypatch.setattr(patience, "HEAD_SECONDS", NEVER)
    monkeypatch.setattr(patience, "STALL_SECONDS", NEVER)


class Application:
    """Answers requests with nothing or much; sends much to a socket that has said something."""

    def __init__(self, size: int = 2) -> None:
        self.size = size
        self.ended = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            length = str(self.size).encode()
            headers = [(b"content-length", length)]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            for half in (self.size // 2, self.size - self.size // 2):
                body = b"x" * half
                await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
            self.ended.set()
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await receive()
            await send({"type": "websocket.send", "text": "x" * self.size})
            while (await receive())["type"] != "websocket.disconnect":
                pass
            self.ended.set()


class _Server(uvicorn.Server):
    """A server that tells when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_up = asyncio.Event()

    async def startup(self, sockets: object = None) -> None:
        await super().startup()
        self.is_up.set()


@asynccontextmanager
async def serving(application: Application, limit: int | None = None) -> AsyncIterator[int]:
    """Serve an application with our protocols; yield the port."""
    config = uvicorn.Config(
        application,
        port=0,
        http=patience.PatientHttp,
        ws=patience.PatientSocket,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        limit_concurrency=limit,
        timeout_keep_alive=3600,
        timeout_graceful_shutdown=0,
        lifespan="off",
        log_config=None,
    )
    server = _Server(config)
    task = asyncio.create_task(server.serve())
    await server.is_up.wait()
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task


@asynccontextmanager
async def client(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Connect, and be gone at the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**16)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def end_of(reader: asyncio.StreamReader) -> bytes:
    """Return all that comes until the server cuts the connection off."""
    async with asyncio.timeout(PATIENCE):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


async def head_of(reader: asyncio.StreamReader) -> bytes:
    """Return the head of an answer."""
    async with asyncio.timeout(PATIENCE):
        return await reader.readuntil(b"\r\n\r\n")


@pytest.mark.parametrize("begun", [b"", b"G", GET, GET + b"X-Long: " + b"a" * 5000])
async def test_a_head_has_to_come_in_time(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "HEAD_SECONDS", SHORT)
    async with serving(Application()) as port, client(port) as (reader, writer):
        writer.write(begun)
        assert await end_of(reader) == b""


async def test_a_second_head_has_to_come_in_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(Application()) as port, client(port) as (reader, writer):
        writer.write(GET + b"\r\n")
        assert (await head_of(reader)).startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(patience, "HEAD_SECONDS", SHORT)
        writer.write(GET)
        assert await end_of(reader) == b"xx"


async def test_requests_one_after_another_have_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A deadline is the head's: what comes later, or slowly, has other bounds."""
    monkeypatch.setattr(patience, "HEAD_SECONDS", SHORT)
    async with serving(Application()) as port, client(port) as (reader, writer):
        for _ in range(3):
            writer.write(GET + b"\r\n")
            assert (await head_of(reader)).startswith(b"HTTP/1.1 200")
            assert await reader.readexactly(2) == b"xx"
            await asyncio.sleep(2 * SHORT)


@pytest.mark.parametrize("endless", [b"X-Long: ", b"X-A: b\r\n"])
async def test_a_head_has_a_size(endless: bytes) -> None:
    async with serving(Application()) as port, client(port) as (reader, writer):
        writer.write(GET)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(ConnectionError):
                await flood(writer, endless)
        assert await end_of(reader) == b""


async def flood(writer: asyncio.StreamWriter, text: bytes) -> None:
    """Write much more than any head may be."""
    for _ in range(100 * patience.HEAD_LIMIT // len(text)):
        writer.write(text)
        await writer.drain()
        await asyncio.sleep(0)


async def test_an_ordinary_large_head_is_taken() -> None:
    cookie = b"Cookie: " + b"c" * 8000 + b"\r\n\r\n"
    async with serving(Application()) as port, client(port) as (reader, writer):
        for half in (GET, cookie[:4000], cookie[4000:]):
            writer.write(half)
            await writer.drain()
        assert (await head_of(reader)).startswith(b"HTTP/1.1 200")


async def test_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "STALL_SECONDS", SHORT)
    application = Application(LARGE)
    async with serving(application) as port, client(port) as (reader, writer):
        writer.write(GET + b"\r\n")
        async with asyncio.timeout(PATIENCE):
            await application.ended.wait()
        assert len(await end_of(reader)) < LARGE


async def test_who_reads_in_the_end_gets_all() -> None:
    async with serving(Application(LARGE)) as port, client(port) as (reader, writer):
        writer.write(GET + b"\r\n")
        await head_of(reader)
        assert len(await reader.readexactly(LARGE)) == LARGE


async def test_a_socket_that_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its handler learns of it: else its seat would count as connected for ever."""
    monkeypatch.setattr(patience, "STALL_SECONDS", SHORT)
    application = Application(LARGE)
    async with serving(application) as port, client(port) as (reader, writer):
        writer.write(UPGRADE)
        assert (await head_of(reader)).startswith(b"HTTP/1.1 101")
        writer.write(MASKED_TEXT)
        async with asyncio.timeout(PATIENCE):
            await application.ended.wait()


@pytest.mark.parametrize("asked", [UPGRADE, GET + b"\r\n"])
async def test_one_connection_too_many(asked: bytes) -> None:
    async with serving(Application(), limit=3) as port, client(port) as first:
        first[1].write(UPGRADE)
        assert (await head_of(first[0])).startswith(b"HTTP/1.1 101")
        async with client(port) as second:
            second[1].write(UPGRADE)
            assert (await head_of(second[0])).startswith(b"HTTP/1.1 101")
            async with client(port) as third:
                third[1].write(asked)
                assert (await head_of(third[0])).startswith(b"HTTP/1.1 503")
