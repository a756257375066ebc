"""News that redraw a page under the hands of somebody."""

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.people import PHONE, RETURN, Guests
from tests.e2e.test_connection import second_tab
from tests.e2e.test_sizes import box
from tests.e2e.wire import Wire

CARET = "input => [input.value, input.selectionStart, input.selectionEnd]"


def test_button_in_focus_keeps_it_and_gets_its_new_text(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    tab, _ = second_tab(anna)
    anna.button("5 Würfel werfen").focus()
    tab.hold(1)
    expect(anna.button("4 Würfel werfen")).to_be_focused()
    tab.hold(2)
    expect(anna.button("3 Würfel werfen")).to_be_focused()


def test_die_in_focus_keeps_it_and_gets_its_new_face(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    tab, _ = second_tab(anna)
    anna.die(3).focus()
    tab.hold(3)
    expect(anna.die(3)).to_have_attribute("aria-pressed", "true")
    expect(anna.die(3)).to_contain_text("gehalten")
    expect(anna.die(3)).to_be_focused()
    tab.hold(3)
    for throw in (2, 3):
        tab.throw()
        expect(anna.dock).to_contain_text(f"Wurf {throw} von 3")
        face = anna.page.locator("#die-3 use")
        expect(face).to_have_attribute("href", f"#face-{anna.dice()[2]}")
        if throw < 3:
            expect(anna.die(3)).to_be_focused()


def test_text_and_caret_stay(guests: Guests) -> None:
    anna, mira = guests.come("Anna"), guests.come("Mira")
    anna.sign_up()
    mira.page.goto("/")
    mira.until_live()
    type_a_name(mira.page.get_by_label("Wie heißt du?"))
    table = anna.open_table(2)
    expect(mira.page.get_by_text(f"Tisch von {anna.name}")).to_be_visible()
    keeps_the_name(mira.page.get_by_label("Wie heißt du?"))
    mira.page.goto(table)
    mira.until_live()
    type_a_name(mira.page.get_by_label("Wie heißt du?"))
    anna.get_ready()
    expect(mira.page.get_by_text("bereit", exact=True)).to_be_visible()
    keeps_the_name(mira.page.get_by_label("Wie heißt du?"))


def type_a_name(field: Locator) -> None:
    """Type, and go back a bit."""
    field.press_sequentially("Miracola")
    for _ in range(3):
        field.press("ArrowLeft")


def keeps_the_name(field: Locator) -> None:
    """What was typed stands there, and typing goes on where it stopped."""
    expect(field).to_be_focused()
    assert field.evaluate(CARET) == ["Miracola", 5, 5]


def test_what_somebody_opened_stays_open(guests: Guests) -> None:
    anna, jo = guests.come("Anna"), guests.come("Jo")
    wire = Wire(anna.page)
    anna.sign_up()
    jo.sign_up()
    table = anna.open_table(2)
    seal = anna.page.get_by_text("Das Siegel der nächsten Partie")
    expect(seal).to_be_hidden()
    anna.page.get_by_text("Niemand kann die Würfe bestimmen").click()
    expect(seal).to_be_visible()
    jo.sit_down(table)
    expect(anna.page.locator("#waiting").get_by_text(jo.name)).to_be_visible()
    expect(seal).to_be_visible()
    wire.cut()
    jo.get_ready()
    wire.mend()
    expect(anna.page.get_by_text("bereit", exact=True)).to_be_visible(timeout=RETURN)
    expect(seal).to_be_visible()


def test_form_for_a_new_table_stays_as_it_is(guests: Guests) -> None:
    anna, jo = guests.come("Anna"), guests.come("Jo")
    anna.sign_up()
    jo.sign_up()
    anna.page.get_by_text("Neuer Tisch").first.click()
    three = anna.page.get_by_role("radio", name="Zu dritt").first
    three.check()
    jo.open_table(2)
    expect(anna.page.get_by_text(f"Tisch von {jo.name}")).to_be_visible()
    expect(three).to_be_visible()
    expect(three).to_be_checked()


def test_chosen_sheet_stays_in_front(guests: Guests) -> None:
    phone = guests.come("Anna", size=PHONE)
    wire = Wire(phone.page)
    _, jo = guests.begin(phone, "Jo")
    phone.page.locator("label").filter(has_text=jo.name).tap()
    expect(phone.sheet(jo.name)).to_be_visible()
    phone.throw()
    expect(phone.sheet(jo.name)).to_be_visible()
    wire.cut()
    expect(phone.notice).to_be_visible()
    wire.mend()
    expect(phone.notice).to_be_hidden(timeout=RETURN)
    phone.hold(1)
    expect(phone.button("4 Würfel werfen")).to_be_visible()
    expect(phone.sheet(jo.name)).to_be_visible()


def test_turn_is_called_out(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    called = jo.page.get_by_role("alert").and_(jo.page.locator("#your-turn"))
    expect(called).to_be_empty()
    expect(jo.page).to_have_title(f"{anna.name} ist am Zug · Zock die Wand an")
    anna.throw()
    entry = anna.write_best()
    expect(called).to_have_text("Du bist am Zug")
    expect(jo.page).to_have_title("● Du bist am Zug · Zock die Wand an")
    said = f"{anna.name} schreibt {entry.points} in {entry.cell} ({entry.column})."
    expect(jo.page.get_by_role("status").and_(jo.page.locator("#said"))).to_have_text(said)


@pytest.mark.parametrize("calm", [False, True])
def test_dice_tumble_unless_somebody_wants_calm(guests: Guests, calm: bool) -> None:
    anna = guests.come("Anna", calm=calm)
    anna.context.add_init_script(
        """window.moves = 0;
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...move) {
          window.moves += 1;
          return animate.apply(this, move);
        };"""
    )
    guests.begin(anna)
    before = anna.page.evaluate("window.moves")
    anna.hold(1, 4)
    anna.throw(3)
    assert anna.page.evaluate("window.moves") - before == (0 if calm else 3)


def test_muted_stays_muted(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    mute = anna.page.get_by_role("button", name="Stumm")
    expect(mute).to_have_attribute("aria-pressed", "false")
    with anna.page.expect_response("**/settings"):
        mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    anna.page.reload()
    expect(mute).to_have_attribute("aria-pressed", "true")


def test_muting_outlives_the_page(guests: Guests) -> None:
    """Also when somebody leaves the page before the server has answered."""
    (anna,) = guests.begin("Anna")
    table = anna.page.url
    anna.page.get_by_role("button", name="Stumm").click()
    anna.page.goto("about:blank")

    def is_muted() -> bool:
        return "data-muted" in anna.context.request.get(table).text()

    anna.until(is_muted)


def test_what_needs_the_script_waits_for_it(guests: Guests) -> None:
    """A press that nothing hears yet would be lost, so that there is nothing to press."""
    (anna,) = guests.begin("Anna")
    held_back = list[Route]()
    anna.page.route("**/live.js*", lambda route: held_back.append(route))  # noqa: PLW0108 # a builtin will not do
    anna.page.reload(wait_until="commit")
    mute = anna.page.locator("[data-mute]")
    anna.until(lambda: bool(held_back))
    expect(anna.bar).to_be_visible()
    expect(mute).to_be_hidden()
    held_back.pop().continue_()
    anna.until_live()
    expect(mute).to_be_visible()


def test_log_follows_unless_somebody_reads_back(guests: Guests) -> None:
    (anna,) = guests.begin("Anna", hardcore=True)
    frame = anna.page.locator(".log-frame")
    lines = anna.log.get_by_role("listitem")
    while frame.evaluate("frame => frame.scrollHeight < frame.clientHeight + 60"):
        anna.write_best()
    expect(lines.last).to_be_in_viewport()
    expect(lines.first).not_to_be_in_viewport()
    lines.first.scroll_into_view_if_needed()
    place, told = box(lines.first)["y"], lines.count()
    anna.write_best()
    anna.until(lambda: lines.count() > told)
    assert abs(box(lines.first)["y"] - place) < 2
    expect(lines.last).not_to_be_in_viewport()
    lines.last.scroll_into_view_if_needed()
    anna.write_best()
    expect(lines.last).to_be_in_viewport(ratio=1)
