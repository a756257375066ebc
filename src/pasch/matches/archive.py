"""Finished matches: their positions for everybody to look at."""

from collections import OrderedDict
from typing import Final

from pasch.matches.model import MatchId, MatchStatus, is_id
from pasch.matches.ports import Store
from pasch.matches.position import Position, resume, with_match
from pasch.matches.refusals import UnknownMatch

POSITIONS_KEPT: Final = 64
"""Folded matches in memory; one takes some 10 to 50 ms to fold."""


class Archive:
    """The finished matches of a store."""

    def __init__(self, store: Store) -> None:
        """Read from a store."""
        self._store = store
        self._positions: OrderedDict[MatchId, Position] = OrderedDict()

    async def position(self, match_id: MatchId) -> Position:
        """Return the last position of a match that was played to its end.

        Raise `UnknownMatch` for any other. Names are those that the store has now.
        """
        match = await self._store.match(match_id) if is_id(match_id) else None
        if match is None or match.status is not MatchStatus.FINISHED:
            raise UnknownMatch
        position = self._positions.get(match_id)
        if position is None:
            position = resume(match, await self._store.events(match_id))
            self._positions[match_id] = position
            if len(self._positions) > POSITIONS_KEPT:
                self._positions.popitem(last=False)
        else:
            self._positions.move_to_end(match_id)
        return with_match(position, match)
