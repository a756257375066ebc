"""Scoring a hand (Rundenwertung): the eyes that are left, and who gets them (D15 to D18)."""

from dataclasses import replace

from pasch.games.domino.state import Decisions, Ending, Hand, Result, State, credited
from pasch.games.domino.tiles import eyes_of
from pasch.games.domino.variant import Variant


def settled(state: State) -> State:
    """Return the position after an event, with the hand scored if it has ended (D18, D23)."""
    hand = state.hand
    if hand is None or state.result is not None:
        return state
    if state.is_over:
        return _ended(state, hand, _result(hand, "target"))
    if not hand.is_finished or hand.decisions.is_open:
        return state
    result = result_of(hand, state.variant)
    if result.winner is not None:
        state = credited(state, result.winner, result.points)
    return _ended(state, hand, result)


def _ended(state: State, hand: Hand, result: Result) -> State:
    """Return the position with the hand's result; decisions that are open lapse (D23)."""
    return replace(state, hand=replace(hand, decisions=Decisions()), result=result)


def result_of(hand: Hand, variant: Variant) -> Result:
    """Return who gets how much of a hand that somebody ended or nobody can go on with."""
    rests = [sum(eyes_of(hand.held[seat - 1]) for seat in seats) for seats in variant.parties]
    out = next((seat for seat in variant.seats if not hand.held[seat - 1]), None)
    if out is not None:
        return _won(hand, variant, "out", variant.party_of[out - 1], rests)
    lowest = min(rests)
    if rests.count(lowest) > 1:
        return _result(hand, "blocked")
    return _won(hand, variant, "blocked", rests.index(lowest), [rest - lowest for rest in rests])


def _won(
    hand: Hand, variant: Variant, ending: Ending, winner: int, differences: list[int]
) -> Result:
    """Return the result when every other party brings its difference, rounded (D15 to D17)."""
    shares = tuple(
        0 if party == winner else rounded(difference, variant.kind.rounds_to)
        for party, difference in enumerate(differences)
    )
    return _result(hand, ending, winner, shares)


def _result(
    hand: Hand, ending: Ending, winner: int | None = None, shares: tuple[int, ...] = ()
) -> Result:
    return Result(ending, winner, sum(shares), tuple(map(eyes_of, hand.held)), shares)


def rounded(difference: int, multiple: int) -> int:
    """Return the nearest multiple, which is never halfway: multiples are odd (D17)."""
    return (2 * difference + multiple) // (2 * multiple) * multiple
