"""The dock as models: where the turn stands; for dice, the dice and the button that throws.

The shell draws them with the macros of `web/dock.html` and `web/dice.html`; a game's own buttons
stand beside them.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from pasch.kernel.actors import Seat
from pasch.kernel.page import Cue, Line, Region
from pasch.kernel.refusals import N_
from pasch.kernel.throwing import places_of

_REGIONS_KEPT: Final = 8192
"""Latest throws whose regions are not made again: most events throw nothing."""

ALL_HELD: Final = "held"
"""Why nothing can be thrown when all dice are held."""


class Die(NamedTuple):
    """A die at its place; face 0 is not thrown yet. `can_hold` makes it a button."""

    place: int
    face: int
    is_held: bool
    can_hold: bool


class Throwing(NamedTuple):
    """The button that throws.

    `event` is the event that it sends, "" for no button; it throws so many `dice`. `blocked` says
    why it cannot be pressed now, such as `ALL_HELD`; "" when it can.
    """

    event: str = ""
    dice: int = 0
    blocked: str = ""


class Info(NamedTuple):
    """Where the turn stands: a line, a piece of advice, and in games with dice the throws made.

    `who` is the name that the line may need. A tip is advice that small screens can do without, a
    hint one that was asked for.
    """

    status: Line
    who: str
    advice: Line | None
    is_tip: bool = False
    throw: int = 0
    throws: int = 0
    is_hint: bool = False


NO_THROW: Final = Throwing()


@lru_cache(maxsize=_REGIONS_KEPT)
def dice_regions(
    count: int, faces: tuple[int, ...], held: tuple[int, ...], *, can_hold: bool
) -> dict[str, Region]:
    """Return so many dice as regions by id; without `faces` none is thrown yet.

    Nobody may change the result.
    """
    dice = (
        Die(place, face, bool(faces) and place in held, can_hold)
        for place, face in zip(places_of(count), faces or (0,) * count, strict=True)
    )
    return {die_id(die.place): Region("die", die) for die in dice}


def die_id(place: int) -> str:
    """Return the id of a die's element."""
    return f"die-{place}"


def first_throw(event: str, count: int) -> Throwing:
    """Return the button that throws all dice."""
    return Throwing(event, count)


def next_throw(event: str, held: tuple[int, ...], count: int) -> Throwing:
    """Return the button that throws the dice that are not held."""
    free = count - len(held)
    return Throwing(event, free, "" if free else ALL_HELD)


def thrown_cue(kept: tuple[int, ...], count: int) -> Cue:
    """Return the cue of a throw: which dice tumble."""
    return Cue("throw", tuple(die_id(place) for place in places_of(count) if place not in kept))


def spoken_throw(
    thrown: str, dice: tuple[int, ...], kept: tuple[int, ...], seat: Seat, viewer: Seat | None
) -> Line:
    """Return what screen readers are told of a throw of `seat`: its faces, then those that lay.

    `dice` are the faces before the throw, by place; `kept` are the places of those that lay.
    """
    words = [("dice", " ".join(sorted(thrown.split(" "))))]
    if kept:
        words.append(("kept", " ".join(sorted(str(dice[place - 1]) for place in kept))))
    own, others = _BESIDE if kept else _ALL_THROWN
    return Line(own if seat == viewer else others, tuple(words), seat)


_ALL_THROWN: Final = (N_("You throw %(dice)s."), N_("%(who)s throws %(dice)s."))
_BESIDE: Final = (
    N_("You throw %(dice)s beside %(kept)s."),
    N_("%(who)s throws %(dice)s beside %(kept)s."),
)
"""What the thrower is told, and everybody else."""


def own_status(throw: int, throws: int) -> Line:
    """Return the line for the person whose turn it is."""
    if throw == 0:
        return Line(N_("It is your turn"))
    return Line(N_("Throw %(throw)d of %(throws)d"), _throws(throw, throws))


def status_of_other(throw: int, throws: int) -> Line:
    """Return the line for everybody else."""
    if throw == 0:
        return Line(N_("%(who)s is to move"))
    return Line(N_("%(who)s: throw %(throw)d of %(throws)d"), _throws(throw, throws))


def _throws(throw: int, throws: int) -> tuple[tuple[str, int], ...]:
    return (("throw", throw), ("throws", throws))
