"""Protected tables by HTTP and WebSocket: no way in without the password, and nothing is told."""

import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Final

import httpx2
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pasch.matches import attempts
from pasch.web.actions import ACTIONS
from pasch.web.hub import NOT_FOR_YOU
from pasch.web.live import NOT_FOUND
from tests.server import RunningServer
from tests.web.visitors import Page, Tab, Visitor, Visitors, kept, unchanged

PASSWORD: Final = "keller & <b>bar"
PROTECTED: Final = "Dieser Tisch ist mit einem Passwort geschützt."
WRONG: Final = "Das ist nicht das Passwort dieses Tisches."

FIELDS: Final[dict[str, dict[str, str]]] = {
    "play": {"match": "M", "seen": "0", "command": "c", "event": "roll"},
    "hold": {"match": "M", "die": "1:1"},
    "sit": {"seat": "2"},
    "ready": {"ready": "1"},
    "remove": {"seat": "1"},
}
"""What the actions need besides."""


def set_password(who: Visitor, password: str = PASSWORD) -> None:
    """Set the password in the lobby."""
    assert who.post("/password", {"password": password}).status_code == 303


def clear_password(who: Visitor) -> None:
    """Delete the password in the lobby; the field is sent along."""
    assert who.post("/password", {"password": PASSWORD, "clear": "1"}).status_code == 303


@dataclass
class Cellar:
    """A protected table with two free seats, its owner, and a stranger to it."""

    server: RunningServer
    visitors: Visitors
    table: str
    owner: Visitor
    other: Visitor
    answers: list[str] = field(default_factory=list)

    @property
    def row(self) -> tuple[object, ...]:
        """The table in the database."""
        rows = kept(self.server, "tables")["tables"]
        return next(row for row in rows if row[0] == self.table.removeprefix("/t/"))

    @property
    def invitation(self) -> str:
        """The path of the invitation."""
        return f"/i/{self.row[12]}"

    def has_seat(self, who: Visitor) -> bool:
        """Return whether somebody sits at the table."""
        seats = kept(self.server, "seats")["seats"]
        return any((row[0], row[3]) == (self.table.removeprefix("/t/"), who.name) for row in seats)

    def tells_nothing(self, answer: httpx2.Response, status: int = 403) -> None:
        """Hold that an answer refuses and tells nothing of the table."""
        assert answer.status_code == status, answer.text
        for secret in (self.owner.name, str(self.row[12]), "kellerbar", "keller &"):
            assert not re.search(rf"{re.escape(secret)}\b", answer.text), secret


@pytest.fixture
def cellar(server: RunningServer, visitors: Visitors) -> Cellar:
    """Return a protected table."""
    owner, other = visitors.come(), visitors.come()
    set_password(owner)
    return Cellar(server, visitors, owner.open_table(3), owner, other)


# --- The lobby's field


def test_field_sets_and_x_deletes(visitors: Visitors) -> None:
    wanda = visitors.come()
    assert 'name="clear"' not in wanda.page("/").html
    answer = wanda.post("/password", {"password": PASSWORD, "back": "/t/X"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/X")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert PASSWORD not in answer.headers["set-cookie"]
    page = wanda.page("/")
    assert 'value="keller &amp; &lt;b&gt;bar"' in page.html
    assert "Gesetzt: neue Tische erhalten ein Schloss." in page.text
    clear_password(wanda)
    assert "keller" not in wanda.page("/").html


def test_new_tables_get_a_lock_while_it_is_set(cellar: Cellar) -> None:
    assert cellar.row[11] == PASSWORD
    clear_password(cellar.owner)
    open_table = cellar.owner.open_table(2)
    assert cellar.visitors.stranger().get(open_table).status_code == 200
    lobby = cellar.other.page("/")
    mine = cellar.owner.page("/")
    for page, table in ((lobby, cellar.table), (mine, cellar.table)):
        assert "mit einem Passwort geschützt" in card(page, table)
    assert "geschützt" not in card(lobby, open_table)


def card(page: Page, table: str) -> str:
    """Return the lobby's entry for a table."""
    entries = re.split(r'<li class="table-row">|<article', page.html)
    return next(entry for entry in entries if f'"{table}"' in entry or f'"{table}/sit"' in entry)


@pytest.mark.parametrize(
    "password",
    [
        '"><script>alert(1)</script>',
        "\u202eabc\u202c",
        "a\u200b\ufeffb",
        "{{ 'x' * 7 }}",
        "%(x)s",
        "🎲",
    ],
)
def test_case_22_odd_passwords_are_shown_as_text(visitors: Visitors, password: str) -> None:
    wanda = visitors.come()
    set_password(wanda, password)
    table = wanda.open_table(2)
    for path in ("/", table):
        html = wanda.page(path).html
        assert "<script>alert" not in html
        assert "x" * 7 not in Page(html).text
    shown = re.search(r"<bdi>(.*?)</bdi>", wanda.page(table).html)
    assert shown is not None
    assert (
        shown[1]
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#34;", '"')
        .replace("&#39;", "'")
        == password
    )
    guest = visitors.come()
    set_password(guest, password)
    guest.act(table, "sit")


@pytest.mark.parametrize("password", ["x" * 41, "a\nb", "a\x00b"])
def test_bad_password_is_refused(visitors: Visitors, password: str) -> None:
    answer = visitors.come().post("/password", {"password": password})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("cookie", ["%", "====", "_w", "x" * 3000, "AAAA AAAA"])
def test_odd_cookie_is_no_password(cellar: Cellar, cookie: str) -> None:
    stranger = cellar.visitors.stranger()
    cellar.tells_nothing(stranger.get(cellar.table, Cookie=f"table-password={cookie}"))


# --- Every way in


def test_page_is_a_door(cellar: Cellar) -> None:
    for who in (cellar.other, cellar.visitors.stranger()):
        answer = who.get(cellar.table)
        cellar.tells_nothing(answer)
        assert PROTECTED in Page(answer.text).text
        assert "data-live" not in answer.text, "a door has no socket"
        assert Page(answer.text).hidden["/password"] == {"back": cellar.table}


def test_wrong_password_is_told(cellar: Cellar) -> None:
    set_password(cellar.other, "weinkeller")
    answer = cellar.other.get(cellar.table)
    cellar.tells_nothing(answer)
    assert WRONG in Page(answer.text).text


def test_case_24_every_action_asks(cellar: Cellar) -> None:
    """Walk all actions, without and with a wrong password: none leads to a seat, nothing is told.

    The socket, by which they come too, is not even open.
    """
    for password, text, code in (
        ("", PROTECTED, "locked"),
        ("weinkeller", WRONG, "wrong-table-password"),
    ):
        stranger = cellar.visitors.come()
        if password:
            set_password(stranger, password)
        with unchanged(cellar.server, "tables", "seats", "matches", "events", "commands"):
            for number, action in enumerate(ACTIONS):
                fields = FIELDS.get(action, {})
                # Wrong ones are counted: each gets a person of its own and comes in one way.
                if password:
                    stranger = cellar.visitors.come()
                    set_password(stranger, password)
                if not password or number % 2:
                    answer = stranger.post(f"{cellar.table}/{action}", fields)
                    cellar.tells_nothing(answer)
                    assert text in Page(answer.text).text, action
                if not password or not number % 2:
                    answer = stranger.post(f"{cellar.table}/{action}", fields, X_Live="1")
                    cellar.tells_nothing(answer)
                    assert answer.json() == {"code": code, "text": text}, action
                assert not cellar.has_seat(stranger)


def test_socket_asks(cellar: Cellar) -> None:
    """The socket shows nothing and takes no command before the door is open."""
    assert cellar.other.watch(cellar.table).closed() == NOT_FOUND
    assert cellar.visitors.stranger().watch(cellar.table).closed() == NOT_FOUND
    set_password(cellar.other, "weinkeller")
    tab = cellar.other.watch(cellar.table)
    assert tab.closed() == NOT_FOUND
    assert tab.updates == []


def test_socket_of_a_spectator_leads_to_a_seat_with_the_password(cellar: Cellar) -> None:
    set_password(cellar.other)
    tab = cellar.other.watch(cellar.table)
    tab.snapshot()
    for secret in (str(cellar.row[12]), "keller &"):
        assert secret not in tab.regions["main"], "spectators are not told"
    assert tab.ask("sit")["k"] == "ok"
    tab.until(lambda tab: str(cellar.row[12]) in tab.regions["main"])
    assert cellar.has_seat(cellar.other)


def test_password_leads_to_table_and_seat(cellar: Cellar) -> None:
    set_password(cellar.other)
    page = cellar.other.page(cellar.table)
    assert cellar.owner.name in page.text
    assert "keller" not in page.html, "who knows it needs not be told"
    cellar.other.act(cellar.table, "sit")
    clear_password(cellar.other)
    assert "keller" in cellar.other.page(cellar.table).html, "members may ask"
    cellar.other.act(cellar.table, "ready", ready="1")


def test_spectators_need_it_too(cellar: Cellar) -> None:
    third = cellar.visitors.come()
    for who in (cellar.other, third):
        set_password(who)
        who.act(cellar.table, "sit")
    for who in (cellar.owner, cellar.other, third):
        who.act(cellar.table, "ready", ready="1")
    watcher = cellar.visitors.come()
    cellar.tells_nothing(watcher.get(cellar.table))
    set_password(watcher)
    assert f"{cellar.owner.name} ist am Zug" in watcher.page(cellar.table).text


def test_it_survives_a_restart(own_server: RunningServer) -> None:
    visitors = Visitors(own_server)
    owner, other = visitors.come(), visitors.come()
    set_password(owner)
    table = owner.open_table(2)
    own_server.kill()
    own_server.start()
    assert other.get(table).status_code == 403
    set_password(other)
    other.act(table, "sit")
    visitors.leave()


# --- Too often


def test_wrong_passwords_are_limited(cellar: Cellar) -> None:
    set_password(cellar.other, "weinkeller")
    for _ in range(attempts.TABLE_BY_ACCOUNT.amount):
        cellar.tells_nothing(cellar.other.get(cellar.table))
    set_password(cellar.other)
    answer = cellar.other.get(cellar.table)
    cellar.tells_nothing(answer, 429)
    assert "zu oft versucht" in Page(answer.text).text
    answer = cellar.other.post(f"{cellar.table}/sit", X_Live="1")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-attempts")
    assert cellar.owner.get(cellar.table).status_code == 200
    assert cellar.other.post(cellar.invitation).status_code == 303


# --- Invitations


def test_guest_chooses_a_name_and_sits(cellar: Cellar) -> None:
    stranger = cellar.visitors.stranger()
    page = stranger.page(cellar.invitation)
    assert f"{cellar.owner.name} lädt dich ein" in page.text
    assert "keller" not in page.html
    answer = stranger.post(cellar.invitation, {"name": stranger.name})
    assert (answer.status_code, answer.headers["location"]) == (303, cellar.table)
    assert cellar.has_seat(stranger)
    assert stranger.name in stranger.page(cellar.table).text
    assert stranger.get(cellar.invitation).headers["location"] == cellar.table


def test_bad_name_is_asked_for_again(cellar: Cellar) -> None:
    stranger = cellar.visitors.stranger()
    for name, status in (("x", 422), (cellar.owner.name, 409), ("", 422)):
        answer = stranger.post(cellar.invitation, {"name": name})
        assert answer.status_code == status
        page = Page(answer.text)
        assert page.html.count('role="alert"') == 1
        assert f'action="{cellar.invitation}"' in page.html
        assert f'name="back" value="{cellar.invitation}"' in page.html
    assert not cellar.has_seat(stranger)


def test_to_look_takes_no_seat(cellar: Cellar) -> None:
    """Programs that fetch a link for a preview shall not sit down."""
    cellar.other.get(cellar.invitation)
    assert not cellar.has_seat(cellar.other)
    cellar.tells_nothing(cellar.other.get(cellar.table))


def test_too_late_for_a_seat_may_watch(cellar: Cellar) -> None:
    for who in (cellar.other, cellar.visitors.come()):
        who.post(cellar.invitation)
    late = cellar.visitors.come()
    assert "Gerade sind alle Plätze besetzt" in late.page(cellar.invitation).text
    assert late.post(cellar.invitation).headers["location"] == cellar.table
    assert not cellar.has_seat(late)
    tab = late.watch(cellar.table)
    tab.snapshot()
    cellar.owner.act(cellar.table, "renew")
    assert tab.closed() == NOT_FOR_YOU
    cellar.tells_nothing(late.get(cellar.table))
    assert cellar.other.get(cellar.table).status_code == 200, "a seat is a seat"


def test_owner_renews_when_all_seats_are_taken(cellar: Cellar) -> None:
    def can_renew(who: Visitor) -> bool:
        return any(b.action_name == "renew" for b in who.page(cellar.table).buttons)

    for who in (cellar.other, cellar.visitors.come()):
        who.post(cellar.invitation)
    assert "Alle Plätze sind besetzt." in cellar.owner.page(cellar.table).text
    assert [can_renew(who) for who in (cellar.owner, cellar.other)] == [True, False]


def test_only_the_owner_renews(cellar: Cellar) -> None:
    cellar.other.post(cellar.invitation)
    before = cellar.invitation
    assert cellar.other.post(f"{cellar.table}/renew").status_code == 403
    assert before == cellar.invitation
    tab = cellar.owner.watch(cellar.table)
    tab.snapshot()
    assert tab.ask("renew")["k"] == "ok"
    assert before != cellar.invitation
    for path in (before, f"{before}/qr.svg"):
        answer = cellar.visitors.stranger().get(path)
        assert answer.status_code == 404
        assert "Diese Einladung gilt nicht mehr." in Page(answer.text).text


@pytest.mark.parametrize("key", ["x", "a%00b", "%ff", "x" * 3000, "'; --"])
def test_no_such_invitation(visitors: Visitors, key: str) -> None:
    wanda = visitors.come()
    for path in (f"/i/{key}", f"/i/{key}/qr.svg"):
        assert wanda.get(path).status_code == 404
    assert wanda.post(f"/i/{key}").status_code == 404


def test_code_is_a_drawing(cellar: Cellar) -> None:
    answer = cellar.owner.get(f"{cellar.invitation}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("<svg ")
    assert "style=" not in answer.text
    page = cellar.owner.page(cellar.table)
    assert f"{cellar.server.url}{cellar.invitation}" in page.html


def test_another_host_has_another_address(cellar: Cellar) -> None:
    """Whoever comes by another name of this server sees that one, alone."""
    local = f"http://localhost:{cellar.server.port}"
    there = {"Host": local.removeprefix("http://")}
    html = cellar.owner.client.get(cellar.table, headers=there).text
    assert f"{local}{cellar.invitation}" in html
    here, elsewhere = cellar.owner.watch(cellar.table), watch_from(local, cellar)
    with elsewhere as socket:
        for tab, base in ((here, cellar.server.url), (Tab(socket), local)):
            tab.snapshot()
            assert f"{base}{cellar.invitation}" in tab.regions["main"]


def watch_from(base: str, cellar: Cellar) -> ClientConnection:
    """Open the socket of the owner's page at another address."""
    headers = {"Cookie": cellar.owner.cookies}
    url = f"{base.replace('http', 'ws', 1)}{cellar.table}/live"
    return connect(url, additional_headers=headers, origin=Origin(base), proxy=None)


def test_others_are_told_no_key(cellar: Cellar) -> None:
    """Case 23's rule for keys: page, push and lobby tell them to members alone."""
    set_password(cellar.other)
    tab = cellar.other.watch(cellar.table)
    lobby = cellar.other.watch("/")
    tab.snapshot()
    lobby.snapshot()
    cellar.owner.act(cellar.table, "renew")
    cellar.owner.act(cellar.table, "ready", ready="1")
    tab.until(lambda tab: "bereit" in tab.regions.get("waiting", ""))
    key = str(cellar.row[12])
    pushed = str(tab.updates) + str(lobby.updates)
    for told in (pushed, cellar.other.get(cellar.table).text, cellar.other.get("/").text):
        assert key not in told
        assert "/i/" not in told


def test_cookie_of_the_password_is_its_text(visitors: Visitors) -> None:
    wanda = visitors.come()
    set_password(wanda, "über")
    expected = urlsafe_b64encode("über".encode()).decode().rstrip("=")
    assert wanda.client.cookies["table-password"] == expected
