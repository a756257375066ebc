"""Würfelmania for people: the regions of its page, the lines of its log, what moves and sounds."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from pasch.games.wuerfelmania.notation import EVENTS, Write
from pasch.games.wuerfelmania.pages.dock import dock_regions
from pasch.games.wuerfelmania.pages.rows import CELL_NAMES, closed_rows, open_rows
from pasch.games.wuerfelmania.sheet import DICE
from pasch.games.wuerfelmania.state import Entry
from pasch.games.wuerfelmania.view import WuerfelmaniaView
from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.dock import spoken_throw, thrown_cue
from pasch.kernel.heads import Card, Layout, heads, layout_of
from pasch.kernel.page import Cue, Line, Presenter, Region, Seen, Step, Term
from pasch.kernel.refusals import N_

_WRITE_CUES: Final = (Cue("write", ("last-entry",)),)
_LAST_WRITE_CUES: Final = (*_WRITE_CUES, Cue("over"))


class Board(NamedTuple):
    """Where the sheets stand, and whether they have a row for the bonus (W8)."""

    sheets: Layout
    has_bonus: bool

    @property
    def cards(self) -> tuple[Card, ...]:
        """All sheets, one's own first."""
        return self.sheets.cards


class Standing(NamedTuple):
    """How a match of several stands for a viewer.

    `lead` is by how many points the viewer is in front of the best of the others (negative:
    behind), None for who only watches. `starter` is the name that was drawn to begin.
    """

    lead: int | None
    starter: str


class WuerfelmaniaPresenter(Presenter[WuerfelmaniaView]):
    """Presents positions of Würfelmania."""

    def layout(self, seen: Seen[WuerfelmaniaView]) -> Board:
        """Return where the sheets stand: all side by side, one's own first."""
        view = seen.view
        parties = tuple((sheet.seat,) for sheet in view.sheets)
        sheets = layout_of(parties, seen.names, seen.viewer, is_over=seen.is_over)
        return Board(sheets, _has_bonus(view))

    def regions(self, seen: Seen[WuerfelmaniaView]) -> Mapping[str, Region]:
        """Return the rows and heads of all sheets, and the dock while the match runs."""
        view = seen.view
        turn = view.turn if not seen.is_over else None
        to_move = turn.seat if turn is not None else None
        regions: dict[str, Region] = {}
        for number, sheet in enumerate(view.sheets, 1):
            last = view.last if view.last is not None and view.last.seat == sheet.seat else None
            regions |= heads(
                number,
                (sheet.seat,),
                sheet.total,
                names=seen.names,
                to_move=to_move,
                away=seen.away,
            )
            regions |= closed_rows(number, sheet, last, has_bonus=_has_bonus(view))
        if turn is not None:
            regions |= open_rows(turn.seat, view.offers)
            regions |= dock_regions(seen, turn)
            regions["standing"] = Region("standing", _standing(seen))
        return regions

    def line(self, step: Step[WuerfelmaniaView]) -> Line | None:
        """Return what the log says of an event; throws are seen, not told."""
        if step.actor == CHANCE:
            return _line_of_draw(step)
        event = EVENTS[step.text]
        if not isinstance(event, Write) or step.after.last is None:
            return None
        return _line_of_entry(step.after.last, step.actor)

    def spoken(self, step: Step[WuerfelmaniaView], viewer: Seat | None) -> tuple[Line, ...]:
        """Return what screen readers are told of an event: throws, too."""
        turn = step.before.turn
        if step.actor != CHANCE or turn is None:
            return super().spoken(step, viewer)
        return (spoken_throw(step.text, turn.dice, turn.kept, turn.seat, viewer),)

    def cues(self, step: Step[WuerfelmaniaView]) -> tuple[Cue, ...]:
        """Return which dice tumble, or what has been written."""
        if step.actor == CHANCE:
            turn = step.before.turn
            return (thrown_cue(turn.kept, DICE),) if turn is not None else ()
        if isinstance(EVENTS[step.text], Write):
            return _LAST_WRITE_CUES if _is_over(step.after) else _WRITE_CUES
        return ()


def _is_over(view: WuerfelmaniaView) -> bool:
    return bool(view.places)


def _has_bonus(view: WuerfelmaniaView) -> bool:
    return view.fives == "bonus"


def _standing(seen: Seen[WuerfelmaniaView]) -> Standing | None:
    view = seen.view
    if len(view.sheets) == 1 or view.starter is None:
        return None
    starter = seen.name(view.starter)
    if seen.viewer is None:
        return Standing(None, starter)
    mine = view.sheets[seen.viewer - 1].total
    best = max(sheet.total for sheet in view.sheets if sheet.seat != seen.viewer)
    return Standing(mine - best, starter)


def _line_of_draw(step: Step[WuerfelmaniaView]) -> Line | None:
    starter = step.after.starter
    if step.before.starter is not None or starter is None or len(step.after.sheets) == 1:
        return None
    return Line(N_("%(who)s begins: so it was drawn"), seat=starter)


def _line_of_entry(entry: Entry, seat: Seat) -> Line:
    cell = ("cell", Term(CELL_NAMES[entry.cell]))
    if entry.bonus:
        words = (("points", entry.points), ("bonus", entry.bonus), cell)
        text = N_("%(who)s writes %(points)d in %(cell)s, with a bonus of %(bonus)d")
        return Line(text, words, seat)
    if not entry.points:
        return Line(N_("%(who)s crosses out %(cell)s"), (cell,), seat)
    return Line(N_("%(who)s writes %(points)d in %(cell)s"), (("points", entry.points), cell), seat)


PRESENTER: Final = WuerfelmaniaPresenter()
