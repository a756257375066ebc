"""A position of ZDWA: what the options decide, the sheets, the turn, the last entry."""

from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Final, NamedTuple

from pasch.games.zdwa.meta import MODES
from pasch.games.zdwa.sheet import EMPTY, FOUR, Cell, Column, Sheet
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.meta import Options
from pasch.kernel.throwing import DiceTurn, thrown

_FREE: Final = attrgetter("free")


@dataclass(frozen=True, slots=True)
class Variant:
    """What the options decide.

    `party_of` gives each seat its party, a place among the sheets. A turn has `throws` throws,
    `last_throws` when one cell is free (Z10). The bonus needs `bonus_from` (Z2). With
    `throws_by_itself` the player need not say `roll` (Z11). Cells may be announced only where one
    `announces` (Z17), entries be taken back only where one `corrects` (Z20).
    """

    mode: str
    hardcore: bool
    party_of: tuple[int, ...]
    throws: int
    last_throws: int
    bonus_from: int
    throws_by_itself: bool
    announces: bool
    corrects: bool

    @property
    def parties(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each sheet."""
        return _seats_of_parties(self.party_of)

    @property
    def first_turn(self) -> "Turn":
        """A turn before its first throw."""
        return Turn(is_throwing=self.throws_by_itself)


_PARTIES: Final = dict(zip(MODES, ((0,), (0, 1), (0, 1, 2), (0, 1, 0, 1)), strict=True))


@cache
def _seats_of_parties(party_of: tuple[int, ...]) -> tuple[tuple[Seat, ...], ...]:
    seats = seats_of(len(party_of))
    return tuple(
        tuple(seat for seat in seats if party_of[seat - 1] == party)
        for party in range(max(party_of) + 1)
    )


def variant_of(options: Options) -> Variant:
    """Return what the options decide."""
    chosen = dict(options)
    hardcore = chosen["hardcore"] == "yes"
    party_of = _PARTIES[chosen["mode"]]
    alone = len(party_of) == 1
    return Variant(
        mode=chosen["mode"],
        hardcore=hardcore,
        party_of=party_of,
        throws=1 if hardcore else 3,
        last_throws=1 if hardcore else 5,
        bonus_from=40 if hardcore else 60,
        throws_by_itself=hardcore or alone,
        announces=not hardcore,
        corrects=not hardcore and not alone,
    )


@dataclass(frozen=True, slots=True)
class Turn(DiceTurn):
    """A player's turn so far.

    `first_four` is the throw in which four or more equal dice first lay on the table, 0 if none
    did (Z16).
    """

    announced: Cell | None = None
    first_four: int = 0

    def after(self, faces: tuple[int, ...]) -> "Turn":
        """Return the turn after another throw of the dice in the cup."""
        turn = thrown(self, faces)
        has_four = max(map(turn.dice.count, turn.dice)) >= FOUR
        return replace(turn, first_four=turn.throws) if has_four and not turn.first_four else turn


class Entry(NamedTuple):
    """What a seat has written."""

    seat: Seat
    column: Column
    cell: Cell
    points: int


class State(NamedTuple):
    """A position.

    `sheets` has one sheet a party. `seat` plays `turn`. `last` is the latest entry; `reopens` is
    the turn behind it as long as the entry may be taken back, else None (Z20). While the match
    `is_correcting`, `last` is off its sheet and `turn` is the writer's again (Z21).
    """

    variant: Variant
    sheets: tuple[Sheet, ...]
    seat: Seat
    turn: Turn
    last: Entry | None = None
    reopens: Turn | None = None
    is_correcting: bool = False

    @property
    def sheet(self) -> Sheet:
        """The sheet of the seat that plays."""
        return self.sheets[self.variant.party_of[self.seat - 1]]

    @property
    def is_over(self) -> bool:
        """Whether every sheet is full (Z22)."""
        return not any(map(_FREE, self.sheets))

    @property
    def mover(self) -> Seat | None:
        """The seat that decides next; None while dice are thrown and when the match is over."""
        return None if self.turn.is_throwing or self.is_over else self.seat

    @property
    def is_last_cell(self) -> bool:
        """Whether one cell of the sheet is free."""
        return self.sheet.free == 1

    @property
    def throws_allowed(self) -> int:
        """How many throws the turn may have (Z10)."""
        return self.variant.last_throws if self.is_last_cell else self.variant.throws


def first_state(variant: Variant) -> State:
    """Return the position before the first event."""
    sheets = (EMPTY,) * len(variant.parties)
    return State(variant, sheets, Seat(1), variant.first_turn)


def with_turn(state: State, turn: Turn) -> State:
    """Return the position with the turn gone on."""
    return state._replace(turn=turn)
