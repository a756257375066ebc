"""The people at a table as models: the head over each one's sheet, and where the sheets stand.

The shell draws them with the macros of `web/players.html`.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from pasch.kernel.actors import Seat
from pasch.kernel.page import Region

_TEAMS: Final = "AB"
_KEPT: Final = 4096
"""Latest heads and layouts that are not made again: most events change none."""


class Member(NamedTuple):
    """Somebody at a sheet: the name, the seat, whether it is its turn, whether nobody is there."""

    name: str
    seat: Seat
    is_to_move: bool
    is_away: bool


class Party(NamedTuple):
    """Whose sheet it is; `team` is a letter or ""."""

    team: str
    members: tuple[Member, ...]
    is_to_move: bool


class Player(NamedTuple):
    """The head of a sheet, and its tab on small screens: the total changes more often than who."""

    sheet: int
    party: Party
    total: int


class Card(NamedTuple):
    """A sheet in the layout: its number, its team's letter or "", the names of its people."""

    sheet: int
    team: str
    names: tuple[str, ...]


class Layout(NamedTuple):
    """Where the sheets stand: `mine` is one's own.

    Spectators have no `mine`, nor has anybody once the match is over; the dock is gone then.
    """

    mine: Card | None
    others: tuple[Card, ...]
    is_over: bool

    @property
    def cards(self) -> tuple[Card, ...]:
        """All sheets, one's own first."""
        return (self.mine, *self.others) if self.mine else self.others


@lru_cache(maxsize=_KEPT)
def layout_of(
    parties: tuple[tuple[Seat, ...], ...],
    names: tuple[str, ...],
    viewer: Seat | None,
    *,
    is_over: bool,
) -> Layout:
    """Return where the sheets of the parties stand for a viewer."""
    cards = tuple(
        Card(number, team_letter(number, seats), tuple(names[seat - 1] for seat in seats))
        for number, seats in enumerate(parties, 1)
    )
    mine = next((card for card in cards if viewer in parties[card.sheet - 1]), None)
    if mine is None or is_over:
        return Layout(None, cards, is_over)
    return Layout(mine, tuple(card for card in cards if card is not mine), is_over)


@lru_cache(maxsize=_KEPT)
def heads(
    number: int,
    seats: tuple[Seat, ...],
    total: int,
    *,
    names: tuple[str, ...],
    to_move: Seat | None,
    away: tuple[Seat, ...],
) -> dict[str, Region]:
    """Return a sheet's head and tab by id; the same for everybody. Nobody may change the result."""
    members = tuple(Member(names[seat - 1], seat, seat == to_move, seat in away) for seat in seats)
    party = Party(team_letter(number, seats), members, to_move in seats)
    player = Player(number, party, total)
    return {
        f"player-{number}": Region("player", player),
        f"tab-{number}": Region("tab", player),
    }


def team_letter(number: int, seats: tuple[Seat, ...]) -> str:
    """Return the letter of party number `number`, "" for somebody who plays alone."""
    return _TEAMS[number - 1] if len(seats) > 1 else ""
