"""Counts of dice faces: what scoring is made of."""

from collections.abc import Iterable

from pasch.kernel.chance import FACES

Counts = tuple[int, ...]
"""How many dice show each face; index 0 is unused, so `counts[6]` counts the sixes."""


def counts_of(faces: Iterable[int]) -> Counts:
    """Return the counts of the faces."""
    counts = [0] * (FACES + 1)
    for face in faces:
        counts[face] += 1
    return tuple(counts)


def sum_of(counts: Counts) -> int:
    """Return the eyes of all dice."""
    return sum(face * count for face, count in enumerate(counts))


def eyes_of(face: int, counts: Counts) -> int:
    """Return the eyes of the dice of one face."""
    return face * counts[face]
