"""The server is killed as by a power cut and started again: everything acknowledged is there."""

import re
import threading
from collections.abc import Iterator
from typing import Final

import pytest
from websockets.exceptions import ConnectionClosed

from pasch.games.discovery import rules
from pasch.kernel.record import read_record
from pasch.kernel.replay import verify
from tests.server import RunningServer
from tests.web.visitors import GAME, PATIENCE, Round, Tab, Visitors, kept

COMMAND_ID: Final = re.compile(r'name="command" value="[^"]*"')

Picture = tuple[str, str, int, list[str]]


@pytest.fixture
def guests(own_server: RunningServer) -> Iterator[Visitors]:
    """Yield the people at a server that the test may kill."""
    people = Visitors(own_server)
    yield people
    people.leave()


def picture(tab: Tab) -> Picture:
    """Return what a page shows of the match.

    The ids of commands are left out, which every drawing makes anew, and the log's notices, which
    tell who was away.
    """
    tab.send("sync")
    whole = tab.snapshot()
    main = COMMAND_ID.sub("", whole["regions"]["main"])
    return main, tab.match, tab.seen, [line for line in tab.log if "is-event" in line]


def watching(group: Round) -> list[Tab]:
    """Let everybody come (back) and wait until all are there: till then the match stands still."""
    tabs = [person.watch(group.table) for person in group.people]
    for tab in tabs:
        tab.until(lambda tab: bool(tab.updates) and 'id="pause"' not in shown(tab))
    return tabs


def shown(tab: Tab) -> str:
    """Return the HTML of a page's pause, or nothing when there is none."""
    html = tab.regions.get("pause") or tab.regions["main"]
    found = re.search(r'<[^>]*id="pause"[^>]*>', html)
    return found[0] if found and "hidden" not in found[0] else ""


def power_cut(server: RunningServer, group: Round) -> None:
    """Kill the server and start it; hold that everybody sees what they saw."""
    before = [picture(tab) for tab in watching(group)]
    rows = kept(server)
    server.kill()
    server.start()
    assert kept(server) == rows
    assert [picture(tab) for tab in watching(group)] == before


@pytest.mark.timeout(300)
def test_power_cut_after_every_kind_of_event(own_server: RunningServer, guests: Visitors) -> None:
    group = guests.seated(2)
    first, second = group.people
    first.act(group.table, "ready", ready="1", share="0f" * 16)
    power_cut(own_server, group)
    second.act(group.table, "ready", ready="1")
    power_cut(own_server, group)
    events = ("roll", "announce K", "retract", "keep 1 2", "write free +", "correct", "cancel")
    for number, event in enumerate(events, 1):
        watching(group)[0].do(event)
        power_cut(own_server, group)
        said = [line for line in group.log if line.startswith("1 ")]
        assert said == [f"1 {each}" for each in events[:number]]


def test_power_cut_after_the_last_event(own_server: RunningServer, guests: Visitors) -> None:
    solo = guests.begun(1, hardcore="yes")
    (wanda,) = solo.people
    solo.play_on(48)
    power_cut(own_server, solo)
    assert 'id="finish"' in wanda.get(solo.table).text
    record = read_record(wanda.get(f"/m/{solo.match}/record.txt").text)
    assert list(verify(rules(GAME), record)) == []


CELLS: Final = tuple(
    f"write {column} {cell}"
    for column in ("down", "free")
    for cell in ("1", "2", "3", "4", "5", "6", "+", "-", "K", "F", "P", "60")
)
ENOUGH: Final = 9
"""Commands that are acknowledged before the server dies."""


class Player(threading.Thread):
    """Somebody who plays alone, without a pause, until the server is gone."""

    def __init__(self, solo: Round) -> None:
        """Open the page."""
        super().__init__(name="player")
        self.tab = solo.people[0].watch(solo.table)
        self.tab.snapshot()
        self.acknowledged: list[str] = []
        self.has_enough = threading.Event()
        self.last: dict[str, str] = {}

    def run(self) -> None:
        """Write cell after cell."""
        for cell in CELLS:
            self.last, seen = self.tab.command(cell), self.tab.seen
            try:
                assert self.tab.ask("play", **self.last)["k"] == "ok"
                self.acknowledged.append(f"1 {cell}")
                self.tab.until_seen(seen + 2)
            except ConnectionClosed:
                break
            if len(self.acknowledged) == ENOUGH:
                self.has_enough.set()


def test_everything_acknowledged_is_there(own_server: RunningServer, guests: Visitors) -> None:
    """The server dies in the middle of quick play, wherever it is just then."""
    solo = guests.begun(1, hardcore="yes")
    player = Player(solo)
    player.start()
    assert player.has_enough.wait(PATIENCE)
    own_server.kill()
    player.join(PATIENCE)
    own_server.start()
    said = [line for line in solo.log if line.startswith("1 ")]
    told = player.acknowledged
    assert said[: len(told)] == told
    assert len(said) - len(told) in {0, 1}, "the last may have been written, but not told"
    tab = solo.people[0].watch(solo.table)
    tab.snapshot()
    assert tab.seen == len(solo.log) == 2 * len(said) + 1
    assert tab.ask("play", **player.last)["k"] == "ok", "the last can be sent again"
    said = [line for line in solo.log if line.startswith("1 ")]
    assert said.count(f"1 {player.last['event']}") == 1
