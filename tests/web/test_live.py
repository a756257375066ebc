"""The live protocol: snapshots and patches down, commands up, over one socket a tab."""

import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from socket import SHUT_WR, create_connection
from typing import Final

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.web.visitors import (
    PATIENCE,
    Page,
    Round,
    Tab,
    Visitor,
    Visitors,
    kept,
    messages_in,
    open_socket,
    unchanged,
)

PLAY_BUTTON: Final = re.compile(r'<button[^>]*form="(?:play|hold)"')


def watching(group: Round) -> list[Tab]:
    """Open everybody's page of a table and wait until it is there."""
    tabs = [person.watch(group.table) for person in group.people]
    for tab in tabs:
        tab.snapshot()
    return tabs


def in_step(who: Visitor, table: str, tab: Tab) -> None:
    """Hold that a page shows what a new one of the same person shows, with the same log."""
    new = who.watch(table)
    new.snapshot()
    tab.until_seen(new.seen)
    assert (tab.match, tab.seen, tab.log) == (new.match, new.seen, new.log)
    alike(tab, new)
    new.close()


def alike(tab: Tab, new: Tab) -> None:
    """Hold that all regions that a page was sent are as a new page has them."""
    for region, html in tab.regions.items():
        if region in new.regions and region != "main":
            assert html == new.regions[region]
        elif region != "main":
            assert html in new.regions["main"]


def entries(log: Sequence[str]) -> list[str]:
    """Return the lines that tell of the match, without those of the table."""
    return [line for line in log if "is-event" in line]


# --- What comes down


def test_first_message_is_a_snapshot(duel: Round, visitors: Visitors) -> None:
    first, second = duel.people
    first.play(duel.table, "roll", "write free +")
    for who in (first, second, visitors.stranger()):
        tab = who.watch(duel.table)
        message = tab.receive()
        assert message["k"] == "snap"
        assert (message["match"], message["seen"]) == (duel.match, 3)
        assert list(message["regions"]) == ["main", "chat-to", "chat-people"]
        page = who.get(duel.table).text
        assert len(entries(message["log"])) == 1
        assert all(line in page for line in message["log"])
        assert Page(message["regions"]["main"]).text in Page(page).text


def test_snapshot_draws_what_the_page_draws(duel: Round) -> None:
    """To the byte, but for the ids of commands, which are made for each drawing."""
    first, _ = duel.people
    first.play(duel.table, "roll")
    without = re.compile(r'name="command" value="[^"]*"')
    page, tab = first.page(duel.table), first.watch(duel.table)
    main = tab.snapshot()["regions"]["main"]
    assert without.sub("", main.strip()) in without.sub("", page.html)


def test_patches_follow_one_another(duel: Round) -> None:
    tabs = watching(duel)
    steps = ("roll", "announce K", "retract", "keep 1 2", "write free +")
    for event in steps:
        tabs[0].do(event)
        for who, tab in zip(duel.people, tabs, strict=True):
            in_step(who, duel.table, tab)
    for tab in tabs:
        assert {tab.epoch} == {update["epoch"] for update in tab.updates}
        assert [update["k"] for update in tab.updates] == ["snap"] + ["patch"] * len(steps)
        numbers = [update["n"] for update in tab.updates]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_patch_holds_only_what_has_changed(duel: Round) -> None:
    tabs = watching(duel)
    tabs[0].do("roll")
    for tab in tabs:
        patch = tab.until_seen(2)
        assert "main" not in patch["regions"]
        assert "log" not in patch, "throws are seen, not told"
    rows = [region for region in tabs[1].updates[-1]["regions"] if "row" in region]
    assert rows == [], "a throw touches no sheet of the others"


def test_cues_and_words(duel: Round) -> None:
    """What moves, what is read out, and who is called to the table."""
    tabs = watching(duel)
    tabs[0].do("roll")
    patch = tabs[1].until_seen(2)
    assert patch["cues"] == [{"t": "throw", "at": [f"die-{die}" for die in range(1, 6)]}]
    tabs[0].do("write free +")
    mine, yours = tabs[0].until_seen(3), tabs[1].until_seen(3)
    assert duel.people[0].name in mine["said"]
    assert mine["said"] == yours["said"]
    assert "turn" not in mine
    assert yours["turn"] == "Du bist am Zug"
    assert yours["title"].startswith("● ")
    assert not mine["title"].startswith("● ")


def test_gap_is_filled_by_a_snapshot(duel: Round) -> None:
    first, second = watching(duel)
    first.do("roll")
    (lost,) = messages_in(second.socket.recv(timeout=15, decode=True))
    assert lost["k"] == "patch"
    first.do("keep 1")
    with pytest.raises(AssertionError, match="a gap"):
        second.receive()
    second.send("sync")
    assert second.snapshot()["seen"] == 4
    in_step(duel.people[1], duel.table, second)
    first.do("keep 1 2")
    assert second.until_seen(6)["k"] == "patch", "and on it goes"


def test_event_between_page_and_socket_is_not_lost(duel: Round) -> None:
    first, second = duel.people
    page = second.page(duel.table)
    assert page.hidden[f"{duel.table}/play"]["seen"] == "0"
    first.play(duel.table, "roll", "write free +")
    tab = second.watch(duel.table)
    assert tab.receive()["seen"] == 3
    assert len(entries(tab.log)) == 1


def test_languages_are_audiences_of_their_own(duel: Round) -> None:
    first, second = duel.people
    german = second.watch(duel.table)
    english = second.watch(duel.table, language="en")
    for tab in (german, english):
        tab.snapshot()
    first.play(duel.table, "roll", "write free +")
    assert german.until_seen(3)["turn"] == "Du bist am Zug"
    assert english.until_seen(3)["turn"] == "It is your turn"
    assert "schreibt" in entries(german.log)[0]
    assert "writes" in entries(english.log)[0]


# --- Who sees what


def test_only_the_seat_to_move_gets_buttons(duel: Round, visitors: Visitors) -> None:
    """In snapshots and in every patch, through all kinds of events and both turns."""
    tabs = watching(duel)
    watchers = [who.watch(duel.table) for who in (visitors.come(), visitors.stranger())]
    for tab in watchers:
        tab.snapshot()
    script = (
        (0, ("roll", "announce K", "retract", "keep 1 2", "write free +", "correct", "cancel")),
        (1, ("roll", "keep", "write free -")),
    )
    for mover, events in script:
        for event in events:
            for tab in (*tabs, *watchers):
                tab.updates.clear()
            tabs[mover].do(event)
            version = len(duel.log)
            for tab in (*tabs, *watchers):
                tab.until_seen(version)
            for tab in watchers:
                assert not PLAY_BUTTON.search(json.dumps(tab.updates).replace('\\"', '"'))
            for seat, tab in enumerate(tabs, 1):
                told = json.dumps(tab.updates).replace('\\"', '"')
                assert bool(PLAY_BUTTON.search(told)) <= bool(duel.legal(seat))


def test_holds_are_seen_live(duel: Round, visitors: Visitors) -> None:
    first, second = watching(duel)
    first.do("roll")
    second.until_seen(2)
    fields = {"match": first.match, "die": "3:1"}
    assert first.ask("hold", **fields)["k"] == "ok"
    second.until(lambda tab: "is-held" in tab.regions["die-3"])
    in_step(duel.people[1], duel.table, second)
    spectator = visitors.stranger().watch(duel.table)
    assert "is-held" in spectator.snapshot()["regions"]["main"]
    assert first.ask("hold", **{**fields, "die": "3:0"})["k"] == "ok"
    second.until(lambda tab: "is-held" not in tab.regions["die-3"])
    assert len(duel.log) == 2, "holds are no events"


def test_seat_change_moves_the_page(visitors: Visitors) -> None:
    group = visitors.seated(2)
    third = visitors.come()
    table = group.people[0].open_table(3)
    third.act(table, "sit")
    tabs = [person.watch(table) for person in (group.people[0], third)]
    for tab in tabs:
        tab.snapshot()
    third.act(table, "sit", seat="3")
    for tab, me in zip(tabs, (group.people[0], third), strict=True):
        tab.until(lambda tab: "Platz 2" in Page("".join(tab.regions.values())).text)
        new = me.watch(table)
        new.snapshot()
        alike(tab, new)


def test_whoever_is_put_out_sees_it(visitors: Visitors) -> None:
    group = visitors.seated(2)
    owner, guest = watching(group)
    answer = owner.ask("remove", seat="2")
    assert answer["k"] == "ok"
    guest.until(lambda tab: "/sit" in "".join(tab.regions.values()))
    assert guest.ask("ready", ready="1")["code"] == "not-seated"


def test_closed_table_is_seen_by_all(visitors: Visitors) -> None:
    group = visitors.seated(2)
    owner, guest = watching(group)
    spectator = visitors.stranger().watch(group.table)
    assert owner.ask("close")["k"] == "ok"
    for tab in (owner, guest, spectator):
        tab.until(lambda tab: "is-closed" in tab.regions["main"])
    late = visitors.stranger().watch(group.table)
    assert "is-closed" in late.snapshot()["regions"]["main"]


def test_unknown_table_is_told(visitors: Visitors) -> None:
    wanda = visitors.come()
    for table in ("/t/222222", "/t/x", "/t/a%00b"):
        assert wanda.watch(table).closed() == 4404


# --- What goes up


def test_match_begins_by_socket_with_the_browsers_shares(visitors: Visitors) -> None:
    group = visitors.seated(2)
    tabs = watching(group)
    shares = ("00" * 16, "ff" * 16)
    for tab, share in zip(tabs, shares, strict=True):
        assert tab.ask("ready", ready="1", share=share)["k"] == "ok"
    for tab in tabs:
        tab.until(lambda tab: "is-playing" in tab.regions["main"])
        assert tab.match == group.match
    rows = [row for row in kept(visitors.host, "players")["players"] if row[0] == group.match]
    assert {bytes.fromhex(share) for share in shares} <= {v for row in rows for v in row}


def test_two_tabs_of_one_seat_throw_once(visitors: Visitors) -> None:
    """Alone the first throw happens by itself: it must not happen once for each tab."""
    solo = visitors.seated(1)
    (wanda,) = solo.people
    tabs = [wanda.watch(solo.table) for _ in range(2)]
    for tab in tabs:
        tab.snapshot()
    sent = [tab.send("ready", ready="1") for tab in tabs]
    answers = [tab.answer(request) for tab, request in zip(tabs, sent, strict=True)]
    assert sorted(answer["k"] for answer in answers) == ["no", "ok"]
    assert len(solo.log) == 1
    for tab in tabs:
        tab.until_seen(1)
    cells = [e for e in solo.legal(1) if e.startswith("write")][:2]
    sent = [tab.send("play", **tab.command(cell)) for tab, cell in zip(tabs, cells, strict=True)]
    answers = [tab.answer(request) for tab, request in zip(tabs, sent, strict=True)]
    assert sorted(answer.get("code", "ok") for answer in answers) == ["ok", "stale"]
    assert [line[0] for line in solo.log] == ["*", "1", "*"]


def test_same_command_by_socket_and_form_happens_once(duel: Round) -> None:
    first, _ = duel.people
    tab = first.watch(duel.table)
    tab.snapshot()
    command = tab.command("roll")
    with ThreadPoolExecutor(2) as pool:
        posting = pool.submit(first.post, f"{duel.table}/play", command, X_Live="1")
        answer = tab.ask("play", **command)
    assert answer["k"] == "ok"
    assert posting.result().status_code == 204
    assert tab.ask("play", **command)["k"] == "ok"
    assert len(duel.log) == 2


def test_two_commands_for_one_version_by_socket_and_form(duel: Round) -> None:
    first, _ = duel.people
    tab = first.watch(duel.table)
    tab.snapshot()
    tab.do("roll")
    with ThreadPoolExecutor(2) as pool:
        posting = pool.submit(first.post, f"{duel.table}/play", tab.command("keep 1"), X_Live="1")
        answer = tab.play("keep 2")
    by_form = posting.result()
    assert {answer["k"] == "ok", by_form.status_code == 204} == {True, False}
    told = answer.get("code") or by_form.json()["code"]
    assert told == "stale"
    assert len(duel.log) == 4


def test_commands_of_one_tab_keep_their_order(duel: Round) -> None:
    """What is pressed quickly, one after another, is carried out in that order."""
    tab, _ = watching(duel)
    tab.do("roll")
    holds = ["1:1", "2:1", "1:0", "5:1", "2:0"]
    sent = [tab.send("hold", match=tab.match, die=die) for die in holds]
    assert {tab.answer(request)["k"] for request in sent} == {"ok"}
    page = duel.people[0].page(duel.table)
    assert {
        b.value for b in page.buttons if b.action_name == "hold" and b.value.endswith(":0")
    } == {"5:0"}


def sits(who: Visitor, table: str) -> bool:
    """Look at a table that waits, and tell whether it offers somebody a seat's own buttons."""
    return "leave" in {button.action_name for button in who.page(table).buttons}


def break_off(who: Visitor, path: str, length: int | None) -> None:
    """Ask for the socket of a page, and be gone after so many bytes of the request, None for all.

    Return when the server has let the connection go too.
    """
    address = who.host.url.removeprefix("http://")
    head = (
        f"GET {path}/live HTTP/1.1\r\nHost: {address}\r\nOrigin: {who.host.url}\r\n"
        f"Cookie: {who.cookies}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
    )
    name, port = address.split(":")
    with create_connection((name, int(port)), timeout=PATIENCE) as connection:
        connection.sendall(head.encode()[:length])
        connection.shutdown(SHUT_WR)
        while connection.recv(65_536):
            pass


def fail_handshakes(who: Visitor, path: str) -> None:
    """Ask for the socket of a page from another site, and break off in and behind the request."""
    foreign = {"Origin": "http://evil.example", "Cookie": who.cookies}
    with pytest.raises(InvalidStatus):
        open_socket(who.host, f"{path}/live", foreign)
    break_off(who, path, -len("\r\n"))
    break_off(who, path, None)


def test_fifty_join_the_last_seat(visitors: Visitors) -> None:
    owner = visitors.come()
    table = owner.open_table(2)
    crowd = [visitors.come() for _ in range(50)]
    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(lambda p: p.post(f"{table}/sit", X_Live="1"), crowd))
    statuses = [answer.status_code for answer in answers]
    assert (statuses.count(204), statuses.count(409)) == (1, 49)
    assert {a.json()["code"] for a in answers if a.status_code == 409} == {"seat-taken"}
    winner = crowd[statuses.index(204)]
    assert sits(winner, table)
    fail_handshakes(winner, table)
    assert sits(winner, table)
    assert f'action="{table}/leave"' in winner.watch(table).snapshot()["regions"]["main"]
    assert crowd[statuses.index(409)].post(f"{table}/sit", X_Live="1").status_code == 409
    Round(visitors.host, table, [owner, winner]).get_ready()
    owner.play(table, "roll", "write free +")
    winner.play(table, "roll")


# --- Coming back


def test_coming_back_shows_that_the_match_began(visitors: Visitors) -> None:
    group = visitors.seated(2)
    first, second = group.people
    tab, lobby = first.watch(group.table), first.watch("/")
    tab.snapshot()
    lobby.snapshot()
    tab.close()
    lobby.close()
    group.get_ready()
    assert "is-playing" in first.watch(group.table).snapshot()["regions"]["main"]
    assert "Du bist am Zug" in Page(first.watch("/").snapshot()["regions"]["mine"]).text
    assert second.watch(group.table).snapshot()["match"] == group.match


def test_leaving_and_coming_back_changes_nothing(duel: Round) -> None:
    first, second = duel.people
    first.play(duel.table, "roll")
    with unchanged(duel.host):
        for person in (first, second, first):
            tab = person.watch(duel.table)
            tab.snapshot()
            tab.close()
    assert first.page(duel.table).events()
    assert not second.page(duel.table).events()


def test_everybody_sees_the_end_and_a_double_tap_is_harmless(visitors: Visitors) -> None:
    duel = visitors.begun(2, hardcore="yes")
    duel.play_on(95)
    tabs = watching(duel)
    late = duel.people[0].watch(duel.table)
    (last,) = [e for e in duel.legal(2) if e.startswith("write")]
    command = tabs[1].command(last)
    sent = [tabs[1].send("play", **command) for _ in range(2)]
    assert [tabs[1].answer(request)["k"] for request in sent] == ["ok", "ok"]
    for tab in (*tabs, late, duel.people[1].watch(duel.table)):
        tab.until(lambda tab: 'id="finish"' in tab.regions["main"])
    assert tabs[1].play("write free 1")["code"] == "match-over"
    assert [row[0] for row in kept(duel.host, "matches")["matches"]].count(duel.match) == 1


# --- Whoever cannot follow, or sends nonsense


def test_slow_reader_is_asked_to_come_again(visitors: Visitors) -> None:
    """Messages that wait for a tab are bounded; it is closed, and comes back to the newest."""
    group = visitors.begun(4)
    wanda = group.people[0]
    slow = wanda.watch(group.table, max_queue=1)
    for _ in range(1500):
        slow.send_raw({"do": "sync"})
    assert slow.closed() == 1013
    assert len(slow.updates) < 1500
    wanda.play(group.table, "roll")
    again = wanda.watch(group.table)
    assert again.snapshot()["seen"] == 2


NONSENSE: Final = {
    "text": "roll",
    "nothing": "",
    "a number": "17",
    "a list": "[]",
    "null": "null",
    "half an object": '{"do": "play"',
    "fields of a list": '{"id": "1", "do": "play", "fields": []}',
    "fields of numbers": '{"id": "1", "do": "play", "fields": {"seen": 2}}',
    "an action of numbers": '{"id": "1", "do": 7}',
    "deep": '{"id": ' + "[" * 5000 + "]" * 5000 + "}",
    "NUL": "\x00",
    "a surrogate": '{"id": "1", "do": "play", "fields": {"event": "\\ud800"}}',
}


@pytest.mark.parametrize("text", NONSENSE.values(), ids=NONSENSE)
@pytest.mark.parametrize("path", ["/", "table"])
def test_nonsense_closes_the_socket(visitors: Visitors, text: str, path: str) -> None:
    wanda = visitors.come()
    table = wanda.open_table(1)
    with unchanged(visitors.host):
        tab = wanda.watch(table if path == "table" else path)
        tab.snapshot()
        tab.socket.send(text)
        assert tab.closed() == 1003
    assert wanda.get(table).status_code == 200


@pytest.mark.parametrize("path", ["/", "table"])
def test_binary_frame_closes_the_socket(visitors: Visitors, path: str) -> None:
    wanda = visitors.come()
    tab = wanda.watch(wanda.open_table(1) if path == "table" else path)
    tab.snapshot()
    tab.socket.send(b'{"do": "sync"}')
    assert tab.closed() == 1003


def test_large_frame_closes_the_socket(duel: Round) -> None:
    tab, _ = watching(duel)
    with unchanged(duel.host):
        tab.send("play", event="x" * 70_000)
        assert tab.closed() == 1009
    assert duel.people[0].watch(duel.table).snapshot()["k"] == "snap"


def test_frame_that_is_no_utf8_closes_the_socket(duel: Round) -> None:
    tab, _ = watching(duel)
    tab.socket.send(b"\xff\xfe", text=True)
    assert tab.closed() == 1007


ODD: Final[dict[str, tuple[dict[str, object], str]]] = {
    "unknown action": ({"id": "1", "do": "dance"}, "unknown-action"),
    "no action": ({"id": "1"}, "unknown-action"),
    "no id": ({"do": "dance"}, "unknown-action"),
    "NUL": ({"id": "\0", "do": "play", "fields": {"match": "\0", "event": "\0"}}, "bad-field"),
    "unknown field": ({"id": "1", "do": "leave", "more": [1]}, "wrong-moment"),
    "markup": ({"id": "<b>", "do": "<b>"}, "unknown-action"),
}


@pytest.mark.parametrize(("odd", "code"), ODD.values(), ids=ODD)
def test_odd_request_is_answered(duel: Round, odd: dict[str, object], code: str) -> None:
    tab, _ = watching(duel)
    with unchanged(duel.host):
        tab.send_raw(odd)
        answer = tab.receive()
    assert (answer["id"], answer["code"]) == (odd.get("id", ""), code)
    assert tab.ask("dance")["k"] == "no", "the socket is open still"


def test_ping_is_answered_at_once(duel: Round) -> None:
    tab, _ = watching(duel)
    tab.send_raw({"do": "ping"})
    assert tab.receive() == {"k": "pong"}


def test_stranger_may_look_on_but_not_act(duel: Round, visitors: Visitors) -> None:
    tab = visitors.stranger().watch(duel.table)
    tab.snapshot()
    with unchanged(duel.host):
        for do in ("play", "hold", "sit", "leave", "ready", "close", "pause", "quit"):
            assert tab.ask(do)["code"] == "not-signed-in"


def test_wrong_cookie_is_a_stranger(duel: Round, visitors: Visitors) -> None:
    tab = visitors.stranger().watch(duel.table, cookies="pasch=" + "A" * 43)
    tab.snapshot()
    assert tab.ask("play", **tab.command("roll"))["code"] == "not-signed-in"


def test_closed_socket_is_closed(duel: Round) -> None:
    """What the tests above rely on: a closed socket says so."""
    tab, _ = watching(duel)
    tab.close()
    with pytest.raises(ConnectionClosed):
        tab.receive()
