"""Matches from the first throw to the result, and another one."""

import pytest
from playwright.sync_api import expect

from pasch.games import discovery
from pasch.kernel.record import read_record
from pasch.kernel.replay import verify
from pasch.kernel.report import report
from tests.e2e.people import PHONE, Guests, Offer, Person

CELLS = 48
"""Cells of a sheet, each of which is written in a turn of its own."""


@pytest.mark.timeout(360)
def test_two_people_play_to_the_result_and_once_more(guests: Guests) -> None:
    anna, jo = meet(guests)
    hold_and_throw_on(anna, jo)
    announce_and_write(jo, anna)
    write_and_correct(anna, jo)
    cross_out(anna)
    jo.take_turn()
    for _ in range(CELLS - 3):
        anna.take_turn()
        jo.take_turn()
    for person in (anna, jo):
        sees_result(person, anna, jo)
    check_record(anna, jo)
    play_once_more(anna, jo)


def meet(guests: Guests) -> tuple[Person, Person]:
    """Anna opens a table on a phone, Jo finds it in the lobby at a desk, and they begin."""
    anna, jo = guests.come("Anna", size=PHONE), guests.come("Jo")
    anna.sign_up()
    jo.sign_up()
    table = anna.open_table(seats=2)
    row = jo.page.get_by_role("listitem").filter(has_text=f"Tisch von {anna.name}")
    row.get_by_role("button", name="Mitspielen").click()
    jo.page.wait_for_url(f"**{table}")
    anna.get_ready()
    jo.get_ready()
    anna.sees_match()
    jo.sees_match()
    return anna, jo


def hold_and_throw_on(anna: Person, jo: Person) -> None:
    """Anna holds two dice, which Jo sees at once, and throws the others."""
    expect(anna.bar).to_contain_text("Du bist am Zug")
    expect(jo.bar).to_contain_text(f"{anna.name} ist am Zug")
    anna.throw(5)
    first = anna.dice()
    anna.hold(1, 3)
    jo.until(lambda: jo.held() == [1, 3])
    assert first == jo.dice()
    anna.throw(3)
    second = anna.dice()
    assert (first[0], first[2]) == (second[0], second[2])
    jo.until(lambda: jo.dice() == second)
    entry = anna.write_best()
    expect(jo.log).to_contain_text(
        f"{anna.name} schreibt {entry.points} in {entry.cell} ({entry.column})"
    )
    jo.until(lambda: jo.sheets() == anna.sheets())


def announce_and_write(jo: Person, anna: Person) -> None:
    """Jo announces a cell, throws all five dice again and has only that cell to write."""
    expect(jo.bar).to_contain_text("Du bist am Zug")
    jo.throw(5)
    jo.announce("Minimum")
    expect(jo.dock).to_contain_text("Angesagt: Minimum")
    expect(anna.dock).to_contain_text("Angesagt: Minimum")
    expect(anna.log).to_contain_text(f"{jo.name} sagt Minimum an")
    jo.throw(5)
    points = sum(jo.dice())
    assert [Offer("Angesagt", "Minimum", points)] == jo.offers()
    jo.write_best()
    expect(anna.bar).to_contain_text("Du bist am Zug")
    expect(jo.button("Eintrag korrigieren")).to_be_hidden()


def write_and_correct(anna: Person, jo: Person) -> None:
    """Anna takes her entry back with a key and writes another cell; Jo sees both."""
    anna.throw(5)
    dice = anna.dice()
    first = anna.write_best()
    expect(anna.button("Eintrag korrigieren")).to_be_visible()
    before = anna.sheets()
    jo.until(lambda: jo.sheets() == before)
    anna.page.keyboard.press("k")
    expect(anna.dock).to_contain_text("Korrigiere deinen Eintrag")
    expect(jo.dock).to_contain_text(f"{anna.name} korrigiert den letzten Eintrag")
    expect(jo.button("5 Würfel werfen")).to_be_hidden()
    assert dice == anna.dice()
    another = next(
        offer
        for offer in anna.offers()
        if offer.points and (offer.column, offer.cell) != (first.column, first.cell)
    )
    anna.write(another)
    expect(jo.log).to_contain_text(
        f"{anna.name} schreibt {another.points} in {another.cell} ({another.column})"
    )
    jo.until(lambda: jo.sheets() == anna.sheets() != before)
    jo.button("5 Würfel werfen").click()
    expect(anna.button("Eintrag korrigieren")).to_be_hidden()
    jo.write_best()


def cross_out(anna: Person) -> None:
    """Anna crosses a cell out, after she has thought better of it once."""
    expect(anna.bar).to_contain_text("Du bist am Zug")
    anna.throw(5)
    before = anna.sheets()
    zero = anna.zero()
    anna.choose(zero)
    expect(anna.dialog).to_contain_text(f"{zero.cell} in {zero.column} streichen? (0 Punkte)")
    anna.dialog.get_by_role("button", name="Zurück").click()
    expect(anna.dialog).to_be_hidden()
    assert before == anna.sheets()
    assert zero in anna.offers()
    anna.write(zero)
    expect(anna.log).to_contain_text(f"{anna.name} streicht {zero.cell} ({zero.column})")


def sees_result(person: Person, *players: Person) -> None:
    """The person sees who won with how many points, the chart and the ways on."""
    expect(person.bar).to_contain_text("Die Partie ist aus")
    totals = person.totals()
    points = sorted(
        ((totals[f"Spielblatt von {player.name}"], player.name) for player in players), reverse=True
    )
    (most, winner), (second, _) = points[:2]
    if most == second:
        verdict = f"Unentschieden mit je {most} Punkten"
    else:
        verdict = "Du gewinnst" if winner == person.name else f"{winner} gewinnt"
    expect(person.heading(verdict)).to_be_visible()
    places = person.page.get_by_role("main").get_by_role("list").first.get_by_role("listitem")
    expect(places).to_have_count(len(players))
    for place, (total, name) in enumerate(points):
        expect(places.nth(place)).to_contain_text(name)
        expect(places.nth(place)).to_contain_text(str(total))
    turns = CELLS * len(players)
    chart = person.page.get_by_role("img", name=f"nach jedem von {turns} Zügen")
    expect(chart).to_be_visible()
    expect(chart.locator("polyline")).to_have_count(len(players))
    expect(person.button("Noch einmal")).to_be_visible()


def check_record(person: Person, *others: Person) -> None:
    """The record that the page links to holds the whole match and proves its throws."""
    with person.page.expect_download() as coming:
        person.page.get_by_role("link", name="Die Partie als Text").click()
    assert coming.value.suggested_filename.endswith(".txt")
    record = read_record(coming.value.path().read_text(encoding="utf-8"))
    rules = discovery.rules(record.game)
    assert list(verify(rules, record)) == []
    found = report(rules, record)
    assert found.over
    totals = person.totals()
    assert list(found.totals) == [totals[f"Spielblatt von {name}"] for name in record.seats]
    assert {person.name, *(other.name for other in others)} == set(record.seats)


def play_once_more(anna: Person, jo: Person) -> None:
    """Both want another match; now Jo, who sat second, has the first turn.

    On Anna's phone her own sheet is in front, which is another one now.
    """
    expect(anna.sheet(jo.name)).to_be_hidden()
    anna.button("Noch einmal").click()
    expect(anna.page.get_by_text("Du spielst noch einmal mit")).to_be_visible()
    expect(jo.page.get_by_text(f"Bereit für die nächste Partie: {anna.name}")).to_be_visible()
    jo.button("Noch einmal").click()
    expect(jo.bar).to_contain_text("Du bist am Zug")
    expect(anna.bar).to_contain_text(f"{jo.name} ist am Zug")
    expect(anna.sheet(anna.name)).to_be_visible()
    expect(anna.sheet(jo.name)).to_be_hidden()
    assert {0} == set(anna.totals().values()) | set(jo.totals().values())
    expect(anna.log.locator(".is-event")).to_have_count(0)
    jo.throw(5)
    anna.until(lambda: anna.dice() == jo.dice() != [])


@pytest.mark.timeout(240)
def test_solo_hardcore_to_the_result(guests: Guests) -> None:
    (anna,) = guests.begin("Anna", hardcore=True)
    for turn in range(CELLS):
        expect(anna.dock).to_contain_text("Wurf 1 von 1")
        expect(anna.dock.get_by_role("button")).to_have_count(0)
        assert len(anna.dice()) == 5, f"turn {turn + 1}"
        anna.write_best()
    total = anna.totals()[f"Spielblatt von {anna.name}"]
    expect(anna.heading(f"Geschafft: {total} Punkte")).to_be_visible()
    check_record(anna)
    anna.button("Noch einmal").click()
    expect(anna.dock).to_contain_text("Wurf 1 von 1")
    assert {0} == set(anna.totals().values())
