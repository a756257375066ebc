"""Würfelmania in Chromium: a match of two to its result, another one left, practice with hints."""

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from pasch.games import discovery
from tests.e2e.people import PHONE, Guests, Person

META: Final = discovery.meta("wuerfelmania")
CELLS: Final = 13
COST: Final = re.compile(r"Dein letzter Zug hat (nichts|\d+,\d\d Punkte) gekostet")
POINTS: Final = re.compile(r"(\d+) Punkte?: .*")
ACCOUNTS: Final = "/boards/wuerfelmania?list=account"


def mover(people: list[Person]) -> Person:
    """Wait until it is somebody's turn, and return who that is."""
    people[0].until(lambda: any("Du bist am Zug" in each.bar.inner_text() for each in people))
    return next(each for each in people if "Du bist am Zug" in each.bar.inner_text())


def take_turn(person: Person) -> None:
    """Throw once and write the cell with the most points."""
    person.throw()
    cells = person.page.locator("button.write:visible")
    cells.first.wait_for()
    names = [str(cell.get_attribute("aria-label")) for cell in cells.all()]
    best = max(names, key=lambda name: int(name.partition(" ")[0]))
    person.button(best).click()
    if best.startswith("0 "):
        person.dialog.get_by_role("button", name="Ja, machen").click()
    person.button(best).wait_for(state="hidden")


def credited(person: Person) -> dict[str, int]:
    """Read the list of account points."""
    person.page.goto(ACCOUNTS)
    rows = person.page.locator("table.list tbody tr").all()
    found = {}
    for row in rows:
        name = row.get_by_role("link").first.inner_text()
        (value,) = re.findall(r"(?:^|\s)([−-]?\d+)\s*$", row.locator("strong").last.inner_text())
        found[name] = int(value.replace("−", "-"))
    return found


@pytest.mark.timeout(240)
def test_two_people_play_to_the_result(guests: Guests) -> None:
    people = guests.begin(guests.come("Anna", size=PHONE), "Jo", meta=META)
    anna, jo = people
    first = mover(people)
    expect(first.dock).to_contain_text("Das Los hat entschieden: Du beginnst.")
    other = jo if first is anna else anna
    expect(other.dock).to_contain_text(f"Das Los hat entschieden: {first.name} beginnt.")
    assert anna.has_no_sideways_scroll()
    for _ in range(2 * CELLS):
        take_turn(mover(people))
    for person in people:
        expect(person.bar).to_contain_text("Die Partie ist aus")
    standing = jo.page.locator(".standing")
    expect(standing).to_contain_text("Konto: +")
    totals = [int(text) for text in standing.locator(".score").all_inner_texts()]
    extra = 200 if totals[0] != totals[1] else 0
    found = credited(jo)
    assert sorted(found[person.name] for person in people) == sorted([totals[0] + extra, totals[1]])


def test_who_leaves_is_debited_and_the_other_credited(guests: Guests) -> None:
    people = guests.begin("Anna", "Jo", meta=META)
    for _ in range(4):
        take_turn(mover(people))
    anna, jo = people
    total = jo.totals()[f"Spielblatt von {jo.name}"]
    anna.button("Verlassen").click()
    expect(anna.dialog).to_contain_text("Dein Konto wird mit 500 Punkten belastet")
    anna.dialog.get_by_role("button", name="Ja, machen").click()
    for person in people:
        person.page.wait_for_url("**/?left=*")
        expect(person.page.get_by_text("Die Partie wurde verlassen")).to_be_visible()
    found = credited(jo)
    assert (found[anna.name], found[jo.name]) == (-500, total)
    jo.page.get_by_role("row").filter(has_text=anna.name).get_by_role("link").last.click()
    expect(jo.heading("Vorzeitig verlassen")).to_be_visible()
    expect(jo.page.locator(".standing")).to_contain_text("hat verlassen")
    expect(jo.page.locator(".standing")).to_contain_text("Konto: -500")
    jo.page.goto("/p/" + jo.name)
    expect(jo.page.locator(".past-list")).to_contain_text("verlassen")


def test_practice_gives_hints_that_take_the_match_off_the_lists(guests: Guests) -> None:
    (anna,) = guests.begin("Anna", meta=META)
    anna.throw()
    anna.page.keyboard.press("h")
    expect(anna.dialog).to_contain_text("zählt diese Partie in keiner Liste")
    anna.dialog.get_by_role("button", name="Ja, machen").click()
    expect(anna.dock).to_contain_text("Am besten:", timeout=60_000)
    anna.page.keyboard.press("1")
    anna.page.keyboard.press("r")
    expect(anna.dock).not_to_contain_text("Am besten:")
    anna.button("Tipp").click()
    expect(anna.dock).to_contain_text(COST, timeout=60_000)
    anna.button("Verlassen").click()
    expect(anna.dialog).not_to_contain_text("500")


def test_without_scripts(guests: Guests) -> None:
    anna = guests.come("Anna", script=False)
    jo = guests.come("Jo", script=False)
    people = [anna, jo]
    for person in people:
        person.tolerated.append("status of 409")  # of the page that asks before leaving
        person.sign_up()
    table = anna.open_table(2, meta=META)
    jo.sit_down(table)
    anna.page.goto(table)
    anna.get_ready()
    jo.get_ready()
    jo.sees_match()
    for person in people:
        person.page.goto(table)
    first = next(each for each in people if "Du bist am Zug" in each.bar.inner_text())
    first.throw(5)
    first.hold(2)
    first.throw(4)
    first.page.get_by_role("button", name=POINTS).last.click()
    expect(first.bar).to_contain_text("ist am Zug")
    first.button("Verlassen").click()
    expect(first.page.get_by_text("Dein Konto wird mit 500 Punkten belastet")).to_be_visible()
    first.button("Ja, machen").click()
    expect(first.page.get_by_text("Die Partie wurde verlassen")).to_be_visible()
