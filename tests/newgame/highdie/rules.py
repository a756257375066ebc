"""High die: each seat throws one die once, the higher one wins. No options.

H1 In order, a seat says `roll`. H2 The higher die wins; equal dice share the first place.
"""

from dataclasses import dataclass, replace

from pasch.games.highdie.meta import META

from pasch.kernel.actors import CHANCE, Actor, Seat, seats_of
from pasch.kernel.chance import Throw
from pasch.kernel.meta import Options
from pasch.kernel.refusals import Reason, Unreadable
from pasch.kernel.rules import ChanceDue, Deciding, Over, Rules, ToMove, idle_refusal, places

DIE = Throw(1)
SEATS = seats_of(2)
ROLL = "roll"


@dataclass(frozen=True, slots=True)
class State:
    """The faces thrown so far; everything may be seen, so it is the view as well."""

    faces: tuple[int, ...] = ()
    is_throwing: bool = False


class HighDie(Rules[State, State]):
    """The rules of High die."""

    meta = META

    def start(self, options: Options, seats: int) -> State:
        """Return the state before the first throw."""
        return State()

    def to_move(self, state: State) -> ToMove:
        """Return who acts next, or the result."""
        if state.is_throwing:
            return ChanceDue(DIE)
        if len(state.faces) == len(SEATS):
            return Over(places(state.faces))
        return Deciding((SEATS[len(state.faces)],))

    def legal(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the events of a seat."""
        return (ROLL,) if self.to_move(state) == Deciding((seat,)) else ()

    def apply(self, state: State, actor: Actor, text: str) -> State:
        """Return the state after an event."""
        if actor == CHANCE:
            return State((*state.faces, *DIE.read(text, "H1")))
        if text != ROLL:
            raise Unreadable(Reason("expected roll"))
        if self.to_move(state) != Deciding((actor,)):
            raise idle_refusal(self.to_move(state), "H1")
        return replace(state, is_throwing=True)

    def view(self, state: State, viewer: Seat | None) -> State:
        """Return the state: nothing is hidden."""
        return state

    def totals(self, state: State) -> tuple[int, ...]:
        """Return the face of each seat."""
        return (*state.faces, 0, 0)[: len(SEATS)]

    def parties(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return that everybody plays alone."""
        return tuple((seat,) for seat in SEATS)

    def turns(self, state: State) -> int:
        """Return how many seats have thrown."""
        return len(state.faces)


RULES = HighDie()
