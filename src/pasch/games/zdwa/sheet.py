"""The score sheet (Spielblatt): its columns and cells, what dice bring there, what adds up.

A sheet holds four columns of twelve written cells. S, B, ZTO, D, ZTU and T are computed from them.
"""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Final, Literal, NamedTuple, get_args

from pasch.kernel.chance import FACES
from pasch.kernel.dice import Counts, eyes_of, sum_of

DICE: Final = 5

PAIR: Final = 2
TRIPLE: Final = 3
FOUR: Final = 4

Column = Literal["down", "free", "up", "said"]
COLUMNS: Final[tuple[Column, ...]] = get_args(Column)

Cell = Literal["1", "2", "3", "4", "5", "6", "+", "-", "K", "F", "P", "60"]
CELLS: Final[tuple[Cell, ...]] = get_args(Cell)
"""The cells that are written, from top to bottom."""

ColumnPoints = tuple[int | None, ...]
"""The points of a column's cells from top to bottom; None for a free cell."""


class Sheet(tuple[ColumnPoints, ...]):  # noqa: SLOT001 - the hash needs a place
    """The columns in their order.

    Whatever is kept of a sheet is found by it; so its hash, over 48 cells, is counted once.
    """

    @cached_property
    def free(self) -> int:
        """How many cells are free."""
        return sum([column.count(None) for column in self])

    def __hash__(self) -> int:
        """Return the hash of the columns."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __reduce__(self) -> tuple[type["Sheet"], tuple[tuple[ColumnPoints, ...]]]:
        """Leave the hash behind: another process counts another one."""
        return Sheet, (tuple(self),)


EMPTY: Final = Sheet(((None,) * len(CELLS),) * len(COLUMNS))

INDEX: Final[dict[Column, int]] = {column: index for index, column in enumerate(COLUMNS)}
"""Each column's place on a sheet."""

ROW: Final[dict[Cell, int]] = {cell: row for row, cell in enumerate(CELLS)}
"""Each cell's place in a column."""

_PLUS, _MINUS, _LOWER = ROW["+"], ROW["-"], ROW["K"]


KENTER: Final = 35

PRIZES: Final[dict[Cell, tuple[int, int]]] = {"F": (40, 3), "P": (50, 4), "60": (60, 5)}
"""Points for the pattern, and the factor of the eyes of its face (Z6 to Z8)."""

BONUS: Final = 30


def with_cell(sheet: Sheet, column: Column, cell: Cell, points: int | None) -> Sheet:
    """Return the sheet with one cell written, or free again when `points` is None."""
    index, row = INDEX[column], ROW[cell]
    written = (*sheet[index][:row], points, *sheet[index][row + 1 :])
    return Sheet((*sheet[:index], written, *sheet[index + 1 :]))


def kenter(counts: Counts) -> int:
    """Return the points for five different faces (Z5)."""
    return KENTER if max(counts) == 1 else 0


def full(counts: Counts) -> int:
    """Return the points for three and two equal, or five equal (Z6)."""
    if DICE in counts:
        return _prize("F", counts.index(DICE))
    has_full = TRIPLE in counts and PAIR in counts
    return _prize("F", counts.index(TRIPLE)) if has_full else 0


def poker(counts: Counts) -> int:
    """Return the points for four or five equal (Z7); whether they count is up to Z16."""
    most = max(counts)
    return _prize("P", counts.index(most)) if most >= FOUR else 0


def sixty(counts: Counts) -> int:
    """Return the points for five equal (Z8)."""
    return _prize("60", counts.index(DICE)) if DICE in counts else 0


def _prize(cell: Cell, face: int) -> int:
    base, factor = PRIZES[cell]
    return base + factor * face


SCORERS: Final[dict[Cell, Callable[[Counts], int]]] = {
    "1": partial(eyes_of, 1),
    "2": partial(eyes_of, 2),
    "3": partial(eyes_of, 3),
    "4": partial(eyes_of, 4),
    "5": partial(eyes_of, 5),
    "6": partial(eyes_of, 6),
    "+": sum_of,
    "-": sum_of,
    "K": kenter,
    "F": full,
    "P": poker,
    "60": sixty,
}
"""What five dice bring in each cell (Z1 to Z8)."""


class Sums(NamedTuple):
    """What adds up in a column; the rulebook's S, B, ZTO, D, ZTU and T, in this order."""

    upper: int
    bonus: int
    upper_total: int
    difference: int | None
    lower_total: int
    total: int


def sums_of(points: ColumnPoints, bonus_from: int) -> Sums:
    """Return what adds up in a column; its bonus needs an upper sum of `bonus_from` (Z2, Z9)."""
    upper = _added(points[:FACES])
    bonus = BONUS if upper >= bonus_from else 0
    difference = _difference(points[0], points[_PLUS], points[_MINUS])
    lower_total = _added(points[_LOWER:])
    total = upper + bonus + (difference or 0) + lower_total
    return Sums(upper, bonus, upper + bonus, difference, lower_total, total)


def total_of(sheet: Sheet, bonus_from: int) -> int:
    """Return the sheet's total: the sum of its four T (Z9)."""
    return sum(sums_of(column, bonus_from).total for column in sheet)


def _difference(ones: int | None, plus: int | None, minus: int | None) -> int | None:
    """Return D, which is empty until all three cells are written (Z4)."""
    if ones is None or plus is None or minus is None:
        return None
    return ones * max(plus - minus, 0)


def _added(points: ColumnPoints) -> int:
    return sum(value for value in points if value is not None)
