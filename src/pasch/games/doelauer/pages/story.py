"""What is going on, in a title and a sentence: above all, what has to be confirmed."""

from typing import NamedTuple

from pasch.games.doelauer.pages.words import Words, combination, ending_line
from pasch.games.doelauer.state import Ending
from pasch.games.doelauer.view import DoelauerView, TurnView
from pasch.kernel.page import Line, Region, Seen, counted
from pasch.kernel.refusals import N_, NN_


class Shown(NamedTuple):
    """A die in a picture, and whether it counted."""

    face: int
    has_counted: bool


class Story(NamedTuple):
    """What is going on. `tone` is "quiet", "risk", "gain" or "loss".

    `chain` are the points of each series that waits for confirmation. `dice` are those that ended
    the match.
    """

    tone: str
    title: Line
    who: str
    text: Line | None = None
    chain: tuple[int, ...] = ()
    dice: tuple[Shown, ...] = ()


def story_regions(seen: Seen[DoelauerView]) -> dict[str, Region]:
    """Return the region that tells what is going on."""
    return {"story": Region("story", _story(seen))}


def _story(seen: Seen[DoelauerView]) -> Story:
    view = seen.view
    turn, last = view.turn, view.last
    if turn is None or seen.is_over:
        return _end(seen, last) if last else Story("quiet", Line(N_("Who begins is drawn.")), "")
    who = seen.name(turn.seat)
    if turn.chain:
        return _confirmation(turn, who)
    if turn.throw == 0 and last is not None:
        text = Line(N_("%(next)s is next."), (("next", who),))
        return Story(_tone(last), ending_line(last), seen.name(last.seat), text)
    if turn.throw == 0:
        return Story("quiet", Line(N_("%(who)s was drawn to begin.")), who, _way_to_go(view, turn))
    return Story("quiet", _lying(turn), who, _way_to_go(view, turn))


def _end(seen: Seen[DoelauerView], last: Ending) -> Story:
    dice = tuple(Shown(face, n in last.places) for n, face in enumerate(last.dice, 1))
    return Story("gain", ending_line(last), seen.name(last.seat), dice=dice)


def _tone(last: Ending) -> str:
    if last.lost:
        return "loss"
    return "gain" if last.scored else "quiet"


def _confirmation(turn: TurnView, who: str) -> Story:
    title = Line(N_("%(pending)d points at stake"), (("pending", turn.pending),))
    return Story("risk", title, who, _what_is_needed(turn), turn.chain)


def _what_is_needed(turn: TurnView) -> Line:
    """Return how a confirmation stands."""
    if turn.throw == 0:
        words = (("series", len(turn.chain) + 1),)
        return Line(
            N_(
                "%(who)s needs any points at all in series %(series)d of this turn,"
                " or everything is lost."
            ),
            words,
        )
    if turn.is_choosing:
        return Line(N_("%(who)s decides what lies."))
    dice = _dice_of(turn)
    if turn.points:
        message = N_("Laid out: %(count)s %(face)s. Ending the turn now confirms everything.")
        return Line(message, dice)
    return Line(N_("Laid out: %(count)s %(face)s. Three equal dice are enough."), dice)


def _lying(turn: TurnView) -> Line:
    if turn.is_choosing:
        return Line(N_("%(who)s decides what lies."))
    words = (*_dice_of(turn), ("points", turn.points))
    if turn.points:
        return Line(N_("%(who)s has laid out: %(count)s %(face)s, %(points)d points"), words)
    return Line(N_("%(who)s has laid out: %(count)s %(face)s, no points yet"), words)


def _way_to_go(view: DoelauerView, turn: TurnView) -> Line:
    missing = view.target + 1 - view.scores[turn.seat - 1]
    if turn.points >= missing:
        return Line(N_("That is enough to win."))
    forms = NN_("One point to go until victory.", "%(missing)d points to go until victory.")
    return counted(forms, "missing", (("missing", missing),))


def _dice_of(turn: TurnView) -> Words:
    return combination(turn.face, len(turn.lying))
