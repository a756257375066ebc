"""The rows of a sheet as models: what is written, what may be written now, what adds up."""

from functools import lru_cache
from typing import Final, NamedTuple

from pasch.games.wuerfelmania.notation import Write
from pasch.games.wuerfelmania.sheet import CELLS, Cell
from pasch.games.wuerfelmania.state import Entry
from pasch.games.wuerfelmania.view import Offer, SheetView
from pasch.kernel.page import Region
from pasch.kernel.refusals import N_

CELL_NAMES: Final[dict[Cell, str]] = {
    "1": N_("Ones"),
    "2": N_("Twos"),
    "3": N_("Threes"),
    "4": N_("Fours"),
    "5": N_("Fives"),
    "6": N_("Sixes"),
    "3P": N_("Three of a kind"),
    "4P": N_("Four of a kind"),
    "FH": N_("Full house"),
    "KS": N_("Small straight"),
    "GS": N_("Large straight"),
    "5W": N_("Five of a kind"),
    "CH": N_("Chance"),
}

BONUS: Final = "bonus"
TOTAL: Final = "total"

_BONUS_NAME: Final = N_("Bonus")
_TOTAL_NAME: Final = N_("Sum")


class Row(NamedTuple):
    """A row that nobody can change now. `is_last` marks the latest entry."""

    id: str
    short: str
    name: str
    text: str
    is_last: bool = False


class OpenRow(NamedTuple):
    """A row that may be written now: the event, and the points and the bonus that it brings."""

    id: str
    short: str
    name: str
    event: str
    points: int
    bonus: int


def row_id(sheet: int, key: str) -> str:
    """Return the id of a row's element."""
    return f"sheet-{sheet}-row-{key}"


@lru_cache(maxsize=4096)
def closed_rows(
    number: int, sheet: SheetView, last: Entry | None, *, has_bonus: bool
) -> dict[str, Region]:
    """Return all rows of a sheet by id, as everybody sees them. Nobody may change the result.

    `last` is the latest entry of all where it stands on this sheet.
    """
    written = zip(CELLS, sheet.points, strict=True)
    rows = [
        Region(
            "row",
            Row(
                row_id(number, cell),
                cell,
                CELL_NAMES[cell],
                "" if points is None else str(points),
                last is not None and last.cell == cell,
            ),
        )
        for cell, points in written
    ]
    if has_bonus:
        bonus = Row(row_id(number, BONUS), "+", _BONUS_NAME, str(sheet.bonus or ""))
        rows.append(Region("sum_row", bonus))
    total = Row(row_id(number, TOTAL), "=", _TOTAL_NAME, str(sheet.total))
    rows.append(Region("total_row", total))
    return {region.model.id: region for region in rows}  # type: ignore[attr-defined]


def open_rows(number: int, offers: tuple[Offer, ...]) -> dict[str, Region]:
    """Return the rows that their player may write now, by id."""
    return {row_id(number, offer.cell): _open_row(number, offer) for offer in offers}


@lru_cache(maxsize=4096)
def _open_row(number: int, offer: Offer) -> Region:
    cell = offer.cell
    row = OpenRow(
        id=row_id(number, cell),
        short=cell,
        name=CELL_NAMES[cell],
        event=str(Write(cell)),
        points=offer.points,
        bonus=offer.bonus,
    )
    return Region("open_row", row)
