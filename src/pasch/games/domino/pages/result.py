"""A hand that is over, as it stays on view: what everybody held, and who gets how much (D26)."""

from typing import NamedTuple

from pasch.games.domino.pages.people import team_of
from pasch.games.domino.state import Ending
from pasch.games.domino.view import DominoView, ResultView, SeatView
from pasch.kernel.actors import Seat
from pasch.kernel.page import Region, Seen


class Count(NamedTuple):
    """What a seat had left: its tiles and their eyes. `is_winner` with its partner."""

    seat: Seat
    name: str
    team: str
    tiles: tuple[str, ...]
    rest: int
    is_winner: bool
    is_ready: bool


class Share(NamedTuple):
    """What a loser brings: the name of a seat, or a team's letter."""

    name: str
    points: int


class HandResult(NamedTuple):
    """The result of hand number `hand`; `winner` is a name, or the letter of a `team`, or "".

    `stock` are the tiles that nobody held. Once the match `is_over` nobody is asked for more.
    """

    hand: int
    ending: Ending
    winner: str
    is_team: bool
    points: int
    counts: tuple[Count, ...]
    shares: tuple[Share, ...]
    stock: tuple[str, ...]
    is_over: bool


def result_region(seen: Seen[DominoView]) -> Region:
    """Return the region of the result, empty while a hand is played."""
    result = seen.view.result
    return Region("result", None if result is None else _result(seen, result))


def _result(seen: Seen[DominoView], result: ResultView) -> HandResult:
    view = seen.view
    return HandResult(
        hand=view.hand,
        ending=result.ending,
        winner="" if result.winner is None else _party_name(seen, result.winner),
        is_team=view.teams,
        points=result.points,
        counts=tuple(_count(seen, result, seat) for seat in view.seats),
        shares=tuple(
            Share(_party_name(seen, party), points)
            for party, points in enumerate(result.shares)
            if party != result.winner
        ),
        stock=result.stock,
        is_over=seen.is_over,
    )


def _party_name(seen: Seen[DominoView], party: int) -> str:
    return team_of(seen.view, party) or seen.name(seen.view.parties[party][0])


def _count(seen: Seen[DominoView], result: ResultView, seat: SeatView) -> Count:
    return Count(
        seat=seat.seat,
        name=seen.name(seat.seat),
        team=team_of(seen.view, seat.party),
        tiles=seat.shown,
        rest=seat.rest or 0,
        is_winner=seat.party == result.winner,
        is_ready=seat.is_ready,
    )
