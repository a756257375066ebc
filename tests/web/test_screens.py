"""What stands around a board is made again when it has changed, and only then."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Deciding
from pasch.matches.model import LONG_AGO, MatchId, Pace, Pause
from pasch.matches.names import DELETED
from pasch.matches.position import Position, advance, settle, with_match
from pasch.matches.registry import OpenTable
from pasch.web import screens, standstill
from pasch.web.screens import Outlook, Sight, screen_of, sight_of
from tests.match_rows import NOON
from tests.web.sample_tables import begun, ended, open_table

PAUSED: Final = Pause(MatchId("m"), LONG_AGO, absent=(Seat(2),))
"""A pause that is about to end: the minutes that are left do not change any more."""

OUTLOOKS: Final = tuple(Outlook(seat, "de") for seat in (None, Seat(1), Seat(2)))


def forgotten(position: Position) -> Position:
    """Return the position after the second person has deleted the account."""
    first, second = position.match.players
    return with_match(
        position, replace(position.match, players=(first, replace(second, name=DELETED)))
    )


def evening(game: str, chooser: Random) -> Iterator[tuple[OpenTable, int]]:
    """Yield a table and how many watch, while a match is played and other things happen."""
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
        password, pace = chooser.choice((None, None, "geheim")), chooser.choice([*Pace])
        found.table = replace(found.table, password=password, pace=pace)
        yield found, 0
        if chooser.random() < 0.02:
            position = forgotten(position)
            found.follow(position)
    found.follow(ended(position))
    found.table = open_table(position).table
    yield found, 0


@pytest.mark.parametrize("game", discovery.playable())
def test_screen_is_the_same_whatever_was_there_before(game: str) -> None:
    before: dict[Outlook, Sight] = {}
    for found, watchers in evening(game, Random(7)):
        for outlook in OUTLOOKS:
            sight = sight_of(found, outlook, watchers, before.get(outlook))
            assert sight.screen == screen_of(found, *outlook, watchers)
            before[outlook] = sight


def test_screen_of_another_seat_is_no_help() -> None:
    position, _ = settle(begun("zdwa", 2), NOON)
    found = open_table(position)
    mine, theirs = Outlook(Seat(1)), Outlook(Seat(2))
    assert sight_of(found, theirs, 0, sight_of(found, mine)) == sight_of(found, theirs)


def test_cost_of_leaving_may_change_in_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    position, _ = settle(begun("zdwa", 2), NOON)
    found, outlook, before = open_table(position), Outlook(Seat(1)), None
    for cost in ("It costs nothing.", "It costs 500."):
        for module in (screens, standstill):
            monkeypatch.setattr(module, "cost_of", lambda *_, cost=cost: cost)
        before = sight_of(found, outlook, 0, before)
        assert before.screen.bar.ways is not None
        assert before.screen.bar.ways.cost == cost


def test_what_stays_the_same_is_not_made_again() -> None:
    position, _ = settle(begun("zdwa", 2), NOON)
    found, outlook = open_table(position), Outlook(Seat(1))
    before = sight_of(found, outlook)
    position, _ = advance(position, Seat(1), "roll", NOON)
    found.follow(position)
    after = sight_of(found, outlook, 0, before)
    assert after.screen.parts is before.screen.parts
    assert after.screen.board != before.screen.board
    assert after.screen.form.seen > before.screen.form.seen
