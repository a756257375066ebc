"""What fits where: phones, touched with fingers, and a desk."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.e2e.people import DESK, PHONE, PHONE_WITH_BARS, Guests, Person

FINGER: Final = 44
"""Width and height that a finger needs, in CSS pixels."""

WIDE_NAME: Final = "WWWWWWWWWWWWWWWWW"


def box(locator: Locator) -> FloatRect:
    """Return where something stands in the window."""
    found = locator.bounding_box()
    assert found is not None
    return found


def bottom(locator: Locator) -> float:
    """Return where something ends."""
    return box(locator)["y"] + box(locator)["height"]


def is_inside(person: Person, locator: Locator) -> bool:
    """Return whether something lies wholly in the window."""
    place = box(locator)
    width, height = person.page.evaluate("[window.innerWidth, window.innerHeight]")
    return bool(
        place["x"] >= 0
        and place["y"] >= 0
        and place["x"] + place["width"] <= width
        and place["y"] + place["height"] <= height
    )


def check_targets(person: Person) -> None:
    """Whatever can be pressed in the dock is large enough, and a good part of it is shown."""
    controls = person.dock.locator("button, a").locator("visible=true")
    assert controls.count() > 0
    for control in controls.all():
        place = box(control)
        assert min(place["width"], place["height"]) >= FINGER, control.inner_text()
        assert is_inside(person, control), control.inner_text()


@pytest.fixture
def on_phones(guests: Guests) -> list[Person]:
    """Let two people begin a match on phones."""
    return guests.begin(guests.come("Anna", size=PHONE), guests.come(WIDE_NAME, size=PHONE))


def test_sheet_and_dock_fit_a_phone(on_phones: list[Person]) -> None:
    anna, other = on_phones

    def press(name: str) -> None:
        """Press a button of the dock, and wait until the dock has changed."""
        anna.button(name).click()
        expect(anna.button(name)).to_be_hidden()

    def announce(cell: str) -> None:
        """Announce a cell, and wait until the dock says so."""
        anna.announce(cell)
        expect(anna.dock).to_contain_text(f"Angesagt: {cell}")

    moments: tuple[Callable[[], object], ...] = (
        lambda: None,
        anna.throw,
        lambda: announce("Maximum"),
        lambda: press("Aufheben"),
        lambda: anna.write(anna.best()),
        lambda: press("Eintrag korrigieren"),
    )
    for moment in moments:
        moment()
        for person in (anna, other):
            sheet = person.sheet(person.name)
            assert is_inside(person, sheet)
            assert is_inside(person, person.dock)
            assert bottom(sheet) <= box(person.dock)["y"]
            assert person.has_no_sideways_scroll()
        check_targets(anna)


def test_sheet_scrolls_under_the_dock_of_a_short_phone(guests: Guests) -> None:
    (anna,) = guests.begin(guests.come("Anna", size=PHONE_WITH_BARS))
    total = anna.sheet(anna.name).get_by_role("row").last
    assert bottom(anna.sheet(anna.name)) > box(anna.dock)["y"]
    before = box(anna.dock)
    anna.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    anna.until(lambda: bottom(total) <= box(anna.dock)["y"])
    assert box(anna.dock) == before
    assert is_inside(anna, anna.dock)
    assert anna.has_no_sideways_scroll()
    check_targets(anna)


def test_fingers_play(on_phones: list[Person]) -> None:
    anna, _ = on_phones
    place = box(anna.dock)
    anna.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + 5)
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    anna.die(3).tap()
    expect(anna.button("4 Würfel werfen")).to_be_visible()
    assert anna.held() == [3]
    anna.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + 5)
    expect(anna.dock).to_contain_text("Wurf 2 von 3")
    offer = anna.best()
    anna.button(offer.button).tap()
    expect(anna.log).to_contain_text(f"{anna.name} schreibt {offer.points} in {offer.cell}")


def test_other_sheets_are_one_tap_away(guests: Guests) -> None:
    phone = guests.come("Anna", size=PHONE)
    people = guests.begin(phone, "Jo", "Mira")
    for person in reversed(people):
        phone.page.locator("label").filter(has_text=person.name).tap()
        for other in people:
            expect(phone.sheet(other.name)).to_be_visible(visible=other is person)
        assert is_inside(phone, phone.sheet(person.name))
    phone.throw()
    phone.page.locator("label").filter(has_text="Mira").tap()
    phone.hold(1)
    expect(phone.button("4 Würfel werfen")).to_be_visible()
    expect(phone.sheet(people[2].name)).to_be_visible()


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_everything_is_seen_on_a_desk(guests: Guests, seats: int) -> None:
    people = guests.begin(*("Anna", "Jo", "Mira", "Klaus")[:seats])
    watcher = guests.come("Zoe")
    watcher.page.goto(people[0].page.url)
    for person in (people[0], watcher):
        sheets = person.page.get_by_role("table")
        expect(sheets).to_have_count(2 if seats == 4 else seats)
        for place in (*sheets.all(), person.dock, person.log):
            assert is_inside(person, place)
        height = person.page.evaluate("document.documentElement.scrollHeight")
        assert height <= DESK[1], "one has to scroll"
        assert person.has_no_sideways_scroll()
