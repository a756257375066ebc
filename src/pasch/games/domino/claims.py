"""End sums: claiming (ansagen) one's points, taking forgotten ones by Muggins (D19 to D24)."""

from dataclasses import replace
from typing import Final

from pasch.games.domino.layout import Layout, end_sum
from pasch.games.domino.state import Decisions, Forgotten, Hand, State, credited, with_hand
from pasch.games.domino.variant import Kind, Variant
from pasch.kernel.actors import Seat
from pasch.kernel.refusals import N_, Reason

_NO_SUMS: Final = N_("in this variant the ends do not score")
_AUTOMATIC: Final = Reason(N_("points count by themselves at this table"), "D24")
_NOTHING_TO_CLAIM: Final = Reason(N_("only who has just played a tile decides on it"), "D21")
_NOTHING_FORGOTTEN: Final = Reason(N_("there are no forgotten points for you to take"), "D22")
_DECIDE_FIRST: Final = Reason(N_("first decide on the points"), "D21")


def points_of(layout: Layout, kind: Kind) -> int:
    """Return what the ends bring: their sum if it scores, else 0 (D20)."""
    total = end_sum(layout)
    return total if any(total % divisor == 0 for divisor in kind.divisors) else 0


def after_tile(state: State, hand: Hand, seat: Seat) -> State:
    """Return the position after a seat's tile: what it brings is credited or to be decided."""
    variant = state.variant
    if variant.claims == "auto":
        return _credited(with_hand(state, hand), seat, points_of(hand.layout, variant.kind))
    if variant.claims == "manual":
        hand = _with(hand, _opened(hand.decisions, variant, seat))
    return with_hand(state, hand)


def _opened(before: Decisions, variant: Variant, seat: Seat) -> Decisions:
    """Return the decisions after a seat's tile: its own, and on what the tile before left (D22)."""
    left = before.forgotten
    if left is None:
        return Decisions(claimer=seat)
    asked = tuple(other for other in variant.seats if other != left.seat)
    return Decisions(claimer=seat, on_offer=left, asked=asked)


def deciders(decisions: Decisions) -> tuple[Seat, ...]:
    """Return the seats that have yet to decide, ascending."""
    claimer = () if decisions.claimer is None else (decisions.claimer,)
    return tuple(sorted({*claimer, *decisions.asked}))


def choices(decisions: Decisions, seat: Seat) -> tuple[str, ...]:
    """Return what the seat may say; the choice tells nothing about the sum (D21)."""
    claim = ("claim",) if seat == decisions.claimer else ()
    muggins = ("muggins",) if seat in decisions.asked else ()
    return (*claim, *muggins, "continue") if claim or muggins else ()


def sharers(decisions: Decisions, seat: Seat, text: str) -> tuple[Seat, ...]:
    """Return who has the decision that the seat makes by a legal event.

    Those who are asked share the forgotten points, which go to the first of them (D22). Whatever
    else a seat decides is its own; its first `continue` is about its own tile.
    """
    is_own = text != "muggins" and (text != "continue" or seat == decisions.claimer)
    return (seat,) if is_own else decisions.asked


def against_claim(hand: Hand, variant: Variant, seat: Seat) -> Reason | None:
    """Return why the seat cannot claim, or None."""
    is_asked = seat == hand.decisions.claimer
    return None if is_asked else _against_any(variant, "D21") or _NOTHING_TO_CLAIM


def against_muggins(hand: Hand, variant: Variant, seat: Seat) -> Reason | None:
    """Return why the seat cannot take forgotten points, or None."""
    is_asked = seat in hand.decisions.asked
    return None if is_asked else _against_any(variant, "D22") or _NOTHING_FORGOTTEN


def against_continue(hand: Hand, variant: Variant, seat: Seat) -> Reason | None:
    """Return why the seat has nothing to decide, or None."""
    is_asked = seat in deciders(hand.decisions)
    return None if is_asked else _against_any(variant, "D21") or _NOTHING_TO_CLAIM


def against_playing_on(hand: Hand) -> Reason | None:
    """Return why nobody plays, draws or passes now, or None (D21)."""
    return _DECIDE_FIRST if hand.decisions.is_open else None


def _against_any(variant: Variant, rule: str) -> Reason | None:
    if variant.claims == "none":
        return Reason(_NO_SUMS, rule)
    return _AUTOMATIC if variant.claims == "auto" else None


def claimed(state: State, hand: Hand, seat: Seat) -> State:
    """Return the position with the sum credited if it scores (D21)."""
    decided = with_hand(state, _with(hand, replace(hand.decisions, claimer=None)))
    return _credited(decided, seat, points_of(hand.layout, state.variant.kind))


def taken(state: State, hand: Hand, seat: Seat) -> State:
    """Return the position with the forgotten points credited and their window closed (D22)."""
    left = hand.decisions.on_offer
    decided = with_hand(state, _with(hand, replace(hand.decisions, on_offer=None, asked=())))
    return _credited(decided, seat, left.points if left else 0)


def continued(hand: Hand, kind: Kind, seat: Seat) -> Hand:
    """Return the hand with the seat's first open decision made: its own tile's, then D22's."""
    decisions = hand.decisions
    if seat == decisions.claimer:
        points = points_of(hand.layout, kind)
        forgotten = Forgotten(seat, points) if points else None
        return _with(hand, replace(decisions, claimer=None, forgotten=forgotten))
    asked = tuple(other for other in decisions.asked if other != seat)
    on_offer = decisions.on_offer if asked else None
    return _with(hand, replace(decisions, on_offer=on_offer, asked=asked))


def _with(hand: Hand, decisions: Decisions) -> Hand:
    return replace(hand, decisions=decisions)


def _credited(state: State, seat: Seat, points: int) -> State:
    return credited(state, state.variant.party_of[seat - 1], points) if points else state
