"""Lists counted again from the logs of matches alone, one person and match after another.

Nothing here asks the store for results, nor a game for its figures: the numbers that lists rank are
written out once more, from what the rulebooks say.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise

from pasch.games import discovery
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.meta import Options, Order
from pasch.matches.boards import WEEK_MILLIS, Choice, Period
from pasch.matches.model import AccountId, Match, MatchId, Millis
from pasch.matches.results import Balance, Leader, Tally
from tests.playing import AnyRules

LEAVING = -500
WINNING = 200

APART = frozenset({"hardcore", "fives", "variant"})
"""Options whose values have lists of their own."""

ONE_ACCOUNT = "account"
"""The number that is added up whatever the options were: everybody has one account (W10)."""

Log = tuple[tuple[Actor, str], ...]
"""Who did what."""

BEST: Mapping[Order, Callable[[list[int]], int]] = {
    Order.HIGHEST: max,
    Order.LOWEST: min,
    Order.SUM: sum,
}


@dataclass(frozen=True)
class End:
    """How a match ended that counts for something: when, and which seats had left it."""

    at: Millis
    left: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Row:
    """What a match was for one of its people; `numbers` are those that lists may rank."""

    match: MatchId
    game: str
    apart: Options
    seats: int
    at: Millis
    account: AccountId
    total: int
    was_left: bool
    numbers: Mapping[str, int]


@cache
def _states(game: str, options: Options, seats: int, log: Log) -> tuple[object, ...]:
    rules = discovery.rules(game)
    states = [rules.start(options, seats)]
    for actor, text in log:
        states.append(rules.apply(states[-1], actor, text))
    return tuple(states)


def rows_of(match: Match, log: Log, end: End) -> Iterator[Row]:
    """Yield what a match was for each of its people."""
    game, seats = match.game, len(match.players)
    states, rules = _states(game, match.options, seats, log), discovery.rules(game)
    if end.left:
        numbers = _left(rules, states[-1], end.left)
    else:
        numbers = _finished(game, rules, states, log)
    totals = rules.totals(states[-1])
    for party, total, own in zip(rules.parties(states[-1]), totals, numbers, strict=True):
        for seat in party:
            yield Row(
                match=match.id,
                game=game,
                apart=tuple(option for option in match.options if option[0] in APART),
                seats=seats,
                at=end.at,
                account=match.players[seat - 1].account,
                total=total,
                was_left=bool(end.left),
                numbers=own,
            )


def _left(rules: AnyRules, state: object, left: tuple[Seat, ...]) -> list[dict[str, int]]:
    """W11: who leaves is debited, the others get what they have. Other games have no such end."""
    totals = enumerate(rules.totals(state), 1)
    return [{"account": LEAVING if seat in left else total} for seat, total in totals]


def _finished(
    game: str, rules: AnyRules, states: Sequence[object], log: Log
) -> list[dict[str, int]]:
    totals = rules.totals(states[-1])
    is_won = len(totals) > 1 and totals.count(max(totals)) == 1
    found = []
    for number, total in enumerate(totals):
        has_won = is_won and total == max(totals)
        own = {"total": total, **({"won": 1} if has_won else {})}
        if game == "wuerfelmania" and len(totals) > 1:  # W10, W12
            own["account"] = total + (WINNING if has_won else 0)
        if game == "doelauer":
            gains = [rules.totals(b)[number] - rules.totals(a)[number] for a, b in pairwise(states)]
            own |= {"highest-turn": max(gains)} if max(gains) else {}
            own |= {"turns": -(-_turns(log) // len(totals))} if has_won else {}
        found.append(own)
    return found


def _turns(log: Log) -> int:
    """Return how many turns a log has: with two and more at a table nobody has two in a row."""
    return sum(1 for _ in groupby(actor for actor, _ in log if actor != CHANCE))


def leaders(
    choice: Choice, rows: Sequence[Row], names: Mapping[AccountId, str], now: Millis
) -> list[Leader]:
    """Return a list as it must be."""
    figure, order = choice.ranking.figure, choice.ranking.order
    earliest = now - WEEK_MILLIS if choice.period is Period.WEEK else 0
    by_person = defaultdict(list)
    for row in rows:
        is_taken = row.at >= earliest and choice.seats in {0, row.seats} and figure in row.numbers
        is_of_kind = figure == ONE_ACCOUNT or row.apart == choice.apart
        if row.game == choice.game and is_of_kind and is_taken:
            by_person[row.account].append(row)
    values = {
        account: BEST[order]([row.numbers[figure] for row in own])
        for account, own in by_person.items()
    }
    sign = 1 if order is Order.LOWEST else -1
    found = []
    for account, own in by_person.items():
        value = values[account]
        if order is Order.SUM:
            shown = min(own, key=lambda row: (-row.at, row.match))
        else:
            equal = [row for row in own if row.numbers[figure] == value]
            shown = min(equal, key=lambda row: (row.at, row.match))
        place = 1 + sum(sign * other < sign * value for other in values.values())
        leader = Leader(place, account, names[account], value, shown.match, shown.at, len(own))
        found.append(leader)
    return sorted(found, key=lambda row: (row.place, row.finished_at, row.account))


def tallies(account: AccountId, rows: Sequence[Row]) -> list[Tally]:
    """Return what the finished matches of a person add up to, by kind."""
    by_kind = defaultdict(list)
    for row in rows:
        if row.account == account and not row.was_left:
            by_kind[row.game, row.apart, row.seats].append(row)
    return [
        Tally(
            game=game,
            apart=apart,
            seats=seats,
            matches=len(own),
            won=sum(row.numbers.get("won", 0) for row in own),
            points=sum(row.total for row in own),
            best=max(row.total for row in own),
            match=min(own, key=lambda row: (-row.total, row.at, row.match)).match,
        )
        for (game, apart, seats), own in by_kind.items()
    ]


def balances(account: AccountId, rows: Sequence[Row]) -> tuple[Balance, ...]:
    """Return what the matches of a person have brought to an account: one game has accounts."""
    own = [
        row.numbers[ONE_ACCOUNT]
        for row in rows
        if row.account == account and ONE_ACCOUNT in row.numbers
    ]
    return (Balance("wuerfelmania", sum(own)),) if own else ()
