"""Every level of every game plays whole matches with legal events, from what its seat may know."""

from typing import Any, Final

import pytest

from pasch.games import discovery
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.refusals import Unreadable
from pasch.kernel.rules import Over
from pasch.matches.turns import turn_in
from pasch.matches.worker import pack
from pasch.players.level import Level
from tests.conformance.hidden import twins_of
from tests.levels import seated
from tests.match_rows import position_at
from tests.playing import MAX_EVENTS, Playthrough, Setting, play_match, settings_of

SEED: Final = 20_260_102

WITH_LEVELS: Final = [slug for slug in discovery.slugs() if discovery.levels(slug)]
"""The games in which computers play; a game need not have any."""

CONTESTS: Final = [slug for slug in WITH_LEVELS if max(discovery.meta(slug).seats) > 1]
"""Those of them in which several play against each other."""

HIDING: Final = [
    pytest.param(slug, setting, id=f"{slug} {setting}")
    for slug in WITH_LEVELS
    if twins_of(slug)
    for setting in settings_of(discovery.meta(slug))
]
"""The tables at which a computer must not know everything."""

ROUNDS: Final = 10
"""Matches in which the strongest level plays for each party in turn."""

CASES: Final = [
    pytest.param(slug, setting, level, id=f"{slug} {setting} {level.name}")
    for slug in WITH_LEVELS
    for setting in settings_of(discovery.meta(slug))
    for level in discovery.levels(slug)
]


@pytest.mark.parametrize(("slug", "setting", "level"), CASES)
def test_whole_matches(slug: str, setting: Setting, level: Level[Any]) -> None:
    match = play_match(discovery.rules(slug), setting, SEED, seated(level))
    assert isinstance(match.rules.to_move(match.last), Over), "it ends"
    assert len(match.events) < MAX_EVENTS


@pytest.mark.parametrize("slug", WITH_LEVELS)
def test_levels_of_a_game(slug: str) -> None:
    levels = discovery.levels(slug)
    names = [level.name for level in levels]
    assert len(names) >= 2
    assert len(set(names)) == len(names)
    for level in levels:
        assert discovery.level(slug, level.name) is level
        assert level.title
        assert level.about
    with pytest.raises(Unreadable):
        discovery.level(slug, "unheard of")


def question_in(match: Playthrough, state: object, seat: Seat) -> bytes | None:
    """Return what leaves for the process in which a computer thinks, None while it has to wait."""
    slug, people = match.rules.meta.slug, {*match.seats} - {seat}
    turn = turn_in(position_at(slug, state, len(match.seats), people))
    return turn and pack((slug, turn.level, turn.view, turn.legal))


@pytest.mark.parametrize(("slug", "setting"), HIDING)
def test_a_computer_is_told_nothing_hidden(slug: str, setting: Setting) -> None:
    """What goes to the process in which it thinks is the same for states that look the same."""
    twins, rules = twins_of(slug), discovery.rules(slug)
    assert twins is not None
    match = play_match(rules, setting, SEED)
    differed = 0
    for state in match.states[:: max(1, len(match.states) // 20)]:
        for seat in match.seats:
            asked = question_in(match, state, seat)
            for twin in twins(state, seat):
                differed += asked is not None and twin != state
                assert question_in(match, twin, seat) == asked
    assert differed


@pytest.mark.parametrize("slug", CONTESTS)
def test_a_higher_level_wins_more_often(slug: str) -> None:
    """Alone among weak ones, the strong one wins more than its share of the matches."""
    meta, rules = discovery.meta(slug), discovery.rules(slug)
    weakest, *_, strongest = discovery.levels(slug)
    seats = min(number for number in meta.seats if number > 1)
    setting = Setting(seats, meta.resolve({}, seats))
    parties = rules.parties(rules.start(setting.options, seats))
    won = 0
    for party, members in enumerate(parties):
        players = [strongest if seat in members else weakest for seat in seats_of(seats)]
        for seed in range(ROUNDS):
            over = rules.to_move(play_match(rules, setting, seed, seated(*players)).last)
            assert isinstance(over, Over)
            won += over.places[party] == 1 and over.places.count(1) == 1
    assert won > ROUNDS
