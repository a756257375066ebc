"""What the seats of Domino may say, and how it stands in record text.

There are few enough events to list them all; reading is looking a text up in that list, so
nothing but the one written form is ever read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pasch.games.domino.layout import CROSS, End
from pasch.games.domino.tiles import HIGHEST, TILES, Tile
from pasch.kernel.refusals import N_, Reason, Unreadable

MOST_ENDS: Final = CROSS + 2 * HIGHEST
"""Ends of a layout in which every double has branched (D13)."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a tile (legen) at an end, None for the opening tile.

    `rule` gives the event to who is to move.
    """

    rule: ClassVar[str] = "D4"

    tile: Tile
    end: End | None = None

    def __str__(self) -> str:
        """Return the record text."""
        return f"play {self.tile}" if self.end is None else f"play {self.tile} {self.end}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a tile (ziehen)."""

    rule: ClassVar[str] = "D4"

    def __str__(self) -> str:
        """Return the record text."""
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Knock (klopfen, passen)."""

    rule: ClassVar[str] = "D4"

    def __str__(self) -> str:
        """Return the record text."""
        return "pass"


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the points of one's latest tile (ansagen)."""

    rule: ClassVar[str] = "D21"

    def __str__(self) -> str:
        """Return the record text."""
        return "claim"


@dataclass(frozen=True, slots=True)
class Muggins:
    """Take the points that another has forgotten."""

    rule: ClassVar[str] = "D22"

    def __str__(self) -> str:
        """Return the record text."""
        return "muggins"


@dataclass(frozen=True, slots=True)
class Continue:
    """Neither claim nor take points (weiterspielen)."""

    rule: ClassVar[str] = "D21"

    def __str__(self) -> str:
        """Return the record text."""
        return "continue"


@dataclass(frozen=True, slots=True)
class Next:
    """Be ready for the next hand."""

    rule: ClassVar[str] = "D26"

    def __str__(self) -> str:
        """Return the record text."""
        return "next"


Event = Play | Draw | Pass | Claim | Muggins | Continue | Next


def _all_events() -> Iterator[Event]:
    for tile in TILES.values():
        yield Play(tile)
        yield from (Play(tile, End(end)) for end in range(1, MOST_ENDS + 1))
    yield from (Draw(), Pass(), Claim(), Muggins(), Continue(), Next())


EVENTS: Final[dict[str, Event]] = {str(event): event for event in _all_events()}
"""Every event by its text."""

PLAYS: Final = {
    tile: tuple(str(Play(tile, End(end) if end else None)) for end in range(MOST_ENDS + 1))
    for tile in TILES.values()
}
"""For each tile the text that plays it at each end; in place 0 the one that opens with it."""

_PLAY_FORM: Final = N_(
    "“play” names a tile, its larger half first, and the number of an end unless it opens"
)
_UNKNOWN: Final = N_("expected play, draw, pass, claim, muggins, continue or next")


def read_event(text: str) -> Event:
    """Read an event; raise `Unreadable` for any other text."""
    event = EVENTS.get(text)
    if event is None:
        is_play = text.partition(" ")[0] == "play"
        raise Unreadable(Reason(_PLAY_FORM if is_play else _UNKNOWN))
    return event
