"""Dölauer in browsers: a whole match of three with loaded dice, at a phone, by keys, by clicks."""

import pytest
from playwright.sync_api import Locator, expect

from pasch.games.doelauer.meta import META
from tests.e2e.people import DESK, PHONE, Open, Person, said
from tests.e2e.test_accessibility import come_calmly, faults
from tests.e2e.test_chat import say
from tests.e2e.test_keyboard import press, tab_to
from tests.e2e.test_sizes import bottom, box, check_targets, is_inside

MATCH = """\
* start 1
1 roll
* 1 1 1 1 1 1
1 roll
* 4 4 4 2 5 1
1 roll
* 2 5 4
1 stop
2 roll
* 1 2 3 4 5 6
2 take strasse
2 roll
* 2 3 4 5 6 6
2 roll
* 2 3 4 5
2 roll
* 2 3 4 5
3 roll
* 2 2 2 4 5 3
3 roll
* 6 6 6
3 lay 6
3 stop
1 roll
* 1 1 1 1 2 4
1 stop
2 roll
* 3 5 3 5 6 6
2 lay
2 roll
* 2 2 3 4
2 stop
3 roll
* 5 5 5 1 2 3
3 roll
* 5 1 2
3 roll
* 4 6
1 roll
* 1 1 1 4 2 6
1 roll
* 3 1 2
1 stop
"""
"""Anna confirms and wins, Bo loses a Straße, Eva exchanges and then throws too often."""


def sit_together(*people: Person) -> None:
    """Let the first open a table and the others join; with everybody ready the match begins."""
    for person in people:
        person.sign_up()
    opener = people[0]
    game = opener.page.get_by_role("article", name=said(META.title))
    game.get_by_text("Neuer Tisch").click()
    seats = META.seat_labels[META.seats.index(len(people))]
    game.get_by_role("radio", name=said(seats), exact=True).check()
    game.get_by_role("button", name="Tisch eröffnen").click()
    opener.page.wait_for_url("**/t/*")
    for person in people[1:]:
        person.sit_down(opener.page.url)
    for person in people:
        person.get_ready()
    for person in people:
        person.sees_match()


def press_big(person: Person, name: str) -> None:
    """Press a button whose name begins so, once it is there; wait for the dice of a throw.

    Whatever is pressed before they lie is meant for what was there, and refused.
    """
    button = person.dock.get_by_role("button", name=name)
    button.wait_for()
    before = person.version
    button.click()
    if "werfen" in name and person.has_socket:
        person.until(lambda: person.version > before)


def story(person: Person) -> Locator:
    """Find what the page tells of the match."""
    return person.page.locator("#story")


def tray(person: Person, name: str) -> list[int]:
    """Read the dice that lie ("Rausgelegt") or were thrown ("Geworfen")."""
    group = person.dock.get_by_role("group", name=name)
    return [int(text[-1]) for text in group.locator(".die .sr").all_inner_texts()]


def scores(person: Person) -> list[int]:
    """Read the scores in the order of the seats."""
    texts = person.page.locator(".runner .score").all_inner_texts()
    return [int(text.split()[0]) for text in texts]


@pytest.mark.timeout(240)
def test_three_play_to_the_result(loaded: Open) -> None:
    guests, _ = loaded(MATCH)
    anna, bo, eva = guests.come("Anna", size=PHONE), guests.come("Bo"), guests.come("Eva")
    sit_together(anna, bo, eva)
    confirm(anna, bo)
    lose_by_keys(bo, anna)
    exchange(eva, bo)
    press_big(anna, "6 Würfel werfen")
    expect(story(anna)).to_contain_text("vier Einser, 20 Punkte")
    press_big(anna, "Runde beenden")
    decline_by_keys(bo)
    throw_too_often(eva)
    win(anna, bo, eva)


def fits_the_phone(person: Person) -> None:
    """Tracks, dice and buttons are in the window together, and nothing is cut off."""
    assert is_inside(person, person.page.locator(".runners"))
    assert is_inside(person, person.dock)
    assert bottom(person.page.locator(".prices")) <= box(person.dock)["y"]
    assert person.has_no_sideways_scroll()


def confirm(anna: Person, bo: Person) -> None:
    """Anna throws six ones and confirms them with three fours that become four."""
    expect(bo.log).to_contain_text(f"{anna.name} fängt an")
    fits_the_phone(anna)
    check_targets(anna)
    press_big(anna, "6 Würfel werfen")
    for person in (anna, bo):
        expect(story(person)).to_contain_text("80 Punkte stehen auf dem Spiel")
        expect(story(person)).to_contain_text("in Serie 2 irgendwelche Punkte")
        assert scores(person) == [0, 0, 0]
    expect(bo.dock).to_contain_text(f"{anna.name} muss in Serie 2 bestätigen")
    fits_the_phone(anna)
    press_big(anna, "6 Würfel werfen 80 Punkte auf dem Spiel")
    expect(anna.dock).to_contain_text("4 + 80 Punkte sichern")
    assert (tray(anna, "Rausgelegt"), tray(anna, "Geworfen")) == ([4, 4, 4], [2, 5, 1])
    fits_the_phone(anna)
    check_targets(anna)
    press_big(anna, "3 Würfel werfen was liegt, bleibt liegen")
    expect(anna.dock).to_contain_text("8 + 80 Punkte sichern")
    expect(anna.dock).to_contain_text("Gefahr: 8 + 80 Punkte")
    bo.until(lambda: tray(bo, "Rausgelegt") == [4, 4, 4, 4])
    press_big(anna, "Runde beenden")
    expect(bo.log).to_contain_text(f"{anna.name} bestätigt: 80 + 8 = 88 Punkte")
    expect(story(anna)).to_contain_text(f"{bo.name} ist an der Reihe")
    anna.until(lambda: scores(anna) == [88, 0, 0])


def lose_by_keys(bo: Person, anna: Person) -> None:
    """Bo takes a Straße and does not confirm it; he touches nothing but keys."""
    keys = bo.page.keyboard
    expect(bo.bar).to_contain_text("Du bist am Zug")
    keys.press("r")
    special = bo.dock.get_by_role("button", name="Straße nehmen: 35 Punkte zu bestätigen")
    expect(special).to_be_visible()
    expect(anna.dock.get_by_role("button")).to_have_count(0)
    keys.press("s")
    expect(story(bo)).to_contain_text("35 Punkte stehen auf dem Spiel")
    keys.press("Space")
    expect(story(bo)).to_contain_text("Rausgelegt: zwei Sechser. Drei gleiche genügen.")
    keys.press("Space")
    expect(bo.dock).to_contain_text("letzte Chance auf 35 Punkte")
    expect(bo.dock).to_contain_text("die 35 Punkte verfallen")
    press(bo, bo.dock.get_by_role("button", name="4 Würfel werfen"))
    expect(story(anna)).to_contain_text(f"{bo.name} bestätigt nicht: 35 Punkte sind verloren")
    anna.until(lambda: scores(anna) == [88, 0, 0])
    assert tray(anna, "Zuletzt geworfen") == [2, 3, 4, 5, 6, 6]


def exchange(eva: Person, bo: Person) -> None:
    """Eva has three twos and three sixes to choose from."""
    press_big(eva, "6 Würfel werfen")
    press_big(eva, "3 Würfel werfen")
    picks = eva.dock.get_by_role("button")
    expect(picks).to_have_count(2)
    assert picks.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))") == [
        "Rauslegen: drei Zweier, 2 Punkte",
        "Rauslegen: drei Sechser, 6 Punkte",
    ]
    expect(story(bo)).to_contain_text(f"{eva.name} entscheidet, was liegen bleibt.")
    eva.button("Rauslegen: drei Sechser, 6 Punkte").click()
    expect(bo.log).to_contain_text(f"{eva.name} tauscht aus, rausgelegt: drei Sechser")
    eva.reads(lambda: tray(eva, "Rausgelegt"), [6, 6, 6])
    press_big(eva, "Runde beenden")
    expect(bo.log).to_contain_text(f"{eva.name}: drei Sechser, 6 Punkte")


def decline_by_keys(bo: Person) -> None:
    """Bo declines a Döll with L, and ends the turn with nothing, which he is asked about."""
    keys = bo.page.keyboard
    expect(bo.bar).to_contain_text("Du bist am Zug")
    keys.press("r")
    special = bo.dock.get_by_role("button", name="Döll nehmen: 5 Punkte zu bestätigen")
    expect(special).to_be_visible()
    tab_to(bo, special)
    keys.press("l")
    expect(story(bo)).to_contain_text("zwei Sechser, noch keine Punkte")
    keys.press("r")
    expect(bo.dock).to_contain_text("nichts zu verlieren")
    keys.press("e")
    expect(bo.dialog).to_contain_text("Runde ohne Punkte beenden?")
    keys.press("Escape")
    expect(bo.dialog).to_be_hidden()
    expect(bo.bar).to_contain_text("Du bist am Zug")
    keys.press("e")
    bo.dialog.get_by_role("button", name="Ja, machen").click()
    expect(story(bo)).to_contain_text(f"{bo.name}: keine Punkte")


def throw_too_often(eva: Person) -> None:
    """Four fives are not enough for Eva; Space and the felt do not take such a risk."""
    press_big(eva, "6 Würfel werfen")
    press_big(eva, "3 Würfel werfen")
    expect(eva.dock).to_contain_text("Gefahr: 10 Punkte")
    place = box(eva.dock)
    story(eva).click()  # or Space would press the button in focus
    eva.page.keyboard.press("Space")
    eva.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + 3)
    say(eva, "Lieber nicht?")  # what was pressed before is answered then
    eva.page.keyboard.press("Escape")
    expect(eva.dock).to_contain_text("Wurf 2 von 3")
    assert tray(eva, "Rausgelegt") == [5, 5, 5, 5]
    eva.page.keyboard.press("r")
    expect(story(eva)).to_contain_text(f"{eva.name}: keine Punkte")


def win(anna: Person, *others: Person) -> None:
    """Anna sees that ending the turn wins, and everybody sees who has won."""
    press_big(anna, "6 Würfel werfen")
    press_big(anna, "3 Würfel werfen")
    expect(story(anna)).to_contain_text("Das reicht zum Sieg.")
    expect(anna.dock).to_contain_text("mit 20 Punkten gewinnen")
    press_big(anna, "Runde beenden")
    expect(anna.heading("Du gewinnst")).to_be_visible()
    for person in others:
        expect(person.heading(f"{anna.name} gewinnt")).to_be_visible()
    for person in (anna, *others):
        sees_result(person)
    anna.page.goto("/boards/doelauer")
    for title in ("Gewonnene Partien", "Wenigste Züge", "Höchster Zug"):
        link = anna.page.get_by_role("link", name=title).first
        link.click()
        expect(link).to_have_attribute("aria-current", "true")
        expect(anna.page.get_by_role("main")).to_contain_text(anna.name)


def sees_result(person: Person) -> None:
    """The final scores, the chart with a line for each, and the dice that ended the match."""
    person.until(lambda: scores(person) == [128, 0, 6])
    chart = person.page.get_by_role("img", name="nach jedem von 7 Zügen")
    expect(chart.locator("polyline")).to_have_count(3)
    expect(person.page.locator(".story-die:not(.is-left)")).to_have_count(4)
    expect(person.button("Noch einmal")).to_be_visible()
    assert person.has_no_sideways_scroll()


WITHOUT_SCRIPT = """\
* start 1
1 roll
* 3 5 3 5 6 6
1 lay
1 roll
* 2 2 3 4
1 stop
2 roll
* 2 2 2 4 5 3
2 stop
"""


def test_without_script(loaded: Open) -> None:
    """Every press is a form; the question before a turn without points is a page."""
    guests, _ = loaded(WITHOUT_SCRIPT)
    anna, bo = guests.come("Anna", script=False), guests.come("Bo")
    anna.tolerated.append("status of 409")
    sit_together(bo, anna)
    press_big(bo, "6 Würfel werfen")
    bo.button("Rauslegen: zwei Sechser, 0 Punkte").click()
    press_big(bo, "4 Würfel werfen")
    press_big(bo, "Runde beenden")
    bo.dialog.get_by_role("button", name="Ja, machen").click()
    expect(story(bo)).to_contain_text(f"{anna.name} ist an der Reihe")
    anna.page.reload()
    press_big(anna, "6 Würfel werfen")
    anna.reads(lambda: tray(anna, "Rausgelegt"), [2, 2, 2])
    press_big(anna, "Runde beenden")
    expect(story(anna)).to_contain_text(f"{anna.name}: drei Zweier, 2 Punkte")
    expect(bo.bar).to_contain_text("Du bist am Zug")
    press_big(bo, "6 Würfel werfen")
    anna.page.reload()
    expect(anna.page.locator(".runner .score").last).to_contain_text("2")


CALM = """\
* start 1
1 roll
* 1 2 3 4 5 6
1 take strasse
1 roll
* 2 2 2 4 5 3
1 roll
* 6 6 6
1 lay 6
1 stop
"""


def test_axe_finds_nothing(loaded: Open) -> None:
    guests, _ = loaded(CALM)
    anna, bo = come_calmly(guests, "Anna", PHONE), come_calmly(guests, "Bo", DESK)
    sit_together(anna, bo)
    assert faults(anna.page) == []
    press_big(anna, "6 Würfel werfen")
    expect(anna.button("Straße nehmen: 35 Punkte zu bestätigen")).to_be_visible()
    assert faults(anna.page) == []
    anna.button("Straße nehmen: 35 Punkte zu bestätigen").click()
    expect(story(bo)).to_contain_text("35 Punkte stehen auf dem Spiel")
    assert faults(anna.page) == []
    assert faults(bo.page) == []
    press_big(anna, "6 Würfel werfen")
    press_big(anna, "3 Würfel werfen")
    expect(anna.button("Rauslegen: drei Sechser, 6 Punkte")).to_be_visible()
    assert faults(anna.page) == []
    anna.button("Rauslegen: drei Sechser, 6 Punkte").click()
    expect(anna.dock).to_contain_text("6 + 35 Punkte sichern")
    assert faults(anna.page) == []
    press_big(anna, "Runde beenden")
    expect(story(bo)).to_contain_text("bestätigt: 35 + 6 = 41 Punkte")
    assert faults(bo.page) == []
    bo.page.keyboard.press("?")
    expect(bo.dialog).to_be_visible()
    assert faults(bo.page) == []
