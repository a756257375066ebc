"""A position of Domino: the scores, and the hand that is played or was played last."""

from dataclasses import dataclass, replace
from typing import Literal

from pasch.games.domino.layout import End, Layout
from pasch.games.domino.tiles import Eyes, Tile
from pasch.games.domino.variant import Variant
from pasch.kernel.actors import Seat

Tiles = tuple[Tile, ...]

Ending = Literal["out", "blocked", "target"]
"""How a hand ends: somebody has no tile left, nobody can play, or the match is decided in it."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What everybody knows of a seat in this hand.

    `passed` are the numbers on which it has passed, ascending. It has drawn `drawn` tiles,
    the last of them when the open numbers were `drew_on`.
    """

    passed: tuple[Eyes, ...] = ()
    drawn: int = 0
    drew_on: tuple[Eyes, ...] = ()


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile that a seat has played at an end, None for the opening tile."""

    seat: Seat
    tile: Tile
    end: End | None


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Points that a seat has passed over (D21)."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Decisions:
    """What the seats have to say about end sums.

    `claimer` has yet to say whether the latest tile scores (D21). `forgotten` are points passed
    over with the latest tile; those of the tile before are `on_offer` to the seats `asked`, who
    have yet to decide on them (D22).
    """

    claimer: Seat | None = None
    forgotten: Forgotten | None = None
    on_offer: Forgotten | None = None
    asked: tuple[Seat, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether anybody has yet to decide."""
        return self.claimer is not None or bool(self.asked)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand (Runde): what is dealt, what lies on the table, whose turn it is.

    `held` are the tiles of each seat as they came, `stock` (Talon) is drawn from the front.
    `passes` counts the passes in a row, `notes` stand by seat, `latest` is the latest tile.
    """

    held: tuple[Tiles, ...]
    stock: Tiles
    layout: Layout
    seat: Seat
    notes: tuple[Notes, ...]
    passes: int = 0
    latest: Laid | None = None
    decisions: Decisions = Decisions()

    @property
    def is_finished(self) -> bool:
        """Whether somebody is out or all seats have passed in a row (D10)."""
        return self.passes == len(self.held) or not all(self.held)


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended.

    `winner` is the party that gets `points`, None when nobody does. `rests` are the eyes left, by
    seat; `shares` what each party brings to the winner.
    """

    ending: Ending
    winner: int | None
    points: int
    rests: tuple[int, ...]
    shares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    `scores` has one score a party; hands are counted from 1 by `number`. `hand` is None while its
    deal is due. After it there is a `result`, and `ready` are the seats that have said `next`,
    ascending (D26).
    """

    variant: Variant
    scores: tuple[int, ...]
    number: int = 1
    hand: Hand | None = None
    result: Result | None = None
    ready: tuple[Seat, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether a score has reached the target (D18)."""
        return max(self.scores) >= self.variant.target


def first_state(variant: Variant) -> State:
    """Return the position before the first deal."""
    return State(variant, (0,) * len(variant.parties))


def with_hand(state: State, hand: Hand) -> State:
    """Return the position with the hand gone on."""
    return replace(state, hand=hand)


def credited(state: State, party: int, points: int) -> State:
    """Return the position with the points added to a party's score."""
    before, score, behind = state.scores[:party], state.scores[party], state.scores[party + 1 :]
    return replace(state, scores=(*before, score + points, *behind))
