"""Who acts in a match: a seat, or chance."""

from typing import Final, Literal, NewType

Seat = NewType("Seat", int)
"""A place at the table, counted from 1."""

Chance = Literal["*"]
CHANCE: Final[Chance] = "*"
"""The actor of throws, deals and draws, as it stands in record text."""

Actor = Seat | Chance


def seats_of(count: int) -> tuple[Seat, ...]:
    """Return the seats of a table with `count` places, in order of play."""
    return tuple(Seat(number) for number in range(1, count + 1))
