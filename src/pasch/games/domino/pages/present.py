"""Domino for people: the regions of its page, the lines of its log, what moves and sounds.

A position becomes frozen models here; `table.html` draws them. Rows of the layout are kept from
one position to the next, since a tile changes one of them.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from pasch.games.domino.pages.arms import arm_regions, most_arms
from pasch.games.domino.pages.dock import dock_regions
from pasch.games.domino.pages.lines import cues_of, line_of
from pasch.games.domino.pages.middle import middle_regions
from pasch.games.domino.pages.people import people_regions
from pasch.games.domino.pages.result import result_region
from pasch.games.domino.view import DominoView
from pasch.kernel.actors import Seat
from pasch.kernel.page import Cue, Line, Presenter, Region, Seen, Step


class Layout(NamedTuple):
    """What stands on the page: rows for all arms that may arise, and the seats by party.

    It stays the same throughout a match, so that a branch is no reason to redraw everything.
    """

    parties: tuple[tuple[Seat, ...], ...]
    arms: int
    is_seated: bool
    is_over: bool

    @property
    def is_teams(self) -> bool:
        """Whether seats share scores."""
        return any(len(party) > 1 for party in self.parties)


class DominoPresenter(Presenter[DominoView]):
    """Presents positions of Domino."""

    def layout(self, seen: Seen[DominoView]) -> Layout:
        """Return what stands on the page; the dock is gone once the match is over."""
        view = seen.view
        is_seated = seen.viewer is not None
        return _layout(view.parties, most_arms(view), is_seated, seen.is_over)

    def regions(self, seen: Seen[DominoView]) -> Mapping[str, Region]:
        """Return the seats, the table's middle, the rows, the result, and the dock."""
        view = seen.view
        regions = {
            **people_regions(seen),
            **middle_regions(view),
            **arm_regions(view),
            "result": result_region(seen),
        }
        return regions if seen.is_over else {**regions, **dock_regions(seen)}

    def line(self, step: Step[DominoView]) -> Line | None:
        """Return what the log says of an event."""
        return line_of(step)

    def cues(self, step: Step[DominoView]) -> tuple[Cue, ...]:
        """Return what moves and sounds."""
        return cues_of(step)


@lru_cache(maxsize=256)
def _layout(
    parties: tuple[tuple[Seat, ...], ...],
    arms: int,
    is_seated: bool,
    is_over: bool,
) -> Layout:
    return Layout(parties, arms, is_seated, is_over)


PRESENTER: Final = DominoPresenter()
