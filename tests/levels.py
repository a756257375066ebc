"""Players of whole matches who are computers."""

from typing import Any

from pasch.kernel.record import Event
from pasch.kernel.rules import Deciding
from pasch.players.level import Level
from tests.playing import AnyRules, Choices, Player


def seated(*levels: Level[Any]) -> Player:
    """Return a player who has these levels at the seats, from the first on; they repeat."""

    def choose(rules: AnyRules, state: object, choices: Choices, _: object) -> Event:
        due = rules.to_move(state)
        assert isinstance(due, Deciding)
        seat = due.seats[0]
        level = levels[(seat - 1) % len(levels)]
        return Event(seat, level.choose(rules.view(state, seat), choices[seat]))

    return choose
