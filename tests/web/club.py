"""A parlour with a past: people who have played, and a server that was started since."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import Final

import httpx2

from pasch.kernel.actors import Seat
from pasch.matches.model import AccountId, Millis
from pasch.store.sql import open_store
from pasch.web.cookies import ACCESS
from tests.matches.hall import Hall, Play, first_write
from tests.server import RunningServer
from tests.web.visitors import PATIENCE, Visitor

DAY: Final = 86_400_000
NAMES: Final = ("Anna", "Ben <b>fett</b>", "Cleo/Ö 100%", "Dana")
LEAVERS: Final = ("Emil", "Frida")
"""Two who only play Würfelmania, with either value of `fives`; the first leaves each match."""
ROUNDS: Final = 25
"""Matches that Dana has played alone: more than a page of the history holds."""


@dataclass
class Past:
    """What was there before the server was started: ids by names of people and matches."""

    ids: dict[str, AccountId] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    totals: dict[tuple[str, str], int] = field(default_factory=dict)
    matches: dict[str, str] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)


@dataclass
class Club:
    """A server and what its database held when it was started."""

    server: RunningServer
    past: Past
    open: ExitStack = field(default_factory=ExitStack)

    def visitor(self, name: str = "", language: str = "de") -> Visitor:
        """Let somebody come, with the stored access of `name`."""
        headers = {"Origin": self.server.url, "Accept-Language": language}
        client = httpx2.Client(base_url=self.server.url, headers=headers, timeout=PATIENCE)
        if name:
            client.cookies.set(ACCESS, self.past.tokens[name])
        visitor = Visitor(self.server, client, name)
        self.open.callback(visitor.leave)
        return visitor

    def match(self, name: str) -> str:
        """Return the address of a match's page."""
        return f"/m/{self.past.matches[name]}"

    def page_of(self, name: str) -> str:
        """Return the address of somebody's page."""
        return f"/p/{self.past.ids[name]}"


def open_club(folder: Path) -> Club:
    """Let people play some matches, then start a server on what they leave.

    The server has to make the results of one match, as if an older version had finished it.
    """
    folder.mkdir()
    past = Past()
    database = folder / "pasch.sqlite"
    # In a thread of its own: in this one a browser's loop may be open already.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _play_evenings(past, database)).result()
    with closing(sqlite3.connect(database)) as connection, connection:
        for table in ("results", "figures"):
            # Names of tables cannot be parameters; these are our own.
            query = f"DELETE FROM {table} WHERE match_id = ?"  # noqa: S608
            connection.execute(query, (past.matches["old"],))
    return Club(RunningServer(folder), past)


async def _play_evenings(past: Past, path: Path) -> None:
    store = open_store(f"sqlite:///{path}")
    hall = Hall(store, seed=7)
    now = Millis(round(time() * 1000))
    hall.clock.time = Millis(now - 30 * DAY)
    people = []
    for name in NAMES:
        account, token = await hall.accounts.sign_up(name)
        people.append(account)
        past.ids[name], past.tokens[name] = account.id, token
    anna, ben, cleo, dana = people
    await _finish(past, "old", await hall.begin((anna, ben), hardcore="yes"))
    await _finish(past, "teams", await hall.begin((anna, ben, cleo, dana), hardcore="yes"))
    for number in range(ROUNDS):
        await _finish(past, f"alone {number}", await hall.begin((dana,), hardcore="yes"))
        hall.clock.move(60_000)
    hall.clock.time = Millis(now - 2 * DAY)
    await _finish(past, "new", await hall.begin((cleo, ben), hardcore="yes"))
    await _finish(past, "normal", await hall.begin((anna, cleo)))
    running = await hall.begin((anna, ben), hardcore="yes")
    await running.play_on(4)
    await _note(past, "running", running)
    aborted = await hall.begin((anna, dana), hardcore="yes")
    await aborted.play_on(4)
    await _note(past, "aborted", aborted)
    await hall.parlour.pauses.quit(dana, aborted.table, is_confirmed=True)
    await _leave_early(past, hall)
    await store.close()


async def _leave_early(past: Past, hall: Hall) -> None:
    people = []
    for name in LEAVERS:
        account, past.tokens[name] = await hall.accounts.sign_up(name)
        people.append(account)
        past.ids[name] = account.id
    for fives in ("count", "bonus"):
        left = await hall.begin(tuple(people), game="wuerfelmania", fives=fives)
        await left.play_on(4)
        await _note(past, f"left {fives}", left)
        await hall.parlour.pauses.quit(people[0], left.table, is_confirmed=True)


async def _finish(past: Past, name: str, play: Play) -> None:
    """Play a match to its end: zeros only where nothing else can be written."""
    while not (await play.position()).is_over:
        seat = await play.seat_to_move()
        if "roll" in await play.legal(seat):
            await play.do(seat, "roll")
        await play.do(seat, await _choice(play, seat))
    await _note(past, name, play)


async def _choice(play: Play, seat: Seat) -> str:
    position = await play.position()
    offers = getattr(position.rules.view(position.state, seat), "offers", ())
    best = max(offers, key=lambda offer: offer.points, default=None)
    if best is None:
        return first_write(await play.legal(seat))
    return f"write {best.column} {best.cell}"


async def _note(past: Past, name: str, play: Play) -> None:
    position = await play.position()
    past.matches[name], past.tables[name] = position.match.id, play.table
    totals = position.rules.totals(position.state)
    for party, total in zip(position.rules.parties(position.state), totals, strict=True):
        for seat in party:
            past.totals[name, position.match.names[seat - 1]] = total
