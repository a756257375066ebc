"""Talking at the table and in the lobby, in Chromium (cases 22, 23)."""

import re
from functools import partial
from typing import Final

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, expect

from tests.e2e.people import DESK, PHONE, PHONE_WITH_BARS, Guests, Person

TRICKY: Final = "<b>fett</b> \u202eabc\u200b &amp; %(who)s"
"""Markup, an override of the direction, a character without width, an entity, a place."""

CARET: Final = "input => [input.value, input.selectionStart, input.selectionEnd]"


def field(person: Person) -> Locator:
    """Find the field for messages."""
    return person.page.get_by_label("Nachricht", exact=True)


def say(person: Person, text: str) -> None:
    """Send a message with Enter; the field is empty then, and the message comes back."""
    field(person).fill(text)
    field(person).press("Enter")
    expect(field(person)).to_have_value("")
    hears(person, text)


def to_team(person: Person, *, only: bool = True) -> None:
    """Choose whom the next messages are for."""
    person.page.get_by_role("checkbox", name="Nur Team").set_checked(only)


def lines(person: Person) -> list[str]:
    """Read what the stream shows, without times."""
    found = person.page.locator("#log > li").evaluate_all(
        """lines => lines.map(line => {
          const copy = line.cloneNode(true);
          copy.querySelectorAll("time").forEach(time => time.remove());
          return copy.textContent.replace(/\\s+/g, " ").trim();
        })"""
    )
    return [str(line) for line in found]


def said(person: Person) -> list[str]:
    """Read what people have said."""
    found = person.page.locator("#log > .is-said, #log > .is-reaction")
    texts = found.evaluate_all(
        "lines => lines.map(l => [...l.querySelectorAll('bdi, .sr')].map(e => e.textContent))"
    )
    return [": ".join(parts) for parts in texts]


def hears(person: Person, text: str) -> None:
    """Wait until somebody reads a text."""
    expect(person.page.locator("#log")).to_contain_text(text)


def more(person: Person) -> None:
    """Open what stands behind the field: reactions, a filter, whom one may ignore."""
    person.page.locator("summary").filter(has_text="Reagieren und mehr").click()


def check_axe(person: Person) -> None:
    """Nothing on the page is hard to use."""
    violations = Axe().run(person.page).response["violations"]
    assert [(v["id"], [n["html"] for n in v["nodes"]]) for v in violations] == []


@pytest.mark.timeout(240)
def test_four_in_two_teams_and_a_spectator(guests: Guests) -> None:
    mira = guests.come("Mira")
    mira.sign_up()
    anna, ben, cleo, dana = people = guests.begin(
        "Anna", "Ben", guests.come("Cleo", scheme="dark"), "Dana"
    )
    mira.page.goto(anna.page.url)
    mira.until_live()
    expect(mira.page.get_by_text("Nur Zuschauer lesen, was du schreibst.")).to_be_visible()
    everybody = [*people, mira]
    for person in everybody:
        expect(person.bar).to_contain_text("1 Zuschauer")
    say(anna, "Gut Wurf allen!")
    to_team(anna)
    say(anna, "Ich nehme die Sechser")
    to_team(anna, only=False)
    to_team(ben)
    say(ben, "Wir holen die Kenter")
    say(mira, "Spannend hier")
    say(dana, TRICKY)
    for person in everybody:
        hears(person, "Gut Wurf allen!")
        hears(person, "<b>fett</b>")
    hears(cleo, "Ich nehme die Sechser")
    hears(dana, "Wir holen die Kenter")
    to_all = f"{anna.name}: Gut Wurf allen!"
    trick = f"{dana.name}: {TRICKY}"
    team_a, team_b = f"{anna.name}: Ich nehme die Sechser", f"{ben.name}: Wir holen die Kenter"
    by_team = {anna.name: [team_a], cleo.name: [team_a], ben.name: [team_b], dana.name: [team_b]}
    for person in everybody:
        between = by_team.get(person.name, [f"{mira.name}: Spannend hier"])
        person.reads(partial(said, person), [to_all, *between, trick])
    live = [lines(person) for person in everybody]
    for person, before in zip(everybody, live, strict=True):
        person.page.reload()
        person.until_live()
        person.reads(partial(lines, person), before)
    check_axe(anna)
    check_axe(cleo)
    check_axe(mira)


def test_ignoring_and_reading_again(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    say(jo, "Trödel nicht so")
    hears(anna, "Trödel nicht so")
    more(anna)
    anna.button(f"{jo.name} ignorieren").click()
    expect(anna.log).not_to_contain_text("Trödel")
    say(jo, "Hallo?")
    say(anna, "Ruhe hier")
    hears(jo, "Ruhe hier")
    assert said(anna) == [f"{anna.name}: Ruhe hier"]
    anna.page.reload()
    anna.until_live()
    assert said(anna) == [f"{anna.name}: Ruhe hier"]
    more(anna)
    check_axe(anna)
    anna.button(f"{jo.name} wieder lesen").click()
    hears(anna, "Hallo?")
    anna.reads(lambda: said(anna), said(jo))
    anna.page.keyboard.press("Escape")
    expect(anna.button(f"{jo.name} ignorieren")).to_be_hidden()


NOTE_BUBBLE: Final = """() => {
  window.bubble = new Promise((done) => {
    const centre = ({ left, width }) => ({ centre: left + width / 2, width });
    const look = () => {
      const bubble = document.querySelector(".bubble");
      if (!bubble) return requestAnimationFrame(look);
      const badge = document.querySelector("#side .badge");
      done([bubble, badge].map((each) => centre(each.getBoundingClientRect())));
    };
    look();
  });
}"""
"""Notes where a reaction rises and the badge stands, as soon as there is one; it soon goes."""


def test_reaction_shows_beside_the_badge(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    jo.page.evaluate(NOTE_BUBBLE)
    more(anna)
    anna.button("Gut gemacht").click()
    expect(anna.button("Gut gemacht")).to_be_hidden()
    hears(jo, "Gut gemacht")
    bubble, badge = jo.page.evaluate("window.bubble")
    assert bubble["width"] > 0
    assert abs(bubble["centre"] - badge["centre"]) < badge["width"]
    expect(jo.page.locator(".bubble")).to_have_count(0)
    assert said(jo) == [f"{anna.name}: Gut gemacht"]


def test_field_keeps_focus_text_and_caret(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    field(jo).press_sequentially("Das war knap")
    for _ in range(3):
        field(jo).press("ArrowLeft")
    anna.throw()
    anna.write_best()
    say(anna, "Du bist dran")
    hears(jo, "Du bist dran")
    expect(jo.bar).to_contain_text("Du bist am Zug")
    anna.button("Pause").click()
    expect(jo.page.get_by_text("Die Partie ist unterbrochen").first).to_be_visible()
    expect(field(jo)).to_be_focused()
    assert field(jo).evaluate(CARET) == ["Das war knap", 9, 9]


def test_keys_and_the_field(guests: Guests) -> None:
    """C goes to the field, where no key plays; Escape goes back to the game."""
    (anna,) = guests.begin("Anna")
    before = anna.dice()
    anna.page.keyboard.press("c")
    expect(field(anna)).to_be_focused()
    expect(field(anna)).to_have_value("")
    anna.page.keyboard.type("r 1aukpc?")
    expect(field(anna)).to_have_value("r 1aukpc?")
    field(anna).press("Enter")
    hears(anna, "r 1aukpc?")  # and so would any key have been
    assert (before, []) == (anna.dice(), anna.held())
    anna.page.keyboard.press("Escape")
    expect(field(anna)).not_to_be_focused()
    anna.page.keyboard.press("1")
    anna.until(lambda: anna.held() == [1])
    anna.page.keyboard.press("?")
    expect(anna.dialog).to_contain_text("den anderen schreiben")


def test_refused_text_comes_back(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    field(anna).fill("/passwrot geheim")
    field(anna).press("Enter")
    expect(anna.refusal).to_contain_text("Den Befehl „/passwrot“ gibt es nicht.")
    expect(field(anna)).to_have_value("/passwrot geheim")
    field(anna).fill("/hilfe")
    field(anna).press("Enter")
    expect(anna.page.locator(".is-alone")).to_contain_text("/weiter: die Pause beenden")
    anna.page.reload()
    anna.until_live()
    hears(anna, "Die Partie beginnt.")
    assert not any("geheim" in line or "/weiter" in line for line in lines(anna))


def test_only_the_chat(guests: Guests) -> None:
    (anna,) = guests.begin("Anna")
    say(anna, "Selbstgespräch")
    anna.write_best()
    event = anna.page.locator("#log .is-event").first
    expect(event).to_be_visible()
    more(anna)
    anna.page.get_by_role("checkbox", name="Nur den Chat zeigen").check()
    expect(event).to_be_hidden()
    expect(anna.page.get_by_text("Selbstgespräch")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, PHONE_WITH_BARS], ids=["whole", "with bars"])
def test_phone(guests: Guests, size: tuple[int, int]) -> None:
    """The chat is one tap away above the dock, counts what is new, and leaves the dock free."""
    anna, jo = guests.begin(guests.come("Anna", size=size), "Jo")
    opener = anna.button("Chat")
    expect(opener).to_be_visible()
    expect(anna.page.locator("#history")).to_be_hidden()
    free_of(anna, opener)
    say(jo, "Hallo?")
    say(jo, "Du bist dran!")
    unread = anna.page.locator(".chat-unread")
    expect(unread).to_have_text("2")
    check_axe(anna)
    anna.page.locator(".chat-open").tap()
    expect(field(anna)).to_be_focused()
    hears(anna, "Du bist dran!")
    expect(unread).to_be_hidden()
    assert anna.has_no_sideways_scroll()
    check_axe(anna)
    expect(anna.button("5 Würfel werfen")).to_be_visible()
    anna.button("5 Würfel werfen").tap()
    anna.until(lambda: len(anna.dice()) == 5)
    say(anna, "Ja doch")
    hears(jo, "Ja doch")
    anna.button("Chat schließen").tap()
    expect(anna.page.locator("#history")).to_be_hidden()
    expect(unread).to_be_hidden()
    say(jo, "Danke")
    expect(unread).to_have_text("1")


def free_of(person: Person, opener: Locator) -> None:
    """The button of the chat covers nothing that can be pressed or read in the dock."""
    place = opener.bounding_box()
    assert place is not None
    assert min(place["width"], place["height"]) >= 44
    for control in person.dock.locator("button, .die, strong").locator("visible=true").all():
        other = control.bounding_box()
        assert other is not None
        apart = (
            place["x"] >= other["x"] + other["width"]
            or other["x"] >= place["x"] + place["width"]
            or place["y"] >= other["y"] + other["height"]
            or other["y"] >= place["y"] + place["height"]
        )
        assert apart, control.inner_text()


def test_lobby(guests: Guests) -> None:
    anna, jo = guests.come("Anna"), guests.come("Jo", size=PHONE)
    anna.sign_up()
    jo.sign_up()
    say(anna, f"Wer spielt mit {anna.name}?")
    expect(jo.page.locator(".chat-unread")).to_be_visible()
    jo.page.locator(".chat-open").tap()
    hears(jo, f"Wer spielt mit {anna.name}?")
    say(jo, f"Gern, {anna.name}!")
    hears(anna, f"Gern, {anna.name}!")
    before = lines(jo)
    jo.page.reload()
    jo.until_live()
    jo.reads(lambda: lines(jo)[-len(before) :], before)
    check_axe(anna)
    check_axe(jo)


def test_without_script(guests: Guests) -> None:
    anna, jo = guests.come("Anna", script=False), guests.come("Jo")
    anna.sign_up()
    jo.sign_up()
    table = anna.open_table(2)
    jo.page.goto(table)
    jo.until_live()
    expect(anna.page.get_by_role("link", name="Chat")).to_be_hidden()
    field(anna).fill("ohne Skript")
    anna.page.get_by_role("button", name="Senden").click()
    expect(anna.page).to_have_url(re.compile("#chat$"))
    hears(anna, "ohne Skript")
    hears(jo, "ohne Skript")
    more(anna)
    anna.button("Wow").click()
    both = [f"{anna.name}: ohne Skript", f"{anna.name}: Wow"]
    anna.reads(lambda: said(anna), both)
    field(anna).fill("/hilfe")
    anna.page.get_by_role("button", name="Senden").click()
    expect(anna.heading("Nur für dich")).to_be_visible()
    expect(anna.page.get_by_text("/hilfe: diese Übersicht")).to_be_visible()
    anna.page.get_by_role("link", name="Zurück").click()
    anna.reads(lambda: said(anna), both)


def test_table_without_spectators(guests: Guests) -> None:
    """Whoever looks on is led to a page that says so when the owner keeps people out."""
    anna, jo, mira = guests.come("Anna"), guests.come("Jo"), guests.come("Mira")
    for person in (anna, jo, mira):
        person.sign_up()
    table = anna.open_table(2)
    jo.sit_down(table)
    mira.page.goto(table)
    mira.until_live()
    expect(anna.bar).to_contain_text("1 Zuschauer")
    mira.tolerated.append("status of 403")
    anna.button("Keine Zuschauer").click()
    expect(mira.heading("Hier bleibt man unter sich")).to_be_visible()
    expect(anna.bar).not_to_contain_text("Zuschauer")
    check_axe(mira)
    mira.page.get_by_role("link", name="Zur Lobby").click()
    row = mira.page.get_by_role("listitem").filter(has_text=f"Tisch von {anna.name}")
    expect(row).to_contain_text("ohne Zuschauer")
    expect(row.get_by_role("link")).to_have_count(0)
    anna.button("Zuschauer zulassen").click()
    expect(row.get_by_role("link", name="Ansehen")).to_be_visible()


def test_desk_shows_field_and_dock(guests: Guests) -> None:
    """At a desk everything is in sight at once: sheets, stream, field and dock."""
    people = guests.begin("Anna", "Ben", "Cleo", "Dana")
    for person in people[:2]:
        field_place, dock = field(person).bounding_box(), person.dock.bounding_box()
        assert field_place is not None
        assert dock is not None
        assert field_place["y"] + field_place["height"] <= dock["y"]
        assert dock["y"] + dock["height"] <= DESK[1]
