"""When a match stands still, and why: pure functions on pauses.

A pause has a set of reasons: somebody asked for it, or seats are absent. It ends when no reason is
left; when its time runs out the match is aborted.
"""

from dataclasses import replace
from typing import Final

from pasch.kernel.actors import Seat
from pasch.matches.model import MatchId, Millis, Pause

MINUTE: Final = 60_000
PAUSE_MILLIS: Final = 10 * MINUTE
"""How long a pause may last."""

IDLE_MILLIS: Final = 60 * MINUTE
"""How long a table may stand without activity."""

QUIET_MILLIS: Final = MINUTE
"""How long after a start of the server no deadline fires."""


def asked(pause: Pause | None, match: MatchId, now: Millis) -> Pause:
    """Return the pause with the reason that somebody asked for it."""
    return replace(pause or _new(match, now), is_asked=True)


def resumed(pause: Pause | None) -> Pause | None:
    """Return the pause without the reason that somebody asked for it; None when it ends."""
    return _while_reasons(replace(pause, is_asked=False)) if pause is not None else None


def without(pause: Pause | None, match: MatchId, absent: Seat, now: Millis) -> Pause:
    """Return the pause with the reason that a seat is absent."""
    before = pause or _new(match, now)
    return replace(before, absent=tuple(sorted({*before.absent, absent})))


def again_with(pause: Pause | None, present: Seat) -> Pause | None:
    """Return the pause without the reason that a seat is absent; None when it ends."""
    if pause is None:
        return None
    left, spared = (
        tuple(seat for seat in seats if seat != present) for seats in (pause.absent, pause.spared)
    )
    return _while_reasons(replace(pause, absent=left, spared=spared))


def agreed(pause: Pause, seat: Seat) -> Pause:
    """Return the pause with a seat that wants to abort the match."""
    return replace(pause, aborting=tuple(sorted({*pause.aborting, seat})))


def _new(match: MatchId, now: Millis) -> Pause:
    return Pause(match, due_at=Millis(now + PAUSE_MILLIS))


def _while_reasons(pause: Pause) -> Pause | None:
    return pause if pause.is_asked or pause.absent else None
