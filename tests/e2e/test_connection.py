"""Tabs whose connection is slow, broken or shared with another tab of the same seat."""

from playwright.sync_api import expect

from tests.e2e.people import RETURN, Guests, Person
from tests.e2e.wire import Wire


def second_tab(person: Person) -> tuple[Person, Wire]:
    """Open the table in another tab of the same browser, behind a wire."""
    tab = Person(person.name, person.context, person.address, person.complaints, person.tolerated)
    wire = Wire(tab.page)
    tab.page.goto(person.page.url)
    tab.until_live()
    return tab, wire


def cut_off(tab: Person, wire: Wire) -> None:
    """Break a tab's connection, and wait until it has noticed."""
    wire.cut()
    tab.until(lambda: wire.is_missed)


def test_two_tabs_of_one_seat(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    tab, _ = second_tab(anna)
    first = anna.dice()
    assert tab.dice() == first
    anna.hold(1)
    tab.until(lambda: tab.held() == [1])
    tab.hold(4)
    anna.until(lambda: anna.held() == [1, 4])
    tab.throw(3)
    expect(anna.dock).to_contain_text("Wurf 2 von 3")
    anna.until(lambda: anna.dice() == tab.dice())
    offer = anna.write_best()
    for each in (anna, tab):
        expect(each.dock).to_contain_text("Wurf 1 von 3")
        expect(each.log).to_contain_text(f"{anna.name} schreibt {offer.points} in {offer.cell}")
    tab.until(lambda: tab.dice() == anna.dice() and tab.sheets() == anna.sheets())


def test_press_in_an_old_tab_is_refused_and_shows_the_new_position(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    tab, wire = second_tab(anna)
    anna.hold(1)
    tab.until(lambda: tab.held() == [1])
    wire.keeps_patches = True
    anna.throw(4)
    dice = anna.dice()
    tab.button("4 Würfel werfen").click()
    expect(tab.refusal).to_be_visible()
    expect(tab.dock).to_contain_text("Wurf 2 von 3")
    assert tab.dice() == dice
    assert anna.dice() == dice
    wire.mend()
    tab.throw(4)
    anna.until(lambda: anna.dice() == tab.dice())
    expect(anna.dock).to_contain_text("Wurf 3 von 3")


def test_hold_is_taken_back_when_refused(guests: Guests) -> None:
    anna, _ = guests.begin("Anna", "Jo")
    anna.throw()
    tab, wire = second_tab(anna)
    tab.tolerated.append("status of 422")
    cut_off(tab, wire)
    tab.hold(2)
    anna.until(lambda: anna.held() == [2])
    anna.write_best()
    expect(anna.bar).not_to_contain_text("Du bist am Zug")
    tab.die(3).click()
    expect(tab.refusal).to_be_visible()
    expect(tab.die(2)).to_have_attribute("aria-pressed", "true")
    expect(tab.die(3)).to_have_attribute("aria-pressed", "false")
    wire.mend()
    expect(tab.bar).not_to_contain_text("Du bist am Zug", timeout=RETURN)
    assert tab.held() == []


def test_hold_does_not_wait_for_the_answer(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    tab, wire = second_tab(anna)
    wire.keeps_presses = True
    tab.hold(2)
    expect(tab.die(2)).to_have_attribute("aria-pressed", "true")
    anna.hold(4)
    expect(tab.die(4)).to_have_attribute("aria-pressed", "true")
    assert (anna.held(), tab.held()) == ([4], [2, 4])
    wire.mend()
    anna.until(lambda: anna.held() == [2, 4])
    assert tab.held() == [2, 4]


def test_die_pressed_twice_does_not_flicker_when_the_answers_come(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    tab, wire = second_tab(anna)
    tab.die(2).evaluate(
        """die => {
          window.looks = [];
          const note = () => window.looks.push(die.getAttribute("aria-pressed"));
          new MutationObserver(note).observe(die, { attributeFilter: ["aria-pressed"] });
        }"""
    )
    wire.keeps_patches = wire.keeps_answers = True
    tab.hold(2)
    anna.until(lambda: anna.held() == [2])
    tab.hold(2)
    tab.hold(5)
    anna.until(lambda: anna.held() == [5])
    wire.mend()
    tab.reads(tab.held, [5])
    expect(tab.button("4 Würfel werfen")).to_be_visible()
    assert tab.page.evaluate("window.looks") == ["true", "false"]


def test_key_pressed_again_before_the_answer_counts_once(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    tab, wire = second_tab(anna)
    wire.keeps_patches = True
    tab.page.keyboard.press("r")
    tab.page.keyboard.press("r")
    expect(jo.dock).to_contain_text("Wurf 1 von 3")
    wire.mend()
    tab.hold(3)
    expect(tab.button("4 Würfel werfen")).to_be_visible()
    jo.until(lambda: jo.held() == [3])
    expect(jo.dock).to_contain_text("Wurf 1 von 3")
    expect(tab.refusal).to_be_empty()


def test_press_without_a_socket_travels_as_a_request(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    tab, wire = second_tab(anna)
    cut_off(tab, wire)
    with tab.page.expect_request("**/play") as sent:
        tab.button("5 Würfel werfen").click()
    assert sent.value.resource_type == "fetch"
    expect(jo.dock).to_contain_text("Wurf 1 von 3")
    expect(tab.button("5 Würfel werfen")).to_be_visible()
    wire.mend()
    expect(tab.dock).to_contain_text("Wurf 1 von 3", timeout=RETURN)
    tab.hold(2)
    jo.until(lambda: jo.held() == [2])


def test_refusal_without_a_socket_is_told(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    tab, wire = second_tab(anna)
    tab.tolerated.append("status of 409")
    cut_off(tab, wire)
    anna.throw()
    anna.throw()
    tab.button("5 Würfel werfen").click()
    expect(tab.refusal).to_be_visible()
    expect(jo.dock).to_contain_text("Wurf 2 von 3")


def test_zero_without_a_socket_is_confirmed_first(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    tab, wire = second_tab(anna)
    cut_off(tab, wire)
    zero = tab.zero()
    tab.choose(zero)
    tab.dialog.get_by_role("button", name="Ja, machen").click()
    expect(anna.log).to_contain_text(f"{anna.name} streicht {zero.cell} ({zero.column})")


def test_offline_for_a_while(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    jo.tolerated += ("WebSocket connection to", "net::ERR_")
    jo.page.evaluate("window.isFirst = true")
    jo.context.set_offline(True)
    expect(jo.notice).to_be_visible()
    anna.throw()
    anna.write_best()
    jo.context.set_offline(False)
    expect(jo.notice).to_be_hidden(timeout=RETURN)
    expect(jo.bar).to_contain_text("Du bist am Zug")
    jo.until(lambda: jo.sheets() == anna.sheets())
    jo.throw()
    anna.until(lambda: anna.dice() == jo.dice())
    assert jo.page.evaluate("window.isFirst")


def test_press_while_offline_happens_afterwards(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    anna.tolerated += ("WebSocket connection to", "net::ERR_")
    anna.context.set_offline(True)
    anna.button("5 Würfel werfen").click()
    expect(anna.notice).to_be_visible()
    assert (anna.dice(), jo.dice()) == ([], [])
    anna.context.set_offline(False)
    expect(anna.dock).to_contain_text("Wurf 1 von 3", timeout=RETURN)
    jo.until(lambda: jo.dice() == anna.dice() != [])


def test_where_no_socket_can_be_opened_forms_play(guests: Guests) -> None:
    anna, jo = guests.come("Anna"), guests.come("Jo")
    anna.tolerated.append("status of 409")  # the page that asks for consent
    wire = Wire(anna.page)
    wire.cut()
    anna.has_socket = False
    jo.sign_up()
    anna.sign_up()
    anna.sit_down(jo.open_table(2))
    jo.get_ready()
    anna.get_ready()
    jo.sees_match()
    jo.take_turn()
    anna.page.reload()
    anna.throw()
    anna.hold(2)
    jo.until(lambda: jo.held() == [2])
    anna.throw(4)
    zero = anna.zero()
    anna.choose(zero)
    anna.button("Ja, machen").click()
    expect(jo.log).to_contain_text(f"{anna.name} streicht {zero.cell} ({zero.column})")
    assert not wire.has_brought
