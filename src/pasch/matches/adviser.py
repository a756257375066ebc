"""The process that gives hints: it reads a game's exact table, or solves the game if there is none.

Nothing of it runs in the server's own process: reading and solving take a processor for a while.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pasch.games import discovery
from pasch.kernel.meta import Options
from pasch.matches.worker import serve
from pasch.solve.progress import silent
from pasch.solve.solution import Teacher
from pasch.solve.tables import BadTable, Table, read_table, write_table

HUNDREDTHS = 100


class Question(NamedTuple):
    """A position in which a hint is wanted; `before` is the own position before with its event."""

    game: str
    options: Options
    folder: str
    state: object
    before: tuple[object, str] | None


def advice_to(question: Question) -> bytes:
    """Return the advice as a line of JSON."""
    teacher = _teacher(question.game, question.options, question.folder)
    said: dict[str, object] = {"best": teacher.best(question.state)}
    if question.before is not None:
        state, text = question.before
        better = teacher.best(state)
        lost = teacher.worth_of(state, better) - teacher.worth_of(state, text)
        said |= {"lost": max(0, round(lost * HUNDREDTHS)), "better": better}
    return json.dumps(said).encode("ascii") + b"\n"


@lru_cache(maxsize=4)
def _teacher(game: str, options: Options, folder: str) -> Teacher:
    solution = discovery.teachable(game)
    return solution.teacher(_table(game, solution.options_of(options), Path(folder)))


def _table(game: str, options: str, folder: Path) -> Table:
    """Return a table of the folder; where it is missing or bad, solve the game and store it."""
    try:
        return read_table(folder, game, discovery.meta(game).rules_version, options)
    except (OSError, BadTable):
        tables = discovery.solution(game).solve(silent)
    for table in tables:
        write_table(table, folder)
    return next(table for table in tables if table.options == options)


def main() -> None:
    """Give hints until nobody asks any more."""
    serve(advice_to)
