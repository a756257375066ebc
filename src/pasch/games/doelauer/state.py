"""A position of Dölauer: the scores, the turn with its series of throws, how the last one ended."""

from dataclasses import dataclass, replace
from typing import Final

from pasch.games.doelauer.points import NOTHING, TARGET, Worth, worth_of
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.throwing import DiceTurn

THROWS: Final = 3
"""How many throws a series may have (L1)."""


@dataclass(frozen=True, slots=True)
class Turn(DiceTurn):
    """A series of throws within a player's turn.

    `kept` are the places of the dice that lie. The player `is_choosing` when a throw leaves more
    than one possibility. `chain` holds the points of each earlier series of the turn, which this
    one must confirm (L9).
    """

    is_choosing: bool = False
    chain: tuple[int, ...] = ()

    @property
    def pending(self) -> int:
        """The points that this series must confirm, 0 in a turn's first."""
        return sum(self.chain)

    @property
    def face(self) -> int:
        """The face that lies, 0 for none."""
        return self.dice[self.kept[0] - 1] if self.kept else 0

    @property
    def worth(self) -> Worth:
        """What lies is worth."""
        return worth_of(self.face, len(self.kept)) if self.kept else NOTHING


@dataclass(frozen=True, slots=True)
class Ending:
    """How a series ended.

    `number` counts the series of the match. `dice` lay on the table, those at `places` counted.
    `special` is "strasse" or "doell" if that was taken. `points` are those of the series; when
    they must be confirmed they are `pending`. `scored` is what went to the score, `lost` what had
    been pending and is lost.
    """

    number: int
    seat: Seat
    dice: tuple[int, ...]
    places: tuple[int, ...]
    special: str
    points: int
    is_pending: bool
    scored: int
    lost: int


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    `scores` are the points of each seat, `best` those of its highest turn. `starter` is the seat
    that was drawn to begin, None before. `seat` plays `turn`; `turns` counts those that are
    finished. `last` tells how the latest series ended.
    """

    scores: tuple[int, ...]
    best: tuple[int, ...]
    seat: Seat
    turn: Turn
    turns: int = 0
    starter: Seat | None = None
    last: Ending | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the table."""
        return seats_of(len(self.scores))

    @property
    def is_over(self) -> bool:
        """Whether a player's score exceeds the target (L11)."""
        return max(self.scores) > TARGET


def first_state(seats: int) -> State:
    """Return the position before the first event."""
    return State((0,) * seats, (0,) * seats, Seat(1), Turn())


def begun(state: State, starter: Seat) -> State:
    """Return the position in which the drawn seat begins (L1)."""
    return replace(state, starter=starter, seat=starter)
