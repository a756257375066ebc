"""What the log says of events, and what moves and sounds; both from the spectators' views."""

from typing import Final, assert_never

from pasch.games.domino.notation import (
    EVENTS,
    Claim,
    Continue,
    Draw,
    Muggins,
    Next,
    Pass,
    Play,
)
from pasch.games.domino.pages.people import team_of
from pasch.games.domino.variant import KINDS
from pasch.games.domino.view import DominoView, ResultView
from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.page import Cue, Line, Name, Step, counted
from pasch.kernel.refusals import N_, NN_

_DEALT: Final = N_("Hand %(hand)d is dealt")
_AGAIN: Final = N_("Nobody holds a double: dealt again")

Words = tuple[tuple[str, str | int], ...]


def line_of(step: Step[DominoView]) -> Line | None:
    """Return what the log says of an event; how a hand ends is told with the event that ends it."""
    if step.actor == CHANCE:
        is_dealt = step.after.turn is not None
        return Line(_DEALT, (("hand", step.after.hand),)) if is_dealt else Line(_AGAIN)
    if step.after.result is not None and step.before.result is None:
        return _end(step, step.actor, step.after.result)
    return _line(step, step.actor)


def _line(step: Step[DominoView], seat: Seat) -> Line | None:  # noqa: PLR0911 - one a kind of event
    event = EVENTS[step.text]
    match event:
        case Play():
            return _play(step, seat, event)
        case Draw():
            return Line(N_("%(who)s draws a tile"), seat=seat)
        case Pass():
            return Line(N_("%(who)s knocks: no %(numbers)s"), _numbers(step), seat)
        case Claim():
            return _claim(step, seat)
        case Muggins():
            return Line(N_("%(who)s says Muggins: %(points)d points"), _gain(step), seat)
        case Continue():
            return _continue(step, seat)
        case Next():
            return None
        case _:
            assert_never(event)


def _play(step: Step[DominoView], seat: Seat, event: Play) -> Line:
    tile, gained = ("tile", str(event.tile)), sum(step.after.scores) - sum(step.before.scores)
    if gained:
        text = N_("%(who)s plays %(tile)s: %(points)d points")
        return Line(text, (tile, ("points", gained)), seat)
    if event.end is None:
        return Line(N_("%(who)s opens with %(tile)s"), (tile,), seat)
    arm = step.before.arms[event.end - 1]
    return Line(_ON_SIDES[arm.side - 1], (tile, ("root", arm.root)), seat)


_ON_SIDES: Final = (
    N_("%(who)s plays %(tile)s on %(root)s, left arm"),
    N_("%(who)s plays %(tile)s on %(root)s, right arm"),
    N_("%(who)s plays %(tile)s on %(root)s, top arm"),
    N_("%(who)s plays %(tile)s on %(root)s, bottom arm"),
)
"""What is said of a tile by the side at which its arm starts."""


def _numbers(step: Step[DominoView]) -> Words:
    """Return the open numbers, none of which who knocks holds."""
    open_now = sorted({arm.number for arm in step.before.arms if arm.is_open})
    return (("numbers", ", ".join(map(str, open_now))),)


def _gain(step: Step[DominoView]) -> Words:
    return (("points", sum(step.after.scores) - sum(step.before.scores)),)


def _claim(step: Step[DominoView], seat: Seat) -> Line:
    gained = _gain(step)
    if gained[0][1]:
        return Line(N_("%(who)s claims %(points)d points"), gained, seat)
    words = (("sum", step.after.end_sum or 0),)
    return Line(N_("%(who)s claims, but %(sum)d does not score"), words, seat)


def _continue(step: Step[DominoView], seat: Seat) -> Line | None:
    """Return a line only where points were left lying: that is what the others may see."""
    total = step.after.end_sum
    if seat != step.before.claimer or not total:
        return None
    if any(total % divisor == 0 for divisor in KINDS[step.after.variant].divisors):
        return Line(N_("%(who)s leaves %(points)d points lying"), (("points", total),), seat)
    return None


def _end(step: Step[DominoView], seat: Seat, result: ResultView) -> Line:
    """Return how the hand ended: told of its winner, or of who has ended it.

    Only the eyes that are left can be a single point: end sums that score are larger.
    """
    if result.ending == "target":
        text = N_("%(who)s takes %(points)d points and reaches the target")
        return Line(text, _gain(step), seat)
    if result.winner is None:
        return Line(N_("%(who)s knocks. Blocked, and nobody gets anything"), seat=seat)
    if result.ending == "blocked":
        return _blocked(step.after, result.winner, result.points)
    return _out(step, seat, result.winner, result.points)


def _blocked(view: DominoView, party: int, points: int) -> Line:
    """Return who wins a hand in which nobody can play: a seat, or a team by its letter."""
    words = (("points", points),)
    team = team_of(view, party)
    if team:
        forms = NN_(
            "Blocked. Team %(team)s wins the hand: one point",
            "Blocked. Team %(team)s wins the hand: %(points)d points",
        )
        return counted(forms, "points", (*words, ("team", team)))
    forms = NN_(
        "Blocked. %(who)s wins the hand: one point",
        "Blocked. %(who)s wins the hand: %(points)d points",
    )
    return counted(forms, "points", words, view.parties[party][0])


def _out(step: Step[DominoView], seat: Seat, party: int, points: int) -> Line:
    """Return who goes out, and what the event that ended the hand has brought besides."""
    partners = step.after.parties[party]
    out = next(each for each in partners if not step.after.seats[each - 1].tiles)
    extra = sum(step.after.scores) - sum(step.before.scores) - points
    words: Words = (("points", points), ("extra", extra))
    if not extra:
        forms = NN_("%(who)s goes out: one point", "%(who)s goes out: %(points)d points")
        return counted(forms, "points", words[:1], out)
    if out != seat:
        forms = NN_(
            "%(who)s says Muggins: %(extra)d points. %(out)s goes out: one point",
            "%(who)s says Muggins: %(extra)d points. %(out)s goes out: %(points)d points",
        )
        return counted(forms, "points", (*words, ("out", Name(out))), seat)
    if isinstance(EVENTS[step.text], Muggins):
        forms = NN_(
            "%(who)s goes out: one point, and %(extra)d by Muggins",
            "%(who)s goes out: %(points)d points, and %(extra)d by Muggins",
        )
    else:
        forms = NN_(
            "%(who)s goes out: one point, and %(extra)d for the ends",
            "%(who)s goes out: %(points)d points, and %(extra)d for the ends",
        )
    return counted(forms, "points", words, out)


def cues_of(step: Step[DominoView]) -> tuple[Cue, ...]:
    """Return what moves and sounds."""
    if step.actor == CHANCE:
        return (Cue("deal"),)
    ended = (Cue("over"),) if step.after.places else ()
    scored = (Cue("score"),) if step.after.scores != step.before.scores else ()
    event = EVENTS[step.text]
    match event:
        case Play(tile=tile):
            return (Cue("place", (f"tile-{tile}",)), *scored, *ended)
        case Draw():
            return (Cue("draw"),)
        case Pass():
            return (Cue("knock"), *scored, *ended)
        case Claim() | Muggins() | Continue():
            return (*scored, *ended)
        case Next():
            return ()
        case _:
            assert_never(event)
