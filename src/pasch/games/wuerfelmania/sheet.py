"""The score sheet (Spielblatt): its cells, what dice bring there, how five equal count.

W2 to W6 are functions of the dice alone; W8 looks at what the sheet holds already.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal, get_args

from pasch.kernel.chance import FACES
from pasch.kernel.dice import Counts, eyes_of, sum_of

DICE: Final = 5

PAIR: Final = 2
TRIPLE: Final = 3
FOUR: Final = 4

Cell = Literal["1", "2", "3", "4", "5", "6", "3P", "4P", "FH", "KS", "GS", "5W", "CH"]
CELLS: Final[tuple[Cell, ...]] = get_args(Cell)
"""The cells from top to bottom."""

ROW: Final[dict[Cell, int]] = {cell: row for row, cell in enumerate(CELLS)}
"""Each cell's place on a sheet."""

FULL_HOUSE: Final = 25
STRAIGHTS: Final[dict[Cell, tuple[int, int]]] = {"KS": (4, 30), "GS": (5, 40)}
"""How many faces in a row a straight needs, and its points (W5)."""

PRIZES: Final = (50, 75, 110)
"""Points for a player's first five equal, the second, and every later one (W8)."""

PRIZE_CELLS: Final[dict[str, frozenset[Cell]]] = {
    "count": frozenset(("5W", "KS", "GS")),
    "bonus": frozenset(("5W",)),
}
"""The cells in which five equal bring a prize, for each value of `fives` (W8)."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What the option decides: where five equal bring a prize, and whether later ones add one."""

    fives: str
    prize_cells: frozenset[Cell]
    adds_bonus: bool


def variant_of(fives: str) -> Variant:
    """Return what a value of `fives` decides."""
    return Variant(fives, PRIZE_CELLS[fives], adds_bonus=fives == "bonus")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's sheet.

    `points` of the cells from top to bottom, None for a free one; `fives` counts the five equal
    that have brought a prize, `bonus` what they have added beside the cells (W8).
    """

    points: tuple[int | None, ...] = (None,) * len(CELLS)
    fives: int = 0
    bonus: int = 0

    @property
    def free(self) -> int:
        """How many cells are free."""
        return self.points.count(None)

    @property
    def total(self) -> int:
        """The points of all cells, and the bonus."""
        return sum(points for points in self.points if points is not None) + self.bonus


@dataclass(frozen=True, slots=True)
class Score:
    """What dice bring: points in the cell, a bonus beside it, and whether a prize is among it."""

    points: int
    bonus: int = 0
    has_prize: bool = False


def alike(least: int, counts: Counts) -> int:
    """Return the eyes of all dice when so many are equal (W3)."""
    return sum_of(counts) if max(counts) >= least else 0


def full_house(counts: Counts) -> int:
    """Return the points for exactly two and three equal (W4)."""
    return FULL_HOUSE if TRIPLE in counts and PAIR in counts else 0


def straight(cell: Cell, counts: Counts) -> int:
    """Return the points for faces in a row (W5)."""
    length, points = STRAIGHTS[cell]
    starts = range(1, FACES - length + 2)
    has_row = any(all(counts[start : start + length]) for start in starts)
    return points if has_row else 0


def five_alike(counts: Counts) -> int:
    """Return the points for five equal as long as none has scored (W8)."""
    return PRIZES[0] if DICE in counts else 0


SCORERS: Final[dict[Cell, Callable[[Counts], int]]] = {
    "1": partial(eyes_of, 1),
    "2": partial(eyes_of, 2),
    "3": partial(eyes_of, 3),
    "4": partial(eyes_of, 4),
    "5": partial(eyes_of, 5),
    "6": partial(eyes_of, 6),
    "3P": partial(alike, TRIPLE),
    "4P": partial(alike, FOUR),
    "FH": full_house,
    "KS": partial(straight, "KS"),
    "GS": partial(straight, "GS"),
    "5W": five_alike,
    "CH": sum_of,
}
"""What five dice bring in each cell, without regard to five equal elsewhere (W2 to W6)."""


def score_of(variant: Variant, sheet: Sheet, cell: Cell, counts: Counts) -> Score:
    """Return what dice bring in a free cell of a sheet (W2 to W8)."""
    if DICE not in counts:
        return Score(SCORERS[cell](counts))
    prize = PRIZES[min(sheet.fives, len(PRIZES) - 1)]
    if cell in variant.prize_cells:
        return Score(prize, has_prize=True)
    if not variant.adds_bonus:
        return Score(SCORERS[cell](counts))
    points = STRAIGHTS[cell][1] if cell in STRAIGHTS else SCORERS[cell](counts)
    return Score(points, prize, has_prize=True) if sheet.fives else Score(points)


def with_score(sheet: Sheet, cell: Cell, score: Score) -> Sheet:
    """Return the sheet with a cell written."""
    row = ROW[cell]
    points = (*sheet.points[:row], score.points, *sheet.points[row + 1 :])
    return replace(
        sheet,
        points=points,
        fives=sheet.fives + score.has_prize,
        bonus=sheet.bonus + score.bonus,
    )
