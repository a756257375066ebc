"""Lists of the best, and what one person has played."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pasch.games import discovery
from pasch.kernel.meta import Options, Ranking
from pasch.matches.model import LONG_AGO, Account, AccountId, Millis, is_id
from pasch.matches.names import DELETED, name_key
from pasch.matches.ports import Clock, Store
from pasch.matches.refusals import UnknownPerson
from pasch.matches.results import ANY_SEATS, Balance, Board, Leader, Mark, PastMatch, Tally

LINES_SHOWN: Final = 100
"""Rows of a list; the visitor's own may stand behind them."""

HOUR: Final = 3_600_000
WEEK_MILLIS: Final = 7 * 24 * HOUR
"""168 hours, whatever clocks on walls do meanwhile."""

HISTORY_A_PAGE: Final = 20
MARKS_SHOWN: Final = 60
"""Points of the chart of somebody's totals."""


class Period(StrEnum):
    """From when on matches are in a list."""

    ALL_TIME = "all"
    WEEK = "week"


def since(period: Period, now: Millis) -> Millis:
    """Return the earliest end of a match that is in a list now."""
    return Millis(now - WEEK_MILLIS) if period is Period.WEEK else LONG_AGO


@dataclass(frozen=True, slots=True)
class Choice:
    """Which list somebody wants to see; `seats` may be `ANY_SEATS`.

    `apart` means nothing where the ranking is of all kinds of matches.
    """

    game: str
    ranking: Ranking
    apart: Options
    seats: int = ANY_SEATS
    period: Period = Period.ALL_TIME


class Boards:
    """Everything that is read from results."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """Read from a store."""
        self._store = store
        self._clock = clock

    async def leaders(self, choice: Choice, account: AccountId | None) -> tuple[Leader, ...]:
        """Return the rows of a list, and the own row of `account` behind them."""
        board = Board(
            game=choice.game,
            apart=None if choice.ranking.is_of_all_kinds else choice.apart,
            figure=choice.ranking.figure,
            order=choice.ranking.order,
            seats=choice.seats,
            since=since(choice.period, self._clock.now()),
        )
        return await self._store.leaders(board, LINES_SHOWN, account)

    async def person(self, named: str) -> Account:
        """Return whose id or name a text is; raise `UnknownPerson`, also for a deleted account.

        An id comes first, so that nobody can hide another's page behind a name.
        """
        found = await self._store.account(AccountId(named)) if is_id(named) else None
        if found is None and named.isprintable():
            found = await self._store.account_named(name_key(named))
        if found is None or found.name == DELETED:
            raise UnknownPerson
        return found

    async def tallies(self, account: AccountId) -> tuple[Tally, ...]:
        """Return what a person's matches add up to, in the order of the games."""
        order = {slug: number for number, slug in enumerate(discovery.slugs())}
        found = await self._store.tallies(account)
        known = (tally for tally in found if tally.game in order)
        return tuple(sorted(known, key=lambda tally: order[tally.game]))

    async def balances(self, account: AccountId) -> tuple[Balance, ...]:
        """Return a person's account points, by game."""
        found = await self._store.balances(account)
        return tuple(balance for balance in found if balance.game in discovery.slugs())

    async def history(self, account: AccountId, page: int) -> tuple[PastMatch, ...]:
        """Return a page of a person's matches, the latest first; pages count from 1."""
        skip = (page - 1) * HISTORY_A_PAGE
        return await self._store.history(account, skip, HISTORY_A_PAGE)

    async def played(self, account: AccountId) -> int:
        """Return how many matches a person's history has."""
        return await self._store.played(account)

    async def marks(self, account: AccountId, game: str, apart: Options) -> tuple[Mark, ...]:
        """Return a person's totals of one kind of match, the latest behind the others."""
        return (await self._store.marks(account, game, apart, MARKS_SHOWN))[::-1]
