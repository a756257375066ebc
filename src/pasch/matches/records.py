"""Records of matches: header and log as text."""

from collections.abc import Iterable

from pasch.kernel.draws import seal
from pasch.kernel.record import Event, Provenance, Record
from pasch.matches.model import LoggedEvent, Match, MatchStatus


def record_of(match: Match, log: Iterable[LoggedEvent]) -> Record:
    """Return the record of a match; only one that is over tells where its throws came from."""
    provenance = None
    if match.status is not MatchStatus.RUNNING:
        provenance = Provenance(
            match=match.id,
            shares=tuple(player.share for player in match.players),
            seals=(bytes.fromhex(seal(match.secret)),),
            secrets=(match.secret,),
        )
    return Record(
        game=match.game,
        rules=match.rules_version,
        options=match.options,
        seats=match.names,
        events=tuple(Event(event.actor, event.text) for event in log),
        provenance=provenance,
    )
