"""What leaving a running match leads to, by the rules of its game."""

from typing import Final

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.meta import Leaving
from pasch.matches.model import Pause
from pasch.matches.position import Position

ABORTING: Final = Leaving().cost
"""What aborting leads to, as a message id: it costs nobody anything."""


def is_charged(position: Position, left: tuple[Seat, ...]) -> bool:
    """Return whether it costs something that these seats leave: the match is not just aborted."""
    match = position.match
    if not left:
        return False
    return any(position.rules.account_points(position.state, left, has_computer=not match.counts))


def cost_of(position: Position, seat: Seat) -> str:
    """Return what it costs a seat to leave now, as a message id."""
    leaving = discovery.meta(position.match.game).leaving
    return leaving.cost if is_charged(position, (seat,)) else ABORTING


def absent_by_choice(pause: Pause) -> tuple[Seat, ...]:
    """Return the seats whose absence is not that of a start of the server."""
    return tuple(seat for seat in pause.absent if seat not in pause.spared)
