"""Settings and accounts in Chromium: colours, sound, quick entry, another device, signing out."""

import re
from functools import partial
from typing import Final

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, expect

from tests.e2e.people import PHONE, PHONE_WITH_BARS, Guests, Person, Scheme, Size, said
from tests.e2e.test_sizes import FINGER, bottom, box, is_inside

PASSWORD: Final = "Zwei Esel, drei Würfel"
LIGHT_GROUND: Final = "rgb(239, 233, 220)"
DARK_GROUND: Final = "rgb(13, 25, 22)"
FIRST_PAINT: Final = """() => {
  window.grounds = [];
  const look = () => {
    if (document.body) window.grounds.push(getComputedStyle(document.body).backgroundColor);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes the ground of every frame from the first on."""


def ground(person: Person) -> str:
    """Read the colour behind everything."""
    return str(person.page.evaluate("getComputedStyle(document.body).backgroundColor"))


def choose(person: Person, question: str, answer: str) -> None:
    """Choose something on the page of settings, and save it."""
    # Its sheet comes too late for the transition to the first page in a new theme.
    person.tolerated.append("ViewTransition opt-in disabled")
    person.page.goto("/settings")
    group = person.page.get_by_role("group", name=question)
    group.get_by_role("radio", name=answer, exact=True).check()
    person.button("Speichern").click()
    expect(person.page.get_by_role("status").get_by_text("Gespeichert.")).to_be_visible()
    expect(group.get_by_role("radio", name=answer, exact=True)).to_be_checked()


def set_password(person: Person) -> None:
    """Set a password for the first time."""
    person.page.goto("/settings")
    person.page.get_by_label("Neues Passwort").fill(PASSWORD)
    person.button("Passwort setzen").click()
    expect(person.page.get_by_text("Gespeichert.")).to_be_visible()


def sign_in(person: Person, name: str, password: str = PASSWORD) -> None:
    """Sign in from the lobby."""
    person.page.goto("/")
    person.page.get_by_role("link", name="Anmelden").click()
    person.page.get_by_label("Dein Name").fill(name)
    person.page.get_by_label("Passwort").fill(password)
    person.button("Anmelden").click()


@pytest.fixture
def anna(guests: Guests) -> Person:
    """Let somebody choose a name."""
    anna = guests.come("Anna")
    anna.sign_up()
    return anna


# --- Colours


@pytest.mark.parametrize(
    ("device", "chosen", "expected"),
    [
        ("light", "Dunkel", DARK_GROUND),
        ("dark", "Hell", LIGHT_GROUND),
        ("light", "Wie auf dem Gerät", LIGHT_GROUND),
        ("dark", "Wie auf dem Gerät", DARK_GROUND),
    ],
)
def test_theme_is_there_from_the_first_frame(
    guests: Guests, device: Scheme, chosen: str, expected: str
) -> None:
    anna = guests.come("Anna", scheme=device)
    anna.sign_up()
    choose(anna, "Farben", chosen)
    anna.reads(partial(ground, anna), expected)
    anna.context.add_init_script(f"({FIRST_PAINT})()")
    anna.page.goto("/")
    for path in ("/settings", anna.open_table()):
        anna.page.goto(path)
        anna.until(lambda: len(anna.page.evaluate("window.grounds")) > 1)
        assert set(anna.page.evaluate("window.grounds")) <= {expected, "rgba(0, 0, 0, 0)"}
        assert anna.page.evaluate("window.grounds.at(-1)") == expected


def test_theme_without_scripts_and_without_a_name(guests: Guests) -> None:
    stranger = guests.come("Kim", script=False)
    stranger.page.goto("/")
    stranger.page.get_by_role("link", name="Einstellungen").click()
    choose(stranger, "Farben", "Dunkel")
    assert stranger.page.locator("html").get_attribute("data-theme") == "dark"
    stranger.page.goto("/")
    assert stranger.page.locator("html").get_attribute("data-theme") == "dark"
    sheet = stranger.page.locator("link[rel=stylesheet]").first.get_attribute("href")
    assert sheet is not None
    assert sheet.startswith("/static/pasch.dark.css")


# --- Sound


def test_mute_is_kept_by_the_server(guests: Guests, anna: Person) -> None:
    anna.open_table()
    mute = anna.button("Stumm")
    with anna.page.expect_response("**/settings"):
        mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    anna.page.reload()
    expect(mute).to_have_attribute("aria-pressed", "true")
    anna.page.goto("/settings")
    sounds = anna.page.get_by_role("group", name="Töne")
    expect(sounds.get_by_role("radio", name="Aus")).to_be_checked()
    choose(anna, "Töne", "An")
    anna.page.go_back()


# --- Quick entry


def quick(person: Person) -> Locator:
    """Find the buttons of quick entry."""
    return person.dock.get_by_role("button", name=re.compile("^(Abwärts|Aufwärts)"))


@pytest.mark.parametrize("size", [PHONE, PHONE_WITH_BARS])
def test_quick_entry_writes_the_next_cells(guests: Guests, size: Size) -> None:
    anna = guests.come("Anna", size=size, calm=True)
    anna.sign_up()
    choose(anna, "Schnelleingabe", "An")
    anna.page.goto("/")
    anna.open_table()
    anna.get_ready()
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    expect(quick(anna)).to_have_count(2)
    down, up = quick(anna).all()
    dice = anna.dice()
    ones = dice.count(1)
    expect(down).to_have_accessible_name(f"Abwärts: Einser {ones}")
    for button in (down, up):
        assert min(box(button)["width"], box(button)["height"]) >= FINGER
        assert is_inside(anna, button)
    assert round(box(down)["y"]) >= round(bottom(anna.die(1)))
    assert anna.has_no_sideways_scroll()
    down.click()
    if not ones:
        expect(anna.dialog).to_contain_text("Einser in Abwärts streichen?")
        anna.dialog.get_by_role("button", name="Ja, machen").click()
    expect(anna.log).to_contain_text("Einser (Abwärts)")
    expect(quick(anna).first).to_have_accessible_name(re.compile("^Abwärts: Zweier"))
    if size == PHONE:
        last_row = anna.page.get_by_role("row", name=re.compile("^T"))
        assert bottom(last_row) <= box(anna.dock)["y"], "the sheet and the dock fit"


def test_quick_entry_is_for_those_who_want_it(guests: Guests) -> None:
    anna = guests.come("Anna", size=PHONE)
    anna.sign_up()
    anna.open_table()
    anna.get_ready()
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    expect(quick(anna)).to_have_count(0)


def test_quick_entry_is_for_phones(anna: Person) -> None:
    choose(anna, "Schnelleingabe", "An")
    anna.page.goto("/")
    anna.open_table()
    anna.get_ready()
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    expect(quick(anna)).to_have_count(0)


# --- Accounts


def test_another_device_knows_what_one_wants(guests: Guests, anna: Person) -> None:
    set_password(anna)
    choose(anna, "Farben", "Dunkel")
    anna.page.get_by_role("button", name="EN: English").click()
    expect(anna.heading("Settings")).to_be_visible()
    other = guests.come("Anna elsewhere")
    other.tolerated.append("ViewTransition opt-in disabled")  # as in `choose`
    sign_in(other, anna.name)
    expect(other.heading(f"Hello {anna.name}, what shall we play?")).to_be_visible()
    other.reads(partial(ground, other), DARK_GROUND)


def test_wrong_password_is_told(guests: Guests, anna: Person) -> None:
    set_password(anna)
    other = guests.come("Kim")
    other.tolerated.append("status of 403")
    sign_in(other, anna.name, "drei Esel, zwei Würfel")
    expect(other.page.get_by_role("alert")).to_have_text(
        said("Name and password do not fit together.")
    )
    expect(other.page.get_by_label("Dein Name")).to_have_value(anna.name)
    other.page.get_by_label("Passwort").fill(PASSWORD)
    other.button("Anmelden").click()
    expect(other.heading(f"Hallo {anna.name}, was spielen wir?")).to_be_visible()


def test_sign_out_everywhere_reaches_open_pages(guests: Guests, anna: Person) -> None:
    set_password(anna)
    other = guests.come("Anna elsewhere")
    sign_in(other, anna.name)
    expect(other.heading(f"Hallo {anna.name}, was spielen wir?")).to_be_visible()
    anna.page.goto("/settings")
    expect(anna.page.get_by_text("dieser Browser")).to_have_count(1)
    anna.button("Überall abmelden").click()
    anna.button("Ja, machen").click()
    for person in (anna, other):
        expect(person.heading("Komm rein und setz dich")).to_be_visible()


def test_guest_is_warned_before_the_way_back_is_gone(anna: Person) -> None:
    anna.page.goto("/settings")
    anna.button("Hier abmelden").click()
    expect(anna.page.get_by_text("Dein Konto hat kein Passwort")).to_be_visible()
    anna.page.get_by_role("link", name="Zurück").click()
    expect(anna.heading("Einstellungen")).to_be_visible()
    anna.button("Hier abmelden").click()
    anna.button("Ja, machen").click()
    expect(anna.heading("Komm rein und setz dich")).to_be_visible()


def test_new_name_is_seen_at_tables_at_once(guests: Guests, anna: Person) -> None:
    table = anna.open_table(2)
    jo = guests.come("Jo")
    jo.sign_up()
    jo.sit_down(table)
    tab = anna.context.new_page()
    tab.goto("/settings")
    tab.get_by_label("Name", exact=True).fill(f"Dr. {anna.name}")
    tab.get_by_role("button", name="Umbenennen").click()
    expect(jo.page.get_by_text(f"Dr. {anna.name}")).to_be_visible()
    expect(anna.page.get_by_text(f"Dr. {anna.name}")).to_be_visible()


def test_download_and_delete(anna: Person) -> None:
    anna.page.goto("/settings")
    with anna.page.expect_download() as waiting:
        anna.page.get_by_role("link", name="Deine Daten herunterladen").click()
    assert anna.name in waiting.value.path().read_text("utf-8")
    anna.page.get_by_role("link", name="Konto löschen").click()
    anna.button("Konto löschen").click()
    expect(anna.heading("Komm rein und setz dich")).to_be_visible()
    anna.sign_up()


def test_axe_finds_nothing(guests: Guests, anna: Person) -> None:
    """The pages as they come from the server; those of the gallery are tested in each state."""
    axe = Axe()
    anna.open_table(2)
    for path in (anna.page.url, "/", "/settings", "/settings/delete"):
        anna.page.goto(path)
        assert axe.run(anna.page).response["violations"] == []
