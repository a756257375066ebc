"""What axe-core finds at every address that shows a page, in both colour schemes: nothing."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import pytest
from playwright.sync_api import Browser
from starlette.routing import Route

from pasch.games import discovery
from pasch.web.help_pages import HOUSE_PAGES
from pasch.web.notices import IMPRINT, PRIVACY
from tests.api.parlour import Parlour
from tests.e2e.people import PHONE, Guests, Person
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
def anna(browser: Browser, parlour: Parlour) -> Iterator[Person]:
    """Yield somebody with a name, at a server that has an imprint."""
    imprint = parlour.server.database.parent / "impressum.md"
    imprint.write_text("# Impressum\n\n| Wer | Wo |\n| --- | --- |\n| Anna | Halle |\n")
    people = Guests(browser, parlour.server.url)
    person = people.come(size=PHONE, calm=True)
    person.tolerated += REFUSED
    person.sign_up()
    yield person
    assert people.leave() == []
    imprint.unlink()


@pytest.mark.timeout(240)
@pytest.mark.parametrize("route", PAGES)
def test_axe_finds_nothing(parlour: Parlour, anna: Person, route: str) -> None:
    found = {}
    for address in PAGES[route](parlour, anna):
        anna.page.goto(address)
        anna.page.locator("main").wait_for()
        found[address] = faults(anna.page)
    assert not any(found.values()), found
