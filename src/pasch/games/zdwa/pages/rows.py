"""The rows of a sheet as models: what is written, what adds up, what may be written now."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple, cast

from pasch.games.zdwa.sheet import (
    CELLS,
    COLUMNS,
    INDEX,
    Cell,
    Column,
    ColumnPoints,
    Sheet,
    Sums,
)
from pasch.games.zdwa.state import Entry
from pasch.games.zdwa.view import Offer
from pasch.kernel.page import Region
from pasch.kernel.refusals import N_

CELL_NAMES: Final[dict[Cell, str]] = {
    "1": N_("Ones"),
    "2": N_("Twos"),
    "3": N_("Threes"),
    "4": N_("Fours"),
    "5": N_("Fives"),
    "6": N_("Sixes"),
    "+": N_("Maximum"),
    "-": N_("Minimum"),
    "K": N_("Kenter"),
    "F": N_("Full"),
    "P": N_("Poker"),
    "60": N_("Five alike"),
}

COLUMN_NAMES: Final[dict[Column, str]] = {
    "down": N_("Downwards"),
    "free": N_("Free row"),
    "up": N_("Upwards"),
    "said": N_("Announced"),
}

_SHORT: Final = {"-": "\N{MINUS SIGN}"}
_IDS: Final = {"+": "max", "-": "min"}
"""What stands for a cell in the id of its row, where the cell itself would need escaping."""

_SUMS: Final = (
    ("S", N_("Sum"), "upper"),
    ("B", N_("Bonus"), "bonus"),
    ("ZTO", N_("Upper"), "upper_total"),
    ("D", N_("Difference"), "difference"),
    ("ZTU", N_("Lower"), "lower_total"),
    ("T", N_("Total"), "total"),
)
"""The computed rows: what they are called, and which of a column's sums they show."""

_NO_POINTS: Final = (None,) * len(COLUMNS)

ORDER: Final = ("1", "2", "3", "4", "5", "6", "S", "B", "ZTO", "+", "-", "D", "K", "F", "P", "60",
                "ZTU", "T")  # fmt: skip
"""All rows of a sheet from top to bottom."""

_SAID: Final = INDEX["said"]


class Row(NamedTuple):
    """A row that nobody can change now.

    `cells` holds a text and a mark a column; marks are "last" (the latest entry), "said" (it is
    announced), "old" (the entry that is being corrected) or "".
    """

    id: str
    short: str
    name: str
    cells: tuple[tuple[str, str], ...]


class Box(NamedTuple):
    """A cell that its player may use: write `points` (None: not now), or announce it."""

    column: Column
    points: int | None
    can_announce: bool


class Place(NamedTuple):
    """A cell in a row with boxes: its text and mark as in a `Row`, and its box, if it has one."""

    cell: Cell
    name: str
    text: str
    mark: str
    box: Box | None


class OpenRow(NamedTuple):
    """A row with cells that its player may use; `places` stand for the cells of a `Row`."""

    id: str
    short: str
    name: str
    places: tuple[Place, ...]


@cache
def row_id(sheet: int, key: str) -> str:
    """Return the id of a row's element; sheets count from 1."""
    return f"sheet-{sheet}-row-{_IDS.get(key, key)}"


class Marks(NamedTuple):
    """What stands out on a sheet: the latest entry, the announced cell, the entry in correction."""

    last: Entry | None = None
    announced: Cell | None = None
    old: Entry | None = None

    @property
    def cells(self) -> tuple[Cell | None, ...]:
        """The cells in whose rows something stands out, in places of what does not None."""
        return (self.announced, self.last and self.last.cell, self.old and self.old.cell)


PLAIN: Final = Marks()


@lru_cache(maxsize=2048)
def closed_rows(
    sheet: int, columns: Sheet, sums: tuple[Sums, ...], marks: Marks
) -> dict[str, Region]:
    """Return all rows of a sheet by id, as everybody sees them. Nobody may change the result."""
    regions = {
        key: _sum_row(sheet, key, name, tuple(getattr(column, field) for column in sums))
        for key, name, field in _SUMS
    }
    touched = marks.cells
    for cell, points in zip(CELLS, zip(*columns, strict=True), strict=True):
        regions[cell] = _row(sheet, cell, points, marks if cell in touched else PLAIN)
    return {row_id(sheet, key): regions[key] for key in ORDER}


def open_rows(
    sheet: int,
    closed: Mapping[str, Region],
    offers: tuple[Offer, ...],
    announceable: tuple[Cell, ...],
) -> dict[str, Region]:
    """Return the rows in which their player may write or announce something, by id."""
    points: dict[Cell, list[int | None]] = {cell: [*_NO_POINTS] for cell in announceable}
    for offer in offers:
        points.setdefault(offer.cell, [*_NO_POINTS])[INDEX[offer.column]] = offer.points
    return {
        key: _open_row(cast(Row, closed[key].model), cell, tuple(found), cell in announceable)
        for cell, found in points.items()
        for key in (row_id(sheet, cell),)
    }


@lru_cache(maxsize=8192)
def _open_row(row: Row, cell: Cell, points: ColumnPoints, can_announce: bool) -> Region:
    """Return a row with boxes where there are points by column; the same object for the same."""
    places = [
        _place(cell, text, mark, column, value, can_announce and column == "said")
        for column, (text, mark), value in zip(COLUMNS, row.cells, points, strict=True)
    ]
    return Region("open_row", OpenRow(row.id, row.short, row.name, tuple(places)))


@lru_cache(maxsize=8192)
def _place(  # noqa: PLR0917 - keywords would double the cost of a lookup
    cell: Cell,
    text: str,
    mark: str,
    column: Column,
    points: int | None,
    can_announce: bool,
) -> Place:
    has_box = points is not None or can_announce
    box = Box(column, points, can_announce) if has_box else None
    return Place(cell, CELL_NAMES[cell], text, mark, box)


@lru_cache(maxsize=8192)
def _sum_row(sheet: int, key: str, name: str, values: ColumnPoints) -> Region:
    cells = tuple(("" if value is None else str(value), "") for value in values)
    macro = "total_row" if key == "T" else "sum_row"
    return Region(macro, Row(row_id(sheet, key), key, name, cells))


@lru_cache(maxsize=8192)
def _row(sheet: int, cell: Cell, points: ColumnPoints, marks: Marks) -> Region:
    """Return a row with its four cells' points; the same object for the same row."""
    cells = ["" if value is None else str(value) for value in points]
    shown = [""] * len(COLUMNS)
    if marks.announced == cell:
        shown[_SAID] = "said"
    for entry, mark in ((marks.last, "last"), (marks.old, "old")):
        if entry is not None and entry.cell == cell:
            cells[INDEX[entry.column]] = str(entry.points)
            shown[INDEX[entry.column]] = mark
    both = tuple(zip(cells, shown, strict=True))
    return Region("row", Row(row_id(sheet, cell), _SHORT.get(cell, cell), CELL_NAMES[cell], both))
