"""Chats over sockets and by forms: who gets what, who is kept out, what is for one alone."""

import re
from itertools import count

import pytest

from pasch.web.hub import NOT_FOR_YOU
from tests.web.visitors import Message, Page, Round, Tab, Visitor, Visitors, kept, without_ids

_commands = count(1)


def say(tab: Tab, text: str, **fields: str) -> Message:
    """Say something as the page's script does; return the answer."""
    return tab.ask("chat", command=f"say-{next(_commands)}", text=text, **fields)


def told(tab: Tab) -> list[str]:
    """Return what a tab shows as said, without notices and events."""
    lines = (line for line in tab.log if "is-said" in line or "is-reaction" in line)
    return [" ".join(Page(line).text.split()) for line in lines]


def notices(tab: Tab) -> list[str]:
    """Return the notices that a tab shows."""
    return [Page(line).text for line in tab.log if "is-notice" in line]


def hear(tab: Tab, text: str) -> str:
    """Wait until a tab shows a text; return its line."""
    tab.until(lambda tab: any(text in line for line in tab.log))
    return next(line for line in tab.log if text in line)


def settle(*tabs: Tab) -> None:
    """Wait until everything that was sent before has come."""
    for tab in tabs:
        tab.send("ping")
        while tab.receive()["k"] != "pong":
            pass


def reloaded(who: Visitor, path: str) -> list[str]:
    """Return the lines that a page shows after a reload."""
    html = who.page(path).html
    start = html.index('<ol id="log"')
    return re.findall(r"<li id=.*?</li>", html[start : html.index("</ol>", start)], re.DOTALL)


def sees_the_same(who: Visitor, path: str, tab: Tab) -> None:
    """Hold that a reload shows what the tab shows."""
    assert [line.strip() for line in tab.log] == reloaded(who, path)


@pytest.fixture
def teams(visitors: Visitors) -> Round:
    """Return a match of two against two."""
    return visitors.begun(4)


# --- Who gets what


def test_partners_opponents_and_spectators(teams: Round, visitors: Visitors) -> None:
    anna, ben, _, dana = teams.people
    mira = visitors.come()
    people = [*teams.people, mira, visitors.stranger()]
    tabs = [person.watch(teams.table) for person in people]
    for tab in tabs:
        tab.snapshot()
    assert say(tabs[0], "an alle")["k"] == "ok"
    assert say(tabs[0], "an Cleo", channel="team")["k"] == "ok"
    assert say(tabs[1], "an Dana", channel="team")["k"] == "ok"
    assert say(tabs[4], "unter uns")["k"] == "ok"
    for tab in tabs:
        hear(tab, "an alle")
    settle(*tabs)
    a, b = f"{anna.name} Nur Team an Cleo", f"{ben.name} Nur Team an Dana"
    to_all, among = f"{anna.name} an alle", f"{mira.name} Zuschauer unter uns"
    expected = [[to_all, a], [to_all, b], [to_all, a], [to_all, b], [to_all, among]]
    assert [told(tab) for tab in tabs] == [*expected, [to_all, among]]
    for person, tab in zip(people, tabs, strict=True):
        sees_the_same(person, teams.table, tab)
    assert dana.name in teams.people[3].page(teams.table).text


def test_two_tabs_of_one_person_and_two_languages(visitors: Visitors) -> None:
    wanda, willi = visitors.come("de"), visitors.come("en")
    table = wanda.open_table(2)
    willi.act(table, "sit")
    tabs = [wanda.watch(table), wanda.watch(table), willi.watch(table)]
    for tab in tabs:
        tab.snapshot()
    say(tabs[0], "Hallo")
    for tab in tabs:
        hear(tab, "Hallo")
    assert notices(tabs[0]) == notices(tabs[1]) == [f"{willi.name} setzt sich dazu."]
    assert notices(tabs[2]) == [f"{willi.name} has sat down."]


def test_lobby(visitors: Visitors) -> None:
    wanda, willi, mute = visitors.come(), visitors.come(), visitors.stranger()
    tabs = [person.watch("/") for person in (wanda, willi, mute)]
    for tab in tabs:
        tab.snapshot()
    text = f"Wer spielt mit {wanda.name}?"
    assert say(tabs[0], text)["k"] == "ok"
    for tab in tabs:
        hear(tab, text)
    assert say(tabs[2], "ich")["code"] == "not-signed-in"
    for person, tab in zip((wanda, willi, mute), tabs, strict=True):
        settle(tab)
        sees_the_same(person, "/", tab)


def test_lines_come_to_who_was_away(duel: Round) -> None:
    first, second = duel.people
    away = second.watch(duel.table)
    away.snapshot()
    away.close()
    tab = first.watch(duel.table)
    say(tab, "bist du noch da?")
    back = second.watch(duel.table)
    back.snapshot()
    assert told(back) == [f"{first.name} bist du noch da?"]


def test_same_request_twice_is_said_once(duel: Round) -> None:
    """A tab sends it again when the connection broke before the answer."""
    tab = duel.people[0].watch(duel.table)
    tab.snapshot()
    for _ in range(2):
        assert tab.ask("chat", command="once", text="nur einmal")["k"] == "ok"
    settle(tab)
    assert told(tab) == [f"{duel.people[0].name} nur einmal"]


# --- As text

TEXTS = {
    "markup": ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
    "entities": ("&amp; \"'", "&amp;amp; &#34;&#39;"),
    "bidirectional": ("a\u202eb", "a\u202eb"),
    "zero-width": ("a\u200bb", "a\u200bb"),
    "places": ("%(who)s %s {{ x }}", "%(who)s %s {{ x }}"),
    "line breaks": ("a\nb\r\n\tc", "a b c"),
}


@pytest.mark.parametrize(("text", "html"), TEXTS.values(), ids=TEXTS)
def test_text_is_shown_as_text(duel: Round, text: str, html: str) -> None:
    first, second = duel.people
    tabs = [first.watch(duel.table), second.watch(duel.table)]
    for tab in tabs:
        tab.snapshot()
    say(tabs[0], text)
    line = hear(tabs[1], html)
    assert f'<bdi class="log-said">{html}</bdi>' in line
    assert f"<bdi>{first.name}</bdi>" in line
    settle(*tabs)
    sees_the_same(first, duel.table, tabs[0])


# --- What is refused

REFUSALS = {
    "nothing": ({"text": " "}, "bad-message"),
    "no text": ({}, "bad-message"),
    "too long": ({"text": "x" * 501}, "bad-message"),
    "no partner": ({"text": "x", "channel": "team"}, "no-team"),
    "no such channel": ({"text": "x", "channel": "watchers"}, "bad-field"),
    "unknown command": ({"text": "/passwrot geheim"}, "unknown-slash-command"),
}


@pytest.mark.parametrize(("fields", "code"), REFUSALS.values(), ids=REFUSALS)
def test_refusal(duel: Round, fields: dict[str, str], code: str) -> None:
    first, second = duel.people
    tab, other = first.watch(duel.table), second.watch(duel.table)
    before = kept(duel.host, "chat")
    answer = tab.ask("chat", command="c1", **fields)
    assert (answer["k"], answer["code"]) == ("no", code)
    assert answer["text"]
    page = first.post(f"{duel.table}/chat", {"command": "c1", **fields})
    assert page.status_code in {400, 403, 422}
    assert Page(page.text).language == "de"
    script = first.post(f"{duel.table}/chat", {"command": "c1", **fields}, X_Live="1")
    assert script.json()["code"] == code
    assert kept(duel.host, "chat") == before
    settle(other)
    assert told(other) == []


def test_somebody_who_talks_too_much(visitors: Visitors) -> None:
    wanda = visitors.come()
    tab = wanda.watch("/")
    answers = [say(tab, f"{wanda.name} sagt {n}") for n in range(9)]
    assert [answer["k"] for answer in answers] == ["ok"] * 8 + ["no"]
    assert answers[8]["code"] == "too-fast"
    assert re.search(r"Bitte warte noch \d+ s", answers[8]["text"])
    answer = wanda.post("/react", {"command": "r1", "reaction": "wow"})
    assert answer.status_code == 429
    assert "Langsam, bitte" in Page(answer.text).text


# --- Commands


def test_answer_is_for_the_one_who_asks(duel: Round) -> None:
    first, second = duel.people
    tab, other = first.watch(duel.table), second.watch(duel.table)
    before = kept(duel.host, "chat")
    answer = say(tab, "/hilfe")
    assert (answer["k"], answer["text"].splitlines()[0]) == ("ok", "/hilfe: diese Übersicht.")
    settle(tab, other)
    assert told(tab) == told(other) == []
    assert kept(duel.host, "chat") == before
    sees_the_same(first, duel.table, tab)


def test_commands_pause_and_resume(duel: Round) -> None:
    first, second = duel.people
    tab, other = first.watch(duel.table), second.watch(duel.table)
    other.snapshot()
    assert say(tab, "/pause")["text"] == "Du hast die Partie unterbrochen."
    other.until(lambda tab: "Partie ist unterbrochen" in tab.regions["pause"])
    assert f"{first.name} bittet um eine Pause." in notices(other)
    assert say(other, "/resume")["k"] == "ok"
    hear(tab, f"{second.name}</bdi> beendet die Pause.")


def test_command_without_script(visitors: Visitors) -> None:
    wanda = visitors.come("en")
    for path in (wanda.open_table(2), ""):
        answer = wanda.post(f"{path}/chat", {"command": "c1", "text": "/help"})
        page = Page(answer.text)
        assert answer.status_code == 200
        assert "/pause: pause the match at your table" in page.text
        answer = wanda.post(f"{path}/chat", {"command": "c2", "text": "/help"}, X_Live="1")
        assert "/help: this list" in answer.json()["text"]


# --- Forms


def test_forms_without_script(duel: Round) -> None:
    first, second = duel.people
    page = first.page(duel.table)
    form = {**page.hidden[f"{duel.table}/chat"], "text": "per Formular"}
    answer = first.post(f"{duel.table}/chat", form)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{duel.table}#chat")
    again = first.post(f"{duel.table}/chat", form)
    assert again.status_code == 303
    shown = [Page(line).text for line in reloaded(second, duel.table)]
    assert shown.count(f"{first.name} per Formular") == 1
    react = page.hidden[f"{duel.table}/react"]
    assert first.post(f"{duel.table}/react", {**react, "reaction": "clover"}).status_code == 303
    assert Page(reloaded(second, duel.table)[-1]).text == f"{first.name} Viel Glück!"


def test_lobby_form_without_script(visitors: Visitors) -> None:
    wanda = visitors.come()
    form = wanda.page("/").hidden["/chat"]
    answer = wanda.post("/chat", {**form, "text": f"Gruß von {wanda.name}"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/#chat")
    assert f"Gruß von {wanda.name}" in visitors.stranger().page("/").text
    live = wanda.post("/chat", {"command": "x", "text": "noch was"}, X_Live="1")
    assert (live.status_code, live.content) == (204, b"")
    assert wanda.post("/sit").status_code == 404


def test_who_has_no_name_reads_only(duel: Round, visitors: Visitors) -> None:
    stranger = visitors.stranger()
    for path in (duel.table, "/"):
        page = stranger.page(path)
        assert "Wähle einen Namen, um mitzureden." in page.text
        assert not any(b.action_name in {"chat", "react", "ignore"} for b in page.buttons)
    answer = stranger.post(f"{duel.table}/chat", {"command": "x", "text": "hallo"})
    assert answer.status_code == 401


# --- Reactions


def test_reaction(duel: Round, visitors: Visitors) -> None:
    first, second = duel.people
    tabs = [first.watch(duel.table), second.watch(duel.table)]
    for tab in tabs:
        tab.snapshot()
    assert tabs[0].ask("react", command="r1", reaction="thumb")["k"] == "ok"
    line = hear(tabs[1], "is-reaction")
    assert 'data-react="0"' in line
    assert "#i-thumb" in line
    assert Page(line).text == f"{first.name} Gut gemacht"
    assert tabs[1].ask("react", command="r2", reaction="<b>")["code"] == "illegal"
    settle(*tabs)
    sees_the_same(second, duel.table, tabs[1])


# --- Ignoring


def ignored_button(page: Page, name: str) -> str:
    """Return the account with which a page would ignore somebody."""
    pattern = rf'value="([^"]+)" aria-label="{re.escape(name)} ignorieren"'
    found = re.search(pattern, page.html)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("place", ["table", "lobby"])
def test_ignoring(visitors: Visitors, place: str) -> None:
    wanda, willi = visitors.come(), visitors.come()
    path, at = ("/", "") if place == "lobby" else (wanda.open_table(3),) * 2
    if place == "table":
        willi.act(path, "sit")
    tab, other = wanda.watch(path), willi.watch(path)
    tab.snapshot()
    other.snapshot()
    say(other, f"eins von {willi.name}")
    hear(tab, "eins von")
    person = ignored_button(wanda.page(path), willi.name)
    assert willi.name in tab.regions["chat-people"]
    assert tab.ask("ignore", person=person)["k"] == "ok"
    tab.until(lambda tab: not any(f"eins von {willi.name}" in line for line in tab.log))
    say(other, f"zwei von {willi.name}")
    say(tab, f"drei von {wanda.name}")
    hear(tab, f"drei von {wanda.name}")
    settle(tab)
    assert not any(words.startswith(f"{willi.name} ") for words in told(tab))
    sees_the_same(wanda, path, tab)
    assert f"{willi.name} wieder lesen" in tab.regions["chat-people"]
    assert hear(other, f"zwei von {willi.name}")
    answer = wanda.post(f"{at}/heed", {"person": person})
    assert answer.status_code == 303
    hear(tab, f"zwei von {willi.name}")
    settle(tab)
    sees_the_same(wanda, path, tab)


def test_ignoring_holds_everywhere(duel: Round) -> None:
    """Who is ignored at a table is silent in the lobby too, at once and in every tab."""
    first, second = duel.people
    lobby, tab = first.watch("/"), first.watch(duel.table)
    lobby.snapshot()
    tab.snapshot()
    say(second.watch("/"), f"Gruß von {second.name}")
    hear(lobby, f"Gruß von {second.name}")
    tab.ask("ignore", person=ignored_button(first.page(duel.table), second.name))
    lobby.until(lambda tab: not any(f"Gruß von {second.name}" in line for line in tab.log))


def test_nobody_else_is_told_of_it(duel: Round) -> None:
    first, second = duel.people
    tab, other = first.watch(duel.table), second.watch(duel.table)
    other.snapshot()
    before = len(other.updates)
    tab.ask("ignore", person=ignored_button(first.page(duel.table), second.name))
    settle(other)
    assert len(other.updates) == before
    assert not any(row[5] == first.name for row in kept(duel.host, "chat")["chat"])


# --- Spectators


def test_spectators_are_counted(duel: Round, visitors: Visitors) -> None:
    player = duel.people[0].watch(duel.table)
    player.snapshot()
    assert "Zuschauer" not in player.regions["main"]
    mira = visitors.come()
    tabs = [mira.watch(duel.table), mira.watch(duel.table), visitors.stranger().watch(duel.table)]
    player.until(lambda tab: "2 Zuschauer" in tab.regions["bar"])
    assert "2 Zuschauer" in visitors.stranger().page(duel.table).text
    tabs[0].close()
    tabs[2].close()
    player.until(lambda tab: "1 Zuschauer" in tab.regions["bar"])
    tabs[1].close()
    player.until(lambda tab: "Zuschauer" not in tab.regions["bar"])


def main_of(who: Visitor, table: str) -> str:
    """Return the board that somebody is sent, without the ids of commands and of who watches."""
    main = without_ids(who.watch(table).snapshot()["regions"]["main"])
    return re.sub(r'<span class="pill bar-watchers">.*?</span></span>', "", main)


def test_spectator_sees_no_seats_view(duel: Round, visitors: Visitors) -> None:
    first, second = duel.people
    first.play(duel.table, "roll")
    mira, stranger = visitors.come(), visitors.stranger()
    views = [main_of(who, duel.table) for who in (mira, stranger)]
    assert views[0] == views[1]
    assert "data-die" not in views[0]
    assert 'name="event"' not in views[0]
    assert main_of(first, duel.table) != views[0] != main_of(second, duel.table)


def kept_out(who: Visitor, table: str) -> None:
    """Hold that somebody is told kindly that this table is not to be watched."""
    answer = who.get(table)
    page = Page(answer.text)
    assert (answer.status_code, page.language) == (403, "de")
    assert "Hier bleibt man unter sich" in page.text
    assert "Zur Lobby" in page.text
    assert who.watch(table).closed() == 4404


def test_table_without_spectators(visitors: Visitors) -> None:
    group = visitors.begun(2, watchable="0")
    first, second = group.people
    tab = first.watch(group.table)
    say(tab, "ganz unter uns")
    mira = visitors.come()
    for who in (mira, visitors.stranger()):
        kept_out(who, group.table)
        lobby = who.page("/")
        assert f'href="{group.table}"' not in lobby.html
        assert "ohne Zuschauer" in lobby.text
    for do in ("chat", "react"):
        answer = mira.post(f"{group.table}/{do}", {"command": "x", "text": "x", "reaction": "wow"})
        assert answer.status_code == 403
    assert "ganz unter uns" in second.page(group.table).text


def test_owner_keeps_spectators_out(visitors: Visitors) -> None:
    """Those who look on are sent away; who could still take a seat sees the seats only."""
    wanda, willi, mira = (visitors.come() for _ in range(3))
    table = wanda.open_table(2)
    tabs = {who.name: who.watch(table) for who in (wanda, willi, mira)}
    for tab in tabs.values():
        tab.snapshot()
    say(tabs[wanda.name], "noch offen")
    hear(tabs[mira.name], "noch offen")
    assert tabs[mira.name].ask("watching", watchable="0")["code"] == "not-owner"
    assert tabs[wanda.name].ask("watching", watchable="0")["k"] == "ok"
    tabs[mira.name].until(lambda tab: not tab.log)
    assert "Hier liest nur mit, wer einen Platz hat." in tabs[mira.name].regions["chat-to"]
    assert reloaded(mira, table) == []
    assert say(tabs[mira.name], "x")["code"] == "not-watchable"
    assert "sit" in {b.action_name for b in mira.page(table).buttons}
    willi.act(table, "sit")
    assert tabs[mira.name].closed() == NOT_FOR_YOU
    kept_out(mira, table)
    hear(tabs[willi.name], "noch offen")
    say(tabs[wanda.name], "jetzt zu zweit")
    assert tabs[mira.name].log == []
    assert tabs[wanda.name].ask("watching", watchable="1")["k"] == "ok"
    back = mira.watch(table)
    back.snapshot()
    assert any("jetzt zu zweit" in words for words in told(back))


def test_invitation_to_a_full_table_without_spectators(visitors: Visitors) -> None:
    group = visitors.seated(2, watchable="0")
    found = re.search(r"/i/([\w-]+)", visitors_invitation(group))
    assert found is not None
    answer = visitors.come().get(found[0])
    assert answer.status_code == 403
    assert "Hier bleibt man unter sich" in Page(answer.text).text


def visitors_invitation(group: Round) -> str:
    """Return the page on which the owner found the invitation while a seat was free."""
    guest = group.people[1]
    guest.act(group.table, "leave")
    html = group.people[0].page(group.table).html
    guest.act(group.table, "sit")
    return html


def test_new_table_form_asks_about_spectators(visitors: Visitors) -> None:
    wanda = visitors.come()
    html = wanda.page("/").html
    assert re.search(r'name="watchable" value="1" checked', html)
    assert re.search(r'name="watchable" value="0"(?! checked)', html)
    bad = wanda.post("/tables", {"game": "zdwa", "seats": "2", "watchable": "maybe"})
    assert bad.status_code == 400


def test_closed_table_tells_nothing(visitors: Visitors) -> None:
    wanda = visitors.come()
    table = wanda.open_table(2)
    tab = wanda.watch(table)
    tab.snapshot()
    say(tab, "gleich ist Schluss")
    hear(tab, "gleich ist Schluss")
    wanda.act(table, "close")
    tab.until(lambda tab: "is-closed" in tab.regions["main"])
    assert tab.log == []
    assert "gleich ist Schluss" not in wanda.page(table).text
