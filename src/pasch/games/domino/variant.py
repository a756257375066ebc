"""What the options decide: deal, drawing, layout, scoring, and which seats win together."""

from dataclasses import dataclass
from typing import Final, Literal

from pasch.games.domino.layout import CROSS, LINE, Shape
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.meta import Options

Drawing = Literal["never", "until it fits", "one"]
"""What a seat draws that cannot play (D7 to D9)."""

Claims = Literal["none", "manual", "auto"]
"""Whether end sums score, and whether the players must claim them (D20, D21, D24)."""

_FEWEST_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Kind:
    """What a variant decides, whatever the other options say.

    `dealt` gives the tiles a seat for two seats, three and so on; `to_four` those of four seats
    with larger sets, as pairs of the highest number and the tiles (D2). `reserve` tiles of the
    stock are never drawn (D9). Who `opens_freely` may open with any tile (D4). An end sum scores
    when one of the `divisors` divides it (D20); without any, end sums do not score. A loser's
    difference is rounded to a multiple of `rounds_to` (D17).
    """

    dealt: tuple[int, ...]
    drawing: Drawing
    to_four: tuple[tuple[int, int], ...] = ()
    reserve: int = 0
    opens_freely: bool = False
    arms: int = LINE
    branches: bool = False
    divisors: tuple[int, ...] = ()
    rounds_to: int = 1


def _fives(*divisors: int, rounds_to: int) -> Kind:
    return Kind(
        dealt=(5, 5, 5),
        drawing="one",
        reserve=2,
        opens_freely=True,
        divisors=divisors,
        rounds_to=rounds_to,
    )


KINDS: Final = {
    "block": Kind((8, 6, 6, 5), "never", to_four=((9, 9), (12, 12))),
    "draw": Kind((7, 5, 4, 3), "until it fits"),
    "cross": Kind((7, 5, 4, 3), "until it fits", arms=CROSS),
    "cross9": Kind((7, 7, 5, 5), "until it fits", arms=CROSS, branches=True),
    "cross12": Kind((7, 7, 5, 5), "until it fits", arms=CROSS, branches=True),
    "fives": _fives(5, rounds_to=5),
    "fives-threes": _fives(5, 3, rounds_to=1),
}
"""Each variant by its name in the options."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What all options decide.

    `set` is its highest number. `party_of` gives each seat its party, a place among the scores.
    """

    name: str
    kind: Kind
    set: int
    party_of: tuple[int, ...]
    spinner: bool
    claims: Claims
    target: int

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the table."""
        return seats_of(len(self.party_of))

    @property
    def parties(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that win together."""
        return tuple(
            tuple(seat for seat in self.seats if self.party_of[seat - 1] == party)
            for party in range(max(self.party_of) + 1)
        )

    @property
    def tiles_each(self) -> int:
        """The tiles that a seat gets (D2)."""
        four = dict(self.kind.to_four) if len(self.party_of) == _FOUR else {}
        return four.get(self.set) or self.kind.dealt[len(self.party_of) - _FEWEST_SEATS]

    @property
    def shape(self) -> Shape:
        """How the layout grows (D11 to D13)."""
        return Shape(self.kind.arms, self.kind.branches, self.spinner)

    def after(self, seat: Seat) -> Seat:
        """Return the seat whose turn follows."""
        return Seat(seat % len(self.party_of) + 1)


_FOUR: Final = 4
_TEAMS: Final = (0, 1, 0, 1)
"""Seats 1 and 3 against 2 and 4."""


def variant_of(options: Options, seats: int) -> Variant:
    """Return what the options decide for so many seats."""
    chosen = dict(options)
    kind = KINDS[chosen["variant"]]
    return Variant(
        name=chosen["variant"],
        kind=kind,
        set=int(chosen["set"]),
        party_of=_TEAMS if chosen["teams"] == "yes" else tuple(range(seats)),
        spinner=chosen["spinner"] == "first",
        claims=_claims(kind, chosen["claims"]),
        target=int(chosen["target"]),
    )


def _claims(kind: Kind, chosen: str) -> Claims:
    if not kind.divisors:
        return "none"
    return "auto" if chosen == "auto" else "manual"
