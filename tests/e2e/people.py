"""People in front of browsers: they act and read by roles and German names, as people do."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar, cast

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Request,
    WebSocket,
    expect,
)
from playwright.sync_api import (
    Error as PlaywrightError,
)

from pasch.games import discovery
from pasch.kernel.meta import GameMeta
from pasch.web.i18n import catalogue
from tests.server import RunningServer

Size = tuple[int, int]

DESK: Final[Size] = (1280, 800)
PHONE: Final[Size] = (390, 844)
PHONE_WITH_BARS: Final[Size] = (390, 664)

PATIENCE: Final = 10_000
"""How long something may take on a busy machine, in milliseconds."""

RETURN: Final = 3 * PATIENCE
"""How long a page may take to come back when its server does: it may wait 10 s between attempts."""

GLANCE: Final = 40
"""Time between two looks at a page, in milliseconds."""

META: Final = discovery.meta("zdwa")
HARDCORE: Final = META.options[1]
said: Final = catalogue("de").gettext
"""What a page says for a message id, where the text is not this test's business."""

Read = TypeVar("Read")

_ENTER: Final = re.compile(r"(?P<points>\d+) Punkte?: in (?P<cell>.+), (?P<column>\w+) eintragen")
_CROSS_OUT: Final = re.compile(r"0 Punkte: (?P<cell>.+), (?P<column>\w+) streichen")

_READ_SHEETS: Final = """tables => Object.fromEntries(tables.map(table => [
  table.getAttribute("aria-label"),
  [...table.rows].map(row => [...row.cells].map(cell => {
    const written = cell.cloneNode(true);
    written.querySelectorAll("button, s, .said-note").forEach(other => other.remove());
    return written.textContent.trim();
  })),
]))"""
"""What stands on the sheets, without what their player might write, takes back or announces."""

_READ_NAMES: Final = "buttons => buttons.map(button => button.getAttribute('aria-label'))"


@dataclass(frozen=True, slots=True)
class Offer:
    """A cell that its player may write now, and the points that the dice bring there."""

    column: str
    cell: str
    points: int

    @property
    def button(self) -> str:
        """The name of its button."""
        if self.points:
            unit = "Punkt" if self.points == 1 else "Punkte"
            return f"{self.points} {unit}: in {self.cell}, {self.column} eintragen"
        return f"0 Punkte: {self.cell}, {self.column} streichen"


SKIPPED_TRANSITION: Final = "Transition was aborted because of invalid state. Page already revealed"
"""What Chromium says when a page comes too late to be faded in, as on a busy machine."""


@dataclass
class Person:
    """Somebody with a browser, which remembers them; `page` is the tab in front.

    `complaints` are what the browser complained of, without what is `tolerated`. `snapshots` counts
    how often the tab's socket brought the whole page, `version` which one of the match it brought.
    Who has no socket, for want of scripts or of a connection, plays by forms and is told nothing.
    """

    name: str
    context: BrowserContext
    address: str
    complaints: list[str] = field(default_factory=list)
    tolerated: list[str] = field(default_factory=lambda: [SKIPPED_TRANSITION])
    snapshots: int = 0
    version: int = 0
    has_socket: bool = True

    def __post_init__(self) -> None:
        """Open a tab, and note whatever the browser complains of or asks others for."""
        self.context.on("console", self._note_message)
        self.context.on("weberror", lambda error: self._complain(str(error.error)))
        self.context.on("request", self._note_request)
        self.open_tab()

    def open_tab(self) -> None:
        """Open a tab, which is then the one in front."""
        self.page = self.context.new_page()
        self.page.on("websocket", self._watch_socket)

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._complain(f"{message.text} ({message.location['url']})")

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith(self.address + "/"):
            self._complain(f"asked another host: {request.url}")

    def _watch_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._note_frame)

    def _note_frame(self, frame: str | bytes) -> None:
        found = json.loads(frame)
        for message in found if isinstance(found, list) else [found]:
            self.snapshots += message["k"] == "snap"
            if message["k"] in {"snap", "patch"}:
                self.version = message.get("seen", 0)

    def _complain(self, text: str) -> None:
        if not any(part in text for part in self.tolerated):
            self.complaints.append(text)

    def go_away(self) -> None:
        """Close the browser, whatever its tabs are about to show.

        Chromium never closes a tab whose next page is just coming (playwright#42366), so that each
        shows an empty page first.
        """
        for tab in self.context.pages:
            with suppress(PlaywrightError):  # where another page came in between
                tab.goto("about:blank")
        self.context.close()

    # --- The lobby

    def sign_up(self) -> None:
        """Come to the lobby and choose the name."""
        self.page.goto("/")
        self.page.get_by_label("Wie heißt du?").fill(self.name)
        self.page.get_by_role("button", name="Das bin ich").click()
        expect(self.heading(f"Hallo {self.name}, was spielen wir?")).to_be_visible()
        self.until_live()

    def open_table(
        self,
        seats: int = 1,
        *,
        hardcore: bool = False,
        computers: str = "",
        meta: GameMeta = META,
    ) -> str:
        """Open a table, of ZDWA unless told, and return its path; computers may take seats."""
        game = self.page.get_by_role("article", name=said(meta.title))
        game.get_by_text("Neuer Tisch").click()
        game.get_by_role("radio", name=said(meta.seat_labels[seats - 1]), exact=True).check()
        if hardcore:
            game.get_by_role("radio", name=said(HARDCORE.labels[0]), exact=True).check()
        if computers:
            game.get_by_role("radio", name=computers, exact=True).check()
        game.get_by_role("button", name="Tisch eröffnen").click()
        self.page.wait_for_url("**/t/*")
        self.until_live()
        return self.page.url.removeprefix(self.address)

    # --- A table

    def sit_down(self, table: str) -> None:
        """Take the first free seat of a table."""
        self.page.goto(table)
        self.until_live()
        self.page.get_by_role("button", name="Hinsetzen").first.click()
        expect(self.button("Bereit")).to_be_visible()

    def get_ready(self) -> None:
        """Say that the match may begin."""
        self.until_live()
        self.button("Bereit").click()

    def sees_match(self) -> None:
        """Wait until the match is shown, not its waiting table, and hears keys and presses."""
        expect(self.page.locator("#main.is-playing")).to_be_visible()
        self.until_live()

    def until_live(self) -> None:
        """Wait until the page is there and is told what happens; one without a socket never is.

        Before, a press sends a form, and whatever is pressed until the new page comes is lost.
        """
        self.page.wait_for_load_state()
        if self.has_socket:
            expect(self.page.locator("body")).to_have_attribute("data-connection", "live")

    # --- What one sees

    @property
    def bar(self) -> Locator:
        """The line above the board."""
        return self.page.locator("#bar")

    @property
    def dock(self) -> Locator:
        """The felt with the dice."""
        return self.page.get_by_role("region", name="Dein Zug")

    @property
    def log(self) -> Locator:
        """What happened so far; on phones it lies behind the button of the chat."""
        return self.page.locator("#log")

    @property
    def notice(self) -> Locator:
        """The notice that the connection is lost."""
        return self.page.get_by_text("Verbindung verloren")

    @property
    def pause(self) -> Locator:
        """The card that says why a match stands still."""
        return self.page.locator("#pause")

    @property
    def refusal(self) -> Locator:
        """The notice that says why something was refused."""
        return self.page.locator("#refusal")

    @property
    def dialog(self) -> Locator:
        """The open dialog."""
        return self.page.get_by_role("dialog")

    def heading(self, text: str) -> Locator:
        """Find a heading."""
        return self.page.get_by_role("heading", name=text, exact=True)

    def button(self, name: str) -> Locator:
        """Find a button by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def sheet(self, *names: str) -> Locator:
        """Find somebody's sheet, or a team's."""
        return self.page.get_by_role("table", name=f"Spielblatt von {', '.join(names)}", exact=True)

    def die(self, place: int) -> Locator:
        """Find a die that one may hold."""
        return self.dock.get_by_role("button", name=re.compile(f"^Würfel {place}: "))

    def dice(self) -> list[int]:
        """Read the dice by their places; none before the first throw."""
        text = self.dock.get_by_role("group", name="Würfel").inner_text()
        return [int(face) for face in re.findall(r"Würfel \d: (\d)", text)]

    def held(self) -> list[int]:
        """Read which dice are held."""
        text = self.dock.get_by_role("group", name="Würfel").inner_text()
        return [int(place) for place in re.findall(r"Würfel (\d): \d\s+(?:\d\s+)?gehalten", text)]

    def sheets(self) -> dict[str, list[list[str]]]:
        """Read what is written on all sheets, whether they are in front or not."""
        found = self.page.locator("table.sheet").evaluate_all(_READ_SHEETS)
        return cast(dict[str, list[list[str]]], found)

    def totals(self) -> dict[str, int]:
        """Read the total points of each sheet."""
        cards = self.page.locator(".sheet-card")
        pairs = cards.evaluate_all(
            """cards => cards.map(card => [
              card.querySelector("table").getAttribute("aria-label"),
              Number(card.querySelector(".score [aria-hidden]").textContent),
            ])"""
        )
        return dict(pairs)

    def offers(self) -> list[Offer]:
        """Read which cells are offered."""
        found = []
        for name in self.page.locator("button.write:visible").evaluate_all(_READ_NAMES):
            match = _ENTER.fullmatch(name) or _CROSS_OUT.fullmatch(name)
            assert match is not None, f"no name for a cell: {name!r}"
            points = int(match.groupdict().get("points", 0))
            found.append(Offer(match["column"], match["cell"], points))
        return found

    # --- What one does

    def throw(self, dice: int = 5) -> None:
        """Throw, which must be offered for so many dice, and wait until they lie."""
        button = self.button(f"{dice} Würfel werfen")
        button.wait_for()
        before = self.dock.locator(".dock-status").inner_text()
        button.click()
        expect(self.dock.locator(".dock-status")).not_to_have_text(before)
        self.page.wait_for_load_state()

    def hold(self, *places: int) -> None:
        """Press dice, so that the held ones are let go and the others held; they look so then."""
        for place in places:
            die = self.die(place)
            before = die.get_attribute("aria-pressed") or ""
            die.click()
            expect(die).not_to_have_attribute("aria-pressed", before)
            self.page.wait_for_load_state()

    def announce(self, cell: str) -> None:
        """Announce a cell, be it another one than before."""
        self.dock.get_by_role("link", name=re.compile("^(Ansagen|Ändern)$")).click()
        self.button(f"ansagen: {cell}").click()

    def choose(self, offer: Offer) -> None:
        """Press the button of a cell."""
        self.button(offer.button).click()

    def write(self, offer: Offer) -> None:
        """Write a cell, a zero with the dialog's consent, and wait until it is written."""
        self.choose(offer)
        if not offer.points:
            self.dialog.get_by_role("button", name="Ja, machen").click()
        self.button(offer.button).wait_for(state="hidden")
        self.page.wait_for_load_state()

    def best(self) -> Offer:
        """Wait for cells to be offered and return the one with the most points."""
        self._until_cells_are_offered()
        return max(self.offers(), key=lambda offer: offer.points)

    def zero(self) -> Offer:
        """Wait for cells to be offered and return the first that would be crossed out."""
        self._until_cells_are_offered()
        return next(offer for offer in self.offers() if not offer.points)

    def _until_cells_are_offered(self) -> None:
        self.page.locator("button.write").first.wait_for()
        self.page.wait_for_load_state()

    def write_best(self) -> Offer:
        """Write the cell with the most points."""
        offer = self.best()
        self.write(offer)
        return offer

    def take_turn(self) -> None:
        """Take a whole turn by the quickest presses."""
        self.page.get_by_role("button", name="5 Würfel werfen").click()
        self.write_best()

    def play_solo_by_forms(self) -> None:
        """Play a match to its end as quickly as the server answers, without looking at it."""
        while found := re.search(r'value="(write [^"]+)"', self._table_as_text()):
            form = {"event": found[1], "confirmed": "1"}
            for name in ("match", "seen", "command"):
                hidden = re.search(rf'name="{name}" value="([^"]+)"', found.string)
                assert hidden is not None
                form[name] = hidden[1]
            play = f"{self.page.url}/play"
            self.context.request.post(play, form=form, headers={"Origin": self.address})

    def _table_as_text(self) -> str:
        return self.context.request.get(self.page.url).text()

    def until(self, condition: Callable[[], bool], patience: int = PATIENCE) -> None:
        """Wait until something holds; fail when it does not in time."""
        for _ in range(patience // GLANCE):
            if condition():
                return
            self.page.wait_for_timeout(GLANCE)
        assert condition()

    def reads(self, read: Callable[[], Read], expected: Read) -> None:
        """Wait until something reads as expected; a failure tells what it reads instead."""
        with suppress(AssertionError):
            self.until(lambda: read() == expected)
        assert read() == expected

    def has_no_sideways_scroll(self) -> bool:
        """Measure whether the page fits the width of the window."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


Scheme = Literal["light", "dark"]


class Guests:
    """The people of a test; each has a browser profile of their own."""

    def __init__(self, browser: Browser, address: str) -> None:
        """Let people come to the parlour at an address."""
        self._browser = browser
        self._address = address
        self._people: list[Person] = []

    def come(
        self,
        name: str = "Anna",
        *,
        size: Size = DESK,
        script: bool = True,
        scheme: Scheme = "light",
        calm: bool = False,
    ) -> Person:
        """Let somebody come, whose name nobody else bears; small screens are touched."""
        width, height = size
        is_phone = width < DESK[0]
        context = self._browser.new_context(
            base_url=self._address,
            locale="de-DE",
            viewport={"width": width, "height": height},
            has_touch=is_phone,
            is_mobile=is_phone,
            device_scale_factor=1,
            java_script_enabled=script,
            color_scheme=scheme,
            reduced_motion="reduce" if calm else "no-preference",
        )
        context.set_default_timeout(PATIENCE)
        person = Person(_unused(name), context, self._address, has_socket=script)
        self._people.append(person)
        return person

    def begin(
        self, *who: str | Person, hardcore: bool = False, meta: GameMeta = META
    ) -> list[Person]:
        """Let people come and begin a match; the first opens the table and has the first turn."""
        people = [self.come(one) if isinstance(one, str) else one for one in who]
        for person in people:
            person.sign_up()
        table = people[0].open_table(len(people), hardcore=hardcore, meta=meta)
        for person in people[1:]:
            person.sit_down(table)
        for person in people:
            person.get_ready()
        for person in people:
            person.sees_match()
        return people

    def leave(self) -> list[str]:
        """Let everybody go; return what their browsers complained of."""
        for person in self._people:
            person.go_away()
        return [complaint for person in self._people for complaint in person.complaints]


Open = Callable[[str], tuple[Guests, RunningServer]]
"""Opens a parlour whose chance does what a record says; see `tests.loaded`."""


_names_given: dict[str, int] = {}


def _unused(name: str) -> str:
    """Return the name with a numeral behind it; those of a server must differ."""
    _names_given[name] = _names_given.get(name, 0) + 1
    return f"{name} {_names_given[name]}"
