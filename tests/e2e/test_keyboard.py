"""Playing with the keyboard alone, and keys that must do nothing."""

from playwright.sync_api import Locator, expect

from tests.e2e.people import Guests, Person

MOST_TABS = 60
"""Controls that one may have to pass on the way to another."""


def tab_to(person: Person, control: Locator) -> None:
    """Press Tab until a control has the focus, and see that this can be seen."""
    for _ in range(MOST_TABS):
        person.page.keyboard.press("Tab")
        if control.evaluate("control => control === document.activeElement"):
            break
    expect(control).to_be_focused()
    outline = control.evaluate("control => getComputedStyle(control).outlineStyle")
    assert outline != "none", "nobody sees where the focus is"


def press(person: Person, control: Locator, key: str = "Enter") -> None:
    """Tab to a control and press it."""
    tab_to(person, control)
    person.page.keyboard.press(key)


def sign_up_by_keys(anna: Person) -> None:
    """Choose a name without a pointer."""
    anna.page.goto("/")
    tab_to(anna, anna.page.get_by_label("Wie heißt du?"))
    anna.page.keyboard.type(anna.name)
    anna.page.keyboard.press("Enter")
    expect(anna.heading(f"Hallo {anna.name}, was spielen wir?")).to_be_visible()
    anna.until_live()


def test_match_by_keys(guests: Guests) -> None:
    anna, jo = guests.come("Anna"), guests.come("Jo")
    sign_up_by_keys(anna)
    press(anna, anna.page.locator("summary").filter(has_text="Neuer Tisch").first)
    tab_to(anna, anna.page.locator("input[name=seats]:checked").first)
    anna.page.keyboard.press("ArrowRight")
    press(anna, anna.button("Tisch eröffnen"))
    anna.page.wait_for_url("**/t/*")
    anna.until_live()
    press(anna, anna.button("Bereit"))
    expect(anna.button("Doch noch nicht bereit")).to_be_visible()
    jo.sign_up()
    jo.sit_down(anna.page.url)
    jo.get_ready()
    anna.sees_match()
    jo.sees_match()
    throw_and_hold(anna)
    write_and_correct(anna, jo)
    announce_and_lift(anna)


def throw_and_hold(anna: Person) -> None:
    """R throws, digits hold and let go, Space throws too."""
    anna.page.keyboard.press("r")
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    first = anna.dice()
    for key in "1251":
        anna.page.keyboard.press(key)
    anna.reads(anna.held, [2, 5])
    expect(anna.button("3 Würfel werfen")).to_be_visible()
    anna.page.keyboard.press("Space")
    expect(anna.dock).to_contain_text("Wurf 2 von 3")
    second = anna.dice()
    assert (first[1], first[4]) == (second[1], second[4])


def write_and_correct(anna: Person, jo: Person) -> None:
    """Tab and Enter write, K takes it back, Escape lets it stand."""
    offer = anna.best()
    press(anna, anna.button(offer.button))
    expect(jo.bar).to_contain_text("Du bist am Zug")
    expect(anna.button("Eintrag korrigieren")).to_be_visible()
    written = anna.sheets()
    anna.page.keyboard.press("k")
    expect(anna.dock).to_contain_text("Korrigiere deinen Eintrag")
    assert written != anna.sheets()
    expect(jo.bar).to_contain_text(f"{anna.name} ist am Zug")
    anna.page.keyboard.press("Escape")
    expect(jo.bar).to_contain_text("Du bist am Zug")
    anna.until(lambda: anna.sheets() == written)
    jo.take_turn()


def announce_and_lift(anna: Person) -> None:
    """A asks for a cell, Escape leaves it at that, U lifts what has been announced."""
    keys, cell = anna.page.keyboard, anna.button("ansagen: Maximum")
    expect(anna.bar).to_contain_text("Du bist am Zug")
    keys.press("a")
    expect(cell).to_be_hidden()
    keys.press("r")
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    keys.press("a")
    expect(cell).to_be_visible()
    keys.press("Escape")
    expect(cell).to_be_hidden()
    keys.press("a")
    press(anna, cell)
    expect(anna.dock).to_contain_text("Angesagt: Maximum")
    keys.press("u")
    expect(anna.dock).not_to_contain_text("Angesagt: Maximum")


def test_question_mark_shows_the_keys(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    anna.page.keyboard.press("?")
    expect(anna.dialog).to_contain_text("Alle Tasten")
    before = anna.dice()
    for place in (anna.dialog.bounding_box(), {"x": 1, "y": 1}):
        assert place is not None
        anna.page.mouse.click(place["x"] + 5, place["y"] + 5)
        for key in ("r", "Space", "1"):
            anna.page.keyboard.press(key)
    anna.page.keyboard.press("Escape")
    expect(anna.dialog).to_be_hidden()
    anna.page.keyboard.press("2")
    expect(anna.button("4 Würfel werfen")).to_be_visible()  # what was pressed before is answered
    assert ([2], before) == (anna.held(), anna.dice())
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    anna.page.keyboard.press("r")
    expect(anna.dock).to_contain_text("Wurf 2 von 3")


def test_zero_is_confirmed_by_keys(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    zero = anna.zero()
    press(anna, anna.button(zero.button))
    expect(anna.dialog.get_by_role("button", name="Zurück")).to_be_focused()
    anna.page.keyboard.press("Escape")
    expect(anna.dialog).to_be_hidden()
    expect(anna.button(zero.button)).to_be_focused()
    anna.page.keyboard.press("Enter")
    anna.page.keyboard.press("Tab")
    anna.page.keyboard.press("Enter")
    expect(anna.log).to_contain_text(f"{anna.name} streicht {zero.cell} ({zero.column})")


def test_space_presses_only_the_control_in_focus(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    press(anna, anna.page.get_by_role("button", name="Tasten"), "Space")
    expect(anna.dialog).to_contain_text("Alle Tasten")
    anna.page.keyboard.press("Escape")
    expect(anna.dialog).to_be_hidden()
    assert anna.dice() == []
    anna.throw()
    press(anna, anna.die(2), "Space")
    expect(anna.button("4 Würfel werfen")).to_be_visible()
    jo.until(lambda: jo.held() == [2])
    expect(anna.dock).to_contain_text("Wurf 1 von 3")
    anna.write(anna.best())
    expect(jo.bar).to_contain_text("Du bist am Zug")
    jo.page.set_viewport_size({"width": 700, "height": 800})
    tab_to(jo, jo.page.get_by_role("radio", name=jo.name))
    jo.page.keyboard.press("ArrowRight")
    jo.page.keyboard.press("Space")
    expect(jo.sheet(anna.name)).to_be_visible()
    jo.button("Pause").click()  # what was pressed before is answered first
    expect(jo.pause).to_be_visible()
    assert jo.dice() == []


def test_keys_do_nothing_in_a_text_field(guests: Guests) -> None:
    anna, watcher = guests.come("Anna"), guests.come("Mira")
    anna.sign_up()
    watcher.page.goto(anna.open_table(2))
    watcher.until_live()
    field = watcher.page.get_by_label("Wie heißt du?")
    field.press_sequentially("a? 1r")
    assert field.input_value() == "a? 1r"
    expect(watcher.dialog).to_be_hidden()
    watcher.page.get_by_role("heading", level=1).click()
    watcher.page.keyboard.press("?")
    expect(watcher.dialog).to_be_visible()
