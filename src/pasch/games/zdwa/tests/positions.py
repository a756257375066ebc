"""Positions for the tables of the tests: events as record text, and sheets that are nearly full."""

from dataclasses import dataclass

import pytest
from _pytest.mark.structures import ParameterSet

from pasch.games.zdwa.rules import RULES
from pasch.games.zdwa.sheet import CELLS, COLUMNS, Sheet
from pasch.games.zdwa.state import State
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.refusals import Refusal
from pasch.kernel.replay import play


def at(body: str = "", *, seats: int = 2, hardcore: bool = False, free: str = "") -> State:
    """Return the position after the events of `body`, written as in a record but with `;`.

    `free` lists the cells that are free on every sheet at the beginning, such as
    `down 60, said K P`; all others are written with 0 points. Without it all cells are free.
    """
    options = RULES.meta.resolve({"hardcore": "yes" if hardcore else "no"}, seats)
    state = RULES.start(options, seats)
    if free:
        state = state._replace(sheets=(sheet_with(free),) * len(state.sheets))
    return follow(state, body)


def follow(state: State, body: str) -> State:
    """Return the position after more events."""
    for event in filter(None, body.split("; ")):
        actor, text = event_of(event)
        state = play(RULES, state, actor, text)
    return state


def event_of(line: str) -> tuple[Actor, str]:
    """Return an event's actor and text."""
    word, _, text = line.partition(" ")
    return (CHANCE if word == CHANCE else Seat(int(word))), text


def sheet_with(free: str) -> Sheet:
    """Return a sheet on which only the listed cells are free."""
    groups = (group.split(" ") for group in free.split(", "))
    cells = {(column, cell) for column, *listed in groups for cell in listed}
    return Sheet(
        tuple(None if (column, cell) in cells else 0 for cell in CELLS) for column in COLUMNS
    )


def refusal_of(state: State, event: str) -> Refusal | None:
    """Return why the event is refused, or None when it is accepted."""
    try:
        follow(state, event)
    except Refusal as refusal:
        return refusal
    return None


@dataclass(frozen=True, slots=True)
class Row:
    """An event in a position, and the rule that refuses it; no rule when it is legal.

    The name begins with the number of the rule that the row is about.
    """

    name: str
    body: str
    event: str
    refused_by: str | None = None
    seats: int = 2
    hardcore: bool = False
    free: str = ""

    def check(self) -> None:
        """Compare what `apply` and `legal` say with what the row expects."""
        state = at(self.body, seats=self.seats, hardcore=self.hardcore, free=self.free)
        refusal = refusal_of(state, self.event)
        rule = refusal.reason.rule if refusal else None
        assert (refusal is None, rule) == (self.refused_by is None, self.refused_by), str(refusal)
        actor, text = event_of(self.event)
        if actor != CHANCE:
            assert (text in RULES.legal(state, actor)) == (refusal is None)


def table(*rows: Row) -> list[ParameterSet]:
    """Return the rows as parameters of a test, each with its name as id."""
    return [pytest.param(row, id=row.name) for row in rows]
