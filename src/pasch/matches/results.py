"""What finished matches leave behind for lists: results of seats, and what is read from them.

A result is a copy of what a match's log says, never the truth: whatever is missing here can be
made again from the log.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import structlog

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.meta import ACCOUNT, Options, Order
from pasch.kernel.rules import Over
from pasch.matches.model import LONG_AGO, AccountId, Match, MatchId, MatchStatus, Millis

log = structlog.get_logger()

LARGEST: Final = 2**31 - 1
"""Largest amount of a number that every database keeps."""

NO_PLACE: Final = 0
"""The place of everybody in a match that was left early."""

ANY_SEATS: Final = 0
"""Stands for matches of any number of seats."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a finished match, or one that was left early, was for one seat.

    `apart` are those of its `options` whose values have lists of their own. Parties count from 1;
    `place` and `total` are the party's. The place is `NO_PLACE` where the match was left early:
    such a result stands in histories, and in the lists that rank a figure which it has. `figures`
    are the numbers that lists rank. A result that does not count is in no list and no statistic.
    """

    match: MatchId
    seat: Seat
    account: AccountId
    game: str
    options: Options
    apart: Options
    seats: int
    party: int
    place: int
    total: int
    finished_at: Millis
    figures: tuple[tuple[str, int], ...]
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Board:
    """A list of the best: which results it takes, and how it ranks them.

    It takes those of matches that were finished at `since` or later. `seats` may be `ANY_SEATS`;
    `apart` is None for matches of all kinds.
    """

    game: str
    apart: Options | None
    figure: str
    order: Order
    seats: int = ANY_SEATS
    since: Millis = LONG_AGO


@dataclass(frozen=True, slots=True)
class Leader:
    """A person's row of a list; who has an equal `value` shares the `place`.

    `match` is the first one with that value, or, where values are added up, the latest; `matches`
    counts those that the row is made of.
    """

    place: int
    account: AccountId
    name: str
    value: int
    match: MatchId
    finished_at: Millis
    matches: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What a person's matches of one kind add up to; `best` is the highest total, in `match`."""

    game: str
    apart: Options
    seats: int
    matches: int
    won: int
    points: int
    best: int
    match: MatchId


@dataclass(frozen=True, slots=True)
class Balance:
    """What all matches of a game have brought to a person's account."""

    game: str
    points: int


@dataclass(frozen=True, slots=True)
class PastSeat:
    """Somebody at a finished match."""

    seat: Seat
    account: AccountId
    name: str
    party: int
    place: int
    total: int


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match of somebody's history."""

    match: MatchId
    game: str
    options: Options
    finished_at: Millis
    seats: tuple[PastSeat, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A total of a person's past matches."""

    match: MatchId
    total: int
    finished_at: Millis


def results_of(match: Match, state: object, finished_at: Millis) -> tuple[Result, ...]:
    """Return what a finished match was for each of its seats, by the rules of its game.

    Raise what the rules raise, or `ValueError` for numbers that cannot be kept.
    """
    rules, meta = discovery.rules(match.game), discovery.meta(match.game)
    parties, totals = rules.parties(state), rules.totals(state)
    places, figures = _standing(match, state)
    if any(abs(value) > LARGEST for own in figures for value in own.values()):
        raise ValueError("a figure is too large")
    of_parties = zip(parties, places, totals, figures, strict=True)
    results = (
        Result(
            match=match.id,
            seat=seat,
            account=match.players[seat - 1].account,
            game=match.game,
            options=match.options,
            apart=meta.apart_in(match.options),
            seats=len(match.players),
            party=party,
            place=place,
            total=total,
            finished_at=finished_at,
            figures=tuple(sorted(own.items())),
            counts=match.counts,
        )
        for party, (seats, place, total, own) in enumerate(of_parties, 1)
        for seat in seats
    )
    return tuple(sorted(results, key=lambda result: result.seat))


def _standing(match: Match, state: object) -> tuple[tuple[int, ...], tuple[Mapping[str, int], ...]]:
    """Return the place of each party, and the numbers that lists may rank."""
    rules = discovery.rules(match.game)
    if match.status is MatchStatus.LEFT:
        credit = rules.account_points(state, match.left, has_computer=not match.counts)
        parties = rules.parties(state)
        figures = tuple({ACCOUNT: sum(credit[seat - 1] for seat in seats)} for seats in parties)
        return (NO_PLACE,) * len(parties), figures
    over = rules.to_move(state)
    if not isinstance(over, Over):
        raise TypeError("the match is not over")
    return over.places, rules.figures(state)


def results_or_none(match: Match, state: object, finished_at: Millis) -> tuple[Result, ...]:
    """Return the results, or none when a fault stands in the way.

    A match must end all the same; its results are made again at the next start.
    """
    try:
        return results_of(match, state, finished_at)
    except Exception:
        log.exception("a match has no results", match=match.id)
        return ()
