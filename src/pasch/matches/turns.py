"""When it is a computer's turn, and how long it waits: pure functions on positions."""

from typing import Final, NamedTuple

from pasch.kernel.actors import Seat
from pasch.kernel.rules import Deciding
from pasch.matches.model import Deadline, DeadlineKind, Millis, Pace, Pause, Table
from pasch.matches.ports import DropDeadline, SetDeadline, Write
from pasch.matches.position import Position

PACE_MILLIS: Final = {Pace.QUICK: 300, Pace.NORMAL: 1_200, Pace.SLOW: 3_000}
"""How long a computer waits before each event, so that people can follow."""

CORRECTION_MILLIS: Final = 3_000
"""How long a computer waits at least while somebody may take something back."""


class Turn(NamedTuple):
    """A computer that has to act, and all that it is told."""

    seat: Seat
    level: str
    view: object
    legal: tuple[str, ...]


def turn_in(position: Position) -> Turn | None:
    """Return the computer that acts next, or None while people have to act.

    Nobody is overtaken: where a person has the same decision open, the person comes first. What is
    no decision, because there is but one thing to say, is said at once.
    """
    due = position.to_move
    if not isinstance(due, Deciding) or not position.match.has_computer:
        return None
    for seat in due.seats:
        level = position.match.players[seat - 1].level
        legal = _free_events(position, seat) if level else ()
        if legal:
            return Turn(seat, level, position.rules.view(position.state, seat), legal)
    return None


def _free_events(position: Position, seat: Seat) -> tuple[str, ...]:
    """Return what a computer may say now without deciding before a person."""
    rules, state, people = position.rules, position.state, {*position.match.people}
    legal = rules.legal(state, seat)
    if len(legal) == 1:
        return legal
    return tuple(text for text in legal if people.isdisjoint(rules.sharers(state, seat, text)))


def waiting_millis(position: Position, turn: Turn, pace: Pace) -> int:
    """Return how long a computer waits from the latest event on."""
    due, rules = position.to_move, position.rules
    waiting = due.seats if isinstance(due, Deciding) else ()
    people = position.match.people
    if len(turn.legal) == 1 and any(seat in people for seat in waiting):
        return 0  # People have not said it yet: nobody waits to see this.
    may_correct = any(seat not in waiting and rules.legal(position.state, seat) for seat in people)
    return max(PACE_MILLIS[pace], CORRECTION_MILLIS if may_correct else 0)


def due_write(
    table: Table, position: Position | None, pause: Pause | None, now: Millis
) -> tuple[Write, ...]:
    """Return the row that says when a computer acts next, or that none has to.

    It belongs into the transaction of whatever led to the position, the pause or its end.
    """
    if position is None or not position.match.has_computer:
        return ()
    turn = turn_in(position) if pause is None else None
    if turn is None:
        return (DropDeadline(table.id, DeadlineKind.COMPUTER),)
    due_at = Millis(now + waiting_millis(position, turn, table.pace))
    return (SetDeadline(Deadline(table.id, DeadlineKind.COMPUTER, due_at)),)
