"""Domino through HTTP and sockets: what nobody may see, and power cuts while decisions are open."""

import re
from typing import Final

import pytest

from pasch.games.domino.rules import RULES
from pasch.games.domino.state import State
from pasch.kernel.actors import Seat
from pasch.kernel.rules import all_legal
from tests.server import RunningServer
from tests.web.dominoes import (
    MOMENTS,
    all_tiles,
    due,
    known_tiles,
    play_until,
    seat_for_fives,
    seats_at,
    state_of,
)
from tests.web.test_kill import power_cut, watching
from tests.web.visitors import Visitors

TILE: Final = re.compile(r"(?<![\w-])(?:held-|tile-)?(\d{1,2}-\d{1,2})(?![\w-])")
EVENTS: Final = 60
"""Events of a match that are looked at."""


def told(state: State, text: str) -> set[str]:
    """Return the tiles that a page or a message speaks of."""
    return set(TILE.findall(text)) & all_tiles(state)


@pytest.mark.parametrize("options", [{}, {"variant": "block", "teams": "yes"}], ids=str)
def test_nobody_is_told_of_hidden_tiles(visitors: Visitors, options: dict[str, str]) -> None:
    """Neither pages nor pushes name a tile that is in another hand or in the stock."""
    group = seat_for_fives(visitors, 4, **options)
    zoe = visitors.come()
    tabs = [person.watch(group.table) for person in group.people]
    viewers: list[tuple[Seat | None, int]] = [(seat, seat - 1) for seat in seats_at(group)]
    everybody = [*tabs, zoe.watch(group.table)]
    viewers.append((None, len(tabs)))
    for number in range(EVENTS):
        state = state_of(group)
        for viewer, place in viewers:
            everybody[place].until_seen(len(group.log))
            spoken = "".join(map(str, everybody[place].updates))
            everybody[place].updates.clear()
            assert told(state, spoken) <= known_tiles(state, viewer)
            if number % 10 == 0:
                person = group.people[viewer - 1] if viewer else zoe
                shown = told(state, person.page(group.table).main)
                assert shown <= known_tiles(state, viewer)
                own = RULES.view(state, viewer).own
                assert {held.tile for held in own} <= shown, "the test finds no tiles"
        seat, event = due(state)
        tabs[seat - 1].do(event)
    state = play_until(group, tabs, lambda state: RULES.view(state, None).opening is not None)
    api = zoe.get(group.table.replace("/t/", "/api/v1/tables/"))
    assert api.status_code == 200
    shown = told(state, api.text)
    assert shown <= known_tiles(state, None)
    assert RULES.view(state, None).opening in shown, "the test finds no tiles"


def test_refusals_tell_nothing(visitors: Visitors) -> None:
    """Whoever asks for a tile learns whether it is theirs, and nothing of where it is."""
    group = seat_for_fives(visitors, 2)
    tabs = [person.watch(group.table) for person in group.people]
    state = play_until(group, tabs, lambda state: len(group.log) > 1)
    assert state.hand is not None
    seat = RULES.to_move(state).seats[0]  # type: ignore[union-attr]
    tab = tabs[seat - 1]
    tab.until_seen(len(group.log))
    foreign = [
        tile for held in state.hand.held[: seat - 1] + state.hand.held[seat:] for tile in held
    ]
    answers = {tab.play(f"play {tile} 1")["text"] for tile in (*foreign, *state.hand.stock)}
    assert len(answers) == 1


@pytest.fixture
def guests(own_server: RunningServer) -> Visitors:
    """Return the people at a server that the test may kill."""
    return Visitors(own_server)


@pytest.mark.timeout(240)
def test_power_cut_in_every_decision_state(own_server: RunningServer, guests: Visitors) -> None:
    """The same is to be decided by the same seats before and after, and pages look the same."""
    group = seat_for_fives(guests)
    for name, is_there in MOMENTS.items():
        tabs = watching(group)
        if name == "hand over":
            state = play_until(group, tabs, lambda state: state.result is not None)
            tabs[1].until_seen(len(group.log))
            tabs[1].do("next")
        state = play_until(group, tabs, is_there)
        legal = all_legal(RULES, state, len(group.people))
        assert legal, name
        power_cut(own_server, group)
        after = state_of(group)
        assert all_legal(RULES, after, len(group.people)) == legal
        for seat, person in enumerate(group.people, 1):
            assert {*person.page(group.table).events()} == {*legal.get(Seat(seat), ())}, name
    guests.leave()
