"""Leaderboards, finished matches, people and rules in the browser, by clicks and by keys."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import DESK, PHONE, Guests, Person, Size
from tests.web.club import NAMES, Club

ANNA, BEN, CLEO, DANA = NAMES


@pytest.fixture
def visitors(browser: Browser, club: Club) -> Iterator[Guests]:
    """Yield people who only look around."""
    people = Guests(browser, club.server.url)
    yield people
    assert people.leave() == []


def choose(page: Page, group: str, words: str) -> None:
    """Follow a link of a group of choices, and see it chosen."""
    chip = page.get_by_role("navigation", name=group, exact=True).get_by_role("link", name=words)
    chip.click()
    expect(chip).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_from_a_list_to_the_final_board_and_its_people(
    visitors: Guests, club: Club, size: Size, script: bool
) -> None:
    page = visitors.come(size=size, script=script).page
    page.goto("/")
    page.get_by_role("link", name="Bestenliste").click()
    expect(page.get_by_role("heading", name="Bestenliste")).to_be_visible()
    choose(page, "Hardcore", "Hardcore")
    choose(page, "Zeitraum", "7 Tage")
    choose(page, "Wer spielt?", "Zu zweit")
    totals = {t for (match, _), t in club.past.totals.items() if match == "new"}
    expect(page.locator(".list-value")).to_have_text(
        [str(total) for total in sorted(totals, reverse=True)]
    )
    page.get_by_role("row", name=CLEO).get_by_role("link").last.click()
    page.wait_for_url(f"**{club.match('new')}")
    sheet = page.get_by_role("table", name=f"Spielblatt von {CLEO}")
    expect(sheet).to_have_count(1)
    expect(page.get_by_text("Würfe zum Nachrechnen")).to_be_visible()
    expect(page.get_by_role("heading", name="Verlauf")).to_be_visible()
    expect(page.locator("#log > li").last).to_be_visible()
    page.locator(".standing").get_by_role("link", name=BEN).click()
    expect(page.get_by_role("heading", name=BEN)).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Liniendiagramm"))).to_be_visible()


def test_choices_by_keys(visitors: Guests) -> None:
    page = visitors.come().page
    page.goto("/boards")
    page.get_by_role("navigation", name="Zeitraum").get_by_role("link", name="7 Tage").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/boards/zdwa?period=week")


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_address_of_a_rule_leads_to_it(visitors: Guests, size: Size) -> None:
    page = visitors.come(size=size).page
    page.goto("/rules/zdwa#Z21")
    rule = page.locator("#Z21")
    expect(rule).to_be_in_viewport()
    calm = page.locator("#Z20").evaluate("rule => getComputedStyle(rule).backgroundColor")
    assert rule.evaluate("rule => getComputedStyle(rule).backgroundColor") != calm
    page.get_by_role("navigation", name="Auf dieser Seite").get_by_role(
        "link", name="Tipps für den Anfang"
    ).click()
    expect(page.get_by_role("heading", name="Tipps für den Anfang")).to_be_in_viewport()


def test_language_stays_on_the_page(visitors: Guests) -> None:
    page = visitors.come().page
    page.goto("/boards/zdwa?hardcore=yes&seats=2")
    page.get_by_role("button", name="EN: English").click()
    expect(page.get_by_role("heading", name="Leaderboards")).to_be_visible()
    expect(page.locator(".chip[aria-current]")).to_have_text(
        ["Zock die Wand an", "Best totals", "All time", "Two players", "Hardcore"],
        use_inner_text=True,
    )


def _press_what_is_refused(person: Person) -> None:
    """Press a cell as a page would offer it that knows the rules badly."""
    person.throw()
    person.page.locator("button.write").first.evaluate(
        "button => { button.value = 'write down 60'; delete button.dataset.confirm; }"
    )
    person.page.locator("button.write").first.click()


def test_refusal_leads_to_its_rule_in_a_tab_of_its_own(guests: Guests) -> None:
    anna, _ = guests.begin("Anna", "Ben")
    _press_what_is_refused(anna)
    expect(anna.refusal).to_contain_text("von oben nach unten")
    with anna.context.expect_page() as opened:
        anna.refusal.get_by_role("link", name="Regel Z14").click()
    rules = opened.value
    expect(rules.locator("#Z14")).to_be_in_viewport()
    expect(anna.dock).to_be_visible()
    expect(anna.bar).to_contain_text("Du bist am Zug")


def test_rules_from_the_table_leave_the_table_alone(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    with anna.context.expect_page() as opened:
        anna.page.get_by_role("link", name="Regeln von").click()
    expect(opened.value.get_by_role("heading", name="Zock die Wand an")).to_be_visible()
    expect(anna.dock).to_be_visible()


def test_own_page_from_the_header(guests: Guests) -> None:
    anna = guests.come()
    anna.sign_up()
    anna.page.get_by_role("banner").get_by_role("link", name=anna.name).click()
    expect(anna.page.get_by_role("heading", name=f"{anna.name} (du)")).to_be_visible()
    expect(anna.page.get_by_text("Du hast noch keine Partie zu Ende gespielt.")).to_be_visible()
