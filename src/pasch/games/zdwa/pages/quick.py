"""Quick entry: the next cells of ⬇︎ and ⬆︎ as big buttons."""

from typing import Final

from pasch.games.zdwa.notation import Write
from pasch.games.zdwa.pages.rows import CELL_NAMES, COLUMN_NAMES
from pasch.games.zdwa.sheet import Column
from pasch.games.zdwa.view import Offer, TurnView, ZdwaView
from pasch.kernel.page import Line, QuickEntry, Region, Seen, Term
from pasch.kernel.refusals import N_

COLUMNS: Final[tuple[Column, ...]] = ("down", "up")
"""The columns that leave no choice of a cell; in the sprite their arrows have the same names."""

Entries = tuple[QuickEntry, ...]


def quick_region(seen: Seen[ZdwaView], turn: TurnView) -> Region:
    """Return the region of the buttons; empty unless the viewer is to move and has thrown."""
    is_mine = turn.seat == seen.viewer and not turn.correcting
    return Region("quick", quick_entries(seen.view) if is_mine else ())


def quick_entries(view: ZdwaView) -> Entries:
    """Return a button for each of the columns."""
    return tuple(_entry(column, view.offers) for column in COLUMNS)


def _entry(column: Column, offers: tuple[Offer, ...]) -> QuickEntry:
    place = COLUMN_NAMES[column]
    offer = next((offer for offer in offers if offer.column == column), None)
    if offer is None:
        return QuickEntry(column, place)
    target = CELL_NAMES[offer.cell]
    question = None
    if not offer.points:
        words = (("cell", Term(target)), ("column", Term(place)))
        question = Line(N_("Cross out %(cell)s in %(column)s? (0 points)"), words)
    event = str(Write(column, offer.cell))
    return QuickEntry(column, place, event, target, offer.points, question)
