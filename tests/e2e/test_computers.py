"""Alone against computers: set at the table or in the form, with a partner, through a power cut."""

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.people import GLANCE, Guests, Person
from tests.server import RunningServer

LOST = ("WebSocket connection to", "net::ERR_")
"""What a browser's console says of a server that does not answer."""

A_TURN = 60_000
"""How long the turns of three computers may take, in milliseconds."""


def my_turn(person: Person) -> None:
    """Wait until a person may throw."""
    expect(person.button("5 Würfel werfen")).to_be_visible(timeout=A_TURN)


def offered(person: Person) -> None:
    """Wait until a person may write; in hardcore the throw comes by itself."""
    expect(person.page.locator("button.write").first).to_be_visible(timeout=A_TURN)


def written_by(person: Person, number: int) -> Locator:
    """Find the lines that tell what a computer has written."""
    return person.log.locator(".is-event").filter(has_text=f"Computer {number} ")


@pytest.mark.timeout(400)
def test_whole_match_against_a_computer(guests: Guests) -> None:
    anna = guests.come("Anna")
    anna.sign_up()
    anna.open_table(2, hardcore=True, computers="Gierig")
    expect(anna.page.get_by_text("Gierig, entscheidet sofort")).to_be_visible()
    anna.button("Flott").click()
    expect(anna.button("Flott")).to_have_attribute("aria-pressed", "true")
    anna.get_ready()
    anna.sees_match()
    expect(anna.bar).to_contain_text("mit Computern")
    for _ in range(3):
        offered(anna)
        anna.write_best()
    while not anna.page.locator(".standing").is_visible():
        anna.play_solo_by_forms()  # as far as it is her turn
        anna.page.wait_for_timeout(GLANCE)
    places = anna.page.locator(".place")
    expect(places).to_have_count(2)
    expect(places.filter(has_text="Computer 1")).to_have_count(1)
    expect(anna.page.get_by_text("Partien mit Computern stehen in keiner Liste.")).to_be_visible()
    expect(anna.page.get_by_role("link", name="Computer 1")).to_have_count(0)
    anna.button("Noch einmal").click()
    offered(anna)
    expect(written_by(anna, 1)).to_have_count(1)


@pytest.mark.timeout(240)
def test_two_against_two_with_a_computer_as_partner(guests: Guests) -> None:
    anna = guests.come("Anna")
    anna.sign_up()
    anna.open_table(4)
    anna.page.get_by_label("Auf welchen Platz?").select_option(label="Platz 2, Team B")
    anna.button("Computer hierher setzen: Gierig").click()
    expect(anna.page.locator(".seat-2")).to_contain_text("Computer 1")
    anna.button("Computer hierher setzen: Leicht").click()
    partner = anna.page.locator(".seat-3")
    expect(partner).to_contain_text("Computer 2")
    expect(partner).to_contain_text("Team A")
    anna.button("Platz von Computer 3 freimachen").click()
    anna.dialog.get_by_role("button", name="Ja, machen").click()
    expect(anna.page.locator(".seat-4")).to_contain_text("Frei")
    anna.button("Computer hierher setzen: Leicht").click()
    anna.button("Flott").click()
    expect(anna.button("Flott")).to_have_attribute("aria-pressed", "true")
    anna.get_ready()
    anna.sees_match()
    expect(anna.sheet(anna.name, "Computer 2")).to_be_visible()
    for _ in range(2):
        my_turn(anna)
        anna.take_turn()
    my_turn(anna)
    for number in (1, 2, 3):
        expect(written_by(anna, number)).to_have_count(2)


def test_a_correction_is_waited_for(guests: Guests) -> None:
    """What one takes back in time no computer has answered."""
    anna = guests.come("Anna")
    anna.sign_up()
    anna.open_table(2, computers="Leicht")
    anna.button("Flott").click()
    anna.get_ready()
    my_turn(anna)
    anna.take_turn()
    anna.button("Eintrag korrigieren").click()
    expect(anna.dock).to_contain_text("Korrigiere deinen Eintrag")
    anna.page.wait_for_timeout(4_000)
    expect(written_by(anna, 1)).to_have_count(0)
    anna.button("Stehen lassen").click()
    my_turn(anna)
    expect(written_by(anna, 1)).to_have_count(1)


@pytest.mark.timeout(240)
def test_power_cut_while_a_computer_is_due(own_server: RunningServer, own_guests: Guests) -> None:
    anna = own_guests.come("Anna")
    anna.tolerated += LOST
    anna.sign_up()
    anna.open_table(2, computers="Gierig")
    anna.get_ready()
    my_turn(anna)
    anna.take_turn()
    expect(anna.bar).to_contain_text("Computer 1 ist am Zug")
    before = anna.sheets()
    own_server.kill()
    expect(anna.notice).to_be_visible()
    own_server.start()
    my_turn(anna)
    after = anna.sheets()
    assert after[f"Spielblatt von {anna.name}"] == before[f"Spielblatt von {anna.name}"]
    assert after["Spielblatt von Computer 1"] != before["Spielblatt von Computer 1"]
