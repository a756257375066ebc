"""Positions for the tables of the tests: events as record text, and sheets that are nearly full."""

from dataclasses import dataclass, replace

import pytest
from _pytest.mark.structures import ParameterSet

from pasch.games.wuerfelmania.rules import RULES
from pasch.games.wuerfelmania.sheet import CELLS, Sheet
from pasch.games.wuerfelmania.state import State
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.refusals import Refusal
from pasch.kernel.replay import play

BEGIN = "* start 1"


def at(body: str = BEGIN, *, seats: int = 2, fives: str = "count", free: str = "") -> State:
    """Return the position after the events of `body`, written as in a record but with `;`.

    `free` lists the cells that are free on every sheet at the beginning, such as `FH CH`; all
    others are written with 0 points. Without it all cells are free.
    """
    state = RULES.start(RULES.meta.resolve({"fives": fives}, seats), seats)
    if free:
        points = tuple(None if cell in free.split(" ") else 0 for cell in CELLS)
        state = replace(state, sheets=(Sheet(points),) * seats)
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


def turns(*lines: str, seats: int = 1, first: int = 1) -> str:
    """Return whole turns of one throw each, such as `2 2 2 2 2 > KS`, after the draw of `first`."""
    events = [f"* start {first}"]
    for index, line in enumerate(lines):
        dice, cell = line.split(" > ")
        seat = (first - 1 + index) % seats + 1
        events += [f"{seat} roll", f"* {dice}", f"{seat} write {cell}"]
    return "; ".join(events)


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
    free: str = ""

    def check(self) -> None:
        """Compare what `apply` and `legal` say with what the row expects."""
        state = at(self.body, seats=self.seats, free=self.free)
        refusal = refusal_of(state, self.event)
        rule = refusal.reason.rule if refusal else None
        assert (refusal is None, rule) == (self.refused_by is None, self.refused_by), str(refusal)
        actor, text = event_of(self.event)
        if actor != CHANCE:
            assert (text in RULES.legal(state, actor)) == (refusal is None)


def table(*rows: Row) -> list[ParameterSet]:
    """Return the rows as parameters of a test, each with its name as id."""
    return [pytest.param(row, id=row.name) for row in rows]
