"""The service for tests: a store that outlives it, randomness from a seed, a clock by hand."""

import random
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.replay import replay
from pasch.kernel.rules import Deciding
from pasch.matches.accounts import Accounts
from pasch.matches.attempts import Attempts
from pasch.matches.bus import LocalBus
from pasch.matches.commands import Command
from pasch.matches.computers import Computers
from pasch.matches.model import Account, MatchId, MatchStatus, Millis, Table, TableId, Version
from pasch.matches.parlour import Parlour
from pasch.matches.ports import Store
from pasch.matches.position import Position
from pasch.matches.records import record_of
from pasch.matches.registry import OpenTable
from pasch.matches.turns import Turn

GAME: Final = "zdwa"
NOON: Final = Millis(1_796_000_000_000)
NAMES: Final = ("Anna", "Ben", "Cleo", "Dana")
SHARES: Final = tuple(bytes([seat] * 16) for seat in range(1, 5))
"""The shares that the browsers of the seats make."""

_numbers = count()
"""What makes the ids of commands differ."""

MOST_COMMANDS: Final = 5_000
"""No match of these tests takes more commands."""


@dataclass
class HandClock:
    """Implements the port `Clock`; a test sets the time."""

    time: Millis = NOON

    def now(self) -> Millis:
        return self.time

    def move(self, millis: int) -> None:
        """Let time pass."""
        self.time = Millis(self.time + millis)


@dataclass
class PlainThinker:
    """Implements `Thinker` without a process of its own; notes what it was asked."""

    asked: list[Turn] = field(default_factory=list)

    async def choose(self, game: str, turn: Turn) -> str:
        self.asked.append(turn)
        return discovery.level(game, turn.level).choose(turn.view, turn.legal)

    async def close(self) -> None:
        """There is nothing to close."""


class Hall:
    """The service on a store, and what it has told the bus. `restart` opens it again."""

    def __init__(self, store: Store, seed: int = 1) -> None:
        """Open the service; the same seed gives the same ids, secrets and throws."""
        self.store = store
        self.clock = HandClock()
        self.entropy = random.Random(seed).randbytes
        self.attempts = Attempts()
        self.thinker = PlainThinker()
        self.accounts = Accounts(store, self.clock, self.entropy, self.attempts)
        self.reopen()

    def reopen(self) -> None:
        """Open the service with nothing in its memory."""
        self.bus = LocalBus()
        self.hints: list[TableId] = []
        self.bus.subscribe(self.hints.append)
        self.parlour = Parlour(self.store, self.bus, self.clock, self.entropy, self.attempts)
        self.computers = Computers(self.parlour, self.clock, self.thinker)

    async def restart(self) -> None:
        """Open the service again, as after the server's end: nothing of its memory is left."""
        self.reopen()
        await self.parlour.start()

    async def guest(self, name: str) -> Account:
        """Sign somebody up."""
        account, _ = await self.accounts.sign_up(name)
        return account

    async def guests(self, number: int) -> tuple[Account, ...]:
        """Sign so many people up."""
        return tuple([await self.guest(name) for name in NAMES[:number]])

    async def look(self, table: TableId) -> OpenTable:
        """Return a table as the service has it in memory."""
        return await self.parlour.registry.look(table)

    async def open_table(
        self, *people: Account, seats: int = 0, game: str = GAME, **options: str
    ) -> TableId:
        """Open a table of the first with the others on the next seats.

        It has no other seats unless told; `hardcore="yes"` makes a match short.
        """
        owner, *others = people
        table = await self.parlour.open_table(owner, game, seats or len(people), options)
        for seat, person in enumerate(others, 2):
            await self.parlour.sit(person, table.id, Seat(seat))
        return table.id

    async def begin(
        self, people: tuple[Account, ...], *, game: str = GAME, **options: str
    ) -> "Play":
        """Open a table and begin its first match; the first person has the first seat."""
        table = await self.open_table(*people, seats=len(people), game=game, **options)
        play = Play(self, table, people)
        await play.all_ready()
        return play


@dataclass
class Play:
    """A match under way, from which people send commands; `people` are those on the seats."""

    hall: Hall
    table: TableId
    people: tuple[Account, ...]

    async def all_ready(self) -> None:
        """Let everybody say ready, with the shares of their browsers."""
        for person, share in zip(self.people, SHARES, strict=False):
            await self.hall.parlour.say_ready(person, self.table, share)

    async def found(self) -> OpenTable:
        """Return the table in memory."""
        return await self.hall.look(self.table)

    async def position(self) -> Position:
        """Return where the match stands."""
        position = (await self.found()).position
        assert position is not None
        return position

    async def version(self) -> Version:
        """Return how many events the log holds."""
        return (await self.position()).version

    async def legal(self, seat: int) -> tuple[str, ...]:
        """Return the legal events of a seat."""
        position = await self.position()
        return position.rules.legal(position.state, Seat(seat))

    async def seat_to_move(self) -> Seat:
        """Return the only seat that has to act."""
        to_move = (await self.position()).to_move
        assert isinstance(to_move, Deciding)
        (seat,) = to_move.seats
        return seat

    async def command(self, seat: int, text: str, seen: int | None = None) -> Command:
        """Return a command with a new id, for the version that is there now unless told."""
        position = await self.position()
        return Command(
            account=self.people[seat - 1].id,
            id=f"command-{next(_numbers)}",
            match=position.match.id,
            seen=position.version if seen is None else Version(seen),
            text=text,
            is_confirmed=True,
        )

    async def send(self, command: Command) -> Version:
        """Send a command."""
        return await self.hall.parlour.play(self.table, command)

    async def do(self, seat: int, *texts: str) -> Version:
        """Send commands one after another; return the version after the last."""
        version = await self.version()
        for text in texts:
            version = await self.send(await self.command(seat, text))
        return version

    async def turn(self) -> None:
        """Let the seat to move play a turn: throw if need be, then write the first free cell."""
        seat = await self.seat_to_move()
        if "roll" in await self.legal(seat):
            await self.do(seat, "roll")
        await self.do(seat, first_write(await self.legal(seat)))

    async def play_on(self, turns: int = MOST_COMMANDS) -> None:
        """Play so many turns, or to the end."""
        for _ in range(turns):
            if (await self.position()).is_over:
                return
            await self.turn()

    async def stored(self) -> tuple[str, ...]:
        """Return the log as the store holds it, each event as a line of a record."""
        match = (await self.position()).match.id
        return tuple(f"{e.actor} {e.text}" for e in await self.hall.store.events(match))


def first_write(legal: tuple[str, ...]) -> str:
    """Return the first event that writes a cell."""
    return next(text for text in legal if text.startswith("write "))


async def stored_table(hall: Hall, table: TableId) -> Table:
    """Return a table as the store holds it."""
    found = await hall.store.table(table)
    assert found is not None
    return found


async def check_table(hall: Hall, table: TableId) -> None:
    """Hold a table in memory against the store: its row, and the log that leads to its state."""
    found = await hall.look(table)
    assert await stored_table(hall, table) == found.table
    if found.table.match is not None:
        assert found.position is not None
        await _check_match(hall, found.table.match, found.position)


async def _check_match(hall: Hall, match_id: MatchId, position: Position) -> None:
    match = await hall.store.match(match_id)
    assert match is not None
    assert match == position.match
    log = await hall.store.events(match_id)
    assert tuple(range(1, len(log) + 1)) == tuple(event.seq for event in log)
    assert len(log) == position.version
    assert replay(position.rules, record_of(match, log)).last == position.state
    assert (match.status is MatchStatus.FINISHED) == position.is_over


def without_memory(position: Position) -> tuple[object, ...]:
    """Return what has to be equal after a restart: all but the older moments."""
    return (
        position.match,
        position.state,
        position.version,
        position.to_move,
        position.public_view,
        position.lines,
        position.trace,
        position.throws,
    )
