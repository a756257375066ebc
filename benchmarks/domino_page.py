"""How fluent the page of a whole double-twelve Cross hand is, on the server and in Chromium.

    python benchmarks/domino_page.py [--seats 2]

Prints, over the pushes of one hand, the processor time to make a screen, draw what has changed
and pack the message for each audience (server), and the time from a message's arrival until the
page is laid out again (browser), for a seat and for a spectator: median, 90th and 99th
percentile, maximum.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from http.cookies import SimpleCookie
from pathlib import Path
from time import process_time
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from playwright.sync_api import Browser, Page  # noqa: E402

from pasch.games import discovery  # noqa: E402
from pasch.games.domino.rules import RULES  # noqa: E402
from pasch.games.domino.state import State  # noqa: E402
from pasch.kernel.actors import Seat, seats_of  # noqa: E402
from pasch.kernel.draws import SHARE_BYTES  # noqa: E402
from pasch.kernel.record import Event  # noqa: E402
from pasch.kernel.rules import Deciding  # noqa: E402
from pasch.matches.model import (  # noqa: E402
    NO_EVENTS,
    AccountId,
    LoggedEvent,
    Player,
    TableStatus,
)
from pasch.matches.position import begin, resume  # noqa: E402
from pasch.matches.registry import OpenTable  # noqa: E402
from pasch.web.messages import encode  # noqa: E402
from pasch.web.screens import Outlook, sight_of  # noqa: E402
from pasch.web.updates import Change, page_of, patch_of, with_events  # noqa: E402
from tests.chromium import chromium  # noqa: E402
from tests.match_rows import NOON, running_match, table_of  # noqa: E402
from tests.playing import NAMES  # noqa: E402
from tests.server import RunningServer  # noqa: E402
from tests.web.dominoes import state_of  # noqa: E402
from tests.web.visitors import Visitor, Visitors  # noqa: E402

GAME: Final = "domino"
OPTIONS: Final = {"variant": "cross12", "target": "500"}

FULL: Final = 60
"""Tiles that make a hand a long one; hands are played until there is one."""

TIMED: Final = """
window.pushes = [];
const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", {
  get() { return own.get.call(this); },
  set(listener) {
    own.set.call(this, (event) => {
      const begun = performance.now();
      listener(event);
      document.body.offsetHeight;
      if (event.data.includes('"regions"')) window.pushes.push(performance.now() - begun);
      for (const { seen } of [JSON.parse(event.data)].flat()) window.seen = seen ?? window.seen;
    });
  },
});
"""
"""Notes how long each message takes until the page is laid out."""


class Server:
    """Makes and draws for every audience what a match's new events change, as the hub does."""

    def __init__(self, seats: int) -> None:
        """Begin with what everybody sees before the first deal."""
        players = tuple(
            Player(AccountId(name), name, bytes(SHARE_BYTES), share_by_server=False)
            for name in NAMES[:seats]
        )
        options = discovery.meta(GAME).resolve(OPTIONS, seats)
        self._match = running_match(GAME, players, options)
        self._found = OpenTable(table_of(self._match, TableStatus.PLAYING))
        self._found.follow(begin(self._match))
        audiences: tuple[Seat | None, ...] = (None, *seats_of(seats))
        outlooks = [Outlook(viewer, "de") for viewer in audiences]
        self._seen = {outlook: sight_of(self._found, outlook) for outlook in outlooks}
        self._since = NO_EVENTS
        self.times: list[float] = []

    def push(self, events: Sequence[Event]) -> None:
        """Note the time that each audience takes for what is new in a log, in milliseconds."""
        log = (LoggedEvent(n, e.actor, e.text, NOON) for n, e in enumerate(events, 1))
        position = resume(self._match, log)
        self._found.follow(position)
        for outlook, before in self._seen.items():
            begun = process_time()
            after = sight_of(self._found, outlook, 0, before)
            change = Change("de", before.screen, after.screen, position, self._since, ())
            whole = with_events(page_of("de", after.screen), change) if change.is_whole else None
            update = whole or patch_of(change, "", 1)
            assert update is not None
            encode(update)
            self.times.append(1000 * (process_time() - begun))
            self._seen[outlook] = after
        self._since = position.version


def choice(state: State) -> tuple[Seat, str]:
    """Return what is done next: what leaves the next seat least, so that it draws; hands grow."""
    to_move = RULES.to_move(state)
    assert isinstance(to_move, Deciding)
    seat = to_move.seats[0]
    return seat, min(RULES.legal(state, seat), key=lambda text: _left(state, seat, text))


def _left(state: State, seat: Seat, text: str) -> int:
    """Return how many plays an event leaves to the next seat; going out is put off."""
    after = RULES.apply(state, seat, text)
    if after.result is not None or after.hand is None:
        return sys.maxsize
    return sum(each.startswith("play") for each in RULES.legal(after, after.hand.seat))


def laid(state: State) -> int:
    """Return how many tiles lie."""
    return 1 + sum(len(arm.tiles) for arm in state.hand.layout.arms) if state.hand else 0


def told(name: str, times: list[float]) -> str:
    """Return a line of the figures, in milliseconds."""
    ranked = sorted(times)
    cuts = (ranked[min(len(ranked) - 1, len(ranked) * part // 100)] for part in (50, 90, 99, 100))
    return f"{name:<22}{len(ranked):>5}" + "".join(f" {cut:>8.2f}" for cut in cuts)


class Table:
    """A match with tabs on the wire, and two browsers on phones that look on."""

    def __init__(self, running: RunningServer, browser: Browser, seats: int) -> None:
        """Begin a match."""
        self._visitors = Visitors(running)
        self._group = self._visitors.begun(seats, game=GAME, **OPTIONS)
        self._tabs = [person.watch(self._group.table) for person in self._group.people]
        lookers = {"seat": self._group.people[0], "spectator": self._visitors.come()}
        self._pages = {name: self._page(browser, person) for name, person in lookers.items()}
        self._server = Server(seats)

    def _page(self, browser: Browser, person: Visitor) -> Page:
        address = person.host.url
        context = browser.new_context(viewport={"width": 390, "height": 844})
        jar = SimpleCookie(person.cookies)
        context.add_cookies([{"name": k, "value": v.value, "url": address} for k, v in jar.items()])
        page = context.new_page()
        page.add_init_script(TIMED)
        page.goto(address + self._group.table)
        page.wait_for_function("() => window.pushes.length > 0")
        return page

    def play(self) -> State:
        """Play hands until there was a long one, or the match is over; the times are its own."""
        state = state_of(self._group)
        while not state.is_over and (state.result is None or laid(state) < FULL):
            if state.hand is not None and state.hand.layout.opening is None:
                self._server.times.clear()
                for page in self._pages.values():
                    page.evaluate("() => window.pushes.splice(0)")
            seat, event = choice(state)
            self._tabs[seat - 1].until_seen(len(self._group.log))
            self._tabs[seat - 1].do(event)
            state = state_of(self._group)
            self._settle(len(self._group.log))
            self._server.push(self._group.record().events)
        return state

    def _settle(self, events: int) -> None:
        """Wait until both pages show so many events: nothing else is computed meanwhile."""
        for page in self._pages.values():
            page.wait_for_function("events => window.seen >= events", arg=events)

    def tell(self, state: State) -> None:
        """Print the figures."""
        arms = len(state.hand.layout.arms) if state.hand else 0
        print(f"a hand with {laid(state)} tiles in {arms} arms")
        print(f"{'ms':<22}{'n':>5} {'median':>8} {'90 %':>8} {'99 %':>8} {'max':>8}")
        print(told("server, per audience", self._server.times))
        for name, page in self._pages.items():
            print(told(f"browser, {name}", page.evaluate("() => window.pushes")))

    def leave(self) -> None:
        """Let everybody go."""
        for page in self._pages.values():
            page.context.close()
        self._visitors.leave()


def play(seats: int, data: Path) -> None:
    """Play matches until there is a long hand, and print its figures."""
    running = RunningServer(data)
    try:
        with chromium() as browser:
            while True:
                table = Table(running, browser, seats)
                state = table.play()
                is_long = laid(state) >= FULL
                if is_long:
                    table.tell(state)
                table.leave()
                if is_long:
                    return
    finally:
        running.stop()


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4, 5))
    with tempfile.TemporaryDirectory() as data:
        play(parser.parse_args().seats, Path(data))


if __name__ == "__main__":
    main()
