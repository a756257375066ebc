"""What stands around a board is made again when it has changed, and only then."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Deciding
from pasch.matches.model import LONG_AGO, MatchId, Pause
from pasch.matches.position import advance, settle
from pasch.matches.registry import OpenTable
from pasch.web.screens import Screen, screen_of
from tests.match_rows import NOON
from tests.web.sample_tables import begun, ended, open_table

PAUSED = Pause(MatchId("m"), LONG_AGO, absent=(Seat(2),))
"""A pause that is about to end: the minutes that are left do not change any more."""


def evening(game: str, chooser: Random) -> Iterator[tuple[OpenTable, int]]:
    """Yield a table and how many watch, after whatever happens there until a match is over."""
    position, _ = settle(begun(game, 2), NOON)
    found = open_table(position)
    while isinstance(due := position.to_move, Deciding):
        yield found, 0
        seat = chooser.choice(due.seats)
        text = chooser.choice(position.rules.legal(position.state, seat))
        position, _ = advance(position, seat, text, NOON)
        found.follow(position)
        yield found, 0
        yield found, chooser.randint(0, 2)
        found.is_hint_due = chooser.random() < 0.2
        found.pause = PAUSED if chooser.random() < 0.2 else None
        found.table = replace(found.table, password=chooser.choice((None, None, "geheim")))
        yield found, 0
    found.follow(ended(position))
    found.table = open_table(position).table
    yield found, 0


@pytest.mark.parametrize("game", discovery.playable())
def test_screen_is_the_same_whatever_was_there_before(game: str) -> None:
    before: dict[Seat | None, Screen] = {}
    for found, watchers in evening(game, Random(7)):
        for seat in (None, Seat(1), Seat(2)):
            alone = screen_of(found, seat, "de", "", watchers)
            behind = screen_of(found, seat, "de", "", watchers, before=before.get(seat))
            assert behind == alone
            before[seat] = behind


def test_what_stays_the_same_is_not_made_again() -> None:
    position, _ = settle(begun("zdwa", 2), NOON)
    found = open_table(position)
    before = screen_of(found, Seat(1))
    position, _ = advance(position, Seat(1), "roll", NOON)
    found.follow(position)
    after = screen_of(found, Seat(1), before=before)
    assert after.parts is before.parts
    assert after.board != before.board
    assert after.form.seen > before.form.seen
