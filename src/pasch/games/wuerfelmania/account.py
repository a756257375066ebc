"""What a match brings to the players' accounts (Spielerkonto), at its end or when somebody left."""

from collections.abc import Collection
from typing import Final

from pasch.games.wuerfelmania.state import State
from pasch.kernel.actors import Seat

WIN: Final = 200
"""What a sole winner gets beside the total (W10)."""

LEAVING: Final = -500
"""What a seat gets that left early (W11)."""


def account_points(state: State, left: Collection[Seat], *, has_computer: bool) -> tuple[int, ...]:
    """Return the account points of each seat (W10 to W12).

    A match that nobody left and that is not over was aborted by all: it brings nothing.
    """
    is_practice = len(state.sheets) == 1
    if has_computer or is_practice or not (left or state.is_over):
        return (0,) * len(state.sheets)
    if state.is_over:
        return _at_the_end(state.totals)
    credit = zip(state.seats, state.totals, strict=True)
    return tuple(LEAVING if seat in left else total for seat, total in credit)


def _at_the_end(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the totals with the winner's extra; on a tie nobody gets it (W10)."""
    best = max(totals)
    extra = WIN if totals.count(best) == 1 else 0
    return tuple(total + (extra if total == best else 0) for total in totals)
