"""The lobby: names, languages, new tables, and the list that keeps itself up to date."""

import re
from http.cookies import Morsel, SimpleCookie

import pytest

from pasch.web.cookies import SECONDS as COOKIE_SECONDS
from pasch.web.respond import local_path
from tests.server import RunningServer
from tests.web.visitors import GAME, Page, Tab, Visitor, Visitors, kept, unchanged


def cookie(set_cookie: str, name: str) -> "Morsel[str]":
    """Read one cookie of a Set-Cookie header."""
    return SimpleCookie(set_cookie)[name]


# --- Names


def test_name_is_kept_in_a_cookie_that_scripts_cannot_read(visitors: Visitors) -> None:
    wanda = visitors.stranger()
    answer = wanda.post("/name", {"name": f"  {wanda.name} ", "back": "/"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    token = cookie(answer.headers["set-cookie"], "pasch")
    assert len(token.value) == 43, "256 bits"
    assert (token["httponly"], token["samesite"], token["path"]) == (True, "lax", "/")
    assert token["max-age"] == str(COOKIE_SECONDS)
    assert not token["secure"], "the parlour also works on plain HTTP"
    assert f"Hallo {wanda.name}, was spielen wir?" in wanda.page("/").text


def test_cookie_is_secure_behind_https(visitors: Visitors) -> None:
    """Behind a proxy that the host trusts, uvicorn knows of the scheme; see `test_guard`."""
    wanda = visitors.stranger()
    wanda.client.headers["X-Forwarded-Proto"] = "https"
    answer = wanda.post("/name", {"name": wanda.name})
    assert not cookie(answer.headers["set-cookie"], "pasch")["secure"], "nobody is trusted here"


def test_cookie_signs_in_and_its_hash_is_all_that_is_kept(
    server: RunningServer, visitors: Visitors
) -> None:
    wanda = visitors.come()
    token = wanda.client.cookies["pasch"]
    assert token not in repr(kept(server, "sessions"))
    other = visitors.stranger()
    other.client.cookies.set("pasch", token)
    assert wanda.name in other.page("/").text
    other.client.cookies.set("pasch", token[:-1])
    assert wanda.name not in other.page("/").text


@pytest.mark.parametrize("wanted", ["/t/ABC234", "/t/ABC234?x=%C3%A4", "/t/ä"])
def test_name_leads_back_to_the_page(visitors: Visitors, wanted: str) -> None:
    wanda = visitors.stranger()
    answer = wanda.post("/name", {"name": wanda.name, "back": wanted})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/t/")


def test_name_is_chosen_once(server: RunningServer, visitors: Visitors) -> None:
    wanda = visitors.come()
    with unchanged(server):
        answer = wanda.post("/name", {"name": "Another Name", "back": "/t/X"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/X")


LENGTH = "Ein Name hat 2 bis 24 Zeichen."
INVISIBLE = "Ein Name enthält keine unsichtbaren Zeichen."

NAMES = {
    "empty": ("", 422, LENGTH),
    "short": ("x", 422, LENGTH),
    "long": ("x" * 25, 422, LENGTH),
    "endless": ("x" * 2000, 422, LENGTH),
    "comma": ("a, b", 422, "Ein Name enthält weder Komma noch #."),
    "invisible": ("a\u200bb", 422, INVISIBLE),
    "reversed": ("a\u202eb", 422, INVISIBLE),
    "the house": ("Pasch", 422, "Dieser Name gehört dem Haus."),
}


@pytest.mark.parametrize(("name", "status", "german"), NAMES.values(), ids=NAMES)
def test_bad_name(visitors: Visitors, name: str, status: int, german: str) -> None:
    wanda = visitors.stranger()
    with unchanged(visitors.host, "accounts", "sessions"):
        answer = wanda.post("/name", {"name": name, "back": "/t/ABC234"})
        script = wanda.post("/name", {"name": name}, X_Live="1")
    page = Page(answer.text)
    assert answer.status_code == script.status_code == status
    assert german in page.text
    assert script.json()["text"] == german
    assert "set-cookie" not in answer.headers
    assert page.hidden["/name"] == {"back": "/t/ABC234"}, "the next attempt leads back too"


def test_bad_name_in_english(visitors: Visitors) -> None:
    answer = visitors.stranger("en").post("/name", {"name": "x"})
    assert Page(answer.text).language == "en"
    assert "A name has 2 to 24 characters." in Page(answer.text).text


def test_name_that_is_taken_is_told_and_shown_again(visitors: Visitors) -> None:
    wanda, other = visitors.come(), visitors.stranger()
    answer = other.post("/name", {"name": wanda.name.upper()})
    assert answer.status_code == 409
    assert "vergeben" in Page(answer.text).text
    assert f'value="{wanda.name.upper()}"' in answer.text


MARKUP = ("<b>x</b>", '"><img src=x>', "{{ 7*7 }}", "%(who)s", "'onclick=")


@pytest.mark.parametrize("markup", MARKUP)
def test_names_full_of_markup_are_text(visitors: Visitors, markup: str) -> None:
    """At the table, in the lobby, in the log, in what is pushed, and in what is refused."""
    wanda, watcher = visitors.stranger(), visitors.come()
    wanda.name = f"{markup}{wanda.name[-3:]}"
    lobby = watcher.watch("/")
    wanda.sign_up()
    table = wanda.open_table(1, hardcore="yes")
    tab = watcher.watch(table)
    wanda.act(table, "ready", ready="1")
    wanda.play(table, wanda.page(table).events()[0])
    lobby.until(lambda tab: table in tab.regions["tables"])
    tab.until_seen(2)
    pages = [wanda.get("/").text, wanda.get(table).text, watcher.get(table).text]
    refused = visitors.stranger().post("/name", {"name": wanda.name}).text
    pushed = [*tab.regions.values(), *tab.log, lobby.regions["tables"]]
    for html in [*pages, *pushed, refused]:
        assert not [raw for raw in ("<b>x", "<img", "'onclick") if raw in html]
    for html in (pages[2], "".join(tab.log), lobby.regions["tables"]):
        assert wanda.name in Page(html).text


# --- Languages


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("de", "de"),
        ("en", "en"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("de-AT;q=0.8, en;q=0.9", "en"),
        ("fr, en;q=0.3, de;q=0.2", "en"),
        ("fr", "de"),
        ("", "de"),
        ("*", "de"),
        (";;;q=x,,", "de"),
    ],
)
def test_browser_says_the_language(visitors: Visitors, accept: str, language: str) -> None:
    answer = visitors.stranger(accept).get("/")
    assert Page(answer.text).language == language
    assert {"Cookie", "Accept-Language"} <= set(answer.headers["vary"].split(", "))


@pytest.mark.parametrize(("before", "after"), [("de", "en"), ("en", "de")])
def test_chosen_language_wins(visitors: Visitors, before: str, after: str) -> None:
    wanda = visitors.stranger(before)
    answer = wanda.post("/language", {"lang": after, "back": "/?x"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/?x")
    chosen = cookie(answer.headers["set-cookie"], "language")
    assert (chosen["httponly"], chosen["samesite"]) == (True, "lax")
    assert wanda.page("/").language == after
    assert Page(wanda.get("/nowhere").text).language == after


@pytest.mark.parametrize("lang", ["fr", "", "de-DE", "DE", "../de", "x" * 300])
def test_unknown_language(visitors: Visitors, lang: str) -> None:
    answer = visitors.stranger().post("/language", {"lang": lang})
    assert answer.status_code == 400
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("value", ["fr", "", "%ff", '"', "x" * 3000])
def test_strange_language_cookie(visitors: Visitors, value: str) -> None:
    wanda = visitors.stranger("en")
    wanda.client.headers["Cookie"] = f"language={value}"
    assert wanda.page("/").language == "en"


def test_language_of_a_refused_form_leads_to_a_page(visitors: Visitors) -> None:
    """Whoever reads the answer to a form in a foreign language can change it and goes on."""
    wanda = visitors.come()
    table = wanda.open_table()
    answers = {
        "bad name": visitors.stranger().post("/name", {"name": "x"}),
        "refused": wanda.post(f"{table}/play", {"match": "x"}),
        "bad table": wanda.post("/tables", {"game": "x", "seats": "2"}),
        "unknown action": wanda.post(f"{table}/dance"),
        "foreign": wanda.post(f"{table}/leave", Origin="http://evil.example"),
    }
    for what, answer in answers.items():
        assert answer.status_code >= 400, what
        back = Page(answer.text).hidden["/language"]["back"]
        assert wanda.get(back).status_code == 200, (what, back)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", "/"),
        ("/t/ABC234", "/t/ABC234"),
        ("/t/ABC234?a=b#c", "/t/ABC234?a=b#c"),
        ("/t/ä", "/t/ä"),
        ("", "/"),
        ("t/ABC234", "/"),
        ("//evil.example", "/"),
        ("///evil.example", "/"),
        ("/\\evil.example", "/"),
        ("\\\\evil.example", "/"),
        ("/\t/evil.example", "/"),
        ("/\n/evil.example", "/"),
        ("/\r\nSet-Cookie: a=b", "/"),
        ("/\x00", "/"),
        ("/\u2028", "/"),
        (" //evil.example", "/"),
        ("https://evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("?x", "/"),
    ],
)
def test_way_back_stays_in_the_house(path: str, expected: str) -> None:
    assert local_path(path) == expected


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example"])
def test_forms_lead_nowhere_else(visitors: Visitors, back: str) -> None:
    wanda = visitors.stranger()
    for path, fields in (("/language", {"lang": "de"}), ("/name", {"name": wanda.name})):
        assert wanda.post(path, {**fields, "back": back}).headers["location"] == "/"


# --- Tables


def test_table_is_opened_and_listed(visitors: Visitors) -> None:
    wanda, willi = visitors.come(), visitors.come()
    table = wanda.open_table(3, hardcore="yes")
    assert re.fullmatch(r"/t/[2-9A-HJ-NP-Z]{6}", table)
    page = wanda.page(table)
    assert (table, page.language) == (f"/t/{page.hidden['/language']['back'][3:]}", "de")
    mine, others = wanda.page("/"), willi.page("/")
    assert f'href="{table}"' in mine.html
    assert f'action="{table}/sit"' not in mine.html
    assert f'action="{table}/sit"' in others.html


BAD_TABLES = {
    "no game": ({"seats": "2"}, 400),
    "unknown game": ({"game": "whist", "seats": "2"}, 400),
    "path as game": ({"game": "../matches", "seats": "2"}, 400),
    "no seats": ({"game": GAME}, 400),
    "seats in words": ({"game": GAME, "seats": "two"}, 400),
    "no seat": ({"game": GAME, "seats": "0"}, 422),
    "negative seats": ({"game": GAME, "seats": "-2"}, 400),
    "too many seats": ({"game": GAME, "seats": "5"}, 422),
    "far too many seats": ({"game": GAME, "seats": "9999999"}, 400),
    "full-width seats": ({"game": GAME, "seats": "２"}, 400),
    "unknown option": ({"game": GAME, "seats": "2", "speed": "fast"}, 422),
    "unknown value": ({"game": GAME, "seats": "2", "hardcore": "maybe"}, 422),
    "empty value": ({"game": GAME, "seats": "2", "hardcore": ""}, 422),
    "options that do not fit": ({"game": GAME, "seats": "2", "mode": "solo"}, 422),
    "markup": ({"game": GAME, "seats": "2", "hardcore": "<b>x</b>"}, 422),
}


@pytest.mark.parametrize(("fields", "status"), BAD_TABLES.values(), ids=BAD_TABLES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_bad_table(visitors: Visitors, fields: dict[str, str], status: int, language: str) -> None:
    wanda = visitors.come(language)
    with unchanged(visitors.host):
        answer = wanda.post("/tables", fields)
    page = Page(answer.text)
    assert (answer.status_code, page.language) == (status, language)
    assert "<b>x" not in answer.text


@pytest.mark.parametrize("language", ["de", "en"])
def test_stranger_opens_no_table(visitors: Visitors, language: str) -> None:
    with unchanged(visitors.host):
        answer = visitors.stranger(language).post("/tables", {"game": GAME, "seats": "2"})
    page = Page(answer.text)
    assert (answer.status_code, page.language) == (401, language)
    assert ("Wer bist du?" if language == "de" else "Who are you?") in page.text


# --- The live list


def other_tables(tab: Tab) -> Page:
    """Return the lists as they are shown now."""
    return Page(tab.regions["mine"] + tab.regions["tables"])


def test_list_is_live(visitors: Visitors) -> None:
    watcher, wanda, willi = visitors.stranger(), visitors.come(), visitors.come()
    tab = watcher.watch("/")
    first = tab.snapshot()
    table = wanda.open_table()
    tab.until(lambda tab: table in tab.regions["tables"])
    assert wanda.name in other_tables(tab).text
    willi.act(table, "sit")
    tab.until(lambda tab: willi.name in other_tables(tab).text)
    assert f"{table}/sit" not in tab.regions["tables"], "it is full"
    for person in (wanda, willi):
        person.act(table, "ready", ready="1")
    tab.until(lambda tab: "Zuschauen" in other_tables(tab).text)
    assert {first["epoch"]} == {update["epoch"] for update in tab.updates}
    assert [update["k"] for update in tab.updates][1:] == ["patch"] * (len(tab.updates) - 1)


def test_list_says_what_happened_before_the_socket_opened(visitors: Visitors) -> None:
    watcher, wanda = visitors.stranger(), visitors.come()
    assert wanda.name not in watcher.page("/").text
    wanda.open_table()
    tab = watcher.watch("/")
    assert tab.receive()["k"] == "snap"
    assert wanda.name in other_tables(tab).text


def test_page_that_is_up_to_date_is_not_sent_again(visitors: Visitors) -> None:
    """The page marks what it shows; a socket that brings the mark back gets what comes later."""
    watcher, wanda = visitors.come(), visitors.come()
    shown = mark(watcher)
    tab = watcher.watch("/", query=shown)
    assert tab.receive()["k"] == "here"
    table = wanda.open_table()
    tab.until(lambda tab: table in tab.regions.get("tables", ""))
    assert [update["k"] for update in tab.updates] == ["here", "patch"]
    assert watcher.watch("/", query=shown).receive()["k"] == "snap"
    shown = mark(watcher)
    said = wanda.post("/chat", {"text": "Wer hat Lust?", "command": "wer-hat-lust"})
    assert said.status_code == 303
    assert watcher.watch("/", query=shown).receive()["k"] == "snap"
    assert wanda.watch("/", query=mark(watcher)).receive()["k"] == "snap"


def mark(person: Visitor) -> str:
    """Return what a person's lobby adds to the address of its socket."""
    found = re.search(r'data-live="/live([^"]+)"', person.get("/").text)
    assert found is not None
    return found[1]


def test_closed_table_leaves_the_list(visitors: Visitors) -> None:
    watcher, wanda = visitors.stranger(), visitors.come()
    table = wanda.open_table()
    tab = watcher.watch("/")
    tab.until(lambda tab: table in tab.regions["tables"])
    wanda.act(table, "close")
    tab.until(lambda tab: table not in tab.regions["tables"])
    assert f'"{table}' not in watcher.get("/").text


def test_own_tables_stand_apart_and_say_whose_turn_it_is(visitors: Visitors) -> None:
    duel = visitors.begun(2)
    first, second = duel.people
    tab = first.watch("/")
    tab.receive()
    assert "Du bist am Zug" in other_tables(tab).text
    assert "Du bist am Zug" not in second.page("/").text.split("Tische")[0]
    first.play(duel.table, "roll", "write free +")
    tab.until(lambda tab: "Du bist am Zug" not in other_tables(tab).text)


def test_lobby_answers_sync_with_a_snapshot_and_refuses_what_is_for_tables(
    visitors: Visitors,
) -> None:
    wanda = visitors.come()
    tab = wanda.watch("/")
    tab.receive()
    for do in ("play", "sit", "close", "dance"):
        assert tab.ask(do)["code"] == "unknown-action"
    tab.send("ping")
    assert tab.receive() == {"k": "pong"}
    tab.send("sync")
    assert tab.receive()["k"] == "snap"


def test_two_languages_look_at_one_list(visitors: Visitors) -> None:
    german, english = visitors.stranger("de"), visitors.stranger("en")
    tabs = [person.watch("/") for person in (german, english)]
    wanda = visitors.come()
    table = wanda.open_table()
    for tab, word in zip(tabs, ("Mitspielen", "Join"), strict=True):
        tab.until(lambda tab: table in tab.regions["tables"])
        assert word in other_tables(tab).text
