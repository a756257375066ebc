"""Protected tables in Chromium: the lobby's field, the door, invitations, another match."""

import re
from contextlib import closing
from typing import Final

import pytest
import segno
from playwright.sync_api import Locator, expect

from tests.e2e.people import PHONE, Guests, Person, said
from tests.server import RunningServer
from tests.web.visitors import Round, Visitor, visitor

PASSWORD: Final = "kellerbar"
WRONG: Final = "That is not the password of this table."
REFUSED: Final = "status of 403"
"""What a browser's console says of a page that is refused."""

CELLS: Final = 48


def field(person: Person) -> Locator:
    """Find the lobby's field for the password."""
    return person.page.get_by_label("Passwort für neue und geschützte Tische")


def set_password(person: Person, password: str = PASSWORD) -> None:
    """Set the password in the lobby."""
    person.page.goto("/")
    field(person).fill(password)
    person.button("Setzen").click()
    expect(field(person)).to_have_value(password)
    expect(person.page.get_by_text("Gesetzt: neue Tische erhalten ein Schloss.")).to_be_visible()


def row(person: Person, owner: Person) -> Locator:
    """Find somebody's table in the lobby's list."""
    return person.page.get_by_role("listitem").filter(has_text=f"Tisch von {owner.name}")


def invitation(owner: Person) -> str:
    """Read the path of the invitation on the page of a waiting table."""
    address = owner.page.locator("#invitation-address").inner_text()
    assert address.startswith(f"{owner.address}/i/")
    return address.removeprefix(owner.address)


@pytest.fixture
def anna(guests: Guests) -> Person:
    """Let somebody set a password."""
    anna = guests.come("Anna")
    anna.sign_up()
    set_password(anna)
    return anna


def come(guests: Guests, name: str = "Jo") -> Person:
    """Let somebody come for whom doors may be closed."""
    person = guests.come(name)
    person.tolerated.append(REFUSED)
    person.sign_up()
    return person


def test_join_wrongly_then_rightly(guests: Guests, anna: Person) -> None:
    jo = come(guests)
    table = anna.open_table(2)
    expect(anna.bar).to_contain_text("geschützt")
    jo.page.goto("/")
    expect(row(jo, anna).get_by_text("mit einem Passwort geschützt")).to_be_attached()
    row(jo, anna).get_by_role("button", name="Mitspielen").click()
    expect(jo.heading("Geschützter Tisch")).to_be_visible()
    expect(jo.page.get_by_text("Dieser Tisch ist mit einem Passwort geschützt.")).to_be_visible()
    assert anna.name not in jo.page.locator("main").inner_text(), "nothing of the table is told"
    jo.page.get_by_label("Das Passwort des Tisches").fill("weinkeller")
    jo.button("Eintreten").click()
    expect(jo.page.get_by_role("alert")).to_have_text(said(WRONG))
    assert anna.name not in jo.page.locator("main").inner_text()
    jo.page.get_by_label("Das Passwort des Tisches").fill(PASSWORD)
    jo.button("Eintreten").click()
    jo.page.get_by_role("button", name="Hinsetzen").click()
    expect(jo.button("Bereit")).to_be_visible()
    expect(anna.page.locator("#waiting").get_by_text(jo.name)).to_be_visible()
    assert jo.page.url.endswith(table)


def test_join_from_the_lobby_as_the_rules_say(guests: Guests, anna: Person) -> None:
    """Enter the password there, and choose the table quite normally."""
    jo = come(guests)
    anna.open_table(2)
    set_password(jo)
    row(jo, anna).get_by_role("button", name="Mitspielen").click()
    expect(jo.button("Bereit")).to_be_visible()


def test_the_x_makes_open_tables_again(anna: Person) -> None:
    anna.page.goto("/")
    anna.button("Passwort löschen").click()
    expect(field(anna)).to_have_value("")
    anna.open_table(2)
    expect(anna.bar).not_to_contain_text("geschützt")


def test_enter_in_the_field_sets_and_never_deletes(anna: Person) -> None:
    anna.page.goto("/")
    field(anna).fill("dachboden")
    with anna.page.expect_navigation():
        field(anna).press("Enter")
    expect(field(anna)).to_have_value("dachboden")


def test_by_link(guests: Guests, anna: Person) -> None:
    """A guest chooses a name and sits."""
    table = anna.open_table(2)
    jo = guests.come("Jo")
    jo.page.goto(invitation(anna))
    expect(jo.heading(f"{anna.name} lädt dich ein")).to_be_visible()
    jo.page.get_by_label("Wie heißt du?").fill(jo.name)
    jo.button("Hinsetzen").click()
    expect(jo.button("Bereit")).to_be_visible()
    assert jo.page.url.endswith(table)
    expect(anna.page.locator("#waiting").get_by_text(jo.name)).to_be_visible()


def test_by_the_address_of_the_code(guests: Guests, anna: Person) -> None:
    """The picture beside the address is the address; whoever has a name only says yes."""
    anna.open_table(2)
    code = anna.page.get_by_role("img", name="QR-Code der Einladung")
    expect(code).to_be_visible()
    anna.until(lambda: bool(code.evaluate("image => image.naturalWidth > 0")))
    source = code.get_attribute("src")
    assert source is not None
    picture = anna.context.request.get(source).text()
    expected = segno.make_qr(anna.address + invitation(anna), error="m").matrix
    assert [bytes(line) for line in expected] == dark_squares(picture)
    jo = come(guests)
    jo.page.goto(anna.address + invitation(anna))
    jo.button("Hinsetzen").click()
    expect(jo.button("Bereit")).to_be_visible()


def dark_squares(svg: str) -> list[bytes]:
    """Read a drawing of squares back: a byte for each, 1 for a dark one."""
    size = re.search(r'viewBox="0 0 (\d+) \d+"', svg)
    path = re.search(r' d="([^"]*)"', svg)
    assert size is not None
    assert path is not None
    border, width = 2, int(size[1])
    lines = [bytearray(width) for _ in range(width)]
    x = y = 0.0
    for command, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?", path[1]):
        if command == "M":
            x, y = float(first), float(second)
        elif command == "m":
            x, y = x + float(first), y + float(second)
        else:
            for column in range(int(x), int(x) + int(first)):
                lines[int(y)][column] = 1
            x += int(first)
    inner = slice(border, width - border)
    return [bytes(line[inner]) for line in lines[inner]]


def test_renewed_invitation_closes_the_old_one(guests: Guests, anna: Person) -> None:
    anna.open_table(2)
    old = invitation(anna)
    anna.button("Neue Einladung machen").click()
    anna.dialog.get_by_role("button", name="Ja, machen").click()
    anna.until(lambda: invitation(anna) != old)
    jo = guests.come("Jo")
    jo.tolerated.append("status of 404")
    jo.page.goto(old)
    expect(jo.page.get_by_text("Diese Einladung gilt nicht mehr.")).to_be_visible()
    jo.page.goto(invitation(anna))
    expect(jo.heading(f"{anna.name} lädt dich ein")).to_be_visible()


def test_members_read_password_and_copy_the_address(guests: Guests, anna: Person) -> None:
    anna.context.grant_permissions(["clipboard-read"])
    table = anna.open_table(3)
    anna.page.get_by_text("Das Passwort des Tisches").click()
    expect(anna.page.get_by_text(PASSWORD, exact=True)).to_be_visible()
    anna.button("Adresse kopieren").click()
    expect(anna.page.locator("#said")).to_have_text("kopiert")
    copied = anna.page.evaluate("navigator.clipboard.readText()")
    assert copied == anna.address + invitation(anna)
    jo = come(guests)
    jo.page.goto(table)
    assert PASSWORD not in jo.page.content()


def same_browser(person: Person, server: RunningServer) -> Visitor:
    """Return a client without pages that has the person's cookies."""
    other = visitor(server)
    for cookie in person.context.cookies():
        other.client.cookies.set(cookie["name"], cookie["value"])
    return other


@pytest.mark.timeout(240)
def test_rematch_keeps_the_password_and_rotates_the_seats(
    guests: Guests, anna: Person, server: RunningServer
) -> None:
    jo, kim = come(guests), come(guests, "Kim")
    table = anna.open_table(2, hardcore=True)
    jo.page.goto(invitation(anna))
    jo.button("Hinsetzen").click()
    expect(jo.button("Bereit")).to_be_visible()
    for person in (anna, jo):
        person.get_ready()
    for person in (anna, jo):
        person.sees_match()
    with (
        closing(same_browser(anna, server).client) as first,
        closing(same_browser(jo, server).client) as second,
    ):
        players = [Visitor(server, first, anna.name), Visitor(server, second, jo.name)]
        Round(server, table, players).play_on(2 * CELLS)
        for player in players:
            player.open.close()
    for person in (anna, jo):
        person.button("Noch einmal").click()
    anna.sees_match()
    expect(jo.bar).to_contain_text("Du bist am Zug")  # the seats have rotated
    expect(anna.bar).to_contain_text("geschützt")
    kim.page.goto(table)
    expect(kim.heading("Geschützter Tisch")).to_be_visible()
    kim.page.get_by_label("Das Passwort des Tisches").fill(PASSWORD)
    kim.button("Eintreten").click()
    kim.sees_match()
    expect(kim.page.get_by_role("button", name="werfen")).to_have_count(0)


def test_without_scripts_on_a_phone(guests: Guests, anna: Person) -> None:
    table = anna.open_table(2)
    jo = guests.come("Jo", size=PHONE, script=False)
    jo.tolerated.append(REFUSED)
    jo.sign_up()
    assert jo.has_no_sideways_scroll()
    jo.page.goto(table)
    jo.page.get_by_label("Das Passwort des Tisches").fill(PASSWORD)
    jo.button("Eintreten").click()
    jo.page.get_by_role("button", name="Hinsetzen").click()
    expect(jo.button("Bereit")).to_be_visible()
    expect(jo.page.get_by_role("img", name="QR-Code der Einladung")).to_have_count(0)
    assert jo.has_no_sideways_scroll()


def test_who_is_shut_out_leaves_the_page(guests: Guests, anna: Person) -> None:
    """A new invitation shuts those out who only watch by the old one, on their open pages too."""
    anna.open_table(2)
    link = invitation(anna)
    jo, kim = come(guests), come(guests, "Kim")
    jo.page.goto(link)
    jo.button("Hinsetzen").click()
    expect(jo.button("Bereit")).to_be_visible()
    kim.page.goto(link)
    kim.page.get_by_role("button", name=re.compile("Hinsetzen|Zuschauen")).click()
    expect(kim.page.get_by_text("Der Tisch ist voll")).to_be_visible()
    kim_sees = kim.heading("Geschützter Tisch")
    anna.button("Neue Einladung machen").click()
    anna.dialog.get_by_role("button", name="Ja, machen").click()
    expect(kim_sees).to_be_visible()
    expect(jo.button("Bereit")).to_be_visible()
