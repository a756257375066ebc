"""The dock as models: one's own tiles with where they go, the questions, and what they mean."""

from itertools import chain, repeat
from typing import Final, NamedTuple

from pasch.games.domino.notation import PLAYS, Claim, Continue, Draw, Muggins, Next, Pass
from pasch.games.domino.pages.arms import label_of
from pasch.games.domino.pages.middle import draws
from pasch.games.domino.pages.people import busy_seats
from pasch.games.domino.tiles import TILES
from pasch.games.domino.variant import KINDS
from pasch.games.domino.view import DominoView, HeldTile
from pasch.kernel.dock import Info
from pasch.kernel.page import Line, Region, Seen
from pasch.kernel.refusals import N_

END_KEYS: Final = "abdefghijklqrstuvwxy"
"""Letters for the first ends of a chosen tile: c, m, n, p and z mean something else."""

_CLAIM, _CONTINUE, _MUGGINS, _NEXT = (str(each()) for each in (Claim, Continue, Muggins, Next))
_DRAW, _PASS = str(Draw()), str(Pass())
_FIVE_AND_THREE: Final = 2


class Spot(NamedTuple):
    """An end at which a tile may be played: its arm's name and number, the event, its key or ""."""

    end: int
    label: Line
    number: int
    event: str
    key: str


class Piece(NamedTuple):
    """A tile of the viewer, the n-th of the hand.

    `event` plays it where there is only one way, at the end `end` (0 for the opening); else it
    goes to the `spots`, of which there are none when it cannot be played now.
    """

    place: int
    tile: str
    event: str
    end: int
    label: Line | None
    spots: tuple[Spot, ...]


class HandModel(NamedTuple):
    """The viewer's tiles; in a turn those that do not fit are faint."""

    pieces: tuple[Piece, ...]
    is_turn: bool


class Actions(NamedTuple):
    """The buttons besides the tiles: the viewer's events that are no tile.

    `takes` are the points that Muggins brings, `left` the tiles that may still be drawn.
    """

    draw: bool = False
    knock: bool = False
    claim: bool = False
    muggins: bool = False
    go_on: bool = False
    next: bool = False
    takes: int = 0
    left: int = 0


def dock_regions(seen: Seen[DominoView]) -> dict[str, Region]:
    """Return the regions of the dock; a spectator has no tiles."""
    regions = {
        "dock-info": Region("dock_info", _info(seen)),
        "dock-actions": Region("dock_actions", _actions(seen)),
    }
    if seen.viewer is not None:
        regions["hand"] = Region("hand", _hand(seen.view))
    return regions


def _hand(view: DominoView) -> HandModel:
    pieces = tuple(_piece(view, place, held) for place, held in enumerate(view.own, 1))
    return HandModel(pieces, any(p.event or p.spots for p in pieces))


def _piece(view: DominoView, place: int, held: HeldTile) -> Piece:
    events = PLAYS[TILES[held.tile]]
    if held.opens:
        return Piece(place, held.tile, events[0], 0, None, ())
    spots = tuple(
        Spot(end, label_of(view, end), view.arms[end - 1].number, events[end], key)
        for end, key in zip(held.ends, chain(END_KEYS, repeat("")), strict=False)
    )
    if len(spots) == 1:
        return Piece(place, held.tile, spots[0].event, spots[0].end, spots[0].label, ())
    return Piece(place, held.tile, "", 0, None, spots)


def _actions(seen: Seen[DominoView]) -> Actions:
    legal, view = seen.legal, seen.view
    return Actions(
        draw=_DRAW in legal,
        knock=_PASS in legal,
        claim=_CLAIM in legal,
        muggins=_MUGGINS in legal,
        go_on=_CONTINUE in legal,
        next=_NEXT in legal,
        takes=view.muggins.points if view.muggins and _MUGGINS in legal else 0,
        left=view.drawable if _DRAW in legal else 0,
    )


def _info(seen: Seen[DominoView]) -> Info:
    legal = seen.legal
    if not legal:
        return _waiting(seen)
    if _NEXT in legal:
        return Info(_hand_over(seen.view), "", Line(N_("Look at it as long as you like.")))
    if _CONTINUE in legal:
        return _question(seen)
    return _own_turn(seen.view, legal)


def _waiting(seen: Seen[DominoView]) -> Info:
    """Return what is going on for somebody who has nothing to say."""
    view, busy = seen.view, busy_seats(seen.view)
    who = ", ".join(seen.name(seat) for seat in busy)
    if view.result is not None:
        return Info(_hand_over(view), who, Line(N_("Not ready yet: %(who)s")))
    if view.claimer is not None or view.muggins is not None:
        text = N_("%(who)s is deciding about the points")
        status = Line(text if len(busy) == 1 else N_("About the points decide: %(who)s"))
        return Info(status, who, Line(N_("Until then nobody plays on.")))
    return Info(Line(N_("%(who)s is to move")), who, None)


def _hand_over(view: DominoView) -> Line:
    return Line(N_("Hand %(hand)d is over"), (("hand", view.hand),))


def _question(seen: Seen[DominoView]) -> Info:
    """Return the question about one's own end sum, about forgotten points, or about both."""
    view, left = seen.view, seen.view.muggins
    may_take = left is not None and seen.viewer in left.asked
    words = (("points", left.points if left else 0), ("name", seen.name(left.seat) if left else ""))
    if view.claimer != seen.viewer:
        status = Line(N_("%(name)s has left %(points)d points lying"), words)
        advice = Line(N_("Whoever says Muggins first gets them."))
        return Info(status, "", advice)
    tile = (("tile", view.latest.tile if view.latest else ""),)
    status = Line(N_("%(tile)s lies. Do the ends score?"), tile)
    if may_take:
        advice = Line(
            N_("%(name)s left %(points)d points lying, too. Your first Continue is for the ends."),
            words,
        )
        return Info(status, "", advice)
    return Info(status, "", Line(_how_it_scores(view)))


def _how_it_scores(view: DominoView) -> str:
    if len(KINDS[view.variant].divisors) == _FIVE_AND_THREE:
        return N_("Add up the ends: a sum divisible by 5 or by 3 scores.")
    return N_("Add up the ends: a sum divisible by 5 scores.")


def _own_turn(view: DominoView, legal: tuple[str, ...]) -> Info:
    if _DRAW in legal:
        left = (("left", view.drawable),)
        is_one = KINDS[view.variant].drawing == "one"
        advice = (
            Line(N_("Draw one tile; your turn is over then. It stays with you, fit or not."))
            if is_one
            else Line(N_("Draw until one fits. The stock has %(left)d."), left)
        )
        return Info(Line(N_("No tile of yours fits")), "", advice)
    if _PASS in legal:
        return Info(Line(N_("No tile of yours fits")), "", Line(_why_knock(view)))
    if view.opening is None:
        return Info(Line(N_("You open")), "", Line(_how_to_open(view)))
    return Info(Line(N_("It is your turn")), "", _which(view))


def _why_knock(view: DominoView) -> str:
    if not draws(view):
        return N_("Nothing is drawn here: knock, and the next one plays.")
    if view.stock:
        return N_("The last two tiles are never drawn: knock, and the next one plays.")
    return N_("The stock is empty: knock, and the next one plays.")


def _how_to_open(view: DominoView) -> str:
    if KINDS[view.variant].opens_freely:
        return N_("You hold the highest double, and may open with any tile.")
    return N_("The highest double begins.")


def _which(view: DominoView) -> Line:
    bare = [arm.end for arm in view.arms if not arm.is_open]
    if bare and view.opening is not None:
        return Line(N_("First each side of %(tile)s gets a tile."), (("tile", view.opening),))
    fitting = [held for held in view.own if held.ends]
    if len(fitting) > 1:
        return Line(N_("Choose a tile, or the end first."))
    tile = (("tile", fitting[0].tile),)
    if len(fitting[0].ends) > 1:
        return Line(N_("Only %(tile)s fits. Choose the end."), tile)
    return Line(N_("Only %(tile)s fits."), tile)
