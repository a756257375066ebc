"""Playing in a browser that runs no scripts: every press is a form and every answer a page."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.people import Guests, Offer, Person


@pytest.fixture
def anna(guests: Guests) -> Person:
    """Let somebody without scripts begin a match alone."""
    anna = guests.come("Anna", script=False)
    # The page that asks for consent answers with 409, which the browser's console notes.
    anna.tolerated.append("status of 409")
    anna.sign_up()
    anna.open_table()
    anna.get_ready()
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    anna.until_live()
    return anna


def test_hold_and_throw(anna: Person) -> None:
    first = anna.dice()
    anna.hold(2, 5)
    expect(anna.die(2)).to_have_attribute("aria-pressed", "true")
    anna.hold(4)
    anna.hold(4)
    expect(anna.die(4)).to_have_attribute("aria-pressed", "false")
    anna.reads(anna.held, [2, 5])
    anna.throw(3)
    expect(anna.dock).to_contain_text("Wurf 2 von 3")
    second = anna.dice()
    assert (first[1], first[4]) == (second[1], second[4])
    anna.throw(3)
    expect(anna.dock).to_contain_text("Wurf 3 von 3")
    expect(anna.page.get_by_role("button", name="werfen")).to_have_count(0)
    entry = anna.write_best()
    written = f"{anna.name} schreibt {entry.points} in {entry.cell} ({entry.column})"
    expect(anna.log).to_contain_text(written)
    expect(anna.dock).to_contain_text("Wurf 1 von 3")


def test_announce_and_lift(anna: Person) -> None:
    maximum, poker = anna.button("ansagen: Maximum"), anna.button("ansagen: Poker")
    expect(maximum).to_be_hidden()
    anna.dock.get_by_role("link", name="Ansagen", exact=True).click()
    expect(maximum).to_be_visible()
    anna.dock.get_by_role("link", name="Nicht ansagen", exact=True).click()
    expect(maximum).to_be_hidden()
    anna.announce("Maximum")
    expect(anna.dock).to_contain_text("Angesagt: Maximum")
    anna.reads(lambda: [offer.cell for offer in anna.offers()], ["Maximum"])
    anna.announce("Poker")
    expect(anna.dock).to_contain_text("Angesagt: Poker")
    expect(poker).to_be_hidden()
    anna.button("Aufheben").click()
    expect(anna.dock).not_to_contain_text("Angesagt: Poker")
    anna.until(lambda: len(anna.offers()) > 12)
    anna.announce("Maximum")
    anna.throw(5)
    points = sum(anna.dice())
    assert [Offer("Angesagt", "Maximum", points)] == anna.offers()
    anna.write_best()
    expect(anna.log).to_contain_text(f"{anna.name} schreibt {points} in Maximum (Angesagt)")


def test_zero_is_confirmed_on_a_page_of_its_own(anna: Person) -> None:
    before = anna.sheets()
    zero = anna.zero()
    anna.choose(zero)
    expect(anna.heading("Wirklich?")).to_be_visible()
    anna.page.get_by_role("link", name="Zurück").click()
    anna.reads(anna.sheets, before)
    anna.choose(zero)
    anna.button("Ja, machen").click()
    expect(anna.log).to_contain_text(f"{anna.name} streicht {zero.cell} ({zero.column})")
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    anna.until_live()
    assert zero.button not in [offer.button for offer in anna.offers()]


def test_form_of_an_older_page_is_refused_on_a_page(anna: Person) -> None:
    anna.tolerated.append("status of 422")
    other = anna.context.new_page()
    other.goto(anna.page.url)
    best = anna.write_best()
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    written = anna.sheets()
    other.get_by_role("button", name=best.button, exact=True).click()
    expect(other.get_by_role("heading", name="Das geht gerade nicht")).to_be_visible()
    other.get_by_role("link", name="Zurück zum Tisch").click()
    expect(other).to_have_url(anna.page.url)
    anna.page.reload()
    assert written == anna.sheets()


def test_nothing_is_offered_that_needs_a_script(anna: Person) -> None:
    for name in ("Tasten", "Stumm"):
        expect(anna.page.get_by_role("button", name=re.compile(name))).to_be_hidden()
    anna.page.goto("/")
    expect(anna.page.get_by_text("live", exact=True)).to_be_hidden()
    anna.page.get_by_role("link", name="Weiterspielen").click()
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
