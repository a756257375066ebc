"""Pages of tables: who sees and may press what, and every press as a form without JavaScript."""

import re
from typing import Final

import httpx2
import pytest

from pasch.games.discovery import rules
from pasch.kernel.record import read_record
from pasch.kernel.replay import verify
from pasch.web.actions import ACTIONS, CHAT_ACTIONS
from tests.web.visitors import GAME, Button, Page, Round, Visitor, Visitors, kept, unchanged

SHARE: Final = "00112233445566778899aabbccddeeff"


def pressable(page: Page) -> set[str]:
    """Return the names of all actions at the table that the page offers, without the chat's."""
    names = {button.action_name for button in page.buttons if button.action.startswith("/t/")}
    return names - set(CHAT_ACTIONS)


# --- Who sees what


def test_member_of_a_waiting_table(visitors: Visitors) -> None:
    wanda = visitors.come()
    table = wanda.open_table(2)
    page = wanda.page(table)
    assert pressable(page) == {"ready", "leave", "close", "renew", "watching", "computers"}
    assert "Bereit" in page.text


def test_owner_and_guest_of_a_waiting_table(visitors: Visitors) -> None:
    group = visitors.seated(3, hardcore="yes")
    owner, guest, _ = (person.page(group.table) for person in group.people)
    assert pressable(owner) == {"ready", "leave", "close", "remove", "watching"}
    assert pressable(guest) == {"ready", "leave"}
    assert {b.value for b in owner.buttons if b.action_name == "remove"} == {"2", "3"}


@pytest.mark.parametrize("is_known", [True, False])
def test_others_at_a_waiting_table(visitors: Visitors, is_known: bool) -> None:
    group = visitors.seated(2)
    table = visitors.come().open_table(3)
    other = visitors.come() if is_known else visitors.stranger()
    assert pressable(other.page(table)) == {"sit"}
    assert pressable(other.page(group.table)) == set(), "it is full"
    assert ("/name" in other.page(table).hidden) != is_known


def test_seats_of_the_match(duel: Round) -> None:
    first, second = (person.page(duel.table) for person in duel.people)
    assert first.events() == ["roll"]
    assert second.events() == []
    assert "Du bist am Zug" in first.text
    assert f"{duel.people[0].name} ist am Zug" in second.text


@pytest.mark.parametrize("is_known", [True, False])
def test_spectators_of_the_match_can_press_nothing(
    duel: Round, visitors: Visitors, is_known: bool
) -> None:
    duel.people[0].play(duel.table, "roll")
    other = visitors.come() if is_known else visitors.stranger()
    page = other.page(duel.table)
    assert pressable(page) == set()
    assert "write" not in page.html.split('<div id="board"')[1].split("<section")[0]


def test_match_page_before_and_after_a_throw(duel: Round) -> None:
    first, second = duel.people
    first.play(duel.table, "roll")
    page = first.page(duel.table)
    assert {"keep", "write free +", "announce K"} <= set(page.events())
    assert {b.value for b in page.buttons if b.action_name == "hold"} == {
        f"{die}:1" for die in range(1, 6)
    }
    assert second.page(duel.table).events() == []


def test_unknown_and_closed_tables(visitors: Visitors) -> None:
    wanda = visitors.come()
    for path in ("/t/222222", "/t/x", "/t/abc%00", "/t/%ff", "/t/" + "A" * 3000):
        answer = wanda.get(path)
        assert answer.status_code == 404
        assert "Diesen Tisch gibt es nicht." in Page(answer.text).text
    table = wanda.open_table(2)
    wanda.act(table, "close")
    closed = wanda.page(table)
    assert "geschlossen" in closed.text
    assert pressable(closed) == set()


# --- Every press


def press(who: Visitor, button: Button, page: Page, *, live: bool) -> httpx2.Response:
    """Press a button of a page as a browser does, with scripts or without."""
    fields = {**page.hidden.get(button.action, {})}
    if button.name:
        fields[button.name] = button.value
    return who.post(button.action, fields, **({"X_Live": "1"} if live else {}))


def lobby_after(ended: str, table: str) -> str:
    """Return the lobby's address that says why a table has closed."""
    return f"/?{ended}={table.removeprefix('/t/')}"


def done(answer: httpx2.Response, back: str, *, live: bool) -> None:
    """Hold that something was done: `back` is to be seen, or there is nothing to say."""
    if live:
        assert (answer.status_code, answer.content) == (204, b"")
    else:
        assert (answer.status_code, answer.headers["location"]) == (303, back)


@pytest.mark.parametrize("live", [False, True])
def test_every_action_by_its_button(visitors: Visitors, live: bool) -> None:
    """One life of a table, in which every action is pressed once; none is left out."""
    pressed = set()

    def go(who: Visitor, table: str, action: str, value: str = "", back: str = "") -> None:
        page = who.page(table)
        button = next(
            b for b in page.buttons if b.action == f"{table}/{action}" and value in ("", b.value)
        )
        done(press(who, button, page, live=live), back or table, live=live)
        pressed.add(action)

    wanda, willi = visitors.come(), visitors.come()
    table = wanda.open_table(2)
    go(wanda, table, "watching", "0")
    go(wanda, table, "watching", "1")
    go(willi, table, "sit", "2")
    go(willi, table, "leave")
    go(wanda, table, "renew")
    go(wanda, table, "computers", "greedy")
    assert "Computer 1" in willi.page(table).text
    go(wanda, table, "pace", "slow")
    go(wanda, table, "remove", "2")
    go(willi, table, "sit")
    go(wanda, table, "remove", "2")
    go(willi, table, "sit")
    go(wanda, table, "ready", "1")
    go(wanda, table, "ready", "0")
    go(wanda, table, "ready", "1")
    go(willi, table, "ready", "1")
    go(wanda, table, "play", "roll")
    go(wanda, table, "hold", "3:1")
    assert {"3:0", "2:1"} <= {b.value for b in wanda.page(table).buttons}
    go(wanda, table, "play", "keep 3")
    go(willi, table, "pause")
    go(wanda, table, "resume")
    go(wanda, table, "pause")
    go(willi, table, "abort", back=lobby_after("aborted", table))
    given_up = visitors.begun(2)
    lobby = lobby_after("aborted", given_up.table)
    go(given_up.people[1], given_up.table, "quit", back=lobby)
    other = wanda.open_table(2)
    go(wanda, other, "renew")
    go(wanda, other, "close")
    solo = visitors.begun(1, hardcore="yes")
    solo.play_on(48)
    go(solo.people[0], solo.table, "again")
    assert solo.people[0].page(solo.table).events()
    practice = wanda.open_table(1, game="wuerfelmania")
    wanda.act(practice, "ready", ready="1")
    assert wanda.post(f"{practice}/hint", {}).status_code == 409
    wanda.act(practice, "hint", confirmed="1")
    go(wanda, practice, "hint")
    assert pressed == set(ACTIONS) - set(CHAT_ACTIONS)


def test_leaving_at_a_cost_leads_to_the_lobby(visitors: Visitors) -> None:
    group = visitors.begun(2, game="wuerfelmania")
    wanda, willi = group.people
    for _ in range(2 * 2):
        mover = next(who for who in group.people if who.page(group.table).events())
        mover.play(group.table, "roll")
        cells = [event for event in mover.page(group.table).events() if event.startswith("write")]
        mover.play(group.table, cells[0])
    asked = wanda.post(f"{group.table}/quit")
    assert asked.status_code == 409
    assert "500" in Page(asked.text).text
    answer = wanda.post(f"{group.table}/quit", {"confirmed": "1"})
    done(answer, lobby_after("left", group.table), live=False)
    assert "Die Partie wurde verlassen" in wanda.page(answer.headers["location"]).text
    assert willi.post(f"{group.table}/quit", {"confirmed": "1"}).status_code == 409


def test_who_wants_to_abort_stays_until_all_agree(visitors: Visitors) -> None:
    group = visitors.begun(2, game="wuerfelmania")
    wanda, willi = group.people
    wanda.act(group.table, "pause")
    done(wanda.post(f"{group.table}/abort"), group.table, live=False)
    lobby = lobby_after("aborted", group.table)
    done(willi.post(f"{group.table}/abort"), lobby, live=False)
    assert "Die Partie wurde abgebrochen" in willi.page(lobby).text


def test_share_of_the_browser_is_used(visitors: Visitors) -> None:
    wanda = visitors.come()
    table = wanda.open_table(1)
    wanda.act(table, "ready", ready="1", share=SHARE)
    match = wanda.page(table).hidden[f"{table}/play"]["match"]
    (row,) = [row for row in kept(visitors.host, "players")["players"] if row[0] == match]
    assert bytes.fromhex(SHARE) in row
    assert row[-2:] == (0, None)


def test_seat_without_javascript_gets_a_share_of_the_server(visitors: Visitors) -> None:
    solo = visitors.begun(1)
    rows = kept(visitors.host, "players")["players"]
    (row,) = [row for row in rows if row[0] == solo.match]
    assert row[-2:] == (1, None)


@pytest.mark.parametrize("language", ["de", "en"])
def test_zero_is_asked_about_on_a_page(visitors: Visitors, language: str) -> None:
    wanda = visitors.come(language)
    table = wanda.open_table(1, hardcore="yes")
    wanda.act(table, "ready", ready="1")
    page = wanda.page(table)
    zero = next(
        button
        for button in page.buttons
        if button.action_name == "play" and f'value="{button.value}" data-confirm' in page.html
    )
    with unchanged(visitors.host):
        asked = press(wanda, zero, page, live=False)
        by_script = press(wanda, zero, page, live=True)
    question = Page(asked.text)
    assert (asked.status_code, question.language) == (409, language)
    assert {"de": "Wirklich?", "en": "Really?"}[language] in question.text
    assert (by_script.status_code, by_script.json()["ask"]) == (409, True)
    assert by_script.json()["code"] == "needs-confirmation"
    assert question.hidden[f"{table}/play"] == {
        **page.hidden[f"{table}/play"],
        "event": zero.value,
        "confirmed": "1",
    }
    yes = next(b for b in question.buttons if b.action_name == "play")
    done(press(wanda, yes, question, live=False), table, live=False)
    assert zero.value not in wanda.page(table).events()


# --- The end


def test_finished_match_and_its_record(visitors: Visitors) -> None:
    solo = visitors.begun(1, hardcore="yes")
    (wanda,) = solo.people
    match = solo.match
    assert wanda.get(f"/m/{match}/record.txt").status_code == 404, "it is not over"
    solo.play_on(48)
    page = wanda.page(solo.table)
    assert "Die Partie ist aus" in page.text
    assert f'href="/m/{match}/record.txt"' in page.html
    answer = visitors.stranger().get(f"/m/{match}/record.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    record = read_record(answer.text)
    assert (record.game, record.seats) == (GAME, (wanda.name,))
    assert list(verify(rules(GAME), record)) == []
    assert record.provenance is not None
    assert record.provenance.secrets[0].hex() in page.text


@pytest.mark.parametrize("match", ["222222222222", "x", "a%00b", "%ff", "A" * 3000])
@pytest.mark.parametrize("language", ["de", "en"])
def test_unknown_record(visitors: Visitors, match: str, language: str) -> None:
    answer = visitors.stranger(language).get(f"/m/{match}/record.txt")
    page = Page(answer.text)
    assert (answer.status_code, page.language) == (404, language)


def test_no_secret_of_a_running_match_is_anywhere(duel: Round, visitors: Visitors) -> None:
    duel.people[0].play(duel.table, "roll")
    rows = kept(visitors.host, "matches", "tables")
    secrets = [
        value.hex()
        for table in rows.values()
        for row in table
        if row[0] in {duel.match, duel.table.removeprefix("/t/")}
        for value in row
        if isinstance(value, bytes)
    ]
    assert len(secrets) == 2, "of this match and of the next"
    for who in (*duel.people, visitors.stranger()):
        tab = who.watch(duel.table)
        tab.snapshot()
        for html in (who.get(duel.table).text, who.get("/").text, str(tab.updates)):
            assert not [secret for secret in secrets if secret in html]


def test_only_the_owner_sets_the_pace_also_while_they_play(visitors: Visitors) -> None:
    wanda, willi = visitors.come(), visitors.come()
    table = wanda.open_table(3)
    willi.act(table, "sit")
    wanda.act(table, "computers", level="first")
    for who in (wanda, willi):
        who.act(table, "ready", ready="1", share=SHARE)
    page = wanda.page(table)
    assert "mit Computern" in page.text
    assert {b.value for b in page.buttons if b.action_name == "pace"} == {"slow"}
    assert "pace" not in pressable(willi.page(table))
    wanda.act(table, "pace", pace="slow")
    assert {b.value for b in wanda.page(table).buttons if b.action_name == "pace"} == {"quick"}


def test_level_of_computers_is_told_before_one_joins(visitors: Visitors) -> None:
    """In the lobby, by an invitation and at the table: how they play, and how long they think."""
    wanda, willi = visitors.come(), visitors.come()
    table = wanda.open_table(3)
    wanda.act(table, "computers", level="greedy", seat="2")
    invited = re.search(r"/i/[\w-]+", wanda.get(table).text)
    assert invited is not None
    for path in ("/", table, invited[0]):
        assert "Gierig, entscheidet sofort" in willi.page(path).text
