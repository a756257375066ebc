"""A finished match as its page shows it: standing, chart of the totals, proof of the throws."""

from functools import lru_cache
from typing import Final

from pasch.kernel.actors import Seat
from pasch.kernel.rules import Over
from pasch.matches.model import Sitter, Table
from pasch.matches.position import Position
from pasch.web.people import TEAMS, person, team_of
from pasch.web.shell import Chart, Finish, Person, Place, Series, Tick

CHART_WIDTH: Final = 1000
CHART_HEIGHT: Final = 320
_MOST_TICKS: Final = 6
_STEPS: Final = (1, 2, 3, 5, 10, 15, 20, 30, 50, 100, 150, 200, 300, 500, 1000)
"""Distances of grid lines in points, from which the first that gives few enough lines is taken."""

MILLIS_A_MINUTE: Final = 60_000

Parties = tuple[tuple[Seat, ...], ...]


def finish_of(table: Table, position: Position, seat: Seat | None, viewer: Seat | None) -> Finish:
    """Return the finished match as somebody sees it.

    `seat` is the viewer's seat at the table now, `viewer` the one in the match that is over.
    """
    match = position.match
    parties = position.rules.parties(position.state)
    sitters = _sitters(table)
    mine = table.sitter(seat) if seat is not None else None
    duration = (match.ended_at or match.started_at) - match.started_at
    return Finish(
        table=table.id,
        match=match.id,
        places=_places(position, parties, viewer),
        chart=chart_of(position.trace, _party_names(position, parties)),
        minutes=max(1, round(duration / MILLIS_A_MINUTE)),
        throws=position.throws,
        seal=match.seal,
        secret=match.secret.hex(),
        server_shares=tuple(p.name for p in match.players if p.share_by_server),
        next_seal=table.seal,
        is_seated=mine is not None,
        wants_again=mine is not None and mine.ready,
        again=tuple(person(s.name, number) for number, s in sitters if s.ready),
        missing=tuple(person(s.name, number) for number, s in sitters if not s.ready),
    )


def _sitters(table: Table) -> list[tuple[Seat, Sitter]]:
    return [(Seat(n), s) for n, s in enumerate(table.sitters, 1) if s is not None]


def _places(position: Position, parties: Parties, viewer: Seat | None) -> tuple[Place, ...]:
    over = position.to_move
    if not isinstance(over, Over):
        raise TypeError("the match is not over")
    totals = position.rules.totals(position.state)
    rows = (
        Place(place, team_of(party[0], parties), _people(position, party), total, viewer in party)
        for place, party, total in zip(over.places, parties, totals, strict=True)
    )
    return tuple(sorted(rows, key=lambda row: row.place))


def _people(position: Position, party: tuple[Seat, ...]) -> tuple[Person, ...]:
    return tuple(person(position.match.names[seat - 1], seat) for seat in party)


def _party_names(position: Position, parties: Parties) -> tuple[str, ...]:
    """Return what the chart calls each party: a name, or a team's letter."""
    if any(len(party) > 1 for party in parties):
        return tuple(TEAMS[: len(parties)])
    return tuple(position.match.names[party[0] - 1] for party in parties)


@lru_cache(maxsize=256)
def chart_of(trace: tuple[tuple[int, ...], ...], names: tuple[str, ...]) -> Chart:
    """Return the chart of a trace of totals: one line a party, one step a turn."""
    top = max((max(totals) for totals in trace), default=0) or 1
    step = next((s for s in _STEPS if top / s <= _MOST_TICKS), _STEPS[-1])
    highest = -(-top // step) * step
    ticks = tuple(Tick(_height(points, highest), points) for points in range(0, highest + 1, step))
    series = tuple(
        Series(name, hue, _points([totals[hue] for totals in trace], highest))
        for hue, name in enumerate(names)
    )
    return Chart(series, ticks, len(trace) - 1)


def _points(totals: list[int], highest: int) -> str:
    last = max(1, len(totals) - 1)
    places = (
        (round(CHART_WIDTH * turn / last), _height(total, highest))
        for turn, total in enumerate(totals)
    )
    return " ".join(f"{x},{y}" for x, y in places)


def _height(points: int, highest: int) -> int:
    return round(CHART_HEIGHT * (1 - points / highest))
