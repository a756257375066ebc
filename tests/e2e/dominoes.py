"""People who play Domino in browsers: they press, drag and read as people do."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator

from pasch.games.domino.meta import META
from pasch.games.domino.notation import EVENTS, Play
from pasch.games.domino.rules import RULES
from pasch.games.domino.state import State
from pasch.kernel.actors import Seat
from pasch.web.i18n import catalogue
from tests.e2e.people import Guests, Person
from tests.server import RunningServer
from tests.web.dominoes import MOST_EVENTS, due, state_of
from tests.web.visitors import Round

BUTTONS: Final = {
    "draw": "Stein ziehen",
    "pass": "Klopfen",
    "claim": "Punkte ansagen",
    "continue": "Weiter",
    "next": "Nächste Runde",
}


class DominoTable:
    """A match of Domino with the people at it; `log` is read from the database."""

    def __init__(
        self, server: RunningServer, people: list[Person], table: str, seats: int = 0
    ) -> None:
        """Sit people at a table whose match runs; computers have the other seats."""
        self.people = people
        self.table = table
        at_seats = people[:1] * seats if seats else people
        self._round = Round(server, table, at_seats)  # type: ignore[arg-type]

    @property
    def state(self) -> State:
        """Where the match stands."""
        return state_of(self._round)

    @property
    def events(self) -> int:
        """How many events the log has."""
        return len(self._round.log)

    def person(self, seat: Seat) -> Person:
        """Return who sits there."""
        return self.people[seat - 1]

    @property
    def latest(self) -> str:
        """The latest event of the log."""
        return self._round.log[-1]

    def press(self, seat: Seat, text: str) -> None:
        """Let somebody say an event by the page, and wait until it is told to everybody."""
        self.say(seat, text)
        self.settle()

    def say(self, seat: Seat, text: str) -> None:
        """Let somebody say an event by the page, and wait until it is in the log.

        Computers may say something meanwhile.
        """
        before, person = self.events, self.person(seat)
        event = EVENTS[text]
        if isinstance(event, Play):
            play(person, text, str(event.tile))
        elif text == "muggins":
            person.dock.get_by_role("button", name=re.compile("^Muggins: ")).click()
        else:
            person.dock.get_by_role("button", name=re.compile(f"^{BUTTONS[text]}")).click()
        person.until(lambda: f"{seat} {text}" in self._round.log[before:])

    def settle(self, *only: Seat) -> None:
        """Wait until everybody's page, or those of some, has heard everything.

        Each then offers just what may be done.
        """
        state, events = self.state, self.events
        for seat, person in enumerate(self.people, 1):
            if only and seat not in only:
                continue
            person.until(lambda person=person: person.version >= events)  # type: ignore[misc]
            legal = [] if state.is_over else sorted({*RULES.legal(state, Seat(seat))})
            person.until(lambda person=person, legal=legal: offered(person) == legal)  # type: ignore[misc]

    def play_until(
        self,
        is_there: Callable[[State], bool],
        choose: Callable[[State], tuple[Seat, str]] = due,
    ) -> State:
        """Let everybody play on until something is the case, and is seen."""
        self.settle()
        for _ in range(MOST_EVENTS):
            state = self.state
            if is_there(state):
                self.settle()
                return state
            self.press(*choose(state))
        raise AssertionError("the moment has not come")


def play(person: Person, text: str, tile: str) -> None:
    """Press a tile, and its end where there are several."""
    piece = held(person, tile)
    if piece.evaluate("piece => piece.matches('button')"):
        piece.click()
        return
    piece.locator("summary").click()
    piece.locator(f'button[value="{text}"]').click()


def held(person: Person, tile: str) -> Locator:
    """Find a tile in one's hand."""
    return person.page.locator(f'[data-piece="{tile}"]')


def end(person: Person, number: int) -> Locator:
    """Find the end of an arm."""
    return person.page.locator(f"#end-{number}")


def offered(person: Person) -> list[str]:
    """Read the events that the page offers."""
    found = person.page.locator('button[form="play"][name="event"]').evaluate_all(
        "buttons => [...new Set(buttons.map(button => button.value))]"
    )
    return sorted(found)


def begin(
    guests: Guests, server: RunningServer, *who: str | Person, target: int = 100, **options: str
) -> DominoTable:
    """Let people begin a match; the first opens the table by the form of the lobby."""
    people = [guests.come(one) if isinstance(one, str) else one for one in who]
    for person in people:
        person.sign_up()
    first = people[0]
    game = first.page.get_by_role("article", name="Domino")
    game.get_by_text("Neuer Tisch").click()
    words = catalogue("de").gettext
    seats = META.seat_labels[META.seats.index(len(people))]
    game.get_by_role("radio", name=words(seats), exact=True).check()
    for spec in META.options:
        if spec.name in options:
            label = words(spec.label(options[spec.name]))
            game.get_by_role("radio", name=label, exact=True).check()
    game.get_by_role("spinbutton", name="Zielpunkte").fill(str(target))
    game.get_by_role("button", name="Tisch eröffnen").click()
    first.page.wait_for_url("**/t/*")
    first.until_live()
    table = first.page.url.removeprefix(first.address)
    for person in people[1:]:
        person.sit_down(table)
    for person in people:
        person.get_ready()
    for person in people:
        person.sees_match()
    match = DominoTable(server, people, table)
    match.settle()
    return match
