"""Matches of every game that have been played for a while: some events are left to their end."""

from dataclasses import dataclass, replace
from functools import cache

from pasch.games import discovery
from pasch.kernel.meta import Options
from pasch.kernel.rules import Deciding
from pasch.matches.model import Account, LoggedEvent, MatchId, Player, TableId, TableStatus
from pasch.matches.ports import AddMatch, AppendEvents, NoteHint, PutTable, Store, Write
from tests.match_rows import running_match, table_of
from tests.matches.hall import Hall, Play
from tests.playing import Playthrough, Setting, play_greedily, play_match


@dataclass(frozen=True)
class Kind:
    """A game with a number of seats and with options."""

    game: str
    seats: int
    options: Options = ()

    def played(self, seed: int) -> Playthrough:
        """Return a match of this kind to its end."""
        rules = discovery.rules(self.game)
        options = rules.meta.resolve(dict(self.options), self.seats)
        return play_match(rules, Setting(self.seats, options), seed, play_greedily)


KINDS = (
    Kind("zdwa", 1, (("hardcore", "yes"),)),
    Kind("zdwa", 2),
    Kind("zdwa", 2, (("hardcore", "yes"),)),
    Kind("zdwa", 4),
    Kind("wuerfelmania", 1),
    Kind("wuerfelmania", 2),
    Kind("wuerfelmania", 3),
    Kind("wuerfelmania", 2, (("fives", "bonus"),)),
    Kind("doelauer", 2),
    Kind("doelauer", 3),
    Kind("domino", 2, (("target", "50"),)),
    Kind("domino", 4, (("variant", "cross"), ("target", "50"))),
    Kind("domino", 4, (("teams", "yes"), ("target", "50"))),
)
"""Two modes, apart and not, of every game that has them; teams and matches alone."""


@dataclass(frozen=True)
class Beginning:
    """Which match is begun, and how far it has been played: about so many events are missing.

    Of those who are there the one with the number `first` has the first seat. In a match that
    `is_hinted` somebody has asked for a hint.
    """

    kind: Kind
    first: int
    seed: int
    missing: int
    is_hinted: bool


@cache
def _played(kind: Kind, seed: int, missing: int) -> Playthrough:
    """Return the beginning of a match with which somebody must go on."""
    match = kind.played(seed)
    deciding = [
        number
        for number, state in enumerate(match.states)
        if isinstance(match.rules.to_move(state), Deciding)
    ]
    early = [number for number in deciding if number <= len(match.events) - missing]
    return match.until(max(early, default=deciding[0]))


async def begun(
    hall: Hall, wanted: Beginning, people: tuple[Account, ...], match_id: MatchId
) -> Play:
    """Store a running match with a table of its own, as if people had played it up to here."""
    played = _played(wanted.kind, wanted.seed, wanted.missing)
    now, dealer = hall.clock.now(), played.dealer
    players = tuple(
        Player(person.id, person.name, share, share_by_server=False)
        for person, share in zip(people, dealer.shares, strict=True)
    )
    match = running_match(
        wanted.kind.game,
        players,
        played.setting.options,
        match_id=match_id,
        table_id=TableId(f"table-of-{match_id}"),
        secret=dealer.secret(0),
        at=now,
    )
    log = tuple(
        LoggedEvent(number, event.actor, event.text, now)
        for number, event in enumerate(played.events, 1)
    )
    table = table_of(match, TableStatus.PLAYING)
    await _commit(hall.store, PutTable(replace(table, match=None)))
    playing = PutTable(replace(table, revision=table.revision + 1))
    await _commit(hall.store, AddMatch(match), AppendEvents(match_id, log), playing)
    if wanted.is_hinted:
        await _commit(hall.store, NoteHint(match_id))
    return Play(hall, table.id, people)


async def _commit(store: Store, *writes: Write) -> None:
    assert await store.commit(writes)
