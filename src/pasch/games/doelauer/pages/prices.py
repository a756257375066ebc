"""The table of points as a model, with what lies now marked in it."""

from functools import lru_cache
from typing import Final, NamedTuple

from pasch.games.doelauer.points import (
    ASCENDING,
    DICE,
    DOELL,
    STRASSE,
    TRIPLE,
    Worth,
    worth_of,
)
from pasch.games.doelauer.view import DoelauerView
from pasch.kernel.page import Region

RANKED: Final = ASCENDING[::-1]
"""The faces, the highest in rank first (L2)."""


class Price(NamedTuple):
    """A cell of the table; `is_lying` marks what lies now."""

    points: int
    is_starred: bool
    is_lying: bool


class PriceRow(NamedTuple):
    """What so many `equal` dice bring of each face."""

    equal: int
    prices: tuple[Price, ...]


class Prices(NamedTuple):
    """The table of points; `faces` are in the order of their rank."""

    faces: tuple[int, ...]
    rows: tuple[PriceRow, ...]
    strasse: Price
    doell: Price


def price_regions(view: DoelauerView) -> dict[str, Region]:
    """Return the table of points while the match runs; nobody may change the result."""
    turn = view.turn
    return _regions(turn.face, len(turn.lying)) if turn is not None else _regions(0, 0)


@lru_cache(maxsize=64)
def _regions(face: int, count: int) -> dict[str, Region]:
    rows = tuple(
        PriceRow(n, tuple(_price(worth_of(f, n), (f, n) == (face, count)) for f in RANKED))
        for n in range(TRIPLE, DICE + 1)
    )
    prices = Prices(RANKED, rows, _price(STRASSE), _price(DOELL))
    return {"prices": Region("prices", prices)}


def _price(worth: Worth, is_lying: bool = False) -> Price:
    return Price(worth.points, worth.is_starred, is_lying)
