"""The race as models: a track for each seat, up to the first score that wins."""

from typing import Final, NamedTuple

from pasch.games.doelauer.view import DoelauerView
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.page import Region, Seen

_WHOLE: Final = 100
"""The length of a track, in per cent."""


_MARKED: Final = (20, 40, 60, 80, 100)
"""The scores that are marked on a track."""


class Head(NamedTuple):
    """What stands above the tracks: the round, and the score that has to be exceeded."""

    round: int
    target: int


class Runner(NamedTuple):
    """A seat in the race. `place` is its place in the end, 0 before.

    `pending` must be confirmed, `lying` is what lies. `done`, `risked` and `hoped` say how far
    the score reaches on the track, then with the pending points, then with what lies, in per cent;
    there the `marks` stand, too.
    """

    seat: Seat
    name: str
    score: int
    pending: int
    lying: int
    done: float
    risked: float
    hoped: float
    marks: tuple[float, ...]
    is_mine: bool
    is_to_move: bool
    is_away: bool
    place: int


def race_regions(seen: Seen[DoelauerView]) -> dict[str, Region]:
    """Return the head of the race and a track for each seat."""
    runners = (_runner(seen, seat) for seat in seats_of(len(seen.view.scores)))
    return {
        "race-head": Region("race_head", _head(seen.view)),
        **{f"runner-{runner.seat}": Region("runner", runner) for runner in runners},
    }


def _head(view: DoelauerView) -> Head:
    latest = view.turns - 1 if view.places else view.turns
    return Head(latest // len(view.scores) + 1, view.target)


def _runner(seen: Seen[DoelauerView], seat: Seat) -> Runner:
    view = seen.view
    score = view.scores[seat - 1]
    turn = view.turn if view.turn is not None and view.turn.seat == seat else None
    pending, lying = (turn.pending, turn.points) if turn is not None else (0, 0)
    sums = (score, score + pending, score + pending + lying)
    done, risked, hoped = (_reach(view, at) for at in sums)
    return Runner(
        seat=seat,
        name=seen.name(seat),
        score=score,
        pending=pending,
        lying=lying,
        done=done,
        risked=risked,
        hoped=hoped,
        marks=tuple(_reach(view, at) for at in _MARKED),
        is_mine=seat == seen.viewer,
        is_to_move=turn is not None and not seen.is_over,
        is_away=seat in seen.away,
        place=view.places[seat - 1] if view.places else 0,
    )


def _reach(view: DoelauerView, score: int) -> float:
    """Return how far a score reaches on a track, in per cent; the first that wins fills it."""
    return round(min(1, score / (view.target + 1)) * _WHOLE, 1)
