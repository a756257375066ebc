"""Accounts by HTTP: signing in and out, settings, one's own data."""

import json
import re
from typing import Final

import httpx2
import pytest

from pasch.matches import attempts
from pasch.web.open_tabs import SESSION_ENDED
from pasch.web.outbox import TRY_AGAIN_LATER
from tests.server import RunningServer
from tests.web.visitors import Page, Visitor, Visitors, kept, unchanged

PASSWORD: Final = "Zwei Esel, drei Würfel"
WRONG: Final = "Name und Passwort passen nicht zusammen."


def set_password(who: Visitor, password: str = PASSWORD, old: str = "") -> httpx2.Response:
    """Set a password."""
    return who.post("/settings/password", {"password": old, "new": password})


def sign_in(who: Visitor, name: str, password: str = PASSWORD, back: str = "/") -> httpx2.Response:
    """Sign in as somebody."""
    return who.post("/sign-in", {"name": name, "password": password, "back": back})


@pytest.fixture
def wanda(visitors: Visitors) -> Visitor:
    """Return somebody with a password."""
    wanda = visitors.come()
    assert set_password(wanda).status_code == 303
    return wanda


@pytest.fixture
def elsewhere(wanda: Visitor, visitors: Visitors) -> Visitor:
    """Return the same person in another browser."""
    other = visitors.stranger()
    assert sign_in(other, wanda.name).status_code == 303
    return other


def is_signed_in(who: Visitor, name: str) -> bool:
    """Return whether the lobby greets somebody by name."""
    return f"Hallo {name}," in who.page("/").text


# --- Signing in


def test_sign_in_elsewhere(wanda: Visitor, visitors: Visitors) -> None:
    other = visitors.stranger()
    answer = sign_in(other, wanda.name.upper(), back="/settings")
    assert (answer.status_code, answer.headers["location"]) == (303, "/settings")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert is_signed_in(other, wanda.name)
    assert other.client.cookies["pasch"] != wanda.client.cookies["pasch"]


def test_nobody_learns_which_names_there_are(wanda: Visitor, visitors: Visitors) -> None:
    guest, other = visitors.come(), visitors.stranger()
    answers = []
    for name in (wanda.name, guest.name, "Nobody at all", "", "%00"):
        answer = sign_in(other, name, "falsches Passwort")
        assert answer.status_code == 403
        page = Page(answer.text)
        assert WRONG in page.text
        answers.append(page.text)
    assert len(set(answers)) == 1
    assert "pasch" not in other.client.cookies


def test_password_is_in_no_answer(wanda: Visitor, visitors: Visitors) -> None:
    other = visitors.stranger()
    for answer in (sign_in(other, wanda.name, "falsches Passwort"), wanda.get("/settings")):
        assert PASSWORD not in answer.text
        assert "falsches Passwort" not in answer.text


def test_too_many_attempts(wanda: Visitor, visitors: Visitors) -> None:
    other = visitors.stranger()
    for _ in range(attempts.SIGN_IN_TO_ACCOUNT.amount):
        assert sign_in(other, wanda.name, "falsches Passwort").status_code == 403
    answer = sign_in(other, wanda.name)
    assert answer.status_code == 429
    assert "zu oft versucht" in Page(answer.text).text
    assert is_signed_in(wanda, wanda.name)


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "/\\evil.example"])
def test_sign_in_leads_to_this_site_only(wanda: Visitor, visitors: Visitors, back: str) -> None:
    other = visitors.stranger()
    assert sign_in(other, wanda.name, back=back).headers["location"] == "/"
    assert wanda.client.get("/sign-in", params={"back": back}).headers["location"] == "/"


# --- Signing out


def test_sign_out_ends_the_session(wanda: Visitor, elsewhere: Visitor) -> None:
    token = elsewhere.client.cookies["pasch"]
    tab, other_tab = elsewhere.watch("/"), wanda.watch("/")
    other_tab.snapshot()
    answer = elsewhere.post("/settings/sign-out")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "pasch" not in elsewhere.client.cookies
    assert tab.closed() == SESSION_ENDED
    elsewhere.client.cookies.set("pasch", token)
    assert not is_signed_in(elsewhere, wanda.name)
    assert is_signed_in(wanda, wanda.name)
    other_tab.send_raw({"do": "ping"})
    assert other_tab.receive()["k"] == "pong"


def test_sign_out_everywhere_asks_first(wanda: Visitor, elsewhere: Visitor) -> None:
    table = wanda.open_table()
    tabs = [elsewhere.watch("/"), wanda.watch(table), wanda.watch("/")]
    page = Page(wanda.post("/settings/sign-out", {"everywhere": "1"}).text)
    assert "In allen Browsern abmelden?" in page.text
    assert page.hidden["/settings/sign-out"] == {"everywhere": "1", "confirmed": "1"}
    assert is_signed_in(elsewhere, wanda.name)
    wanda.post("/settings/sign-out", page.hidden["/settings/sign-out"])
    assert [tab.closed() for tab in tabs] == [SESSION_ENDED] * 3
    for who in (wanda, elsewhere):
        assert "Wie heißt du?" in who.page("/").text


def test_guest_is_told_that_there_is_no_way_back(visitors: Visitors) -> None:
    guest = visitors.come()
    page = Page(guest.post("/settings/sign-out").text)
    assert "Dein Konto hat kein Passwort" in page.text
    assert is_signed_in(guest, guest.name)
    guest.post("/settings/sign-out", page.hidden["/settings/sign-out"])
    assert "Wie heißt du?" in guest.page("/").text


def test_nobody_signs_out(visitors: Visitors, server: RunningServer) -> None:
    with unchanged(server, "sessions"):
        assert visitors.stranger().post("/settings/sign-out").status_code == 303


def test_change_of_password_ends_other_sessions(wanda: Visitor, elsewhere: Visitor) -> None:
    tab = elsewhere.watch("/")
    wrong = set_password(wanda, "Ein neues Passwort", "geraten")
    assert (wrong.status_code, "Das ist nicht dein Passwort." in wrong.text) == (403, True)
    assert is_signed_in(elsewhere, wanda.name)
    assert set_password(wanda, "Ein neues Passwort", PASSWORD).status_code == 303
    assert tab.closed() == SESSION_ENDED
    assert not is_signed_in(elsewhere, wanda.name)
    assert is_signed_in(wanda, wanda.name)


@pytest.mark.parametrize("password", ["kurz", "x" * 101])
def test_bad_password_is_refused(visitors: Visitors, server: RunningServer, password: str) -> None:
    guest = visitors.come()
    with unchanged(server, "passwords", "sessions"):
        answer = set_password(guest, password)
    assert answer.status_code == 422
    assert "8 bis 100 Zeichen" in Page(answer.text).text


def test_hash_is_all_that_is_kept(wanda: Visitor, server: RunningServer) -> None:
    rows = repr(kept(server, "passwords"))
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in rows
    assert PASSWORD not in repr(kept(server, "passwords", "accounts", "sessions"))


# --- Names


def test_rename(wanda: Visitor, visitors: Visitors) -> None:
    table = wanda.open_table()
    guest = visitors.come()
    tab, own = guest.watch(table), wanda.watch(table)
    tab.snapshot()
    own.snapshot()
    assert wanda.post("/settings/name", {"name": f"Frau {wanda.name}"}).status_code == 303
    tab.until(lambda tab: f"Frau {wanda.name}" in tab.regions.get("waiting", ""))
    assert own.closed() == TRY_AGAIN_LATER, "what it knows of its person is too old"
    assert is_signed_in(wanda, f"Frau {wanda.name}")


@pytest.mark.parametrize(
    ("name", "status"), [("x", 422), ("Pasch", 422), ("gelöschtes Konto", 422), ("", 422)]
)
def test_bad_name_is_refused(wanda: Visitor, name: str, status: int) -> None:
    answer = wanda.post("/settings/name", {"name": name})
    assert answer.status_code == status
    page = Page(answer.text)
    assert page.html.count('role="alert"') == 1
    assert is_signed_in(wanda, wanda.name)


def test_name_of_somebody_else_is_taken(wanda: Visitor, visitors: Visitors) -> None:
    guest = visitors.come()
    answer = wanda.post("/settings/name", {"name": guest.name.upper()})
    assert (answer.status_code, "vergeben" in answer.text) == (409, True)


# --- Preferences


def test_preferences_are_the_account_s(wanda: Visitor, elsewhere: Visitor) -> None:
    wanted = {"lang": "en", "theme": "dark", "sound": "off", "quick_entry": "1"}
    assert wanda.post("/settings", wanted).status_code == 303
    for who in (wanda, elsewhere):
        html = who.page("/").html
        assert '<html lang="en" data-theme="dark">' in html
        assert re.search(r"<body [^>]*data-muted[^>]* data-quick-entry", html)
        assert "/static/pasch.dark.css?v=" in html
        assert '<meta name="color-scheme" content="dark">' in html
    elsewhere.post("/language", {"lang": "de"})
    assert wanda.page("/").language == "de", "it follows to other devices"


def test_one_preference_leaves_the_others(wanda: Visitor) -> None:
    wanda.post("/settings", {"theme": "light"})
    answer = wanda.post("/settings", {"sound": "off"}, X_Live="1")
    assert (answer.status_code, answer.content) == (204, b"")
    html = wanda.page("/").html
    assert 'data-theme="light"' in html
    assert "data-muted" in html


@pytest.mark.parametrize(
    "fields",
    [{"lang": "fr"}, {"theme": "pink"}, {"sound": "loud"}, {"quick_entry": "2"}, {"theme": ""}],
)
def test_nobody_wants_that(wanda: Visitor, server: RunningServer, fields: dict[str, str]) -> None:
    with unchanged(server, "preferences"):
        assert wanda.post("/settings", fields).status_code == 400


def test_without_an_account_the_browser_keeps_them(
    visitors: Visitors, server: RunningServer
) -> None:
    stranger = visitors.stranger()
    with unchanged(server, "preferences"):
        stranger.post("/settings", {"theme": "dark", "sound": "off", "lang": "en"})
    html = stranger.page("/settings").html
    assert '<html lang="en" data-theme="dark">' in html
    assert "data-muted" in html
    assert "quick_entry" not in html
    stranger.sign_up()
    other = visitors.stranger()
    set_password(stranger)
    sign_in(other, stranger.name)
    assert '<html lang="en" data-theme="dark">' in other.page("/").html, "taken along"


@pytest.mark.parametrize("cookies", ["theme=pink; sound=loud; language=xx", "theme=; sound="])
def test_odd_cookies_are_no_preferences(visitors: Visitors, cookies: str) -> None:
    answer = visitors.stranger().get("/", Cookie=cookies)
    assert answer.status_code == 200
    assert '<html lang="de" data-theme="auto">' in answer.text
    assert "data-muted" not in answer.text


# --- One's own data


def test_export_is_a_file(wanda: Visitor, visitors: Visitors) -> None:
    wanda.open_table()
    answer = wanda.get("/settings/export.json")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"].startswith('attachment; filename="pasch-')
    assert answer.headers["cache-control"] == "no-store"
    found = json.loads(answer.text)
    assert found["account"]["name"] == wanda.name
    assert len(found["tables"]) == 1
    assert visitors.stranger().get("/settings/export.json").status_code == 401


def test_delete(wanda: Visitor, elsewhere: Visitor, visitors: Visitors) -> None:
    table = wanda.open_table()
    guest = visitors.come()
    guest.act(table, "sit")
    tab = elsewhere.watch("/")
    assert "Konto löschen?" in wanda.page("/settings/delete").text
    wrong = wanda.post("/settings/delete", {"password": "geraten"})
    assert (wrong.status_code, "Das ist nicht dein Passwort." in wrong.text) == (403, True)
    answer = wanda.post("/settings/delete", {"password": PASSWORD})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert tab.closed() == SESSION_ENDED
    assert "Wie heißt du?" in elsewhere.page("/").text
    assert wanda.name not in guest.page(table).html
    assert wanda.name not in guest.page("/").html


def test_delete_waits_for_the_match(visitors: Visitors, server: RunningServer) -> None:
    duel = visitors.begun(2)
    wanda = duel.people[0]
    with unchanged(server):
        answer = wanda.post("/settings/delete")
    assert answer.status_code == 409
    assert "Du spielst noch eine Partie." in Page(answer.text).text
    wanda.act(duel.table, "quit")
    assert wanda.post("/settings/delete").status_code == 303


@pytest.mark.timeout(180)
def test_deleted_name_in_the_language_of_the_page(visitors: Visitors) -> None:
    duel = visitors.begun(2, hardcore="yes")
    duel.play_on(96)
    wanda, guest = duel.people
    tab = guest.watch(duel.table)
    tab.until(lambda tab: wanda.name in tab.regions.get("main", ""))
    record = f"/m/{duel.match}/record.txt"
    assert wanda.post("/settings/delete").status_code == 303
    tab.until(lambda tab: any("gelöschtes Konto" in line for line in tab.log))
    assert not any(wanda.name in line for line in tab.log)
    spectator = visitors.stranger("en")
    for who, name in ((guest, "gelöschtes Konto"), (spectator, "deleted account")):
        html = who.get(duel.table).text
        assert name in html
        assert wanda.name not in html
    assert f"seats: deleted account, {guest.name}" in guest.get(record).text


# --- Pages that need a name


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/settings/export.json"),
        ("GET", "/settings/delete"),
        ("POST", "/settings/delete"),
        ("POST", "/settings/name"),
        ("POST", "/settings/password"),
    ],
)
def test_nobody_has_no_account(
    visitors: Visitors, server: RunningServer, method: str, path: str
) -> None:
    stranger = visitors.stranger()
    with unchanged(server):
        answer = stranger.get(path) if method == "GET" else stranger.post(path)
    assert answer.status_code == 401
    assert "Such dir bitte zuerst einen Namen aus" in answer.text or "Namen" in answer.text


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/settings", "GET, HEAD, POST"), ("/sign-in", "GET, HEAD, POST"), ("/password", "POST")],
)
def test_methods_of_an_address(visitors: Visitors, path: str, allowed: str) -> None:
    answer = visitors.stranger().client.request("DELETE", path)
    assert answer.status_code == 405
    assert {*answer.headers["allow"].split(", ")} == {*allowed.split(", ")}
