"""People at a server by HTTP and WebSocket, and what its database holds."""

import json
import re
import sqlite3
import ssl
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlencode

import httpx2
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.record import Record, read_record
from pasch.kernel.replay import replay
from pasch.matches.lines import LINES_SHOWN

PATIENCE: Final = 15.0
"""How long an answer may take on a busy machine, in seconds."""

GAME: Final = "zdwa"

Message = dict[str, Any]

_numbers = count(1)

# Nobody here speaks TLS; each client would load the system's certificates by itself.
_NO_CERTIFICATES: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


GLANCE = 0.02
"""Seconds between two looks at the database."""


class Host(Protocol):
    """A running server."""

    @property
    def url(self) -> str: ...

    @property
    def database(self) -> Path: ...


# --- The database


def kept(host: Host, *tables: str) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of the named tables, of all tables that people change if none is named."""
    names = tables or ("accounts", "tables", "seats", "matches", "players", "events", "commands")
    with closing(sqlite3.connect(f"file:{host.database}?mode=ro", uri=True)) as connection:
        # Names of tables cannot be parameters; these are our own.
        return {
            name: connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2, 3").fetchall()  # noqa: S608
            for name in names
        }


def log_of(host: Host, match: str) -> list[str]:
    """Return the log of a match, each event as a line of a record."""
    query = "SELECT actor, text FROM events WHERE match_id = ? ORDER BY seq"
    with closing(sqlite3.connect(f"file:{host.database}?mode=ro", uri=True)) as connection:
        return [f"{actor} {text}" for actor, text in connection.execute(query, (match,))]


# --- Pages


@dataclass(frozen=True)
class Button:
    """A button that sends something: the address of its form, and what it is sent with."""

    action: str
    name: str
    value: str

    @property
    def action_name(self) -> str:
        """The last part of the address."""
        return self.action.rpartition("/")[2]


class Page(HTMLParser):
    """A page or a part of one, as far as tests ask for it."""

    def __init__(self, html: str) -> None:
        """Read the page."""
        super().__init__()
        self.html = html
        self.language = ""
        self.words: list[str] = []
        self.hidden: dict[str, dict[str, str]] = {}
        self._forms: dict[str, str] = {}
        self._open_form = ""
        self._pressed: list[tuple[str, str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note forms, fields and buttons."""
        found = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = found.get("lang", "")
        elif tag == "form":
            self._open_form = found.get("id", "") or f"form {len(self._forms)}"
            self._forms[self._open_form] = found.get("action", "")
            self.hidden[found.get("action", "")] = {}
        elif tag == "input" and found.get("type") == "hidden":
            self.hidden[self._forms[self._open_form]][found["name"]] = found["value"]
        elif tag == "button" and found.get("type", "submit") == "submit":
            form = found.get("form", self._open_form)
            self._pressed.append((form, found.get("name", ""), found.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        """Note where a form ends."""
        if tag == "form":
            self._open_form = ""

    def handle_data(self, data: str) -> None:
        """Keep the words."""
        self.words += data.split()

    @property
    def text(self) -> str:
        """All words, with single blanks between."""
        return " ".join(self.words)

    @property
    def buttons(self) -> list[Button]:
        """Every button of a form that goes to the server."""
        return [
            Button(self._forms[form], name, value)
            for form, name, value in self._pressed
            if self._forms.get(form)
        ]

    def events(self) -> list[str]:
        """The events of the game that may be pressed."""
        return [b.value for b in self.buttons if b.action_name == "play" and b.name == "event"]

    @property
    def main(self) -> str:
        """What a snapshot replaces, as HTML."""
        start = self.html.index('<div id="main"')
        end = self.html.find('<section id="history"')
        return self.html[start:end].strip() if end >= 0 else self.html[start:].strip()


# --- People


@dataclass
class Visitor:
    """Somebody with a browser, which remembers them."""

    host: Host
    client: httpx2.Client
    name: str = ""
    open: ExitStack = field(default_factory=ExitStack)

    def get(self, path: str, **headers: str) -> httpx2.Response:
        """Load something."""
        return self.client.get(path, headers=_headers(headers))

    def post(
        self, path: str, fields: Mapping[str, str] | None = None, **headers: str
    ) -> httpx2.Response:
        """Send a form; headers are given with low lines."""
        return self.client.post(path, data=dict(fields or {}), headers=_headers(headers))

    def post_raw(self, path: str, content: bytes, **headers: str) -> httpx2.Response:
        """Send a body as it is."""
        given = {"Content-Type": "application/x-www-form-urlencoded", **_headers(headers)}
        return self.client.post(path, content=content, headers=given)

    def page(self, path: str) -> Page:
        """Load a page that must be there."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return Page(answer.text)

    def sign_up(self) -> None:
        """Choose the name."""
        assert self.post("/name", {"name": self.name}).status_code == 303

    @property
    def cookies(self) -> str:
        """The cookies as a header."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.client.cookies.jar)

    def open_table(self, seats: int = 2, **options: str) -> str:
        """Open a table and return its path."""
        answer = self.post("/tables", {"game": GAME, "seats": str(seats), **options})
        assert answer.status_code == 303, answer.text
        path: str = answer.headers["location"]
        return path

    def act(self, table: str, action: str, **fields: str) -> None:
        """Do something at a table that must work."""
        answer = self.post(f"{table}/{action}", fields)
        assert answer.status_code == 303, answer.text

    def command(self, table: str, event: str, **fields: str) -> dict[str, str]:
        """Return the form that the page sends for an event."""
        page = self.page(table)
        return {**page.hidden[f"{table}/play"], "event": event, **fields}

    def play(self, table: str, *events: str) -> None:
        """Press buttons for events, which must work; zeros are confirmed."""
        for event in events:
            form = self.command(table, event, confirmed="1")
            self.act(table, "play", **form)

    def watch(
        self,
        path: str,
        *,
        language: str = "",
        cookies: str = "",
        query: str = "",
        max_queue: int = 1000,
    ) -> "Tab":
        """Open the socket of a page; it reads ahead so many messages."""
        headers = {
            "Cookie": cookies or self.cookies,
            "Accept-Language": language or self.client.headers["Accept-Language"],
        }
        live = f"{path.rstrip('/')}/live{query}"
        waiting = open_socket(self.host, live, headers, max_queue=max_queue)
        return Tab(self.open.enter_context(waiting))

    def leave(self) -> None:
        """Close everything."""
        self.open.close()
        self.client.close()


def _headers(given: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in given.items()}


def visitor(host: Host, language: str = "de", name: str = "") -> Visitor:
    """Return a person at a server, with a name that nobody else bears, not signed up yet."""
    headers = {"Origin": host.url, "Accept-Language": language}
    client = httpx2.Client(
        base_url=host.url, headers=headers, timeout=PATIENCE, verify=_NO_CERTIFICATES
    )
    return Visitor(host, client, name or f"Wanda {next(_numbers)}")


class Visitors:
    """The people of a test."""

    def __init__(self, host: Host) -> None:
        """Let people come to a server."""
        self.host = host
        self._people: list[Visitor] = []

    def stranger(self, language: str = "de") -> Visitor:
        """Let somebody come who has no name yet."""
        person = visitor(self.host, language)
        self._people.append(person)
        return person

    def come(self, language: str = "de") -> Visitor:
        """Let somebody come and choose a name."""
        person = self.stranger(language)
        person.sign_up()
        return person

    def seated(self, seats: int = 2, **options: str) -> "Round":
        """Let people take all seats of a table."""
        people = [self.come() for _ in range(seats)]
        table = people[0].open_table(seats, **options)
        for person in people[1:]:
            person.act(table, "sit")
        return Round(self.host, table, people)

    def begun(self, seats: int = 2, **options: str) -> "Round":
        """Let people begin a match."""
        group = self.seated(seats, **options)
        group.get_ready()
        return group

    def leave(self) -> None:
        """Let everybody go."""
        for person in self._people:
            person.leave()


@dataclass
class Round:
    """A table and the people on its seats, by seat."""

    host: Host
    table: str
    people: list[Visitor]

    def get_ready(self) -> None:
        """Let everybody say ready."""
        for person in self.people:
            person.act(self.table, "ready", ready="1")

    @property
    def match(self) -> str:
        """The id of the match that runs or ran last; waits for one that is just beginning."""
        table, until = self.table.removeprefix("/t/"), time.monotonic() + PATIENCE
        while True:
            rows = kept(self.host, "tables")["tables"]
            found = next(row[6] for row in rows if row[0] == table)
            if found is not None:
                return str(found)
            assert time.monotonic() < until, "no match has begun"
            time.sleep(GLANCE)

    @property
    def log(self) -> list[str]:
        """The log of the match in the database."""
        return log_of(self.host, self.match)

    def record(self) -> Record:
        """Return the match so far, as the database tells it; the names are only numbers."""
        latest = self.match  # looked up first: its row is there as soon as the table names it
        (match,) = [row for row in kept(self.host, "matches")["matches"] if row[0] == latest]
        seats = ", ".join(str(seat) for seat, _ in enumerate(self.people, 1))
        headers = f"game: {match[2]}\nrules: {match[3]}\noptions: {match[4]}\nseats: {seats}\n\n"
        return read_record(headers + "\n".join(self.log))

    def legal(self, seat: int) -> tuple[str, ...]:
        """Return what a seat may do now."""
        rules = discovery.rules(GAME)
        return rules.legal(replay(rules, self.record()).last, Seat(seat))

    def play_on(self, turns: int) -> None:
        """Let everybody in turn throw, if need be, and write the first cell that is offered."""
        tabs = [person.watch(self.table) for person in self.people]
        for turn in range(turns):
            seat = turn % len(self.people) + 1
            tab = tabs[seat - 1]
            tab.until_seen(len(self.log))
            if "roll" in self.legal(seat):
                assert tab.play("roll")["k"] == "ok"
                tab.until_seen(len(self.log))
            event = next(e for e in self.legal(seat) if e.startswith("write"))
            assert tab.play(event)["k"] == "ok"
        if len(tabs) == 1:
            tabs[0].close()  # A match of several would be paused after a while.


# --- Sockets


def open_socket(
    host: Host, path: str, headers: Mapping[str, str] | None = None, max_queue: int = 1000
) -> ClientConnection:
    """Open a socket as a page of the server does, unless `headers` say otherwise."""
    given = {"Origin": host.url, **(headers or {})}
    return connect(
        host.url.replace("http", "ws", 1) + path,
        additional_headers={name: value for name, value in given.items() if value},
        max_size=None,
        max_queue=max_queue,
        compression=None,
        proxy=None,
        open_timeout=PATIENCE,
        close_timeout=1,
    )


CHAT_LINE: Final = re.compile(r'class="log-line is-(said|reaction|notice)')


class Follower:
    """A page that follows what comes down as its script does."""

    def __init__(self) -> None:
        """Nothing is there yet."""
        self.epoch = ""
        self.n = 0
        self.match = ""
        self.seen = 0
        self.title = ""
        self.regions: defaultdict[str, str] = defaultdict(str)
        self.log: list[str] = []
        self.updates: list[Message] = []

    def follow(self, update: Message) -> None:
        """Take over a snapshot or patch; a gap or a line of the log that comes twice fails."""
        if update["k"] == "chat":
            self.hear(update)
            return
        if update["k"] == "patch":
            assert (update["epoch"], update["n"]) == (self.epoch, self.n + 1), "a gap"
        self.updates.append(update)
        self.epoch, self.n = update["epoch"], update["n"]
        self.match, self.seen = update.get("match", ""), update.get("seen", 0)
        self.title = update.get("title") or self.title
        regions = update.get("regions", {})
        if "main" in regions:
            self.regions.clear()
        if update["k"] == "snap":
            self.log.clear()
        self.regions |= regions
        self.log += update.get("log", [])
        assert len(set(self.log)) == len(self.log), "a line twice"

    def hear(self, update: Message) -> None:
        """Take over lines of the chat, which are for this tab alone."""
        self.regions |= update.get("regions", {})
        self.log += update.get("chat", [])
        said = [line for line in self.log if CHAT_LINE.search(line)]
        self.log = [line for line in self.log if line not in said[:-LINES_SHOWN]]
        assert len(set(self.log)) == len(self.log), "a line twice"


def messages_in(frame: str) -> list[Message]:
    """Return the messages of a frame: one, or a list of them."""
    found: Message | list[Message] = json.loads(frame)
    return found if isinstance(found, list) else [found]


class Tab(Follower):
    """A page with its socket."""

    def __init__(self, socket: ClientConnection) -> None:
        """Follow a socket."""
        super().__init__()
        self.socket = socket
        self.answers: dict[str, Message] = {}
        self.arrived: deque[Message] = deque()
        self._requests = count(1)

    def close(self) -> None:
        """Close the socket."""
        self.socket.close()

    def receive(self) -> Message:
        """Wait for the next message and follow it."""
        if not self.arrived:
            self.arrived.extend(messages_in(self.socket.recv(timeout=PATIENCE, decode=True)))
        message = self.arrived.popleft()
        if message["k"] in {"snap", "here", "patch", "chat"}:
            self.follow(message)
        elif message["k"] in {"ok", "no"}:
            self.answers[message["id"]] = message
        return message

    def until(self, condition: Callable[["Tab"], bool]) -> Message:
        """Receive until something holds; return the last message."""
        message = self.updates[-1] if self.updates else {}
        while not condition(self):
            message = self.receive()
        return message

    def until_seen(self, version: int) -> Message:
        """Receive until the match has so many events."""
        return self.until(lambda tab: tab.seen >= version)

    def snapshot(self) -> Message:
        """Receive until a whole page has come."""
        self.updates.clear()
        return self.until(lambda tab: bool(tab.updates) and tab.updates[-1]["k"] == "snap")

    def send(self, do: str, **fields: str) -> str:
        """Send a request and return its id."""
        request = f"r{next(self._requests)}"
        self.send_raw({"id": request, "do": do, "fields": fields})
        return request

    def send_raw(self, request: object) -> None:
        """Send something as JSON."""
        self.socket.send(json.dumps(request))

    def answer(self, request: str) -> Message:
        """Receive until a request is answered."""
        while request not in self.answers:
            self.receive()
        return self.answers.pop(request)

    def ask(self, do: str, **fields: str) -> Message:
        """Send a request and wait for its answer."""
        return self.answer(self.send(do, **fields))

    def command(self, event: str, **fields: str) -> dict[str, str]:
        """Return what the page's script sends for an event."""
        number = f"tab-{next(_numbers)}"
        known = {"match": self.match, "seen": str(self.seen), "command": number}
        return {**known, "event": event, "confirmed": "1", **fields}

    def play(self, event: str, **fields: str) -> Message:
        """Send an event and wait for its answer."""
        return self.ask("play", **self.command(event, **fields))

    def do(self, *events: str) -> None:
        """Press buttons for events, which must work, each as soon as the page shows the last."""
        for event in events:
            before = self.seen
            assert self.play(event)["k"] == "ok"
            self.until_seen(before + 1)

    def closed(self) -> int:
        """Receive until the server closes; return the close code."""
        while True:
            try:
                self.receive()
            except ConnectionClosed:
                return self.socket.close_code or 0


def form(fields: Mapping[str, str]) -> bytes:
    """Return the body of a form."""
    return urlencode(fields).encode()


def without_ids(html: str) -> str:
    """Return a page's HTML without the ids of commands, which every drawing makes anew."""
    return re.sub(r'name="command" value="[^"]*"', 'name="command"', html)


@contextmanager
def unchanged(host: Host, *tables: str) -> Iterator[None]:
    """Hold that nothing in the database changes meanwhile."""
    before = kept(host, *tables)
    yield
    assert kept(host, *tables) == before
