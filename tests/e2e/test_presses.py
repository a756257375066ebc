"""Presses that come twice, late or in vain."""

from playwright.sync_api import Locator, Route, expect

from tests.e2e.people import PHONE, Guests, Person
from tests.e2e.test_chat import say


def click_twice(person: Person, first: Locator, after: Locator, text: str) -> None:
    """Double-click as a hand does: the second click meets what the first one has changed."""
    first.hover()
    mouse = person.page.mouse
    mouse.down(click_count=1)
    mouse.up(click_count=1)
    expect(after).to_contain_text(text)
    mouse.down(click_count=2)
    mouse.up(click_count=2)


def test_double_click_throws_once(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    anna.button("5 Würfel werfen").dblclick()
    expect(jo.dock).to_contain_text("Wurf 1 von 3")
    anna.hold(5)
    expect(anna.button("4 Würfel werfen")).to_be_visible()
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    expect(anna.refusal).to_be_empty()


def test_slow_double_click_throws_once(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    click_twice(anna, anna.button("5 Würfel werfen"), anna.dock, "Wurf 1 von 3")
    anna.hold(5)
    expect(anna.button("4 Würfel werfen")).to_be_visible()
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    jo.reads(jo.dice, anna.dice())


def test_double_click_makes_ready_and_not_unready(guests: Guests) -> None:
    anna = guests.come("Anna")
    anna.sign_up()
    anna.open_table(2)
    click_twice(anna, anna.button("Bereit"), anna.page.get_by_role("main"), "Du bist bereit")
    say(anna, "Los!")  # what was pressed before is answered then
    anna.page.reload()
    expect(anna.heading("Du bist bereit")).to_be_visible()


def test_double_click_does_not_answer_the_question_it_raises(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    zero = anna.zero()
    before = anna.sheets()
    anna.choose(zero)
    expect(anna.dialog).to_be_visible()
    yes = anna.dialog.get_by_role("button", name="Ja, machen").bounding_box()
    assert yes is not None
    anna.page.mouse.move(yes["x"] + 20, yes["y"] + 20)
    anna.page.mouse.down(click_count=2)
    anna.page.mouse.up(click_count=2)
    expect(anna.dialog).to_be_visible()
    assert anna.sheets() == before


def test_double_tap_on_the_felt_throws_once(guests: Guests) -> None:
    anna, _ = guests.begin(guests.come("Anna", size=PHONE), "Jo")
    place = anna.dock.bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + 5
    anna.page.touchscreen.tap(x, y)
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    anna.dock.dispatch_event("click", {"detail": 2})  # how a browser tells of a second tap in time
    anna.hold(5)
    expect(anna.button("4 Würfel werfen")).to_be_visible()
    expect(anna.dock).to_contain_text("Wurf 1 von 3")


def test_dice_pressed_twice_quickly_are_let_go_again(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    anna.throw()
    anna.die(2).dblclick()
    anna.hold(4)
    jo.until(lambda: jo.held() == [4])
    expect(anna.die(2)).to_have_attribute("aria-pressed", "false")
    expect(anna.button("4 Würfel werfen")).to_be_visible()


def test_question_that_is_asked_again_at_once_is_answered(guests: Guests) -> None:
    """The browser tells that a dialog was closed only after the next press may have come."""
    (anna,) = guests.begin("Anna")
    zero = anna.zero()
    anna.choose(zero)
    expect(anna.dialog).to_be_visible()
    anna.button(zero.button).evaluate(
        """button => { document.getElementById("confirm").close(); button.click(); }"""
    )
    anna.dialog.get_by_role("button", name="Ja, machen").click()
    expect(anna.log).to_contain_text(f"{anna.name} streicht {zero.cell} ({zero.column})")


def test_form_waits_for_what_fits(guests: Guests) -> None:
    """Whoever opens a table at once after a choice does not send what fits no longer."""
    anna = guests.come("Anna")
    anna.sign_up()
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    anna.page.route("**/tables/form?*", hold)
    # Without its cache, as now, the browser has the next page's sheet too late for the transition.
    anna.tolerated.append("ViewTransition opt-in disabled")
    game = anna.page.get_by_role("article", name="Domino")
    game.get_by_text("Neuer Tisch").click()
    game.get_by_role("radio", name="Cross mit Doppelneun", exact=True).check()
    game.get_by_role("button", name="Tisch eröffnen").click()
    anna.until(lambda: len(asked) == 1)
    asked[0].continue_()
    anna.page.wait_for_url("**/t/*")
    expect(anna.bar).to_contain_text("Cross mit Doppelneun")
