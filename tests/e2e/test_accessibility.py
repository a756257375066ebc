"""What axe-core finds on the real pages, in both colour schemes: nothing."""

from typing import Final, cast

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from pasch.games import discovery
from tests.e2e.people import DESK, PHONE, Guests, Person, Scheme, Size
from tests.e2e.test_wuerfelmania import mover
from tests.e2e.wire import Wire

AXE: Final = Axe()
SCHEMES: Final[tuple[Scheme, ...]] = ("light", "dark")


def faults(page: Page) -> list[str]:
    """Let axe-core examine the page by day and by night."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        result = cast(dict[str, list[dict[str, object]]], AXE.run(page).response)
        for violation in result["violations"]:
            nodes = cast(list[dict[str, object]], violation["nodes"])
            found += [
                f"{scheme}: {violation['id']}: {node['failureSummary']} {node['html']}"
                for node in nodes
            ]
    return found


def come_calmly(guests: Guests, name: str, size: Size = DESK) -> Person:
    """Let somebody come whose pages stand still, so that colours are final."""
    return guests.come(name, size=size, calm=True)


def test_lobby(guests: Guests) -> None:
    anna, jo = come_calmly(guests, "Anna"), come_calmly(guests, "Jo")
    anna.tolerated.append("status of 422")
    anna.page.goto("/")
    assert faults(anna.page) == []
    anna.page.get_by_label("Wie heißt du?").fill("x")
    anna.button("Das bin ich").click()
    expect(anna.page.get_by_role("alert").first).not_to_be_empty()
    assert faults(anna.page) == []
    anna.sign_up()
    jo.sign_up()
    jo.open_table(2)
    anna.open_table(3)
    anna.page.goto("/")
    anna.until_live()
    anna.page.get_by_text("Neuer Tisch").first.click()
    assert faults(anna.page) == []


def test_waiting_table(guests: Guests) -> None:
    anna, jo, mira = (come_calmly(guests, name) for name in ("Anna", "Jo", "Mira"))
    anna.sign_up()
    table = anna.open_table(4)
    jo.sign_up()
    jo.sit_down(table)
    anna.page.get_by_text("Niemand kann die Würfe bestimmen").click()
    assert faults(anna.page) == []
    jo.get_ready()
    expect(jo.heading("Du bist bereit")).to_be_visible()
    assert faults(jo.page) == []
    mira.page.goto(table)
    assert faults(mira.page) == []
    anna.page.get_by_role("button", name="Tisch schließen").click()
    expect(anna.dialog).to_be_visible()
    assert faults(anna.page) == []
    anna.button("Ja, machen").click()
    expect(jo.bar).to_contain_text("Dieser Tisch ist geschlossen")
    assert faults(jo.page) == []


def test_running_table(guests: Guests) -> None:
    anna, jo = guests.begin(come_calmly(guests, "Anna", PHONE), come_calmly(guests, "Jo", DESK))
    assert faults(anna.page) == []
    anna.throw()
    anna.hold(2)
    expect(anna.button("4 Würfel werfen")).to_be_visible()
    assert faults(anna.page) == []
    anna.page.keyboard.press("a")
    expect(anna.button("ansagen: Maximum")).to_be_visible()
    assert faults(anna.page) == []
    anna.button("ansagen: Maximum").click()
    expect(jo.dock).to_contain_text("Angesagt: Maximum")
    assert faults(anna.page) == []
    assert faults(jo.page) == []
    anna.button("Aufheben").click()
    for person in (anna, jo):
        expect(person.dock).not_to_contain_text("Angesagt: Maximum")
    anna.choose(anna.zero())
    expect(anna.dialog).to_be_visible()
    assert faults(anna.page) == []
    anna.dialog.get_by_role("button", name="Zurück").click()
    anna.write_best()
    anna.button("Eintrag korrigieren").click()
    expect(anna.dock).to_contain_text("Korrigiere deinen Eintrag")
    expect(jo.dock).to_contain_text("korrigiert den letzten Eintrag")
    assert faults(anna.page) == []
    assert faults(jo.page) == []
    anna.button("Stehen lassen").click()
    jo.throw()
    jo.choose(jo.zero())
    expect(jo.dialog).to_be_visible()
    assert faults(jo.page) == []


def test_table_of_another_game(guests: Guests) -> None:
    meta = discovery.meta("wuerfelmania")
    people = guests.begin(
        come_calmly(guests, "Anna", DESK), come_calmly(guests, "Jo", PHONE), meta=meta
    )
    first = mover(people)
    for person in people:
        assert faults(person.page) == []
    first.throw()
    first.hold(2)
    expect(first.button("4 Würfel werfen")).to_be_visible()
    for person in people:
        assert faults(person.page) == []


def test_list_of_keys(guests: Guests) -> None:
    (anna,) = guests.begin(come_calmly(guests, "Anna"))
    anna.page.keyboard.press("?")
    expect(anna.dialog).to_be_visible()
    assert faults(anna.page) == []


def test_teams_and_spectators(guests: Guests) -> None:
    people = guests.begin(come_calmly(guests, "Anna", PHONE), "Jo", "Mira", "Klaus")
    zoe = come_calmly(guests, "Zoe", DESK)
    zoe.page.goto(people[0].page.url)
    zoe.until_live()
    assert faults(people[0].page) == []
    assert faults(zoe.page) == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_finished_table(guests: Guests, size: Size) -> None:
    (anna,) = guests.begin(come_calmly(guests, "Anna", size))
    anna.play_solo_by_forms()
    expect(anna.page.get_by_role("heading", name="Geschafft")).to_be_visible()
    anna.page.get_by_text("Siegel und Geheimnis").click()
    assert faults(anna.page) == []


def test_lost_connection_and_refusal(guests: Guests) -> None:
    anna = come_calmly(guests, "Anna")
    wire = Wire(anna.page)
    guests.begin(anna)
    anna.until(lambda: wire.has_brought)
    wire.cut()
    expect(anna.notice).to_be_visible()
    assert faults(anna.page) == []


def test_confirmation_and_errors(guests: Guests) -> None:
    anna = come_calmly(guests, "Anna")
    anna.tolerated += ("status of 409", "status of 404")
    Wire(anna.page).cut()  # so that forms answer with pages
    anna.has_socket = False
    guests.begin(anna)
    anna.choose(anna.zero())
    expect(anna.heading("Wirklich?")).to_be_visible()
    assert faults(anna.page) == []
    anna.page.goto("/t/NOTHING")
    expect(anna.heading("Hier ist nichts zu finden")).to_be_visible()
    assert faults(anna.page) == []
