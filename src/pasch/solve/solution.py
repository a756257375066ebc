"""What a game's `solution.py` provides as `SOLUTION`."""

from collections.abc import Sequence
from typing import Protocol

from pasch.kernel.meta import Options
from pasch.solve.progress import Progress
from pasch.solve.tables import Table


class Solution(Protocol):
    """A game that can be solved."""

    def solve(self, progress: Progress) -> Sequence[Table]:
        """Return the tables of all options; `progress` covers them together."""


class Teacher(Protocol):
    """Knows what is best for who plays alone, by a solved table."""

    def best(self, state: object) -> str:
        """Return the best event of the seat that is to move, as record text."""

    def worth_of(self, state: object, text: str) -> float:
        """Return what is expected at the end when the seat to move says this, and plays well on."""


class Teachable(Solution, Protocol):
    """A game that can be solved and gives hints (`GameMeta.has_hints`)."""

    def options_of(self, options: Options) -> str:
        """Return the options of the table for a match with these options."""

    def teacher(self, table: Table) -> Teacher:
        """Return who knows what is best by a table."""
