"""The conformance suite over every variant, set and number of seats, which its settings sample."""

from typing import Final

import pytest

from pasch.games import discovery
from pasch.games.domino.meta import META
from pasch.games.domino.rules import RULES
from pasch.games.domino.tests.hidden import twins
from pasch.games.domino.tests.test_random_hands import TABLES, options_of, tables
from tests.conformance.suite import CHECKS, check_hidden, check_pages_hide
from tests.playing import Playthrough, Setting, play_match, settings_of

SEED: Final = 20_260_103
SEEDS: Final = range(2)
"""Matches of the long run with each choice of the other options."""


def table_of(setting: Setting) -> tuple[int, str, str]:
    """Return the number of seats, the variant and the set."""
    chosen = dict(setting.options)
    return setting.seats, chosen["variant"], chosen["set"]


SAMPLED: Final = {table_of(setting) for setting in settings_of(META)}
"""What the conformance suite goes over for every game."""

OTHERS: Final = [table for table in tables() if table not in SAMPLED]


def settings(seats: int, variant: str, set_: str) -> list[Setting]:
    """Return every choice of the other options."""
    return [Setting(seats, options) for options in options_of(seats, variant, set_)]


def check(match: Playthrough) -> None:
    for each in CHECKS:
        each(match)
    check_hidden(match, twins)


@pytest.mark.parametrize(
    ("number", "table"),
    [pytest.param(*item, id=" ".join(map(str, item[1]))) for item in enumerate(OTHERS)],
)
def test_one_match(number: int, table: tuple[int, str, str]) -> None:
    """The tables that the sample has left out share out the other options."""
    choices = settings(*table)
    check(play_match(RULES, choices[number % len(choices)], SEED))


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("seats", "variant", "set_"), TABLES)
def test_many_matches(seats: int, variant: str, set_: str) -> None:
    for setting in settings(seats, variant, set_):
        for seed in SEEDS:
            match = play_match(RULES, setting, seed)
            check(match)
            check_pages_hide(match, twins, discovery.presenter(META.slug))
