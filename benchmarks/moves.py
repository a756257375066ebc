"""Commands a second of the real server, with two live sockets at each match of ZDWA.

    .venv/bin/python -m benchmarks.moves [--matches 50 200 500] [--seconds 20] [--runs 5] [--paced]

Starts the server with SQLite (`synchronous=FULL`) as a process of its own; this process is the
load. Each match plays without a pause, the next command as soon as both sockets have the update of
the last one, or with `--paced` one command a second. Prints the medians of the runs, and beside
them the commits a second of a bare SQLite loop in the same minutes.
"""

import argparse
import asyncio
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from statistics import median, quantiles

import msgspec
import uvloop

from benchmarks.commits import BARE_COMMITS, bare_loop
from benchmarks.rawsocket import Connection, get_cookie, post

HOME = Path(__file__).parents[1]
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
CELLS = ("1", "2", "3", "4", "5", "6", "+", "-", "K", "F", "P", "60")
STEPS_AT_START = 16
"""Sign-ups under way at a time."""


def turns() -> Iterator[tuple[str, ...]]:
    """Yield the 48 turns of a seat: three throws and a cell, or one throw and a cell of ❗."""
    for column, cells in (("down", CELLS), ("free", CELLS), ("up", CELLS[::-1])):
        for cell in cells:
            yield "roll", "keep 1 2", "keep 3", f"write {column} {cell}"
    for cell in CELLS:
        yield "roll", f"write said {cell}"


class Message(msgspec.Struct):
    """What the load needs of a message."""

    k: str
    id: str = ""
    match: str = ""
    seen: int = 0
    text: str = ""


@dataclass
class Tally:
    """What is counted while the load runs; times in seconds."""

    is_open: bool = False
    accepted: int = 0
    all_accepted: int = 0
    times: list[float] = field(default_factory=list)


class Seat:
    """One person with a socket."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.match = ""
        self.seen = -1
        self.sent = 0
        self.arrived: deque[Message] = deque()

    async def read(self) -> Message:
        """Return the next message; remember where the match stands."""
        if not self.arrived:
            frame = await self.connection.read()
            self.arrived.extend(
                FRAME.decode(frame) if frame.startswith(b"[") else [ONE.decode(frame)]
            )
        message = self.arrived.popleft()
        if message.k in {"snap", "patch"}:
            self.match, self.seen = message.match, message.seen
        elif message.k == "no":
            raise RuntimeError(message.text)
        return message

    def send(self, action: str, **fields: str) -> None:
        """Send a form."""
        self.sent += 1
        form = {"id": str(self.sent), "do": action, "fields": fields}
        self.connection.write(msgspec.json.encode(form))

    async def wait_for(self, match_is_not: str, seen: int) -> None:
        """Read until another match has begun, or this one has got so far."""
        while self.seen < seen and self.match == match_is_not:
            await self.read()


ONE = msgspec.json.Decoder(Message)
FRAME = msgspec.json.Decoder(list[Message])


class Match:
    """Two seats that play one match after another."""

    def __init__(self, seats: list[Seat], tally: Tally, pace: float) -> None:
        self.seats = seats
        self.tally = tally
        self.pace = pace

    async def play(self) -> None:
        """Play until cancelled; at a pace, matches are spread over it as people are."""
        await asyncio.sleep(random.random() * self.pace)
        while True:
            for both in zip(turns(), turns(), strict=True):
                for seat, events in enumerate(both):
                    for event in events:
                        await self._command(self.seats[seat], event)
            await self._again()

    async def _command(self, seat: Seat, event: str) -> None:
        begun = time.perf_counter()
        command = f"{seat.match}-{seat.seen}"
        ahead = 2 if event.startswith(("roll", "keep")) else 1
        wanted = seat.seen + ahead
        seat.send(
            "play",
            match=seat.match,
            seen=str(seat.seen),
            command=command,
            event=event,
            confirmed="1",
        )
        while (await seat.read()).k != "ok":
            pass
        self.tally.all_accepted += 1
        self.tally.accepted += self.tally.is_open
        for each in self.seats:
            await each.wait_for(seat.match, wanted)
        took = time.perf_counter() - begun
        if self.tally.is_open:
            self.tally.times.append(took)
        if self.pace:
            await asyncio.sleep(max(0.0, self.pace - took))

    async def _again(self) -> None:
        """Begin another match; the seats rotate."""
        old = self.seats[0].match
        for seat in self.seats:
            seat.send("ready", ready="1", share=random.randbytes(16).hex())
        for seat in self.seats:
            while seat.match == old:
                await seat.read()
        self.seats.reverse()


class Server:
    """The server as a process of its own."""

    def __init__(self, data: Path) -> None:
        program = "from pasch.cli import main; main()"
        command = [sys.executable, "-c", program, "serve", "--port", "0", "--data", str(data)]
        env = os.environ | {"PYTHONPATH": str(HOME / "src")}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True)
        assert self.process.stdout is not None
        greeting = self.process.stdout.readline()
        found = re.search(r":(\d+)", greeting.partition("//")[2])
        assert found is not None, greeting
        self.port = int(found[1])

    def cpu(self) -> float:
        """Return user and system time so far, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE

    def stop(self) -> None:
        """End the process."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


@dataclass(frozen=True)
class Figures:
    """One run: a second, µs, ms, ms, bytes, a second."""

    rate: float
    cpu: float
    p50: float
    p99: float
    memory: float
    bare: float


async def open_match(port: int, number: int) -> list[Seat]:
    """Sign two people up, seat them, connect their sockets and begin."""
    origin = f"http://127.0.0.1:{port}"
    cookies = [
        get_cookie(await post(port, "/name", {"name": f"Load {number} {who}"}, ""))
        for who in ("east", "west")
    ]
    opened = await post(port, "/tables", {"game": "zdwa", "seats": "2"}, cookies[0])
    table = re.search(r"location: (\S+)", opened, re.IGNORECASE)
    assert table is not None, opened
    await post(port, f"{table[1]}/sit", {}, cookies[1])
    seats = []
    for cookie in cookies:
        connection = await Connection.open(port, f"{table[1]}/live", cookie, origin)
        seats.append(Seat(connection))
    for seat in seats:
        await seat.read()
        seat.send("ready", ready="1", share=random.randbytes(16).hex())
    for seat in seats:
        while not seat.match:
            await seat.read()
    return seats


async def measure(count: int, seconds: float, pace: float, data: Path) -> Figures:
    """Run the server with `count` matches for some seconds."""
    server = Server(data)
    try:
        empty = server.memory()
        limit = asyncio.Semaphore(STEPS_AT_START)

        async def one(number: int) -> list[Seat]:
            async with limit:
                return await open_match(server.port, number)

        tables = await asyncio.gather(*map(one, range(count)))
        memory = (server.memory() - empty) / count
        tally = Tally()
        matches = [Match(seats, tally, pace) for seats in tables]
        tasks = [asyncio.create_task(match.play()) for match in matches]
        await asyncio.sleep(2)
        cpu, begun, tally.is_open = server.cpu(), time.perf_counter(), True
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when="FIRST_EXCEPTION")
        for task in done:
            task.result()
        took, used = time.perf_counter() - begun, server.cpu() - cpu
        tally.is_open = False
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    finally:
        server.stop()
    check_nothing_lost(data, tally)
    cuts = quantiles(tally.times, n=100)
    rate = tally.accepted / took
    begun = time.perf_counter()
    with redirect_stdout(StringIO()):
        bare_loop(data / "bare.sqlite")
    bare = BARE_COMMITS / (time.perf_counter() - begun)
    return Figures(rate, used / tally.accepted * 1e6, cuts[49] * 1e3, cuts[98] * 1e3, memory, bare)


def check_nothing_lost(data: Path, tally: Tally) -> None:
    """Compare the commands that were acknowledged with the rows in the database."""
    with sqlite3.connect(data / "pasch.sqlite") as connection:
        (rows,) = connection.execute("SELECT count(*) FROM commands").fetchone()
    assert rows >= tally.all_accepted, f"{tally.all_accepted - rows} commands are lost"


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, nargs="+", default=[50, 200, 500])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--paced", action="store_true", help="one command a match and second")
    options = parser.parse_args()
    print("matches  commands/s  CPU µs/command  p50 ms  p99 ms  kB/match  bare commits/s")
    for count in options.matches:
        runs = []
        for _ in range(options.runs):
            with tempfile.TemporaryDirectory() as folder:
                pace = float(options.paced)
                runs.append(uvloop.run(measure(count, options.seconds, pace, Path(folder))))
        print(
            f"{count:7}  {median(r.rate for r in runs):10.0f}"
            f"  {median(r.cpu for r in runs):14.0f}  {median(r.p50 for r in runs):6.1f}"
            f"  {median(r.p99 for r in runs):6.1f}  {median(r.memory for r in runs) / 1e3:8.0f}"
            f"  {median(r.bare for r in runs):14.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
