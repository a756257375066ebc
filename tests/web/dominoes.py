"""Domino through the web: people with open tabs who play on until something is the case."""

from collections.abc import Callable
from typing import Final

from pasch.games.domino.claims import points_of
from pasch.games.domino.levels import greedy
from pasch.games.domino.rules import RULES
from pasch.games.domino.state import State
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.replay import replay
from pasch.kernel.rules import Deciding
from tests.web.visitors import Round, Tab, Visitors

MOST_EVENTS: Final = 600
"""Events within which every kind of moment has come."""

Condition = Callable[[State], bool]


def is_claim_open(state: State) -> bool:
    """Return whether somebody has yet to decide on an end sum, and on nothing else."""
    decisions = state.hand and state.hand.decisions
    return bool(decisions and decisions.claimer and not decisions.asked)


def is_muggins_open(state: State) -> bool:
    """Return whether forgotten points may be taken, and nothing else is open."""
    decisions = state.hand and state.hand.decisions
    return bool(decisions and decisions.asked and not decisions.claimer)


def are_both_open(state: State) -> bool:
    """Return whether both questions are open."""
    decisions = state.hand and state.hand.decisions
    return bool(decisions and decisions.asked and decisions.claimer)


def is_hand_over(state: State) -> bool:
    """Return whether a hand is looked at, and some are ready for the next."""
    return state.result is not None and bool(state.ready) and not state.is_over


def is_drawing(state: State) -> bool:
    """Return whether the seat to move has to draw."""
    return state.hand is not None and "draw" in RULES.legal(state, state.hand.seat)


MOMENTS: Final[dict[str, Condition]] = {
    "claim": is_claim_open,
    "both": are_both_open,
    "muggins": is_muggins_open,
    "drawing": is_drawing,
    "hand over": is_hand_over,
}


def seat_for_fives(visitors: Visitors, seats: int = 3, **options: str) -> Round:
    """Let people begin a match of All Fives that takes long."""
    given = {"game": "domino", "variant": "fives", "target": "500", **options}
    return visitors.begun(seats, **given)


def state_of(group: Round) -> State:
    """Return where a match stands by its log."""
    return replay(RULES, group.record()).last


def due(state: State) -> tuple[Seat, str]:
    """Return what is done next: the tile that scores most, and then its points are forgotten."""
    to_move = RULES.to_move(state)
    assert isinstance(to_move, Deciding)
    seat = to_move.seats[0]
    decisions = state.hand.decisions if state.hand else None
    if decisions and decisions.claimer and points_of(state.hand.layout, state.variant.kind):  # type: ignore[union-attr]
        return decisions.claimer, "continue"
    if decisions and decisions.is_open:
        return seat, "continue"
    return seat, greedy(RULES.view(state, seat), RULES.legal(state, seat))


def play_until(group: Round, tabs: list[Tab], is_there: Condition) -> State:
    """Let everybody play on until something is the case."""
    for _ in range(MOST_EVENTS):
        state = state_of(group)
        if is_there(state):
            return state
        seat, event = due(state)
        tab = tabs[seat - 1]
        tab.until_seen(len(group.log))
        tab.do(event)
    raise AssertionError("the moment has not come")


def known_tiles(state: State, viewer: Seat | None) -> set[str]:
    """Return the tiles that a viewer may know of, in either order of their halves."""
    view = RULES.view(state, viewer)
    shown = {tile for seat in view.seats for tile in seat.shown}
    laid = {placed.tile for arm in view.arms for placed in arm.tiles}
    opening = {view.opening} if view.opening else set()
    left = set(view.result.stock) if view.result else set()
    found = shown | laid | opening | left | {held.tile for held in view.own}
    return found | {"-".join(reversed(tile.split("-"))) for tile in found}


def all_tiles(state: State) -> set[str]:
    """Return the whole set of a match, in either order of their halves."""
    highest = state.variant.set + 1
    return {f"{one}-{other}" for one in range(highest) for other in range(highest)}


def seats_at(group: Round) -> tuple[Seat, ...]:
    """Return the seats of a match."""
    return seats_of(len(group.people))
