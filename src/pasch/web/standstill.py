"""A match that stands still, and the ways out of a match, as the page shows them."""

from typing import Final

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.matches.clock import SystemClock
from pasch.matches.hints import can_ask
from pasch.matches.leaving import ABORTING, absent_by_choice, cost_of, is_charged
from pasch.matches.position import Position
from pasch.matches.registry import OpenTable
from pasch.web.shell import PauseCard, Ways

MILLIS_A_MINUTE: Final = 60_000


def pause_card(found: OpenTable, position: Position, viewer: Seat | None) -> PauseCard | None:
    """Return the pause of a match as a viewer sees it, or None while it goes on."""
    pause = found.pause
    if pause is None:
        return None
    match = position.match
    needs_all = discovery.meta(match.game).leaving.needs_all
    left = max(0, pause.due_at - SystemClock().now())
    return PauseCard(
        table=found.table.id,
        due_at=pause.due_at,
        minutes=-(-left // MILLIS_A_MINUTE),
        is_asked=pause.is_asked,
        absent=tuple(match.names[seat - 1] for seat in pause.absent),
        is_seated=viewer is not None,
        has_agreed=viewer in pause.aborting,
        agreed=len(pause.aborting),
        needed=len(match.people) if needs_all else 1,
        cost=ABORTING,
        is_charged=is_charged(position, absent_by_choice(pause)),
    )


def ways_of(found: OpenTable, position: Position, viewer: Seat | None) -> Ways | None:
    """Return what a seat may do besides playing; None for spectators."""
    if viewer is None:
        return None
    cost = cost_of(position, viewer)
    return Ways(
        found.table.id, can_pause=found.pause is None, cost=cost, can_ask=can_ask(position.match)
    )
