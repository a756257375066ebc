"""The tiles (Steine): their halves, the order of a set, and how they are written."""

from dataclasses import dataclass
from functools import cache
from typing import Final, NewType

from pasch.games.domino.meta import SETS

Eyes = NewType("Eyes", int)
"""The number on half a tile; 0 is a blank."""

HIGHEST: Final = int(SETS[-1])
"""The highest number on any tile."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A tile, its larger half first."""

    high: Eyes
    low: Eyes

    def __str__(self) -> str:
        """Return the record text, such as `6-4`."""
        return f"{self.high}-{self.low}"

    @property
    def is_double(self) -> bool:
        """Whether both halves are the same (Doppelstein, Pasch)."""
        return self.high == self.low

    @property
    def eyes(self) -> int:
        """The eyes of both halves."""
        return self.high + self.low

    def across(self, number: Eyes) -> Eyes:
        """Return the half behind the one that shows `number`."""
        return self.low if number == self.high else self.high


_ALL: Final = tuple(
    Tile(Eyes(high), Eyes(low)) for high in range(HIGHEST + 1) for low in range(high + 1)
)

TILES: Final = {str(tile): tile for tile in _ALL}
"""Every tile by its text, in ascending order."""


@cache
def set_of(highest: int) -> tuple[Tile, ...]:
    """Return the tiles of the double-`highest` set in ascending order: 0-0, 1-0, 1-1, 2-0."""
    return tuple(tile for tile in _ALL if tile.high <= highest)


def eyes_of(tiles: tuple[Tile, ...]) -> int:
    """Return the eyes of the tiles: of a hand its rest (D15)."""
    return sum([tile.high + tile.low for tile in tiles])
