"""Where a record stands, as plain values: what `pasch replay` prints and programs read."""

from dataclasses import dataclass

from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.record import Record
from pasch.kernel.replay import replay
from pasch.kernel.rules import ChanceDue, Deciding, Over, Rules, StateT, ToMove, ViewT, all_legal


@dataclass(frozen=True, slots=True)
class Report:
    """The position after a record's last event; the fields are the keys of the JSON object.

    `events` is their number. `to_move` are the actors who must act, ascending, none when the
    match is over. `legal` gives the events of every seat that has a choice; a match that is over
    or waits for chance has none. `view` is what a spectator may see.
    """

    game: str
    events: int
    over: bool
    to_move: tuple[Actor, ...]
    legal: dict[Seat, tuple[str, ...]]
    totals: tuple[int, ...]
    view: object


def report(rules: Rules[StateT, ViewT], record: Record) -> Report:
    """Replay a record and report; raise what `replay` raises."""
    return report_at(rules, record, replay(rules, record).last)


def report_at(rules: Rules[StateT, ViewT], record: Record, state: StateT) -> Report:
    """Report on a record whose events lead to `state`."""
    to_move = rules.to_move(state)
    return Report(
        game=record.game,
        events=len(record.events),
        over=isinstance(to_move, Over),
        to_move=_actors(to_move),
        legal=all_legal(rules, state, len(record.seats)),
        totals=rules.totals(state),
        view=rules.view(state, None),
    )


def _actors(to_move: ToMove) -> tuple[Actor, ...]:
    match to_move:
        case ChanceDue():
            return (CHANCE,)
        case Deciding(seats=seats):
            return seats
        case Over():
            return ()
