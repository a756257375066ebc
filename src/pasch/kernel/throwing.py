"""Throwing in a turn: all dice first, then some lie and the others are thrown again.

Dice games share the events, what speaks against them, and what then lies on the table. A game
extends `DiceTurn` by what else it remembers of a turn.
"""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar, Final, TypeVar

from pasch.kernel.chance import Throw
from pasch.kernel.refusals import N_

ROLLED: Final = N_("the first throw of this turn has been made")
ROLL_FIRST: Final = N_("dice can be held only after the first throw")
ALL_KEPT: Final = N_("leave at least one die to throw")
NO_THROW_LEFT: Final = N_("no throw of this turn is left")
NO_THROW_DUE: Final = N_("the dice are not thrown before the player says so")
KEEP_FORM: Final = N_("“keep” names different places from 1 to 5, in ascending order")


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice. A game adds `rule`, the number that gives the event to who is to move."""

    rule: ClassVar[str]

    def __str__(self) -> str:
        """Return the record text."""
        return "roll"


@dataclass(frozen=True, slots=True)
class Keep:
    """Hold the dice at `places`, ascending, and throw the others. A game adds `rule`."""

    rule: ClassVar[str]

    places: tuple[int, ...]

    def __str__(self) -> str:
        """Return the record text."""
        return " ".join(("keep", *map(str, self.places)))


def places_of(dice: int) -> tuple[int, ...]:
    """Return the places of so many dice on the table, counted from 1."""
    return tuple(range(1, dice + 1))


def holds_of(dice: int) -> list[tuple[int, ...]]:
    """Return all ways to hold some of the dice, by their places in the order of a dictionary."""
    places = places_of(dice)
    return sorted(held for count in range(dice + 1) for held in combinations(places, count))


@dataclass(frozen=True, slots=True)
class DiceTurn:
    """The dice of a player's turn.

    `dice` are the faces by place, empty before the first throw; `throws` counts the throws made.
    `kept` are the places that were not thrown last, ascending. `is_throwing` says that the other
    dice are in the cup: chance acts next.
    """

    dice: tuple[int, ...] = ()
    throws: int = 0
    kept: tuple[int, ...] = ()
    is_throwing: bool = False


TurnT = TypeVar("TurnT", bound=DiceTurn)


def throwing(turn: TurnT, kept: tuple[int, ...] = ()) -> TurnT:
    """Return the turn with all dice but those at the places `kept` in the cup."""
    return replace(turn, kept=kept, is_throwing=True)


def throw_due(turn: DiceTurn, dice: int) -> Throw:
    """Return the throw that the turn waits for in a game with so many dice."""
    return Throw(dice - len(turn.kept))


def thrown(turn: TurnT, faces: tuple[int, ...]) -> TurnT:
    """Return the turn after a throw of the dice that were in the cup, by place."""
    new = iter(faces)
    places = places_of(len(turn.kept) + len(faces))
    dice = tuple(turn.dice[place - 1] if place in turn.kept else next(new) for place in places)
    return replace(turn, dice=dice, throws=turn.throws + 1, is_throwing=False)
