"""Breaks that somebody asks for, and ways out of a match."""

import re

from playwright.sync_api import expect

from tests.e2e.people import PHONE, Guests


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


def test_aborting_closes_the_table_for_both(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    anna.button("Pause").click()
    jo.pause.get_by_role("button", name="Partie abbrechen").click()
    jo.dialog.get_by_role("button", name="Ja, machen").click()
    for person in (anna, jo):
        expect(person.page.get_by_role("main")).to_contain_text("abgebrochen")


def test_leaving_is_confirmed(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    anna.button("Verlassen").click()
    anna.dialog.get_by_role("button", name="Zurück").click()
    anna.throw()
    expect(jo.dock).to_contain_text("Wurf 1 von 3")
    anna.button("Verlassen").click()
    anna.dialog.get_by_role("button", name="Ja, machen").click()
    expect(jo.page.get_by_role("main")).to_contain_text("abgebrochen")
