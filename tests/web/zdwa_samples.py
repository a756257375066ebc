"""Sample pages of tables where “Zock die Wand an” is played; see `samples`.

A plain player plays some turns with seeded dice: it keeps what there is most of and writes where
it brings most.
"""

from collections.abc import Mapping
from random import Random
from typing import Final

from pasch.games.zdwa.rules import RULES
from pasch.games.zdwa.state import State
from pasch.matches.position import Position
from tests.web.sample_tables import (
    Around,
    Event,
    Page,
    Sample,
    begun,
    has_played,
    is_throwing,
    past_match,
    played,
    table,
    thrown,
    told,
)

GAME: Final = "zdwa"
USUAL: Final = {
    "1": 3, "2": 6, "3": 9, "4": 12, "5": 15, "6": 18, "+": 24, "K": 8, "F": 14, "P": 9
}  # fmt: skip
"""What a cell usually brings; no more than that is no reason to write it."""


def after(position: Position, turns: int, seed: int = 5) -> Position:
    """Return the position some turns later."""
    random = Random(seed)
    goal = position.rules.turns(position.state) + turns
    return played(position, lambda now: _choice(now, random), has_played(goal))


def _state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


def _choice(position: Position, random: Random) -> Event:
    """Return what the plain player does, or how the dice fall."""
    if is_throwing(position):
        return thrown(position, random)
    state = _state(position)
    legal = RULES.legal(state, state.seat)
    dice, throws = state.turn.dice, state.turn.throws
    wanted = max(dice, key=lambda face: (dice.count(face), face), default=0)
    keep = " ".join(["keep", *(str(n) for n, face in enumerate(dice, 1) if face == wanted)])
    if "roll" in legal:
        return state.seat, "roll"
    if throws < 3 and keep in legal and dice.count(wanted) < 5 and not _is_good(state):
        return state.seat, keep
    offers = RULES.view(state, state.seat).offers
    if not offers:
        announcements = [event for event in legal if event.startswith("announce")]
        return state.seat, random.choice(announcements)
    best = max(offers, key=lambda offer: (_worth(offer.cell, offer.points), random.random()))
    return state.seat, f"write {best.column} {best.cell}"


def _is_good(state: State) -> bool:
    offers = RULES.view(state, state.seat).offers
    return any(offer.cell in {"K", "F", "P", "60"} and offer.points > 0 for offer in offers)


def _worth(cell: str, points: int) -> float:
    return (11 - points if cell == "-" else points - USUAL.get(cell, 5)) + 0.1


def _must_announce() -> Position:
    """Return a position in which only cells of the announced column are free (Z19)."""
    now = begun(GAME, 2)
    while any(None in column for column in _state(now).sheet[:3]) or _state(now).seat != 1:
        now = after(now, 1, seed=RULES.turns(_state(now)))
    return told(now, "1 roll; * 2 2 4 6 1")


def zdwa_samples(page: Page) -> Mapping[str, Sample]:
    """Return all samples; `page` renders a template with the frame's context."""
    return {**_playing(page), **_over(page)}


def _playing(page: Page) -> Mapping[str, Sample]:
    two, three, teams = (after(begun(GAME, n), turns) for n, turns in ((2, 38), (3, 50), (4, 44)))
    late = told(after(begun(GAME, 2), 80, seed=3), "1 roll; * 2 2 4 6 1")
    solo = told(after(begun(GAME, 1), 17), "1 keep 1 2; * 4 4 1")
    first = told(two, "1 roll; * 6 6 4 6 5")
    second = told(two, "1 roll; * 6 6 4 2 5; 1 keep 1 2; * 4 6 3")
    last = told(second, "1 keep 1 2 4; * 1 6")
    said = told(first, "1 announce P")
    written = after(told(two, "1 roll; * 1 2 3 5 6"), 1)
    correcting = told(written, "1 correct")
    of_four = told(teams, "1 roll; * 5 5 1 6 2")
    pair, most = Around(held=(1, 2)), Around(held=(1, 2, 4))
    return {
        "start": table(page, begun(GAME, 2), 1),
        "roll": table(page, two, 1),
        "throw-1": table(page, first, 1),
        "throw-2": table(page, second, 1, most),
        "all-held": table(page, second, 1, Around(held=(1, 2, 3, 4, 5))),
        "throw-3": table(page, last, 1, most),
        "announced": table(page, said, 1, most),
        "announced-seen": table(page, said, 2, most),
        "correctable": table(page, written, 1),
        "correcting": table(page, correcting, 1),
        "correcting-seen": table(page, correcting, 2),
        "others-turn": table(page, told(written, "2 roll; * 3 3 4 6 1"), 1, pair),
        "late": table(page, late, 1, pair),
        "paused": table(page, second, 1, Around(held=(1, 2, 4), is_asked=True)),
        "absent": table(page, three, 1, Around(absent=(2, 3))),
        "absent-watched": table(page, first, None, Around(absent=(2,))),
        "solo": table(page, solo, 1, pair),
        "hardcore": table(page, after(begun(GAME, 2, "hardcore=yes"), 30), 1),
        "three": table(page, told(three, "3 roll; * 3 3 1 6 2"), 3, pair),
        "teams": table(page, of_four, 1, pair),
        "teams-other": table(page, of_four, 3, pair),
        "watch-two": table(page, first, None, most),
        "watch-three": table(page, three, None, is_known=False),
        "must-announce": table(page, _must_announce(), 1),
    }


def _over(page: Page) -> Mapping[str, Sample]:
    one, two, three = (after(begun(GAME, n), 48 * n) for n in (1, 2, 3))
    teams = after(begun(GAME, 4), 96)
    return {
        "finished-solo": table(page, one, 1),
        "finished-two": table(page, two, 1, Around(again=(2,))),
        "finished-three": table(page, three, 2, Around(again=(2,))),
        "finished-teams": table(page, teams, None),
        "match": past_match(page, three),
        "match-teams": past_match(page, teams),
    }
