"""What stands before every page: foreign origins, large bodies, the headers of each answer."""

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import cache
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Final

import httpx2
import pytest
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus

from pasch.app import make_app
from pasch.config import Settings
from pasch.kernel.refusals import Refusal
from pasch.store.sql import SqlStore
from pasch.web import security
from pasch.web.errors import FAILED
from pasch.web.i18n import Language, catalogue
from pasch.web.security import BODY_LIMIT, Guard
from tests.server import RunningServer
from tests.web.inside import InsideServer, serving
from tests.web.visitors import PATIENCE, Page, Visitors, form, kept, open_socket, unchanged, visitor

SAFE: Final = {"GET", "HEAD", "OPTIONS"}


@cache
def routes() -> list[Route | WebSocketRoute]:
    """Return every route of the application, those of later versions too."""
    app = make_app(Settings())
    found = [route for route in app.routes if isinstance(route, Route | WebSocketRoute)]
    api = [route for route in app.routes if isinstance(route, Mount)]
    assert [route.path for route in api] == ["/api"], "its own tests know that nothing can be done"
    assert len(found) + len(api) == len(app.routes), "a kind of route that nobody tests"
    return found


def filled(path: str) -> str:
    """Return a route's path with something in its places."""
    return re.sub(r"\{[^}]*\}", "222222", path)


UNSAFE: Final = [
    (method, filled(route.path))
    for route in routes()
    if isinstance(route, Route)
    for method in sorted((route.methods or set()) - SAFE)
]
SOCKETS: Final = [filled(r.path) for r in routes() if isinstance(r, WebSocketRoute)]


def test_routes_are_found() -> None:
    assert ("POST", "/name") in UNSAFE
    assert ("POST", "/t/222222/222222") in UNSAFE
    assert set(SOCKETS) >= {"/live", "/t/222222/live"}


# --- Foreign origins


FOREIGN: Final[dict[str, Mapping[str, str]]] = {
    "cross-site": {"Sec-Fetch-Site": "cross-site", "Origin": "{own}"},
    "same-site": {"Sec-Fetch-Site": "same-site", "Origin": "{own}"},
    "unknown site": {"Sec-Fetch-Site": "SAME-ORIGIN"},
    "another host": {"Origin": "http://evil.example"},
    "another port": {"Origin": "http://127.0.0.1:1"},
    "a longer host": {"Origin": "{own}.evil.example"},
    "host as a user": {"Origin": "http://{host}@evil.example"},
    "no origin": {},
    "null": {"Origin": "null"},
    "empty": {"Origin": ""},
    "host without a scheme": {"Origin": "{host}"},
    "only a referrer": {"Referer": "{own}/"},
}


def headers_of(given: Mapping[str, str], server: RunningServer) -> dict[str, str]:
    """Return headers with the server's own address filled in."""
    host = server.url.removeprefix("http://")
    return {name: value.format(own=server.url, host=host) for name, value in given.items()}


@pytest.mark.parametrize("foreign", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize(("method", "path"), UNSAFE)
def test_foreign_request(
    server: RunningServer, method: str, path: str, foreign: Mapping[str, str]
) -> None:
    headers = headers_of(foreign, server) | {"Accept-Language": "en"}
    with unchanged(server), httpx2.Client(base_url=server.url, timeout=PATIENCE) as client:
        answer = client.request(method, path, headers=headers, data={"name": "Mallory"})
    page = Page(answer.text)
    assert (answer.status_code, page.language) == (403, "en")
    assert "This request came from another site’s page." in page.text
    assert "set-cookie" not in answer.headers


def test_foreign_request_with_the_cookie(visitors: Visitors) -> None:
    """The cookie is sent along by some browsers; it opens nothing."""
    duel = visitors.begun(2)
    first, _ = duel.people
    command = first.command(duel.table, "roll")
    for foreign in FOREIGN.values():
        given = headers_of(foreign, visitors.host)  # type: ignore[arg-type]
        headers = {"Cookie": first.cookies, **given}
        with unchanged(visitors.host), httpx2.Client(base_url=visitors.host.url) as client:
            answer = client.post(f"{duel.table}/play", headers=headers, data=command)
        assert answer.status_code == 403
    first.act(duel.table, "play", **command)
    assert len(duel.log) == 2


OWN: Final[dict[str, Mapping[str, str]]] = {
    "same origin": {"Sec-Fetch-Site": "same-origin", "Origin": "{own}"},
    "same origin says the browser": {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
    "the person's own doing": {"Sec-Fetch-Site": "none"},
    "plain HTTP": {"Origin": "{own}"},
}


@pytest.mark.parametrize("own", OWN.values(), ids=OWN)
def test_own_request(server: RunningServer, own: Mapping[str, str]) -> None:
    with httpx2.Client(base_url=server.url, headers=headers_of(own, server)) as client:
        answer = client.post("/language", data={"lang": "en"})
    assert answer.status_code == 303


@pytest.mark.parametrize("path", ["/", "/static/live.js", "/nowhere"])
def test_pages_may_be_linked_to(server: RunningServer, path: str) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Origin": "http://evil.example"}
    with httpx2.Client(base_url=server.url, headers=headers) as client:
        assert client.get(path).status_code in {200, 404}


# Browsers say of every socket where it comes from, and only that is believed.
FOREIGN_SOCKETS: Final = {
    **{name: given for name, given in FOREIGN.items() if given.get("Origin") != "{own}"},
    "own site of another": {"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"},
}


@pytest.mark.parametrize("foreign", FOREIGN_SOCKETS.values(), ids=FOREIGN_SOCKETS)
@pytest.mark.parametrize("path", SOCKETS)
def test_foreign_socket(server: RunningServer, path: str, foreign: Mapping[str, str]) -> None:
    headers = {"Origin": "", **headers_of(foreign, server)}
    with pytest.raises(InvalidStatus) as refused, open_socket(server, path, headers):
        pass
    assert refused.value.response.status_code == 403


def test_own_socket(server: RunningServer) -> None:
    with open_socket(server, "/live") as socket:
        assert '"snap"' in socket.recv(timeout=PATIENCE, decode=True)


# --- Behind a proxy


@pytest.fixture(scope="module")
def behind_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Yield a server that people reach at another address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = tmp_path_factory.mktemp("proxied")
    proxy = ("--public-url=https://pasch.example", "--trusted-proxy=127.0.0.1")
    running = RunningServer(data, *proxy, port=port)
    yield running
    running.stop()


def test_public_origin_is_the_own_one(behind_proxy: RunningServer) -> None:
    headers = {"Origin": "https://pasch.example", "X-Forwarded-Proto": "https"}
    with httpx2.Client(base_url=behind_proxy.url, headers=headers) as client:
        answer = client.post("/name", data={"name": "Wanda"})
    assert answer.status_code == 303
    assert SimpleCookie(answer.headers["set-cookie"])["pasch"]["secure"], "people use HTTPS"
    with open_socket(behind_proxy, "/live", {"Origin": "https://pasch.example"}) as socket:
        socket.recv(timeout=PATIENCE)


@pytest.mark.parametrize("origin", ["https://evil.example", "https://pasch.example.evil", ""])
def test_other_origins_stay_foreign(behind_proxy: RunningServer, origin: str) -> None:
    headers = {"Origin": origin} if origin else {}
    with httpx2.Client(base_url=behind_proxy.url, headers=headers) as client:
        assert client.post("/name", data={"name": "Mallory"}).status_code == 403
    with pytest.raises(InvalidStatus), open_socket(behind_proxy, "/live", {"Origin": origin}):
        pass


# --- Large bodies


@pytest.mark.parametrize(("method", "path"), UNSAFE)
@pytest.mark.parametrize("language", ["de", "en"])
def test_large_body(visitors: Visitors, method: str, path: str, language: str) -> None:
    wanda = visitors.come(language)
    body = form({"name": "x" * 70_000})
    with unchanged(visitors.host):
        answer = wanda.client.request(method, path, content=body)
        script = wanda.client.request(method, path, content=body, headers={"X-Live": "1"})
    page = Page(answer.text)
    assert (answer.status_code, page.language) == (413, language)
    told = {"de": "Das war zu viel Text.", "en": "That was too much text."}[language]
    assert told in page.text
    assert (script.status_code, script.json()["text"]) == (413, told)


@pytest.mark.parametrize(("size", "status"), [(BODY_LIMIT, 303), (BODY_LIMIT + 1, 413)])
def test_limit_of_a_body(visitors: Visitors, size: int, status: int) -> None:
    wanda = visitors.stranger()
    start = b"lang=en&rest="
    answer = wanda.post_raw("/language", start + b"x" * (size - len(start)))
    assert answer.status_code == status


def test_large_body_in_small_pieces(visitors: Visitors) -> None:
    """Without a length that is known before."""
    wanda = visitors.stranger()
    pieces = (b"x" * 1000 for _ in range(5000))
    answer = wanda.client.post("/language", content=pieces)
    assert answer.status_code == 413
    assert wanda.get("/").status_code == 200, "the connection goes on"


SentBack = list[Message]


async def _asked(guard: Guard, messages: list[Message]) -> SentBack:
    """Send the messages of a request with its own origin; return what comes back."""
    waiting, back = iter(messages), SentBack()

    async def receive() -> Message:
        return next(waiting)

    async def send(message: Message) -> None:
        back.append(message)

    headers = [(b"host", b"pasch"), (b"origin", b"http://pasch")]
    scope = {"type": "http", "method": "POST", "path": "/name", "headers": headers}
    await guard(scope, receive, send)
    return back


def _guard(app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> Guard:
    async def refuse(_scope: Scope, _receive: Receive, send: Send, refusal: Refusal) -> None:
        await send({"type": "http.response.start", "status": 0, "headers": [], "x": refusal.code})

    return Guard(app, public_host=None, refuse=refuse)


def piece(body: bytes, *, more: bool = True) -> Message:
    """Return a part of a body as it comes in."""
    return {"type": "http.request", "body": body, "more_body": more}


async def _echo(_scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send(await receive())


def test_body_in_pieces_arrives_whole() -> None:
    back = asyncio.run(_asked(_guard(_echo), [piece(b"a"), piece(b""), piece(b"b", more=False)]))
    assert back[1] == piece(b"ab", more=False)


def test_body_that_breaks_off_is_no_body() -> None:
    """Half a command may be another command: `keep 1 2` of `keep 1 2 3`."""
    back = asyncio.run(_asked(_guard(_echo), [piece(b"event=keep+1"), {"type": "http.disconnect"}]))
    assert back == []


def test_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_SECONDS", 0.05)
    back = SentBack()

    async def receive() -> Message:
        await asyncio.sleep(2 * PATIENCE)
        return piece(b"too late")

    async def send(message: Message) -> None:
        back.append(message)

    headers = [(b"host", b"pasch"), (b"origin", b"http://pasch")]
    scope = {"type": "http", "method": "POST", "path": "/name", "headers": headers}
    asyncio.run(asyncio.wait_for(_guard(_echo)(scope, receive, send), PATIENCE))
    assert [message.get("x") for message in back] == ["too-slow"]


def test_what_follows_a_body_goes_on_to_the_application() -> None:
    async def app(_scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send(await receive())

    messages = [piece(b"a", more=False), {"type": "http.disconnect"}]
    assert asyncio.run(_asked(_guard(app), messages)) == [{"type": "http.disconnect"}]


# --- Headers


POLICY: Final = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}


def has_headers(answer: httpx2.Response) -> None:
    """Hold that an answer bears all headers that keep others out."""
    assert set(answer.headers["content-security-policy"].split("; ")) == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in answer.headers


def test_every_answer_bears_the_headers(visitors: Visitors) -> None:
    solo = visitors.begun(1, hardcore="yes")
    (wanda,), table = solo.people, solo.table
    running = f"/m/{solo.match}/record.txt"
    answers = [
        wanda.get("/"),
        wanda.get(table),
        wanda.get("/t/222222"),
        wanda.get("/nowhere"),
        wanda.get("/tables"),
        wanda.get(running),
        wanda.get("/static/live.js"),
        wanda.get("/static/nothing"),
        wanda.get("/favicon.ico"),
        wanda.post("/language", {"lang": "de"}),
        wanda.post("/language", {"lang": "xx"}),
        wanda.post(f"{table}/play", {}),
        wanda.post(f"{table}/play", {}, X_Live="1"),
        wanda.post(f"{table}/leave", {}, Origin="http://evil.example"),
        wanda.post_raw("/name", b"x" * 70_000),
        wanda.client.head("/"),
        wanda.client.options("/"),
    ]
    for answer in answers:
        has_headers(answer)
    assert {200, 204, 303, 307, 400, 403, 404, 405, 413} >= {a.status_code for a in answers}


def test_pages_are_kept_nowhere(visitors: Visitors) -> None:
    """What one person sees must not be shown to the next at the same browser or proxy."""
    wanda = visitors.come()
    for path in ("/", wanda.open_table(), "/nowhere"):
        assert wanda.get(path).headers["cache-control"] == "no-store"


# --- When the server fails


class BrokenDisk(Exception):
    """What the store raises in these tests."""


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[InsideServer]:
    """Yield a server into which a fault can be put."""
    with serving(tmp_path) as running:
        yield running


@pytest.fixture
def guests(inside: InsideServer) -> Iterator[Visitors]:
    """Yield the people at that server."""
    people = Visitors(inside)
    yield people
    people.leave()


@pytest.mark.parametrize("language", ["de", "en"])
def test_page_of_a_server_that_fails(
    guests: Visitors, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    async def fail(_store: SqlStore, _table: str) -> None:
        raise BrokenDisk

    # The server gives up a connection at which something failed, so each asks on one of its own.
    wanda, willi = guests.come(language), guests.come(language)
    monkeypatch.setattr(SqlStore, "table", fail)
    answer = wanda.get("/t/222222")
    script = willi.post("/t/222222/sit", {}, X_Live="1")
    page = Page(answer.text)
    told = catalogue(language).gettext(FAILED)
    assert (answer.status_code, page.language) == (500, language)
    assert told in page.text
    assert "BrokenDisk" not in answer.text
    assert "Traceback" not in answer.text
    has_headers(answer)
    assert (script.status_code, script.json()["code"]) == (500, "failed")
    assert told in script.json()["text"]


def test_command_while_the_disk_is_broken(
    guests: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By form and over the socket: a clear answer, nothing written, and afterwards it works."""

    async def fail(_store: SqlStore, _writes: object) -> bool:
        raise BrokenDisk

    duel = guests.begun(2)
    first, second = duel.people
    tab, other = first.watch(duel.table), second.watch(duel.table)
    tab.snapshot()
    other.snapshot()
    command = first.command(duel.table, "roll")
    with monkeypatch.context() as broken, unchanged(guests.host):
        broken.setattr(SqlStore, "commit", fail)
        answer = first.post(f"{duel.table}/play", command, Connection="close")
        assert answer.status_code == 500
        assert tab.play("roll")["code"] == "failed"
        assert tab.ask("play", **command)["code"] == "failed"
    assert first.page(duel.table).events() == ["roll"]
    assert tab.ask("play", **command)["k"] == "ok"
    other.until_seen(2)
    assert len(duel.log) == 2


def test_answer_of_the_database_that_is_lost_reaches_those_who_look_on(
    guests: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was written after all: the page of the other shows it without anybody's doing."""
    commit = SqlStore.commit

    async def lose(store: SqlStore, writes: list[object]) -> bool:
        await commit(store, writes)  # type: ignore[arg-type]
        raise BrokenDisk

    duel = guests.begun(2)
    first, second = duel.people
    tab, other = first.watch(duel.table), second.watch(duel.table)
    tab.snapshot()
    other.snapshot()
    command = tab.command("roll")
    with monkeypatch.context() as broken:
        broken.setattr(SqlStore, "commit", lose)
        assert tab.ask("play", **command)["code"] == "failed"
    other.until_seen(2)
    assert tab.ask("play", **command)["k"] == "ok", "the same command again is answered"
    assert len(duel.log) == 2


def test_name_is_not_lost_with_the_database(
    guests: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_store: SqlStore, _writes: object) -> bool:
        raise BrokenDisk

    wanda = visitor(guests.host)
    with monkeypatch.context() as broken:
        broken.setattr(SqlStore, "commit", fail)
        answer = wanda.post("/name", {"name": wanda.name}, Connection="close")
        assert answer.status_code == 500
    wanda.sign_up()
    assert len(kept(guests.host, "sessions")["sessions"]) == 1
    wanda.leave()
