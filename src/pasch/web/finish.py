"""A finished match as its page shows it: standing, chart of the totals, proof of its chance."""

from typing import Final

from pasch.kernel.actors import Seat
from pasch.matches.model import LONG_AGO, Table
from pasch.matches.position import Position
from pasch.matches.results import results_of
from pasch.web.charts import chart_of
from pasch.web.paths import person_page
from pasch.web.people import TEAMS, person, team_of
from pasch.web.shell import Finish, Person, Place
from pasch.web.wording import HANDS, wording_of

MILLIS_A_MINUTE: Final = 60_000

Parties = tuple[tuple[Seat, ...], ...]


def finish_of(table: Table, position: Position, seat: Seat | None, viewer: Seat | None) -> Finish:
    """Return the finished match as somebody sees it at its table.

    `seat` is the viewer's seat at the table now, `viewer` the one in the match that is over.
    """
    people = table.taken_by_people
    mine = table.sitter(seat) if seat is not None else None
    return past_finish(position, viewer)._replace(
        table=table.id,
        next_seal=table.seal,
        is_seated=mine is not None,
        wants_again=mine is not None and mine.ready,
        again=tuple(person(s.name, number) for number, s in people if s.ready),
        missing=tuple(person(s.name, number) for number, s in people if not s.ready),
    )


def past_finish(position: Position, viewer: Seat | None, date: str = "") -> Finish:
    """Return the finished match as it is long after, without its table."""
    match = position.match
    parties = position.rules.parties(position.state)
    chart = chart_of(position.trace, _party_names(position, parties))
    words = wording_of(match.game)
    duration = (match.ended_at or match.started_at) - match.started_at
    return Finish(
        match=match.id,
        places=_places(position, parties, viewer),
        chart=chart,
        minutes=max(1, round(duration / MILLIS_A_MINUTE)),
        length=chart.turns if words is HANDS else position.throws,
        seal=match.seal,
        secrets=tuple(secret.hex() for secret in position.open_secrets),
        server_shares=tuple(p.name for p in match.players if p.share_by_server),
        date=date,
        words=words,
        has_computer=match.has_computer,
        is_hinted=match.is_hinted,
    )


def _places(position: Position, parties: Parties, viewer: Seat | None) -> tuple[Place, ...]:
    match, results = position.match, results_of(position.match, position.state, LONG_AGO)
    accounts = _accounts(position)
    firsts = (results[party[0] - 1] for party in parties)
    rows = (
        Place(
            place=first.place,
            team=team_of(first.seat, parties),
            people=_people(position, party),
            total=first.total,
            is_mine=viewer in party,
            account=accounts[first.seat - 1] if accounts else None,
            has_left=any(seat in match.left for seat in party),
        )
        for first, party in zip(firsts, parties, strict=True)
    )
    return tuple(sorted(rows, key=lambda row: row.place))


def _accounts(position: Position) -> tuple[int, ...]:
    """Return what the match brings to the account of each seat, () where it brings nothing."""
    match = position.match
    points = position.rules.account_points(
        position.state, match.left, has_computer=not match.counts
    )
    return points if any(points) else ()


def _people(position: Position, party: tuple[Seat, ...]) -> tuple[Person, ...]:
    players = ((seat, position.match.players[seat - 1]) for seat in party)
    return tuple(
        person(player.name, seat, "" if player.is_computer else person_page(player.account))
        for seat, player in players
    )


def _party_names(position: Position, parties: Parties) -> tuple[str, ...]:
    """Return what the chart calls each party: a name, or a team's letter."""
    if any(len(party) > 1 for party in parties):
        return tuple(TEAMS[: len(parties)])
    return tuple(position.match.names[party[0] - 1] for party in parties)
