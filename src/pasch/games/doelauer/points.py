"""What dice are worth (Punktetabelle), and which face ranks above which (L2)."""

from dataclasses import dataclass
from typing import Final

from pasch.kernel.chance import FACES
from pasch.kernel.dice import Counts

DICE: Final = 6
PAIR: Final = 2
TRIPLE: Final = 3
"""The fewest equal dice that score."""

TARGET: Final = 120
"""A player whose score exceeds it wins (L11)."""

ONES: Final = 10
"""Points of three ones; three of any other face are worth its eyes."""

ASCENDING: Final = (2, 3, 4, 5, 6, 1)
"""The faces by rank, the lowest first (L2)."""

RANK: Final[dict[int, int]] = {face: rank for rank, face in enumerate(ASCENDING)}
"""The rank of each face; a higher number is a higher rank (L2)."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The points of dice; those that must be confirmed are starred (L9)."""

    points: int
    is_starred: bool = False


NOTHING: Final = Worth(0)
STRASSE: Final = Worth(35, is_starred=True)
DOELL: Final = Worth(5, is_starred=True)


def worth_of(face: int, count: int) -> Worth:
    """Return what so many equal dice are worth; each beyond the third doubles them."""
    if count < TRIPLE:
        return NOTHING
    base = ONES if face == 1 else face
    return Worth(base << (count - TRIPLE), is_starred=count == DICE)


def is_strasse(counts: Counts) -> bool:
    """Return whether all six faces lie."""
    return max(counts) == 1


def is_doell(counts: Counts) -> bool:
    """Return whether three pairs of three faces lie."""
    return counts.count(PAIR) == DICE // PAIR


def most_frequent(counts: Counts) -> int:
    """Return the most frequent face; among equally frequent ones the highest in rank (L3)."""
    return max(range(1, FACES + 1), key=lambda face: (counts[face], RANK[face]))
