"""A match that stands still, and the ways out of a match, as the page shows them."""

from typing import Final

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.refusals import N_
from pasch.matches.clock import SystemClock
from pasch.matches.hints import can_ask
from pasch.matches.leaving import ABORTING, absent_by_choice, cost_of, is_charged
from pasch.matches.model import AccountId, Pace, Table
from pasch.matches.position import Position
from pasch.matches.registry import OpenTable
from pasch.web.shell import PaceStep, PauseCard, Ways

MILLIS_A_MINUTE: Final = 60_000

PACES: Final = {Pace.QUICK: N_("Fast"), Pace.NORMAL: N_("Unhurried"), Pace.SLOW: N_("Slow")}
"""What the paces of computers are called."""


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
    pace = _pace_step(found.table, position.match.players[viewer - 1].account)
    return Ways(
        table=found.table.id,
        can_pause=found.pause is None,
        cost=cost_of(position, viewer),
        can_ask=can_ask(position.match),
        is_hint_due=found.is_hint_due,
        pace=pace,
    )


def _pace_step(table: Table, account: AccountId) -> PaceStep | None:
    """Return what the owner may do about the pace of computers; None for others, or without any."""
    if not table.has_computer or table.owner != account:
        return None
    paces = tuple(Pace)
    following = paces[(paces.index(table.pace) + 1) % len(paces)]
    return PaceStep(PACES[table.pace], following.value)
