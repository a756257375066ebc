"""At every address that shows a page axe-core finds nothing, and Tab reaches everything."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.routing import Route

from pasch.games import discovery
from pasch.web.help_pages import HOUSE_PAGES
from pasch.web.notices import IMPRINT, PRIVACY
from tests.api.parlour import Parlour
from tests.e2e.people import DESK, PHONE, Guests, Person, Size
from tests.e2e.test_accessibility import faults
from tests.e2e.test_protected import invitation, set_password
from tests.web.test_guard import routes

NO_PAGES: Final = {
    "/settings/export.json",
    "/i/{key}/qr.svg",
    "/m/{match}/record.txt",
    "/favicon.ico",
    "/static/{name:path}",
    "/imprint",  # leads to the page of another address, as the next one does
    "/datenschutz",
    "/healthz",
    "/readyz",
    "/metrics",
}
A_TURN: Final = 60_000
"""How long the turn of a computer may take, in milliseconds."""

REFUSED: Final = ("status of 403", "status of 404")
"""What a browser's console says of a page that says no."""

Addresses = Callable[[Parlour, Person], list[str]]


def at(*addresses: str) -> Addresses:
    """Return addresses that are the same at every server."""
    return lambda _parlour, _person: [*addresses]


def _of_games(path: str) -> Addresses:
    return at(*(f"{path}/{slug}" for slug in discovery.playable()))


def _tables(parlour: Parlour, person: Person) -> list[str]:
    """Return tables that are played at, one that waits, a door and nothing."""
    playing = {stored.record.game: stored.table for stored in parlour.running}
    waiting = person.open_table(2)
    return [
        waiting,
        f"/t/{parlour.protected[1].table}",
        "/t/nothing",
        *map("/t/{}".format, playing.values()),
    ]


def _matches(parlour: Parlour, _person: Person) -> list[str]:
    finished = {stored.record.game: stored.match for stored in parlour.finished}
    return [f"/m/{match}" for match in finished.values()]


def _people(parlour: Parlour, person: Person) -> list[str]:
    stored = parlour.finished[0]
    return [f"/p/{person.name}", f"/p/{stored.table}-1"]


def _invitation(_parlour: Parlour, person: Person) -> list[str]:
    set_password(person)
    person.open_table(2)
    return [invitation(person), "/i/nothing"]


PAGES: Final[Mapping[str, Addresses]] = {
    "/": at("/"),
    "/settings": at("/settings"),
    "/sign-in": at("/sign-in"),
    "/settings/delete": at("/settings/delete"),
    "/i/{key}": _invitation,
    "/tables/form": at(*(f"/tables/form?game={slug}" for slug in discovery.playable())),
    "/t/{table}": _tables,
    "/m/{match}": _matches,
    "/boards": at("/boards"),
    "/boards/{game}": _of_games("/boards"),
    "/rules": at("/rules"),
    "/rules/{game}": _of_games("/rules"),
    "/help/keys": at("/help/keys"),
    "/help/{page}": at(*(page.href for page in HOUSE_PAGES)),
    "/p/{person:path}": _people,
    IMPRINT.path: at(IMPRINT.path),
    PRIVACY.path: at(PRIVACY.path),
}
"""Addresses at which each route shows what it may show."""


def test_no_page_is_forgotten() -> None:
    shown = {
        route.path
        for route in routes()
        if isinstance(route, Route) and "GET" in (route.methods or ())
    }
    assert shown == set(PAGES) | (NO_PAGES & shown)


@pytest.fixture
def people(browser: Browser, parlour: Parlour) -> Iterator[Guests]:
    """Yield the people of one test, at a server that has an imprint."""
    imprint = parlour.server.database.parent / "impressum.md"
    imprint.write_text("# Impressum\n\n| Wer | Wo |\n| --- | --- |\n| Anna | Halle |\n")
    people = Guests(browser, parlour.server.url)
    yield people
    assert people.leave() == []
    imprint.unlink()


def come(people: Guests, size: Size) -> Person:
    """Let somebody come with a name, whose pages stand still."""
    person = people.come(size=size, calm=True)
    person.tolerated += REFUSED
    person.sign_up()
    return person


@pytest.fixture
def anna(people: Guests) -> Person:
    """Return somebody with a phone."""
    return come(people, PHONE)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("route", PAGES)
def test_axe_finds_nothing(parlour: Parlour, anna: Person, route: str) -> None:
    found = {}
    for address in PAGES[route](parlour, anna):
        anna.page.goto(address)
        anna.page.locator("main").wait_for()
        found[address] = faults(anna.page)
    assert not any(found.values()), found


# --- By Tab

LISTEN: Final = """() => {
  document.activeElement.blur();
  document.querySelectorAll("details").forEach(details => details.open = true);
  const all = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const visible = {visibilityProperty: true, contentVisibilityAuto: true};
  const isThere = one => one.checkVisibility(visible) && !one.matches(":disabled, [inert] *");
  const controls = [...document.querySelectorAll(all)].filter(isThere);
  const group = one => (one.form ?? document).querySelector(`[type=radio][name="${one.name}"]`);
  const key = one => one.type === "radio" ? group(one) : one;
  const unreached = new Map(controls.map(one => [key(one), one]));

  const isSeen = one => getComputedStyle(one).opacity !== "0" && one.offsetWidth !== 1;
  const besides = one => [...(one.labels ?? []), one.nextElementSibling].filter(Boolean);
  const around = one => isSeen(one) ? [one] : besides(one);
  const ring = one => {
    const {outlineStyle, outlineWidth, outlineColor} = getComputedStyle(one);
    const look = `${outlineStyle} ${outlineWidth} ${outlineColor}`;
    return outlineStyle === "none" || outlineWidth === "0px" ? "" : look;
  };
  const before = new Map(controls.flatMap(around).map(one => [one, ring(one)]));
  const unmarked = new Set();

  const name = one => one.outerHTML.slice(0, 160);
  let first = null;
  window.tabs = {isOver: false, found: () => ({
    unreached: [...unreached.values()].filter(isThere).map(name),
    unmarked: [...unmarked].map(name),
  })};
  document.addEventListener("focusin", ({target}) => {
    window.tabs.isOver = target === first;
    first ??= target;
    unreached.delete(key(target));
    if (!around(target).some(one => ring(one) && ring(one) !== before.get(one)))
      unmarked.add(target);
  });
}"""
"""Opens what is folded, notes what Tab should reach, and strikes off what gets the focus.

Of radios that exclude each other one is enough. What cannot be seen itself, as a radio under its
label, shows the focus by its label or by what follows. What has gone meanwhile is not asked for.
"""

MOST_TABS: Final = 400
"""More than any page has controls."""

READY: Final = "body:not([data-live]), body[data-connection=live]"
"""A page that shows all that its script offers."""


def tab_through(page: Page) -> dict[str, list[str]]:
    """Press Tab until it begins anew; return what it never reached, and what did not show it."""
    page.locator(READY).wait_for()
    page.evaluate(LISTEN)
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("window.tabs.isOver"):
            break
    found: dict[str, list[str]] = page.evaluate("window.tabs.found()")
    return {what: controls for what, controls in found.items() if controls}


def begin_alone(person: Person, game: str) -> None:
    """Begin a match against a computer, and throw if that comes first."""
    level = discovery.levels(game)[0].name
    table = person.context.request.post(
        "/tables",
        form={"game": game, "seats": "2", "computers": level},
        headers={"Origin": person.address},
    )
    person.page.goto(table.url)
    person.get_ready()
    person.sees_match()
    expect(person.bar).to_contain_text("Du bist am Zug", timeout=A_TURN)
    dice = re.search(r"(\d) Würfel werfen", person.dock.inner_text())
    if dice is not None:
        person.throw(int(dice[1]))


@pytest.mark.timeout(240)
def test_tab_reaches_every_control_and_shows_it(parlour: Parlour, people: Guests) -> None:
    stranger, anna = people.come(calm=True), come(people, DESK)
    found = {}
    for address in ("/", "/sign-in"):
        stranger.page.goto(address)
        found[f"{address} without a name"] = tab_through(stranger.page)
    for addresses in PAGES.values():
        anna.page.goto("/")
        for address in addresses(parlour, anna):
            anna.page.goto(address)
            found[address] = tab_through(anna.page)
    for game in discovery.playable():
        begin_alone(anna, game)
        found[f"a match of {game}"] = tab_through(anna.page)
    assert {where: what for where, what in found.items() if what} == {}
