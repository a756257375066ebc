"""Power cuts: the server dies and comes back, and the open pages find their way by themselves."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import expect

from pasch.kernel.actors import Seat
from tests.e2e import dominoes
from tests.e2e.people import RETURN, Guests, Person
from tests.server import RunningServer
from tests.web.dominoes import MOMENTS

LOST = ("WebSocket connection to", "net::ERR_")
"""What a browser's console says of a server that does not answer."""

Picture = tuple[dict[str, list[list[str]]], list[int], list[str], list[str]]


def picture(person: Person) -> Picture:
    """Read what both people at a table see alike."""
    throw = re.findall(r"Wurf \d von \d", person.dock.inner_text())
    events = person.log.locator(".is-event").all_inner_texts()
    return person.sheets(), person.dice(), events, throw


def begin(guests: Guests) -> tuple[Person, Person]:
    """Let two people begin a match whose pages would notice being loaded again."""
    anna, jo = guests.begin("Anna", "Jo")
    for person in (anna, jo):
        person.tolerated += LOST
        person.page.evaluate("window.isFirst = true")
    return anna, jo


def agree(anna: Person, jo: Person, before: Picture) -> Picture:
    """Wait until both see the same, which is not what they saw before; return it."""
    jo.until(lambda: picture(anna) == picture(jo) != before)
    return picture(jo)


def resumes(person: Person, snapshots: int) -> None:
    """Wait until the page has come anew over a socket, without being loaded again."""
    person.until(lambda: person.snapshots > snapshots, RETURN)
    expect(person.notice).to_be_hidden()
    expect(person.pause).to_be_hidden()
    assert person.page.evaluate("window.isFirst")


def asked(person: Person) -> tuple[list[str], str]:
    """Read what a match of Domino offers and tells somebody."""
    return dominoes.offered(person), person.page.locator("#main").inner_text()


@pytest.mark.timeout(300)
def test_power_cut_after_every_kind_of_event(own_guests: Guests, own_server: RunningServer) -> None:
    anna, jo = begin(own_guests)

    def keep() -> None:
        anna.hold(1, 4)
        anna.throw(3)

    events: dict[str, Callable[[], object]] = {
        "roll": anna.throw,
        "announce": lambda: anna.announce("Minimum"),
        "retract": lambda: anna.button("Aufheben").click(),
        "keep": keep,
        "write": anna.write_best,
        "correct": lambda: anna.button("Eintrag korrigieren").click(),
        "cancel": lambda: anna.button("Stehen lassen").click(),
    }
    seen = picture(jo)
    for name, do in events.items():
        do()
        seen = agree(anna, jo, seen)
        status, sent = jo.dock.inner_text(), (anna.snapshots, jo.snapshots)
        own_server.kill()
        if name == "roll":
            expect(anna.notice).to_be_visible()
            expect(jo.notice).to_be_visible()
        own_server.start()
        for person, before in zip((anna, jo), sent, strict=True):
            resumes(person, before)
            person.reads(partial(picture, person), seen)
        jo.reads(jo.dock.inner_text, status)
    jo.throw()
    anna.until(lambda: anna.dice() == jo.dice() != [])


@pytest.mark.timeout(300)
def test_power_cut_while_a_question_is_open(own_guests: Guests, own_server: RunningServer) -> None:
    """Whatever has to be decided, the page asks the same again by itself, and takes the answer."""
    table = dominoes.begin(own_guests, own_server, "Anna", "Jo", variant="fives", target=500)
    for person in table.people:
        person.tolerated += LOST
        person.page.evaluate("window.isFirst = true")
    for name, is_there in MOMENTS.items():
        if name == "hand over":
            table.play_until(lambda state: state.result is not None)
            table.press(Seat(2), "next")
        state = table.play_until(is_there)
        before = [asked(person) for person in table.people]
        sent = [person.snapshots for person in table.people]
        own_server.kill()
        own_server.start()
        for person, number, question in zip(table.people, sent, before, strict=True):
            resumes(person, number)
            person.reads(partial(asked, person), question)
        assert table.state == state, name
    table.press(Seat(1), "next")
    expect(table.people[0].log).to_contain_text(f"Runde {state.number + 1} ist gegeben")


def test_press_during_a_power_cut_happens_once(
    own_guests: Guests, own_server: RunningServer
) -> None:
    (anna,) = own_guests.begin("Anna")
    anna.tolerated += LOST
    before = anna.dice()
    own_server.kill()
    anna.button("5 Würfel werfen").click()
    anna.button("5 Würfel werfen").click()
    expect(anna.notice).to_be_visible()
    assert anna.dice() == before
    own_server.start()
    expect(anna.dock).to_contain_text("Wurf 2 von 3", timeout=RETURN)
    anna.hold(5)
    expect(anna.button("4 Würfel werfen")).to_be_visible()
    expect(anna.dock).to_contain_text("Wurf 2 von 3")
    expect(anna.refusal).to_be_empty()


def test_match_waits_for_who_is_not_back(own_guests: Guests, own_server: RunningServer) -> None:
    anna, jo = begin(own_guests)
    table = jo.page.url
    jo.page.goto("about:blank")
    own_server.kill()
    anna.button("5 Würfel werfen").click()
    own_server.start()
    expect(anna.pause).to_contain_text(f"Nicht verbunden: {jo.name}", timeout=RETURN)
    expect(anna.refusal).to_have_text("Die Partie ist unterbrochen.")
    assert anna.dice() == []
    jo.page.goto(table)
    expect(anna.pause).to_be_hidden()
    anna.throw()
    jo.until(lambda: jo.dice() == anna.dice())
    expect(jo.dock).to_contain_text("Wurf 1 von 3")


def test_lobby_comes_back(own_guests: Guests, own_server: RunningServer) -> None:
    anna, jo = own_guests.come("Anna"), own_guests.come("Jo")
    anna.sign_up()
    jo.sign_up()
    for person in (anna, jo):
        person.tolerated += LOST
    jo.page.evaluate("window.isFirst = true")
    live, sent = jo.page.get_by_text("live", exact=True), jo.snapshots
    expect(live).to_be_visible()
    own_server.kill()
    expect(jo.notice).to_be_visible()
    expect(live).to_be_hidden()
    own_server.start()
    resumes(jo, sent)
    expect(live).to_be_visible()
    anna.open_table(2)
    expect(jo.page.get_by_text(f"Tisch von {anna.name}")).to_be_visible()
