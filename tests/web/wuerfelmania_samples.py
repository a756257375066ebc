"""Sample pages of Würfelmania's table; see `samples`.

A plain player plays some turns with seeded dice: it keeps what there is most of and writes where
most is to be had.
"""

from collections.abc import Mapping
from random import Random
from typing import Final

from pasch.games.wuerfelmania.rules import RULES
from pasch.games.wuerfelmania.state import State
from pasch.kernel.page import Advice
from pasch.matches.position import Position
from tests.web.sample_tables import (
    Around,
    Event,
    Page,
    Sample,
    begun,
    has_played,
    is_throwing,
    played,
    table,
    thrown,
    told,
)

GAME: Final = "wuerfelmania"


def after(seats: int, turns: int, said: str = "", fives: str = "count", seed: int = 3) -> Position:
    """Return the position after some turns, then some events of a record."""
    random = Random(seed)
    begin = begun(GAME, seats, f"fives={fives}")
    return told(played(begin, lambda now: _choice(now, random), has_played(turns)), said)


def _choice(position: Position, random: Random) -> Event:
    """Return what the plain player does, or how the dice fall."""
    if is_throwing(position):
        return thrown(position, random)
    state = position.state
    assert isinstance(state, State)
    legal = RULES.legal(state, state.seat)
    if "roll" in legal:
        return state.seat, "roll"
    dice = state.turn.dice
    most = max(dice, key=lambda face: (dice.count(face), face))
    keep = " ".join(["keep", *(str(n) for n, face in enumerate(dice, 1) if face == most)])
    if keep in legal and dice.count(most) < 5:
        return state.seat, keep
    offers = RULES.view(state, state.seat).offers
    best = max(offers, key=lambda offer: offer.points - (12 if offer.cell == "CH" else 0))
    return state.seat, f"write {best.cell}"


def wuerfelmania_samples(page: Page) -> Mapping[str, Sample]:
    """Return all samples; `page` renders a template with the frame's context."""
    mine, theirs = "1 roll; * 2 3 4 5 6", "2 roll; * 2 3 4 5 6"
    hint = Around(held=(1,), advice=Advice("keep 1 2 3 4", 130, "write 6"))
    pair = Around(held=(1, 2))
    late = after(2, 20, "1 roll; * 1 1 1 3 2")
    bonus = after(2, 20, "1 roll; * 4 4 4 4 4", fives="bonus", seed=28)
    practice = after(1, 5, mine)
    return {
        "mania-first": table(page, after(2, 0), 1),
        "mania-first-seen": table(page, after(2, 0), 2),
        "mania-two": table(page, after(2, 14, mine), 1, Around(held=(1, 2, 3, 4))),
        "mania-late": table(page, late, 1, Around(held=(1, 2, 3))),
        "mania-bonus": table(page, bonus, 1),
        "mania-turn-of-other": table(page, after(2, 15, theirs), 1, Around(held=(2,))),
        "mania-practice": table(page, practice, 1),
        "mania-hint": table(page, practice, 1, hint),
        "mania-hint-due": table(page, practice, 1, Around(is_hint_due=True)),
        "mania-three": table(page, after(3, 18, mine), 1, pair),
        "mania-six": table(page, after(6, 40, "5 roll; * 2 3 4 5 6"), None, pair),
        "mania-finished": table(page, after(2, 26), 1),
        "mania-finished-six": table(page, after(6, 78), 3),
    }
