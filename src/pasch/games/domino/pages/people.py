"""Who sits at the table, as models: scores, tiles left, numbers that somebody has passed on."""

from typing import NamedTuple

from pasch.games.domino.tiles import TILES, eyes_of
from pasch.games.domino.view import DominoView, SeatView
from pasch.kernel.actors import Seat
from pasch.kernel.heads import team_letter
from pasch.kernel.page import Region, Seen


class SeatRow(NamedTuple):
    """A seat: its name, how many tiles it holds and has drawn, and on which numbers it passed.

    `eyes` are those of the viewer's own tiles, None for everybody else. In teams `team` is the
    letter; the `score` stands in the head of the team then, here None. `is_busy` says that the
    match waits for this seat.
    """

    seat: Seat
    name: str
    team: str
    score: int | None
    tiles: int
    eyes: int | None
    drawn: int
    passed: tuple[int, ...]
    is_busy: bool
    is_me: bool
    is_away: bool


class TeamHead(NamedTuple):
    """A team's letter and score."""

    party: int
    team: str
    score: int
    is_mine: bool


def team_of(view: DominoView, party: int) -> str:
    """Return the letter of a party, "" where everybody plays alone."""
    return team_letter(party + 1, view.parties[party])


def busy_seats(view: DominoView) -> tuple[Seat, ...]:
    """Return the seats for which a match waits that is not over."""
    if view.result is not None:
        return tuple(seat.seat for seat in view.seats if not seat.is_ready)
    asked = view.muggins.asked if view.muggins is not None else ()
    deciding = (*((view.claimer,) if view.claimer else ()), *asked)
    if deciding:
        return tuple(sorted(set(deciding)))
    return (view.turn,) if view.turn is not None else ()


def people_regions(seen: Seen[DominoView]) -> dict[str, Region]:
    """Return a region a seat, and one a team where there are teams."""
    view = seen.view
    busy = () if seen.is_over else busy_seats(view)
    regions = {
        f"seat-{seat.seat}": Region("seat", _row(seen, seat, is_busy=seat.seat in busy))
        for seat in view.seats
    }
    if view.teams:
        regions |= {
            f"team-{party}": Region("team", _head(seen, party)) for party in range(len(view.scores))
        }
    return regions


def _row(seen: Seen[DominoView], seat: SeatView, *, is_busy: bool) -> SeatRow:
    view, is_me = seen.view, seat.seat == seen.viewer
    return SeatRow(
        seat=seat.seat,
        name=seen.name(seat.seat),
        team=team_of(view, seat.party),
        score=None if view.teams else view.scores[seat.party],
        tiles=seat.tiles,
        eyes=eyes_of(tuple(TILES[held.tile] for held in view.own)) if is_me else None,
        drawn=seat.drawn,
        passed=seat.passed,
        is_busy=is_busy,
        is_me=is_me,
        is_away=seat.seat in seen.away,
    )


def _head(seen: Seen[DominoView], party: int) -> TeamHead:
    view = seen.view
    is_mine = seen.viewer in view.parties[party]
    return TeamHead(party, team_of(view, party), view.scores[party], is_mine)
