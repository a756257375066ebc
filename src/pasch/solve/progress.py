"""How a long computation tells how far it is."""

from collections.abc import Callable

Progress = Callable[[float], None]
"""Takes the share of the work that is done, from 0 to 1."""


def silent(_share: float) -> None:
    """Tell nobody."""


def part(progress: Progress, index: int, parts: int) -> Progress:
    """Return the progress of one of several equal parts of the work; parts count from 0."""
    return lambda share: progress((index + share) / parts)
