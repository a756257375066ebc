"""Folding the log again brings every kind of decision back, with the same choices (case 26)."""

from collections import Counter
from typing import cast

import pytest

from pasch.games.domino.meta import META
from pasch.games.domino.rules import RULES
from pasch.games.domino.state import State
from pasch.kernel.record import read_record, write_record
from pasch.kernel.replay import replay
from pasch.kernel.rules import all_legal
from tests.playing import Setting, play_match

KINDS = {"dealing", "opening", "playing", "drawing", "passing", "claim", "muggins", "both", "next"}


def kind_of(state: State) -> str:
    """Return what is to be decided."""
    hand = state.hand
    if state.is_over or hand is None:
        return "over" if state.is_over else "dealing"
    if state.result is not None:
        return "next"
    decisions = hand.decisions
    if decisions.is_open:
        has_claim, has_window = decisions.claimer is not None, bool(decisions.asked)
        return "both" if has_claim and has_window else "claim" if has_claim else "muggins"
    if hand.layout.opening is None:
        return "opening"
    word = RULES.legal(state, hand.seat)[0].split(" ")[0]
    return {"play": "playing", "draw": "drawing", "pass": "passing"}[word]


@pytest.mark.parametrize("seats", [2, 4])
def test_choices_are_the_same_after_folding_again(seats: int) -> None:
    match = play_match(RULES, Setting(seats, META.resolve({"variant": "fives"}, seats)), 3)
    seen = Counter[str]()
    for number, state in enumerate(match.states):
        kind = kind_of(cast(State, state))
        seen[kind] += 1
        if seen[kind] > 5:
            continue
        folded = replay(RULES, read_record(write_record(match.until(number).record))).last
        assert folded == state
        assert all_legal(RULES, folded, seats) == all_legal(RULES, state, seats)
    assert set(seen) == KINDS | {"over"}
