"""ZDWA for people: the regions of its page, the lines of its log, what moves and sounds.

A position becomes frozen models here; `table.html` draws them. Rows of a sheet are kept from one
position to the next, since most events change no sheet at all.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from pasch.games.zdwa.notation import (
    ANNOUNCED,
    EVENTS,
    Announce,
    Cancel,
    Correct,
    Event,
    Retract,
    Write,
)
from pasch.games.zdwa.pages.dock import dock_regions
from pasch.games.zdwa.pages.rows import (
    CELL_NAMES,
    COLUMN_NAMES,
    PLAIN,
    Marks,
    closed_rows,
    open_rows,
    row_id,
)
from pasch.games.zdwa.sheet import DICE, Cell, Column
from pasch.games.zdwa.state import Entry
from pasch.games.zdwa.view import SheetView, ZdwaView
from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.dock import spoken_throw, thrown_cue
from pasch.kernel.heads import Layout, heads, layout_of
from pasch.kernel.page import Cue, Line, Presenter, Region, Seen, Step, Term
from pasch.kernel.refusals import N_

_BOARDS_KEPT: Final = 1024
"""Latest boards whose sheets are not made again: most events change none."""

_WRITE_CUES: Final = (Cue("write", ("last-entry",)),)
_LAST_WRITE_CUES: Final = (*_WRITE_CUES, Cue("over"))

_PLAIN_LINES: Final[Mapping[type[Event], str]] = {
    Retract: N_("%(who)s lifts the announcement"),
    Correct: N_("%(who)s takes the last entry back"),
    Cancel: N_("%(who)s lets the entry stand"),
}


class ZdwaPresenter(Presenter[ZdwaView]):
    """Presents positions of ZDWA."""

    def layout(self, seen: Seen[ZdwaView]) -> Layout:
        """Return which sheet is large; when the match is over, all have the same size."""
        view = seen.view
        parties = tuple(sheet.seats for sheet in view.sheets)
        return layout_of(parties, seen.names, seen.viewer, is_over=seen.is_over)

    def regions(self, seen: Seen[ZdwaView]) -> Mapping[str, Region]:
        """Return the rows and heads of all sheets, and the dock while the match runs."""
        view = seen.view
        marks = tuple([_marks(sheet, view) for sheet in view.sheets])
        sheets = _closed_sheets(view.sheets, marks, seen.names, _to_move(seen), seen.away)
        if view.turn is None or seen.is_over:
            return sheets
        return {**sheets, **_own_rows(seen, sheets), **dock_regions(seen, view.turn)}

    def line(self, step: Step[ZdwaView]) -> Line | None:
        """Return what the log says of an event; throws are seen, not told."""
        if step.actor == CHANCE:
            return None
        return _line(step, step.actor, EVENTS[step.text])

    def spoken(self, step: Step[ZdwaView], viewer: Seat | None) -> tuple[Line, ...]:
        """Return what screen readers are told of an event: throws, too."""
        turn = step.before.turn
        if step.actor != CHANCE or turn is None:
            return super().spoken(step, viewer)
        return (spoken_throw(step.text, turn.dice, turn.kept, turn.seat, viewer),)

    def cues(self, step: Step[ZdwaView]) -> tuple[Cue, ...]:
        """Return which dice tumble, or what has been written."""
        if step.actor == CHANCE:
            kept = step.before.turn.kept if step.before.turn is not None else ()
            return (thrown_cue(kept, DICE),)
        match EVENTS[step.text]:
            case Write():
                return _WRITE_CUES if step.after.turn is not None else _LAST_WRITE_CUES
            case Announce(cell=cell):
                return (Cue("announce", (row_id(_sheet_of(step.after, step.actor), cell),)),)
            case Retract() | Correct() | Cancel():
                return (Cue("undo"),)
            case _:
                return ()


@lru_cache(maxsize=_BOARDS_KEPT)
def _closed_sheets(
    sheets: tuple[SheetView, ...],
    marks: tuple[Marks, ...],
    names: tuple[str, ...],
    to_move: Seat | None,
    away: tuple[Seat, ...],
) -> dict[str, Region]:
    """Return heads and rows of all sheets, the same for everybody. Nobody may change the result."""
    regions: dict[str, Region] = {}
    for number, (sheet, marked) in enumerate(zip(sheets, marks, strict=True), 1):
        seats, total = sheet.seats, sheet.total
        regions |= heads(number, seats, total, names=names, to_move=to_move, away=away)
        regions |= closed_rows(number, sheet.columns, sheet.sums, marked)
    return regions


def _to_move(seen: Seen[ZdwaView]) -> Seat | None:
    turn = seen.view.turn
    return turn.seat if turn is not None and not seen.is_over else None


def _marks(sheet: SheetView, view: ZdwaView) -> Marks:
    last, turn = view.last, view.turn
    shown = last if last is not None and last.seat in sheet.seats else None
    if turn is not None and turn.seat in sheet.seats:
        return Marks(shown, turn.announced, turn.old_entry)
    return Marks(shown) if shown else PLAIN


def _own_rows(seen: Seen[ZdwaView], rows: Mapping[str, Region]) -> dict[str, Region]:
    """Return the rows of the mover's sheet that have buttons; none for anybody else."""
    view = seen.view
    if not view.offers:
        return {}
    cells = tuple([ANNOUNCED[event] for event in seen.legal if event in ANNOUNCED])
    return open_rows(_sheet_of(view, seen.viewer), rows, view.offers, cells)


def _sheet_of(view: ZdwaView, seat: Seat | None) -> int:
    return next(number for number, sheet in enumerate(view.sheets, 1) if seat in sheet.seats)


def _line(step: Step[ZdwaView], seat: Seat, event: Event) -> Line | None:
    match event:
        case Write(column=column, cell=cell):
            return _entry_line(step.after.last, seat, column, cell)
        case Announce(cell=cell):
            words = (("cell", Term(CELL_NAMES[cell])),)
            return Line(N_("%(who)s announces %(cell)s"), words, seat)
        case Retract() | Correct() | Cancel():
            return Line(_PLAIN_LINES[type(event)], seat=seat)
        case _:
            return None


def _entry_line(last: Entry | None, seat: Seat, column: Column, cell: Cell) -> Line:
    points = last.points if last is not None else 0
    where = (("cell", Term(CELL_NAMES[cell])), ("column", Term(COLUMN_NAMES[column])))
    if points == 0:
        return Line(N_("%(who)s crosses out %(cell)s (%(column)s)"), where, seat)
    words = (("points", points), *where)
    return Line(N_("%(who)s writes %(points)d in %(cell)s (%(column)s)"), words, seat)


PRESENTER: Final = ZdwaPresenter()
