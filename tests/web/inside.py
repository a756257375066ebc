"""A server in a thread of the tests' own process, for faults that have to be put into it."""

import gc
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import structlog
import uvicorn

from pasch.app import make_app, prepare
from pasch.config import Settings
from pasch.web.security import BODY_LIMIT

START_SECONDS = 30


@dataclass(frozen=True)
class InsideServer:
    """Where the server can be reached, and its database."""

    url: str
    database: Path


@contextmanager
def serving(data: Path) -> Iterator[InsideServer]:
    """Serve a parlour as `pasch serve` does, until the end of the block."""
    settings = Settings(data=data)
    prepare(settings)
    config = uvicorn.Config(
        make_app(settings),
        port=0,
        log_config=None,
        ws="websockets-sansio",
        ws_max_size=BODY_LIMIT,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config)
    thresholds, logs = gc.get_threshold(), structlog.get_config()
    errors = logging.getLogger("uvicorn.error")
    level = errors.level
    # The faults are meant; structlog would draw each of them with all that stands around it.
    errors.setLevel(logging.CRITICAL)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("critical"))
    thread = threading.Thread(target=server.run, name="inside-server")
    thread.start()
    try:
        assert server.is_up.wait(START_SECONDS)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield InsideServer(f"http://127.0.0.1:{port}", data / "pasch.sqlite")
    finally:
        server.should_exit = True
        thread.join(START_SECONDS)
        gc.unfreeze()
        gc.enable()
        gc.set_threshold(*thresholds)
        structlog.configure(**logs)
        errors.setLevel(level)
    assert not thread.is_alive()


class _Server(uvicorn.Server):
    """A server that tells when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_up = threading.Event()

    async def startup(self, sockets: object = None) -> None:
        await super().startup()
        self.is_up.set()
