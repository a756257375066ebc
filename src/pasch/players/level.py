"""What a level of a computer player is, and the one that every game may have."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic

from pasch.kernel.refusals import N_
from pasch.kernel.rules import ViewT

Choose = Callable[[ViewT, tuple[str, ...]], str]
"""Takes a seat's view and its legal events, of which there is one at least; returns one of them."""


@dataclass(frozen=True, slots=True)
class Level(Generic[ViewT]):
    """A way to play a game, found in its `levels.py` as one of `LEVELS`, the weakest first.

    `name` stands in rows and addresses; `title` and `about` are message ids: a word, and how such
    a computer plays. `think_millis` is how long it may think about one event, 0 for one that
    decides at once. `choose` keeps nothing between two events and is called in a process of its
    own.
    """

    name: str
    title: str
    about: str
    choose: Choose[ViewT]
    think_millis: int = 0


def first_legal(_view: object, legal: tuple[str, ...]) -> str:
    """Return the first legal event."""
    return legal[0]


EASY: Final[Level[object]] = Level(
    "first", N_("Easy"), N_("takes the first move that the rules allow"), first_legal
)
"""Takes whatever comes first; every match has to end with it."""

GREEDY_TITLE: Final = N_("Greedy")
GREEDY_ABOUT: Final = N_("takes the most points at once, without a thought of later")
