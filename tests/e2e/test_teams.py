"""Two against two, and people who watch."""

from playwright.sync_api import expect

from tests.e2e.people import Guests, Person


def sees_turn_of(player: Person, people: list[Person]) -> None:
    """Everybody sees whose turn it is, and nobody else can throw."""
    for person in people:
        if person is player:
            expect(person.bar).to_contain_text("Du bist am Zug")
            expect(person.button("5 Würfel werfen")).to_be_visible()
        else:
            expect(person.bar).to_contain_text(f"{player.name} ist am Zug")
            expect(person.button("5 Würfel werfen")).to_be_hidden()


def test_teams_share_a_sheet_and_take_turns(guests: Guests) -> None:
    people = guests.begin("Anna", "Jo", "Mira", "Klaus")
    anna, jo, mira, klaus = people
    team_a, team_b = (anna.name, mira.name), (jo.name, klaus.name)
    for person in people:
        expect(person.sheet(*team_a)).to_be_visible()
        expect(person.sheet(*team_b)).to_be_visible()
    for player in (*people, anna):
        sees_turn_of(player, people)
        player.throw()
        for person in people:
            person.until(lambda person=person, player=player: person.dice() == player.dice())  # type: ignore[misc]
        offer = player.write_best()
        sheets = player.sheets()
        for person in people:
            person.until(lambda person=person, sheets=sheets: person.sheets() == sheets)  # type: ignore[misc]
            expect(person.log).to_contain_text(f"{player.name} schreibt {offer.points}")
    shared = anna.sheets()[f"Spielblatt von {anna.name}, {mira.name}"]
    written = sum(bool(cell) for row in shared for cell in row[1:] if row[0][:1] in "123456+−KFP")
    assert written >= 3
    expect(anna.button("Eintrag korrigieren")).to_be_visible()
    expect(mira.button("Eintrag korrigieren")).to_be_hidden()


def test_partner_sees_what_is_held_and_announced(guests: Guests) -> None:
    anna, jo, mira, _ = guests.begin("Anna", "Jo", "Mira", "Klaus")
    anna.throw()
    anna.hold(2, 3)
    for person in (jo, mira):
        person.until(lambda person=person: person.held() == [2, 3])  # type: ignore[misc]
        expect(person.die(2)).to_be_hidden()
    expect(anna.button("3 Würfel werfen")).to_be_visible()
    anna.announce("Full")
    for person in (jo, mira):
        expect(person.dock).to_contain_text("Angesagt: Full")


def test_spectators_see_everything_and_press_nothing(guests: Guests) -> None:
    anna, jo = guests.begin("Anna", "Jo")
    stranger, zoe = guests.come("Niemand"), guests.come("Zoe")
    zoe.sign_up()
    anna.throw()
    for watcher in (stranger, zoe):
        watcher.page.goto(anna.page.url)
        watcher.until_live()
        expect(watcher.sheet(anna.name)).to_be_visible()
        expect(watcher.sheet(jo.name)).to_be_visible()
        assert watcher.dice() == anna.dice()
        expect(watcher.page.locator("#main").get_by_role("button")).to_have_count(0)
    anna.hold(1)
    for watcher in (stranger, zoe):
        watcher.until(lambda watcher=watcher: watcher.held() == [1])  # type: ignore[misc]
        watcher.page.keyboard.press("r")
        watcher.page.keyboard.press("2")
    entry = anna.write_best()
    for watcher in (stranger, zoe):
        expect(watcher.log).to_contain_text(f"{anna.name} schreibt {entry.points}")
        assert watcher.dice() == []
    expect(jo.bar).to_contain_text("Du bist am Zug")


def test_full_table_can_be_watched_from_the_lobby(guests: Guests) -> None:
    anna, _ = guests.begin("Anna", "Jo")
    zoe = guests.come("Zoe")
    zoe.sign_up()
    row = zoe.page.get_by_role("listitem").filter(has_text=f"Tisch von {anna.name}")
    row.get_by_role("link", name="Zuschauen").click()
    expect(zoe.sheet(anna.name)).to_be_visible()
