"""Random whole hands of every variant, set and number of seats, watched by a second rulebook."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Final

import pytest

from pasch.games.domino.meta import META, SETS, VARIANTS
from pasch.games.domino.rules import RULES
from pasch.games.domino.state import Hand, Tiles
from pasch.games.domino.tests.positions import hand_of
from pasch.games.domino.tests.referee import Referee
from pasch.games.domino.tiles import eyes_of, set_of
from pasch.kernel.actors import CHANCE, Actor
from pasch.kernel.chance import Shuffle
from pasch.kernel.meta import Options
from pasch.kernel.rules import ChanceDue, Deciding
from tests.playing import Setting, settings_of

ORDINARY: Final = 100
ALL: Final = 2000
"""Hands for each variant, set and number of seats; they share out the other options."""

MOST_EVENTS: Final = 1000


def tables() -> Iterator[tuple[int, str, str]]:
    """Yield each number of seats with each variant and set that fit."""
    for seats, variant, set_ in product(META.seats, VARIANTS, SETS):
        fitting = META.fitting({"variant": variant}, seats)
        if variant in fitting["variant"] and set_ in fitting["set"]:
            yield seats, variant, set_


TABLES: Final = [pytest.param(*table, id=" ".join(map(str, table))) for table in tables()]


def options_of(seats: int, variant: str, set_: str) -> list[Options]:
    """Return every choice of the other options; the target is out of reach, or soon reached."""
    pairs = {"variant": variant, "set": set_}
    fitting = META.fitting(pairs, seats)
    return [
        META.resolve({**pairs, "teams": t, "spinner": s, "claims": c, "target": target}, seats)
        for t, s, c in product(fitting["teams"], fitting["spinner"], fitting["claims"])
        for target in ("500", "50")
    ]


def tiles_of(hand: Hand) -> Tiles:
    """Return all tiles, wherever they are."""
    opening = () if hand.layout.opening is None else (hand.layout.opening,)
    return sum((*hand.held, *(arm.tiles for arm in hand.layout.arms)), hand.stock + opening)


class Watched:
    """A random match that a referee watches; every event is checked."""

    def __init__(self, options: Options, seats: int, seed: str) -> None:
        chosen = dict(options)
        self.chooser = random.Random(seed)
        self.state = RULES.start(options, seats)
        self.referee = Referee(
            variant=chosen["variant"],
            seats=seats,
            teams=chosen["teams"] == "yes",
            spinner=chosen["spinner"] == "first",
            auto=chosen["claims"] == "auto",
            target=int(chosen["target"]),
        )

    def play_hand(self) -> None:
        """Play until the hand is over."""
        for _ in range(MOST_EVENTS):
            self.step()
            if self.state.result is not None:
                self.check_tiles()
                return
        pytest.fail("the hand does not end")

    def step(self) -> None:
        """Let somebody act, and compare."""
        actor, text = self.choose()
        before = self.state
        self.state = RULES.apply(before, actor, text)
        self.referee.hear(str(actor), text)
        assert list(self.state.scores) == self.referee.scores
        if self.state.hand is not None:
            assert eyes_of(tiles_of(self.state.hand)) == eyes_of(set_of(self.state.variant.set))
            self.check_end()
        elif actor == CHANCE:
            assert not any(high == low for hand in self.referee.hands for high, low in hand)

    def choose(self) -> tuple[Actor, str]:
        due = RULES.to_move(self.state)
        if isinstance(due, ChanceDue):
            assert isinstance(due.request, Shuffle)
            items = list(due.request.items)
            self.chooser.shuffle(items)
            return CHANCE, " ".join(items)
        assert isinstance(due, Deciding)
        seat = self.chooser.choice(due.seats)
        legal = RULES.legal(self.state, seat)
        if self.state.result is None and not hand_of(self.state).decisions.is_open:
            assert (seat - 1, legal) == (self.referee.turn, self.referee.moves())
        return seat, self.chooser.choice(legal)

    def check_tiles(self) -> None:
        """The tiles of the set lie where the referee saw them go, each once (case 10)."""
        hand, referee = hand_of(self.state), self.referee
        held = [[(tile.high, tile.low) for tile in tiles] for tiles in hand.held]
        assert held == referee.hands
        assert [(tile.high, tile.low) for tile in hand.stock] == referee.stock
        assert sorted(tiles_of(hand)) == list(set_of(self.state.variant.set))
        assert [arm.number for arm in hand.layout.arms] == [row.open for row in referee.rows]

    def check_end(self) -> None:
        """The hand has ended as the referee says; it is blocked if nobody can move (case 11)."""
        result, referee = self.state.result, self.referee
        assert (result.ending if result else "") == referee.ended
        if referee.ended == "blocked":
            assert not any(map(referee.plays, range(referee.seats)))
            assert not referee.could_draw()


def play_hands(seats: int, variant: str, set_: str, hands: int) -> None:
    choices = options_of(seats, variant, set_)
    for number in range(hands):
        options = choices[number % len(choices)]
        Watched(options, seats, f"{seats} {variant} {set_} {number}").play_hand()


@pytest.mark.parametrize(("seats", "variant", "set_"), TABLES)
def test_some_hands(seats: int, variant: str, set_: str) -> None:
    play_hands(seats, variant, set_, ORDINARY)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("seats", "variant", "set_"), TABLES)
def test_many_hands(seats: int, variant: str, set_: str) -> None:
    play_hands(seats, variant, set_, ALL)


@pytest.mark.parametrize("setting", settings_of(META), ids=str)
def test_whole_matches(setting: Setting) -> None:
    watched = Watched(setting.options, setting.seats, "whole")
    while not watched.state.is_over:
        watched.step()
    assert watched.referee.ended
    assert max(watched.state.scores) >= watched.referee.target
