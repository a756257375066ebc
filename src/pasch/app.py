"""Wire the parlour: store, service, pages; run it as a server."""

import asyncio
import contextlib
import gc
import resource
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

import structlog
import uvicorn
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from pasch.api.application import PLACE, make_api
from pasch.api.sources import Sources
from pasch.config import Settings
from pasch.matches.accounts import Accounts
from pasch.matches.archive import Archive
from pasch.matches.attempts import Attempts
from pasch.matches.attendance import Attendance
from pasch.matches.boards import Boards
from pasch.matches.bus import LocalBus
from pasch.matches.clock import SystemClock
from pasch.matches.computers import Computers
from pasch.matches.counts import Counts
from pasch.matches.deadlines import Deadlines
from pasch.matches.own_data import OwnData
from pasch.matches.parlour import Parlour
from pasch.matches.ports import Store
from pasch.matches.thinking import Thinkers
from pasch.ops import logs, metrics
from pasch.ops.patience import (
    KEEP_FOR_PROXY_SECONDS,
    KEEP_SECONDS,
    PatientHttp,
    PatientSocket,
)
from pasch.ops.probes import Watched, add_probes
from pasch.ops.requests import Requests
from pasch.store.lock import held
from pasch.store.migrate import upgrade
from pasch.store.sql import SqlStore
from pasch.web.addresses import Addresses
from pasch.web.errors import refuse_early
from pasch.web.house import House
from pasch.web.hub import Hub
from pasch.web.lobby_hub import LobbyHub
from pasch.web.open_tabs import OpenTabs
from pasch.web.routes import add_routes
from pasch.web.security import BODY_LIMIT, Guard

log = structlog.get_logger()

EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - only when the host asks for it
"""Addresses that stand for all of a machine's."""

TIDY_SECONDS: Final = 600
"""How often garbage is collected: with 500 matches that takes a third of a second."""

OTHER_FILES: Final = 100
"""Open files besides connections: databases, logs, the sockets that listen."""

SHUTDOWN_SECONDS: Final = 3
"""How long requests under way may take when the server is stopped."""


def make_app(settings: Settings) -> FastAPI:
    """Return the application; it opens its database, which `prepare` has brought up to date."""
    counts = Counts()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = SqlStore(settings.database_url, counts)
        try:
            deadlines = await open_parlour(app, store, settings)
            open_tabs: OpenTabs = app.state.house.open_tabs
            running = [asyncio.create_task(each.run()) for each in (deadlines, open_tabs)]
            running.append(asyncio.create_task(complete_results(app)))
            running.append(asyncio.create_task(tidy()))
            readings = metrics.registry(metrics.Reader(counts, app.state.house.parlour.registry))
            app.state.watched = Watched(
                ask_database=store.alive_at,
                loops={
                    "deadlines": deadlines.is_working,
                    "sessions": lambda: not running[1].done(),
                },
                readings=readings,
                token=settings.metrics_token.get_secret_value(),
            )
            with metrics.served(readings, settings.metrics_port):
                calm_collector()
                yield
            for task in running:
                task.cancel()
            await app.state.computers.close()
            await app.state.house.parlour.adviser.close()
        finally:
            await store.close()

    app = FastAPI(title="Pasch", lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None)
    app.state.counts = counts
    add_routes(app)
    add_probes(app)
    app.state.api = make_api()
    app.mount(PLACE, app.state.api)
    app.add_middleware(GZipMiddleware)
    public_host = urlsplit(settings.public_url).netloc or None
    app.add_middleware(Guard, public_host=public_host, refuse=refuse_early)
    return app


async def open_parlour(app: FastAPI, store: Store, settings: Settings) -> Deadlines:
    """Open the parlour on a store, with the host's texts from the data folder.

    Its tables are back before the first visitor is served.

    Return what has to run meanwhile.
    """
    bus, clock = LocalBus(), SystemClock()
    attempts = Attempts()
    parlour = Parlour(store, bus, clock, secrets.token_bytes, attempts, tables=settings.tables)
    accounts = Accounts(store, clock, secrets.token_bytes, attempts)
    attendance = Attendance(parlour.pauses)
    hub = Hub(parlour, attendance)
    archive = Archive(store)
    house = House(
        accounts=accounts,
        addresses=addresses_of(settings),
        archive=archive,
        attendance=attendance,
        boards=Boards(store, clock),
        parlour=parlour,
        hub=hub,
        lobby=LobbyHub(parlour),
        open_tabs=OpenTabs(store, parlour.registry, clock),
        own_data=OwnData(store, parlour, clock),
        counts=app.state.counts,
        folder=settings.data,
    )
    bus.subscribe(house.hub.hint)
    bus.subscribe(house.lobby.hint)
    parlour.chat.subscribe(house.hub.heed)
    parlour.chat.subscribe(house.lobby.heed)
    computers = Computers(parlour, clock, Thinkers())
    bus.subscribe(computers.hint)
    app.state.computers = computers
    deadlines = Deadlines(store, parlour.pauses, clock, computers.nudge)
    await deadlines.wake()
    await parlour.start()
    app.state.house = house
    app.state.api.state.sources = Sources(parlour, archive, house.boards)
    return deadlines


def addresses_of(settings: Settings) -> Addresses:
    """Return under which address others reach this server."""
    found = network_addresses() if settings.host in EVERYWHERE else ()
    return Addresses(settings.public_url, next(iter(found), ""))


async def complete_results(app: FastAPI) -> None:
    """Make the results that finished matches lack, while visitors are served already."""
    house: House = app.state.house
    try:
        await house.archive.add_missing_results()
    except Exception:
        log.exception("results could not be completed")


def calm_collector() -> None:
    """Keep the garbage collector from looking by itself, and ever at what the start has made.

    States, models and messages hold no cycles: they go when nobody refers to them any more. The
    collector's own rounds would hold up every table for a tenth of a second; `tidy` does them.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


async def tidy() -> None:
    """Collect garbage once in a while: what is in cycles, such as errors with their tracebacks."""
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        gc.collect()


def allow_connections(number: int) -> None:
    """Ask the system for so many open files as connections need; it may grant fewer."""
    wanted = number + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def prepare(settings: Settings) -> None:
    """Make the data folder and bring the database up to date; raise what stands against it."""
    settings.make_data_folder()
    upgrade(settings.database_url)


def serve(settings: Settings) -> None:
    """Run the server until it is stopped; print where it can be reached.

    Raise `OSError` when it cannot listen there, and the store's errors when it cannot be opened.
    """
    allow_connections(settings.connections)
    logs.configure(settings.log_format, settings.log_level)
    settings.make_data_folder()
    if settings.metrics_port:
        listen(metrics.LOOPBACK, settings.metrics_port).close()  # To fail before anything begins.
    with held(settings.database_url), listen(settings.host, settings.port) as listening:
        prepare(settings)
        app = make_app(settings)
        config = uvicorn.Config(
            Requests(app, app.state.counts),
            log_config=None,
            access_log=False,
            http=PatientHttp,
            ws=PatientSocket,
            limit_concurrency=settings.connections,
            timeout_keep_alive=KEEP_FOR_PROXY_SECONDS if settings.trusted_proxy else KEEP_SECONDS,
            ws_max_size=BODY_LIMIT,
            ws_per_message_deflate=False,
            proxy_headers=bool(settings.trusted_proxy),
            forwarded_allow_ips=settings.trusted_proxy or None,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        Server(config, settings).run([listening])


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to an address; 0 lets the system choose the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise OSError(f"{host}:{port} cannot be listened at ({error.strerror})") from error
    return listening


class Server(uvicorn.Server):
    """A server that says where it can be reached as soon as it can be."""

    def __init__(self, config: uvicorn.Config, settings: Settings) -> None:
        """Keep the settings for the addresses."""
        super().__init__(config)
        self._settings = settings

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, then print the addresses."""
        await super().startup(sockets)
        if self.started:
            port: int = sockets[0].getsockname()[1] if sockets else self.config.port
            for line in greeting(self._settings, port):
                print(line, flush=True)


def greeting(settings: Settings, port: int) -> list[str]:
    """Return what the terminal says of a running server: the addresses to open."""
    if settings.public_url:
        return [f"Pasch is open at {settings.public_url}"]
    if settings.host in EVERYWHERE:
        found = [f"http://{address}:{port}" for address in network_addresses()]
        here = f"Pasch is open at http://127.0.0.1:{port}"
        return [here, *(f"Others in your network: {address}" for address in found)]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return [f"Pasch is open at http://{host}:{port}"]


def network_addresses() -> tuple[str, ...]:
    """Return this machine's addresses in its networks, the one of the default route first."""
    found: dict[str, None] = {}
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # Nothing is sent: the route alone picks the address.
        found[probe.getsockname()[0]] = None
    with contextlib.suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(address[0])] = None
    return tuple(address for address in found if not address.startswith("127."))
