"""What a game tells its page: regions of the board, lines for the log, cues for sound and motion.

A game's `pages/present.py` turns views into frozen models, its `pages/table.html` holds one macro
a kind of region and the macros `board`, `side` and `dock` that place the regions. Models are
compared and hashed: a region is drawn again, and sent, only when its model has changed. They are
named tuples, which Python makes, compares and hashes several times as fast as dataclasses.
"""

from collections.abc import Hashable, Mapping
from typing import Generic, NamedTuple, Protocol

from pasch.kernel.actors import Actor, Seat
from pasch.kernel.rules import ViewT


class Term(NamedTuple):
    """A message id that stands as a parameter in another text and is translated there."""

    message: str


class Name(NamedTuple):
    """A seat whose name stands as a parameter in a line of the log."""

    seat: Seat


Param = str | int | Term | Name


class Line(NamedTuple):
    """A text for people: an English message id with named parameters.

    `seat` is whose doing it tells; the page fills in `%(who)s`. A name in a parameter is given
    as it is, that of another seat in the log by `Name`; a `Term` is translated. Where the text has
    a `plural`, `number` names the parameter that chooses between the two (`counted`).
    """

    message: str
    params: tuple[tuple[str, Param], ...] = ()
    seat: Seat | None = None
    plural: str = ""
    number: str = ""


def counted(
    forms: tuple[str, str],
    number: str,
    params: tuple[tuple[str, Param], ...],
    seat: Seat | None = None,
) -> Line:
    """Return a line in the form that fits the parameter `number`; `forms` are from `NN_`."""
    one, many = forms
    return Line(one, params, seat, many, number)


class Region(NamedTuple):
    """A part of the page: the macro that draws it, and the macro's only argument."""

    macro: str
    model: Hashable


class QuickEntry(NamedTuple):
    """A big button under the pieces on phones that sends an event without a look at the board.

    `icon` is a drawing of the sprite, `place` and `target` are message ids that say where, such as
    a column and its next cell; `points` are what it brings. `event` and `target` are "" when
    nothing can be done there now. `question` is asked before an event that costs something.

    A game draws its entries for the seat to move, with the macro of `web/quick.html` in a region
    of its dock, and says so on its card (`GameMeta.quick_entry`). They are shown by style sheets
    alone, which find the wish of the person on the page's body: it needs no screen of its own.
    """

    icon: str
    place: str
    event: str = ""
    target: str = ""
    points: int = 0
    question: Line | None = None


class Cue(NamedTuple):
    """Something that moves or sounds, such as ("throw", ("die-1", "die-4")); ids of elements."""

    kind: str
    targets: tuple[str, ...] = ()


class Advice(NamedTuple):
    """What a game's exact solution says to who plays alone and has asked.

    `best` is the best event. `lost` is what the own event before has cost, in hundredths of a
    point, and `better` the one that would have been best there; None and "" before the first.
    """

    best: str
    lost: int | None = None
    better: str = ""


class Seen(NamedTuple, Generic[ViewT]):
    """A position as one audience sees it.

    `viewer` is a seat or None for spectators, `legal` the viewer's legal events, `held` the places
    that the seat to move holds, `names` the names on the seats, `away` the seats that nobody is
    connected from. `advice` is there when the viewer has asked for it in this very position. The
    match `is_over` also when somebody has left it while others were to move: nobody is any more.
    """

    view: ViewT
    viewer: Seat | None
    names: tuple[str, ...]
    legal: tuple[str, ...]
    held: tuple[int, ...] = ()
    away: tuple[Seat, ...] = ()
    advice: Advice | None = None
    is_over: bool = False

    def name(self, seat: Seat) -> str:
        """Return the name on a seat."""
        return self.names[seat - 1]


class Step(NamedTuple, Generic[ViewT]):
    """One event of the log with the spectators' views around it; the text of a shuffle is ""."""

    before: ViewT
    actor: Actor
    text: str
    after: ViewT


class Presenter(Protocol[ViewT]):
    """What `pages/present.py` of a game provides as `PRESENTER`."""

    def layout(self, seen: Seen[ViewT]) -> Hashable:
        """Return the argument of `board`, `side` and `dock`; a new one redraws all of them."""

    def regions(self, seen: Seen[ViewT]) -> Mapping[str, Region]:
        """Return every region by the id of its element."""

    def line(self, step: Step[ViewT]) -> Line | None:
        """Return what the log says of an event, or None when it is not worth a line."""

    def spoken(self, step: Step[ViewT], viewer: Seat | None) -> tuple[Line, ...]:
        """Return what screen readers are told of an event: the log's line, unless a game adds more.

        `viewer` is the seat that is told (None: spectators).
        """
        line = self.line(step)
        return () if line is None else (line,)

    def cues(self, step: Step[ViewT]) -> tuple[Cue, ...]:
        """Return what moves or sounds when the event arrives."""
