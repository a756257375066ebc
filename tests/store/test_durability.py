"""What was acknowledged is there after the process was killed."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from pasch.store.sql import open_store
from tests.store.samples import ANNA, MATCH

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 30


def acknowledged_until_killed(url: str, count: int) -> list[int]:
    """Run `committer.py`, kill it after `count` acknowledgements, and return all it gave."""
    program = [sys.executable, "-m", "tests.store.committer", url]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    with subprocess.Popen(program, stdout=subprocess.PIPE, cwd=ROOT, env=environment) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(count)]
        process.kill()
        lines += process.stdout.readlines()
        process.wait(PATIENCE_SECONDS)
    return [int(line) for line in lines]


@pytest.mark.parametrize("attempt", range(3))
async def test_acknowledged_events_survive_a_kill(database: str, attempt: int) -> None:
    acknowledged = acknowledged_until_killed(database, count=random.randrange(1, 400))
    store = open_store(database)
    log = {event.seq: event.text for event in await store.events(MATCH.id)}
    assert {place: f"number {place}" for place in acknowledged}.items() <= log.items()
    for place in log:
        assert await store.command(MATCH.id, ANNA.id, f"c{place}"), "a unit is whole"
    await store.close()
