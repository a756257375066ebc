"""What a game's `solution.py` provides as `SOLUTION`."""

from collections.abc import Sequence
from typing import Protocol

from pasch.solve.progress import Progress
from pasch.solve.tables import Table


class Solution(Protocol):
    """A game that can be solved."""

    def solve(self, progress: Progress) -> Sequence[Table]:
        """Return the tables of all options; `progress` covers them together."""
