"""Breaks that somebody asks for or causes, and ways out of a match."""

import re

import pytest
from playwright.sync_api import expect

from pasch.matches.attendance import GRACE_SECONDS
from tests.e2e.people import PATIENCE, PHONE, Guests, Person

SHORT_MILLIS = 10_000
LONG_MILLIS = 30_000
GRACE_MILLIS = round(GRACE_SECONDS * 1000)


def test_break_and_going_on(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", guests.come("Jo", size=PHONE))
    anna.throw()
    jo.button("Pause").click()
    for person in (anna, jo):
        expect(person.pause).to_contain_text("Die Partie ist unterbrochen")
        expect(person.pause.get_by_role("timer")).to_have_text(re.compile(r"9:5\d"))
    before = anna.sheets()
    anna.choose(anna.best())
    expect(anna.refusal).to_have_text("Die Partie ist unterbrochen.")
    assert anna.sheets() == before
    anna.page.keyboard.press("p")
    for person in (anna, jo):
        expect(person.pause).to_be_hidden()
    anna.write_best()
    expect(jo.bar).to_contain_text("Du bist am Zug")


def meets_in_the_lobby(person: Person, table: str) -> None:
    """Wait for the lobby, which says that a table's match was aborted."""
    person.page.wait_for_url(f"{person.address}/?aborted={table}")
    expect(person.heading(f"Hallo {person.name}, was spielen wir?")).to_be_visible()
    expect(person.page.get_by_role("main")).to_contain_text("abgebrochen")


def test_aborting_sends_both_to_the_lobby(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    anna.button("Pause").click()
    jo.pause.get_by_role("button", name="Partie abbrechen").click()
    table = anna.page.url.rpartition("/")[2]
    jo.dialog.get_by_role("button", name="Ja, machen").click()
    for person in (anna, jo):
        meets_in_the_lobby(person, table)


def test_leaving_is_confirmed(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    anna.button("Verlassen").click()
    anna.dialog.get_by_role("button", name="Zurück").click()
    anna.throw()
    expect(jo.dock).to_contain_text("Wurf 1 von 3")
    anna.button("Verlassen").click()
    table = anna.page.url.rpartition("/")[2]
    anna.dialog.get_by_role("button", name="Ja, machen").click()
    for person in (anna, jo):
        meets_in_the_lobby(person, table)


def close_tab(person: Person) -> str:
    """Close the tab in front; return the address that it showed."""
    address = person.page.url
    person.page.close()
    return address


@pytest.mark.timeout(240)
def test_tab_closed_for_ten_seconds_is_nothing(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    anna.throw()
    table = close_tab(jo)
    anna.page.wait_for_timeout(SHORT_MILLIS)
    expect(anna.pause).to_be_hidden()
    jo.open_tab()
    jo.page.goto(table)
    jo.until(lambda: jo.dice() == anna.dice())
    anna.page.wait_for_timeout(GRACE_MILLIS)
    expect(anna.pause).to_be_hidden()
    assert "Nicht verbunden" not in anna.log.inner_text()
    anna.write_best()
    expect(jo.bar).to_contain_text("Du bist am Zug")


@pytest.mark.timeout(240)
def test_tab_closed_for_thirty_seconds_pauses(guests: Guests) -> None:
    """The one who stays sees who is missing, and how long is left; then it goes on by itself."""
    anna, jo = guests.begin("Anna", "Jo")
    anna.throw()
    dice, table = anna.dice(), close_tab(jo)
    expect(anna.pause).to_contain_text(
        f"Nicht verbunden: {jo.name}", timeout=GRACE_MILLIS + PATIENCE
    )
    timer = anna.pause.get_by_role("timer")
    expect(timer).to_have_text(re.compile(r"(9:5\d|10:00)"))
    anna.choose(anna.best())
    expect(anna.refusal).to_have_text("Die Partie ist unterbrochen.")
    anna.page.wait_for_timeout(LONG_MILLIS - GRACE_MILLIS)
    expect(timer).to_have_text(re.compile(r"9:[34]\d"))
    jo.open_tab()
    jo.page.goto(table)
    jo.until_live()
    for person in (anna, jo):
        expect(person.pause).to_be_hidden()
        person.reads(person.dice, dice)
    anna.write_best()
    expect(jo.bar).to_contain_text("Du bist am Zug")
