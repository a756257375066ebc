"""Computers think in processes of their own; one that dies, hangs or fails stops no match."""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
from structlog.testing import capture_logs

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.matches import thinking
from pasch.matches.thinking import Thinkers, Worker
from pasch.matches.turns import Turn
from pasch.matches.worker import pack

pytestmark = pytest.mark.anyio

GAME: Final = "zdwa"
RULES: Final = discovery.rules(GAME)
START: Final = RULES.start(discovery.meta(GAME).resolve({}, 2), 2)
SEAT: Final = Seat(1)
TURN: Final = Turn(SEAT, "first", RULES.view(START, SEAT), RULES.legal(START, SEAT))
CHOICE: Final = Turn(SEAT, "first", RULES.view(START, SEAT), ("roll", "correct"))

FAULTY: Final = """
import json, os, sys, time
from pathlib import Path
sys.path[:] = json.loads(sys.argv[1])
from pasch.games import discovery
from pasch.matches.worker import main
from pasch.players.level import Level

def choose(view, legal):
    {body}

discovery.level = lambda game, name: Level("first", "", "", choose)
main()
"""


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(grace_seconds=20.0)
    yield thinkers
    await thinkers.close()


def faulty(monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """Let processes start in which every level does this."""
    monkeypatch.setattr(thinking, "_PROGRAM", FAULTY.format(body=body))


async def test_it_answers(thinkers: Thinkers) -> None:
    assert await thinkers.choose(GAME, TURN) == TURN.legal[0]


async def test_processes_are_kept(thinkers: Thinkers) -> None:
    await thinkers.choose(GAME, TURN)
    (worker,) = thinkers._idle
    await thinkers.choose(GAME, TURN)
    assert thinkers._idle == [worker]
    assert worker.pid != os.getpid()


async def test_many_questions_share_few_processes(thinkers: Thinkers) -> None:
    answers = await asyncio.gather(*(thinkers.choose(GAME, TURN) for _ in range(12)))
    assert set(answers) == {TURN.legal[0]}
    assert len(thinkers._idle) == thinking.WORKERS


async def test_a_dead_process_is_replaced(thinkers: Thinkers) -> None:
    await thinkers.choose(GAME, TURN)
    (worker,) = thinkers._idle
    os.kill(worker.pid, signal.SIGKILL)
    with capture_logs() as logs:
        assert await thinkers.choose(GAME, CHOICE) == "roll"
    assert [line["event"] for line in logs] in ([], ["a computer's process was lost"])
    assert thinkers._idle != [worker]


async def test_a_process_that_dies_in_thought_is_replaced(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The question is asked again."""
    mark = tmp_path / "died"
    faulty(
        monkeypatch,
        f"mark = Path({str(mark)!r})\n"
        "    if not mark.exists():\n        mark.touch()\n        os._exit(1)\n"
        "    return legal[-1]",
    )
    with capture_logs() as logs:
        assert await thinkers.choose(GAME, CHOICE) == "correct"
    assert [line["event"] for line in logs] == ["a computer's process was lost"]


async def test_a_process_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    faulty(monkeypatch, "time.sleep(600)")
    thinkers = Thinkers(grace_seconds=1.0)
    started: list[Worker] = []
    start = Worker.start

    async def noted() -> Worker:
        started.append(await start())
        return started[-1]

    monkeypatch.setattr(Worker, "start", noted)
    with capture_logs() as logs:
        assert await thinkers.choose(GAME, CHOICE) == "roll", "what is legal first"
    assert len(started) == thinking.ATTEMPTS == len(logs)
    for worker in started:
        with pytest.raises(ProcessLookupError):
            os.kill(worker.pid, 0)
    assert thinkers._idle == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("return view.nothing", "AttributeError in choose"),
        ("return 'dance'", "not legal"),
        ("return None", "not legal"),
        ("sys.exit('enough')", "SystemExit in choose"),
    ],
)
async def test_a_fault_falls_back_to_what_is_legal_first(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, body: str, fault: str
) -> None:
    faulty(monkeypatch, body)
    with capture_logs() as logs:
        assert await thinkers.choose(GAME, CHOICE) == "roll"
    assert [line["log_level"] for line in logs] == ["error"]
    assert fault in logs[0]["fault"]
    assert len(thinkers._idle) == 1, "the process is sound"


async def test_what_a_level_prints_disturbs_nobody(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty(monkeypatch, "print('hm'); return legal[-1]")
    assert await thinkers.choose(GAME, CHOICE) == "correct"


async def test_a_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    """Also in the middle of a thought, and however that one ends."""
    asker = f"""
import asyncio, json, os, signal, sys
sys.path[:] = json.loads(sys.argv[1])
from pasch.matches import thinking
thinking._PROGRAM = {FAULTY.format(body="time.sleep(600)")!r}
async def main():
    worker = await thinking.Worker.start()
    worker._process.stdin.write(bytes.fromhex({pack((GAME, *TURN[1:])).hex()!r}))
    print(worker.pid, flush=True)
    await asyncio.sleep(1)
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", asker, json.dumps(sys.path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    pid = int(await process.stdout.readline())
    await process.communicate()
    deadline = time.monotonic() + 20
    while _is_alive(pid):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.1)


def _is_alive(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text("utf-8")
    except FileNotFoundError:
        return False
