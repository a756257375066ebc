"""Records of matches: header and log as text."""

from collections.abc import Sequence
from dataclasses import replace

from pasch.games import discovery
from pasch.kernel.draws import seal
from pasch.kernel.record import Event, Provenance, Record
from pasch.kernel.replay import secrets_drawn
from pasch.matches.model import LoggedEvent, Match, MatchStatus


def record_of(match: Match, log: Sequence[LoggedEvent]) -> Record:
    """Return the record of a match; only one that is over tells where its throws came from."""
    plain = Record(
        game=match.game,
        rules=match.rules_version,
        options=match.options,
        seats=match.names,
        events=tuple(Event(event.actor, event.text) for event in log),
    )
    if match.status is MatchStatus.RUNNING:
        return plain
    return replace(plain, provenance=_provenance(match, _hands(plain)))


def _provenance(match: Match, hands: int) -> Provenance:
    secrets = tuple(map(match.secret_of, range(hands)))
    return Provenance(
        match=match.id,
        shares=tuple(player.share for player in match.players),
        seals=tuple(bytes.fromhex(seal(secret)) for secret in secrets),
        secrets=secrets,
    )


def _hands(record: Record) -> int:
    """Return how many secrets belong to a record: the match's one, or one a hand."""
    if not discovery.meta(record.game).has_hands:
        return 1
    return secrets_drawn(discovery.rules(record.game), record)
