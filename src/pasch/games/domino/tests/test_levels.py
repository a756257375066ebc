"""The two simple computer players."""

from typing import cast

import pytest

from pasch.games.domino.levels import LEVELS, Level, first_legal, greedy
from pasch.games.domino.meta import META
from pasch.games.domino.rules import RULES
from pasch.games.domino.tests.positions import at
from pasch.games.domino.view import DominoView
from pasch.kernel.actors import Seat
from pasch.kernel.record import Event
from pasch.kernel.rules import Over
from tests.playing import AnyRules, Choices, Player, Setting, play_match

FIVES = "variant=fives"


@pytest.mark.parametrize(
    ("hands", "options", "on_table", "first", "best"),
    [
        ("4-1 6-4 5-4, 0-0", "", "6-2, 4-2 2", "play 4-1 2", "play 6-4 1"),
        ("6-2 6-1, 0-0", FIVES, "6-4", "play 6-2 1", "play 6-1 1"),
        ("6-1 4-4, 0-0", FIVES, "6-4", "play 6-1 1", "play 6-1 1"),
        ("6-6 3-2 4-1, 0-0", FIVES, "", "play 6-6", "play 3-2"),
        ("6-6 5-5 4-1, 0-0", FIVES, "", "play 6-6", "play 5-5"),
        ("1-0, 0-0", "", "6-4", "pass", "pass"),
        ("1-0, 0-0", "variant=cross", "6-6", "pass", "pass"),
    ],
)
def test_choices(hands: str, options: str, on_table: str, first: str, best: str) -> None:
    view = RULES.view(at(hands, options=options, table=on_table, turn=1), Seat(1))
    assert (first_legal(view), greedy(view)) == (first, best)


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_points_are_never_forgotten(level: Level) -> None:
    hands = "5-5 6-0, 5-0 6-4, 1-1 2-1"
    state = at(hands, "1 play 5-5; 1 continue; 2 play 5-0 1", options=FIVES)
    said = [level(RULES.view(state, Seat(seat))) for seat in (2, 3)]
    assert said == ["claim", "muggins"]


def seated(*levels: Level) -> Player:
    """Return a player who has these levels at the seats, from the first on."""

    def choose(rules: AnyRules, state: object, choices: Choices, _: object) -> Event:
        seat = min(choices)
        return Event(seat, levels[seat - 1](cast(DominoView, rules.view(state, seat))))

    return choose


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", META.options[0].values)
def test_whole_matches(variant: str, level: str) -> None:
    setting = Setting(3, META.resolve({"variant": variant}, 3))
    match = play_match(RULES, setting, 1, seated(*[LEVELS[level]] * 3))
    assert max(match.rules.totals(match.last)) >= 100


def test_greed_pays() -> None:
    setting = Setting(2, META.resolve({"variant": "fives"}, 2))
    player = seated(greedy, first_legal)
    ends = [play_match(RULES, setting, seed, player) for seed in range(20)]
    won = sum(match.rules.to_move(match.last) == Over((1, 2)) for match in ends)
    assert won > 13
