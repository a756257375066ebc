"""Sample pages of Domino in every state that asks somebody for something; see `samples`."""

import re
from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Final

from pasch.games.domino.rules import RULES
from pasch.games.domino.state import State
from pasch.games.domino.tests.positions import at
from pasch.games.domino.tiles import set_of
from pasch.kernel.actors import CHANCE
from pasch.kernel.rules import Deciding
from pasch.matches.position import Position
from tests.web.sample_tables import (
    Around,
    Event,
    Page,
    Sample,
    begun,
    past_match,
    played,
    set_by_hand,
    table,
    told,
    waiting,
    waiting_table,
)

Condition = Callable[[State], bool]

GAME: Final = "domino"
_DOUBLE: Final = re.compile(r"play (\d+)-\1\b")


def game(
    hands: str, body: str = "", *, options: str = "", stock: str = "", laid: str = "", turn: int = 0
) -> Position:
    """Return the game that begins with these hands; see `positions.at`."""
    state = at(hands, options=options, stock=stock, table=laid, turn=turn or None)
    return told(set_by_hand(begun(GAME, hands.count(",") + 1, options), state), body)


def searched(options: str, seats: int, is_there: Condition) -> Position:
    """Return a game played at random, but doubles first, at the first fitting moment of all."""
    for seed in count():
        chooser = Random(seed)
        now = played(
            begun(GAME, seats, options),
            lambda now, chooser=chooser: _choice(now, chooser),  # type: ignore[misc]
            lambda now: is_there(_state(now)),
        )
        if is_there(_state(now)):
            return now
    raise AssertionError


def _state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


def _mover(position: Position) -> int:
    hand = _state(position).hand
    return hand.seat if hand else 1


def _choice(position: Position, chooser: Random) -> Event:
    """Return what happens next: tiles are dealt, or somebody does anything, but doubles first."""
    state, due = _state(position), position.to_move
    if isinstance(due, Deciding):
        seat = chooser.choice(due.seats)
        legal = RULES.legal(state, seat)
        return seat, chooser.choice([text for text in legal if _DOUBLE.search(text)] or legal)
    tiles = [str(tile) for tile in set_of(state.variant.set)]
    chooser.shuffle(tiles)
    return CHANCE, " ".join(tiles)


def domino_samples(page: Page) -> Mapping[str, Sample]:
    """Return all samples; `page` renders a template with the frame's context."""
    fives = "variant=fives"
    two = "6-6 5-5 1-0 2-0, 6-3 6-4 4-4 3-1"
    three = "6-6 5-5 1-0 2-0, 6-3 5-1 5-0, 6-4 6-1 4-0"
    stock = "3-2 4-1 4-2"
    fifteen = game(two, "1 play 6-6; 1 continue; 2 play 6-3 1", options=fives, stock=stock)
    forgotten = game(
        three,
        "1 play 6-6; 1 continue; 2 play 6-3 1; 2 continue; 3 play 6-4 2",
        options=fives,
        stock=stock,
    )
    cross = searched("variant=cross9", 3, lambda state: _laid(state) > 14 and _has_choice(state))
    twelve = searched("variant=cross12", 2, lambda state: _laid(state) >= 60)
    over = searched("variant=block", 3, lambda state: state.result is not None)
    teams = "variant=block teams=yes"
    five = searched("variant=draw", 5, lambda state: _laid(state) == 6)
    line = searched("variant=draw set=9", 2, lambda state: _laid(state) > 9 and _has_choice(state))
    ended = searched("variant=block target=50", 3, lambda state: state.is_over)
    blocked = game("6-6, 5-5", "1 pass; 2 pass", laid="1-1", turn=1)
    return {
        "domino-open": table(page, game(two), 1),
        "domino-open-fives": table(page, game(two, options=fives), 1),
        "domino-waits": table(page, game(two), 2),
        "domino-choose": table(page, line, _mover(line)),
        "domino-draw": table(
            page, game(two, "1 play 6-6; 2 play 6-3 1", options="variant=draw", stock=stock), 1
        ),
        "domino-draw-one": table(page, told(fifteen, "2 claim"), 1),
        "domino-knock": table(page, game("6-6 5-5, 6-3 1-0", "1 play 6-6; 2 play 6-3 1"), 1),
        "domino-claim": table(page, fifteen, 2),
        "domino-claim-seen": table(page, fifteen, 1),
        "domino-muggins": table(page, forgotten, 1),
        "domino-both": table(page, forgotten, 3),
        "domino-both-watched": table(page, forgotten, None),
        "domino-hand-over": table(page, over, 1),
        "domino-hand-ready": table(page, told(over, "1 next"), 1),
        "domino-blocked": table(page, blocked, 1),
        "domino-cross": table(page, cross, _mover(cross)),
        "domino-twelve": table(page, twelve, _mover(twelve)),
        "domino-five": table(page, five, 2),
        "domino-five-absent": table(page, five, 2, Around(absent=(4,))),
        "domino-teams": table(page, searched(teams, 4, lambda state: _laid(state) == 9), 1),
        "domino-watch": table(page, cross, None),
        "domino-over": table(page, ended, 1),
        "domino-past": past_match(page, ended),
        "domino-waiting": waiting(page, waiting_table(GAME, "-..", "target=50"), 1),
    }


def _laid(state: State) -> int:
    """Return how many tiles lie on the table while a seat is to move."""
    hand = state.hand
    if hand is None or hand.layout.opening is None or hand.decisions.is_open or state.result:
        return 0
    return 1 + sum(len(arm.tiles) for arm in hand.layout.arms)


def _has_choice(state: State) -> bool:
    """Return whether a tile of the seat to move fits several ends, and an end several tiles."""
    assert state.hand is not None
    own = RULES.view(state, state.hand.seat).own
    ends = [end for held in own for end in held.ends]
    return len(own) > 1 and any(len(held.ends) > 1 for held in own) and len(ends) > len({*ends})
