"""Finished matches: positions and records for everybody, and the results that are missing."""

from collections import OrderedDict
from typing import Final

import structlog

from pasch.games import discovery
from pasch.kernel.record import Record
from pasch.kernel.replay import replay
from pasch.matches.model import Match, MatchId, MatchStatus, is_id
from pasch.matches.ports import PutResults, Store
from pasch.matches.position import Position, resume, with_match
from pasch.matches.records import record_of
from pasch.matches.refusals import UnknownMatch
from pasch.matches.results import results_of

log = structlog.get_logger()

POSITIONS_KEPT: Final = 64
"""Folded matches in memory; one takes some 10 to 50 ms to fold."""

MATCHES_A_READ: Final = 100
"""How many matches without results are looked up at a time."""


_TOLD: Final = frozenset({MatchStatus.FINISHED, MatchStatus.LEFT})
"""Matches that everybody may look at, whatever their table was: those that count for anything."""


class Archive:
    """The finished matches of a store."""

    def __init__(self, store: Store) -> None:
        """Read from a store."""
        self._store = store
        self._positions: OrderedDict[MatchId, Position] = OrderedDict()

    async def position(self, match_id: MatchId) -> Position:
        """Return the last position of a match that was played to its end, or left early at a cost.

        Raise `UnknownMatch` for any other. Names are those that the store has now.
        """
        match = await self._told(match_id)
        position = self._positions.get(match_id)
        if position is None:
            position = resume(match, await self._store.events(match_id))
            self._positions[match_id] = position
            if len(self._positions) > POSITIONS_KEPT:
                self._positions.popitem(last=False)
        else:
            self._positions.move_to_end(match_id)
        return with_match(position, match)

    async def record(self, match_id: MatchId) -> Record:
        """Return the record of such a match; raise `UnknownMatch` for any other."""
        match = await self._told(match_id)
        return record_of(match, await self._store.events(match.id))

    async def _told(self, match_id: MatchId) -> Match:
        match = await self._store.match(match_id) if is_id(match_id) else None
        if match is None or match.status not in _TOLD:
            raise UnknownMatch
        return match

    async def add_missing_results(self) -> int:
        """Make the results of finished matches that have none, from their logs; count them.

        These are matches of older versions, and those whose results failed. Whatever fails again
        is left for the next start.
        """
        added, last = 0, ""
        while names := await self._store.without_results(last, MATCHES_A_READ):
            for name in names:
                added += await self._add_results(name)
            last = names[-1]
        return added

    async def _add_results(self, match_id: MatchId) -> bool:
        match = await self._store.match(match_id)
        if match is None:
            return False
        try:
            put = await self._results(match)
        except Exception:
            log.exception("a match has no results", match=match_id)
            return False
        return await self._store.commit((put,))

    async def _results(self, match: Match) -> PutResults:
        record = record_of(match, await self._store.events(match.id))
        state = replay(discovery.rules(match.game), record).last
        return PutResults(results_of(match, state, match.ended_at or match.started_at))
