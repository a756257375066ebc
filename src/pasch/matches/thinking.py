"""Asks computers in processes of their own, and gets by when one dies, hangs or talks nonsense."""

import asyncio
import json
import sys
from typing import Any, Final, Protocol

import structlog

from pasch.games import discovery
from pasch.matches.turns import Turn
from pasch.matches.worker import pack

log = structlog.get_logger()

WORKERS: Final = 2
"""Processes that think at the same time; each is started when it is first needed."""

GRACE_SECONDS: Final = 5.0
"""How much longer than its level's own time an answer may take on a busy machine."""

ATTEMPTS: Final = 2
"""How often a question is asked whose process ends without an answer."""

THINKER: Final = "pasch.matches.worker"
"""The module of a process in which computers think."""

MILLIS_A_SECOND: Final = 1000

_PROGRAM: Final = """\
import importlib, json, sys
sys.path[:] = json.loads(sys.argv[1])
importlib.import_module(sys.argv[2]).main()
"""


class Thinker(Protocol):
    """Whoever knows what a computer says."""

    async def choose(self, game: str, turn: Turn) -> str:
        """Return one of the turn's legal events."""

    async def close(self) -> None:
        """Think no more."""


class Lost(Exception):
    """A process has ended, or has taken too long, without an answer."""


class Worker:
    """A process that thinks about one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Take over a process that waits for questions."""
        self._process = process

    @classmethod
    async def start(cls, module: str = THINKER) -> "Worker":
        """Start a process that runs `main` of a module."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            _PROGRAM,
            json.dumps(sys.path),
            module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    async def ask(self, question: bytes, seconds: float) -> dict[str, Any]:
        """Return the answer to a question; raise `Lost`."""
        asked, answers = self._process.stdin, self._process.stdout
        if asked is None or answers is None:
            raise Lost
        try:
            async with asyncio.timeout(seconds):
                asked.write(question)
                await asked.drain()
                line = await answers.readline()
        except (TimeoutError, ConnectionError) as error:
            raise Lost from error
        if not line.endswith(b"\n"):
            raise Lost
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def end(self) -> None:
        """End the process, whatever it does."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.communicate()


class Thinkers:
    """A few processes; implements `Thinker`. Close it at the end."""

    def __init__(self, grace_seconds: float = GRACE_SECONDS) -> None:
        """Start nothing yet."""
        self._grace_seconds = grace_seconds
        self._places = asyncio.Semaphore(WORKERS)
        self._idle: list[Worker] = []

    async def choose(self, game: str, turn: Turn) -> str:
        """Return what the level says, or the first legal event where it fails."""
        question = pack((game, turn.level, turn.view, turn.legal))
        level = discovery.level(game, turn.level)
        seconds = level.think_millis / MILLIS_A_SECOND + self._grace_seconds
        for _ in range(ATTEMPTS):
            try:
                answer = await self._ask(question, seconds)
            except Lost:
                log.warning("a computer's process was lost", game=game, level=turn.level)
                continue
            text = answer.get("text")
            if text in turn.legal:
                return text
            fault = answer.get("fault", "an event that is not legal")
            log.error("a computer has failed", game=game, level=turn.level, fault=fault)
            break
        return turn.legal[0]

    async def _ask(self, question: bytes, seconds: float) -> dict[str, str]:
        async with self._places:
            worker = self._idle.pop() if self._idle else await Worker.start()
            try:
                answer = await worker.ask(question, seconds)
            except BaseException:
                await worker.end()
                raise
            self._idle.append(worker)
            return answer

    async def close(self) -> None:
        """End all processes that do not think; those that do end with their question."""
        while self._idle:
            await self._idle.pop().end()
