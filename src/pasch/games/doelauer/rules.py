"""Dölauer: six dice, a race to more than 120 points, with confirmation throws.

A turn is a series of up to three throws: the most frequent face is laid out, the others are thrown
again. Six equal dice, Straße and Döll are worth points only when another series confirms them.

Source: the instructions “Dölauer Würfelspiel”; numbers such as L7 are those of the help page. The
source's table of points lost its repeated numbers; `points.py` holds the only regular one that
loses just those. Seats: 2 to 8. There are no options.
"""

from typing import Final, assert_never

from pasch.games.doelauer.laying import against_choice, against_going_on, rule_of
from pasch.games.doelauer.meta import HIGHEST_TURN, META, TURNS
from pasch.games.doelauer.notation import (
    EVENTS,
    Event,
    Lay,
    Roll,
    Stop,
    Take,
    read_event,
    start_of,
)
from pasch.games.doelauer.points import DICE
from pasch.games.doelauer.series import chosen, rolled, stopped, thrown
from pasch.games.doelauer.state import State, begun, first_state
from pasch.games.doelauer.view import DoelauerView, view_of
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.meta import WON, Options
from pasch.kernel.refusals import N_, Illegal, Reason, Refusal
from pasch.kernel.rules import ChanceDue, Deciding, Over, Rules, ToMove, idle_refusal, places
from pasch.kernel.throwing import NO_THROW_DUE, throw_due

_BEGIN: Final = "L1"
_END: Final = "L11"
_WORTHLESS: Final = Reason(N_("what lies scores no points"), "L4")
_LOSING: Final = N_("what lies scores no points: the %(pending)d points of this turn are lost")


class Doelauer(Rules[State, DoelauerView]):
    """The rules of Dölauer."""

    meta = META

    def start(self, options: Options, seats: int) -> State:
        """Return the state before the first event."""
        return first_state(seats)

    def to_move(self, state: State) -> ToMove:
        """Return who acts next, or the result (L11)."""
        if state.starter is None:
            return ChanceDue(start_of(len(state.scores)))
        if state.turn.is_throwing:
            return ChanceDue(throw_due(state.turn, DICE))
        if state.is_over:
            return Over(places(state.scores))
        return Deciding((state.seat,))

    def legal(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the events that `seat` may write, in the order of `notation.EVENTS`."""
        if self.to_move(state) != Deciding((seat,)):
            return ()
        return tuple([text for text, event in EVENTS.items() if not _against(state, event)])

    def apply(self, state: State, actor: Actor, text: str) -> State:
        """Return the state after the event; raise a `Refusal` that says why not."""
        if actor == CHANCE:
            return _after_chance(state, text)
        event = read_event(text)
        to_move = self.to_move(state)
        if to_move != Deciding((actor,)):
            raise idle_refusal(to_move, _END if isinstance(to_move, Over) else event.rule)
        reason = _against(state, event)
        if reason is not None:
            raise Illegal(reason)
        return _after(state, event)

    def chance_refusal(self, state: State) -> Refusal:
        """Return why nothing is thrown now."""
        if state.is_over:
            return idle_refusal(self.to_move(state), _END)
        return Illegal(Reason(NO_THROW_DUE, rule_of(state.turn.throws)))

    def view(self, state: State, viewer: Seat | None) -> DoelauerView:
        """Return what `viewer` may know."""
        return view_of(state, viewer, self.to_move(state))

    def totals(self, state: State) -> tuple[int, ...]:
        """Return the score of each seat, without pending points (L9)."""
        return state.scores

    def parties(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats; each plays for itself."""
        return tuple((seat,) for seat in state.seats)

    def turns(self, state: State) -> int:
        """Return how many turns are finished; a series that awaits confirmation finishes none."""
        return state.turns

    def figures(self, state: State) -> tuple[dict[str, int], ...]:
        """Return the usual numbers, everybody's highest turn, the winner's number of turns."""
        rounds = -(-state.turns // len(state.scores))
        return tuple(
            own | ({HIGHEST_TURN: best} if best else {}) | ({TURNS: rounds} if WON in own else {})
            for own, best in zip(super().figures(state), state.best, strict=False)
        )

    def needs_confirmation(self, state: State, seat: Seat, text: str) -> Reason | None:
        """Return the warning that a legal `stop` scores nothing (L4, L9), or None."""
        if not isinstance(read_event(text), Stop) or state.turn.worth.points:
            return None
        pending = state.turn.pending
        return Reason(_LOSING, "L9", (("pending", pending),)) if pending else _WORTHLESS


def _against(state: State, event: Event) -> Reason | None:
    """Return why the seat to move must not say this now, or None."""
    match event:
        case Roll() | Stop():
            return against_going_on(state.turn, event)
        case Lay() | Take():
            return against_choice(state.turn, event)
        case _:
            assert_never(event)


def _after(state: State, event: Event) -> State:
    """Return the state after an event that nothing speaks against."""
    match event:
        case Roll():
            return rolled(state)
        case Stop():
            return stopped(state)
        case Lay() | Take():
            return chosen(state, event)
        case _:
            assert_never(event)


def _after_chance(state: State, text: str) -> State:
    """Return the state after the draw of who begins, or a throw."""
    if state.starter is None:
        (number,) = start_of(len(state.scores)).read(text, _BEGIN)
        return begun(state, Seat(number))
    return thrown(state, text)


RULES: Final = Doelauer()
