"""Dölauer for people: the regions of its page, the lines of its log, what moves and sounds.

A position becomes frozen models here; `table.html` draws them.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from pasch.games.doelauer.notation import EVENTS, Lay
from pasch.games.doelauer.pages.dock import dock_regions
from pasch.games.doelauer.pages.prices import price_regions
from pasch.games.doelauer.pages.race import race_regions
from pasch.games.doelauer.pages.story import story_regions
from pasch.games.doelauer.pages.words import combination, ending_line
from pasch.games.doelauer.points import DICE
from pasch.games.doelauer.state import Ending
from pasch.games.doelauer.view import DoelauerView, TurnView
from pasch.kernel.actors import CHANCE, Seat, seats_of
from pasch.kernel.dock import spoken_throw, thrown_cue
from pasch.kernel.page import Cue, Line, Presenter, Region, Seen, Step
from pasch.kernel.refusals import N_


class Layout(NamedTuple):
    """The seats in the race; table of points and dock are gone once the match `is_over`."""

    seats: tuple[Seat, ...]
    is_over: bool


class DoelauerPresenter(Presenter[DoelauerView]):
    """Presents positions of Dölauer."""

    def layout(self, seen: Seen[DoelauerView]) -> Layout:
        """Return the seats; they stand in the same order for everybody."""
        return Layout(seats_of(len(seen.view.scores)), is_over=seen.is_over)

    def regions(self, seen: Seen[DoelauerView]) -> Mapping[str, Region]:
        """Return the race and its story, and the rest while the match runs."""
        view = seen.view
        regions = {**race_regions(seen), **story_regions(seen)}
        if view.turn is not None and not seen.is_over:
            regions |= price_regions(view)
            regions |= dock_regions(seen, view.turn)
        return regions

    def line(self, step: Step[DoelauerView]) -> Line | None:
        """Return what the log says: who begins, exchanges, how a series ends."""
        if step.before.starter is None and step.after.starter is not None:
            return Line(N_("%(who)s was drawn to begin."), seat=step.after.starter)
        ending = _ending(step)
        if ending is not None:
            return ending_line(ending)
        return _exchange(step)

    def spoken(self, step: Step[DoelauerView], viewer: Seat | None) -> tuple[Line, ...]:
        """Return what screen readers are told of an event: throws, too."""
        turn, told = step.before.turn, super().spoken(step, viewer)
        if step.actor != CHANCE or turn is None:
            return told
        return (spoken_throw(step.text, turn.dice, turn.lying, turn.seat, viewer), *told)

    def cues(self, step: Step[DoelauerView]) -> tuple[Cue, ...]:
        """Return which dice tumble, and whether a series brings points or loses them."""
        cues = []
        if step.actor == CHANCE and step.before.starter is not None:
            cues.append(_throw_cue(step.before.turn))
        ending = _ending(step)
        if ending is not None:
            cues += _ending_cues(ending)
        if step.after.places:
            cues.append(Cue("over"))
        return tuple(cues)


def _ending(step: Step[DoelauerView]) -> Ending | None:
    """Return how a series ended by this event, None if it goes on."""
    return step.after.last if step.after.last != step.before.last else None


def _exchange(step: Step[DoelauerView]) -> Line | None:
    """Return what lies now if it has been exchanged for other dice."""
    if step.actor == CHANCE or not isinstance(EVENTS[step.text], Lay):
        return None
    before, after = _face(step.before.turn), _face(step.after.turn)
    if not before or before == after or step.after.turn is None:
        return None
    words = combination(after, len(step.after.turn.lying))
    message = N_("%(who)s exchanges and lays out: %(count)s %(face)s")
    return Line(message, words, step.after.turn.seat)


def _face(turn: TurnView | None) -> int:
    """Return the face that lies, 0 for none."""
    return turn.face if turn is not None else 0


def _throw_cue(turn: TurnView | None) -> Cue:
    return thrown_cue(turn.lying if turn is not None else (), DICE)


def _ending_cues(last: Ending) -> list[Cue]:
    if last.lost:
        return [Cue("lose", ("story",))]
    if last.scored:
        return [Cue("gain", (f"score-{last.seat}",))]
    return [Cue("gain", ("story",))] if last.is_pending else []


PRESENTER: Final = DoelauerPresenter()
