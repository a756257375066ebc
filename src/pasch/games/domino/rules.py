"""Domino: tiles are played at open ends that show the same number.

A hand ends when somebody has no tile left or nobody can play; the eyes left in the other hands
score, in the fives family also what the ends of the layout add up to. Hands are played until a
score reaches the target.

Source: the help page of “Domino”; numbers such as D12 are those of our help page. Options:
`variant`, the `set` of tiles, `teams` (two against two), a `spinner`, `claims` (whether points of
the ends must be claimed) and the `target`.
"""

from typing import Final, assert_never

from pasch.games.domino.claims import (
    after_tile,
    against_claim,
    against_continue,
    against_muggins,
    against_playing_on,
    choices,
    claimed,
    continued,
    deciders,
    sharers,
    taken,
)
from pasch.games.domino.dealing import dealt, next_hand, shuffle_of
from pasch.games.domino.hand import (
    against_draw,
    against_pass,
    against_play,
    drawn,
    moves,
    passed,
    played,
)
from pasch.games.domino.meta import META
from pasch.games.domino.notation import (
    Claim,
    Continue,
    Draw,
    Event,
    Muggins,
    Next,
    Pass,
    Play,
    read_event,
)
from pasch.games.domino.scoring import settled
from pasch.games.domino.state import Hand, State, first_state, with_hand
from pasch.games.domino.variant import variant_of
from pasch.games.domino.view import DominoView, view_of
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.meta import Options
from pasch.kernel.refusals import N_, Illegal, Reason, Refusal
from pasch.kernel.rules import ChanceDue, Deciding, Over, Rules, ToMove, idle_refusal, places

_END: Final = "D18"
_DEAL: Final = "D1"
_NO_DEAL_DUE: Final = Reason(N_("nothing is dealt before the hand is over"), _DEAL)
_HAND_OVER: Final = Reason(N_("the hand is over: say when you are ready for the next"), "D26")
_HAND_GOES_ON: Final = Reason(N_("the hand is not over"), "D26")


class Domino(Rules[State, DominoView]):
    """The rules of Domino."""

    meta = META

    def start(self, options: Options, seats: int) -> State:
        """Return the state before the first deal."""
        return first_state(variant_of(options, seats))

    def to_move(self, state: State) -> ToMove:
        """Return who acts next, or the result (D18)."""
        if state.is_over:
            return Over(places(state.scores))
        if state.hand is None:
            return ChanceDue(shuffle_of(state.variant.set))
        if state.result is not None:
            return Deciding(tuple([s for s in state.variant.seats if s not in state.ready]))
        return Deciding(deciders(state.hand.decisions) or (state.hand.seat,))

    def legal(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the events that `seat` may write: its tiles as they came, each end ascending."""
        hand = state.hand
        if hand is None or state.is_over:
            return ()
        if state.result is not None:
            return () if seat in state.ready else ("next",)
        if hand.decisions.is_open:
            return choices(hand.decisions, seat)
        return moves(hand, state.variant.kind) if seat == hand.seat else ()

    def apply(self, state: State, actor: Actor, text: str) -> State:
        """Return the state after the event; raise a `Refusal` that says why not."""
        if actor == CHANCE:
            return dealt(state, text)
        event = read_event(text)
        to_move, hand = self.to_move(state), state.hand
        if hand is None or not isinstance(to_move, Deciding) or actor not in to_move.seats:
            raise idle_refusal(to_move, _rule_of_turn(state, event))
        reason = _against(state, hand, actor, event)
        if reason is not None:
            raise Illegal(reason)
        return settled(_after(state, hand, actor, event))

    def chance_refusal(self, state: State) -> Refusal:
        """Return why nothing is dealt now."""
        return idle_refusal(self.to_move(state), _END) if state.is_over else Illegal(_NO_DEAL_DUE)

    def view(self, state: State, viewer: Seat | None) -> DominoView:
        """Return what `viewer` may know."""
        legal = () if viewer is None else self.legal(state, viewer)
        return view_of(state, viewer, self.to_move(state), legal)

    def sharers(self, state: State, seat: Seat, text: str) -> tuple[Seat, ...]:
        """Return who decides on the same: forgotten points are shared, nothing else (D25)."""
        return (seat,) if state.hand is None else sharers(state.hand.decisions, seat, text)

    def totals(self, state: State) -> tuple[int, ...]:
        """Return the score of each seat or team."""
        return state.scores

    def parties(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats that share a score."""
        return state.variant.parties

    def turns(self, state: State) -> int:
        """Return how many hands are finished: a hand is what a chart of the scores counts."""
        return state.number if state.result is not None else state.number - 1

    def secret_index(self, state: State) -> int:
        """Return the place of the hand's secret: each hand has one, also when it is dealt again."""
        return state.number - 1


def _rule_of_turn(state: State, event: Event) -> str:
    """Return the number of the rule that tells whose turn it is."""
    if state.is_over:
        return _END
    if state.hand is None:
        return _DEAL
    if state.result is not None:
        return Next.rule
    is_waiting = state.hand.decisions.is_open and event.rule == Play.rule
    return Claim.rule if is_waiting else event.rule


def _against(state: State, hand: Hand, seat: Seat, event: Event) -> Reason | None:  # noqa: PLR0911 - one a kind of event
    """Return why the seat, which is to move, must not say this now, or None."""
    variant = state.variant
    if state.result is not None:
        return None if isinstance(event, Next) else _HAND_OVER
    match event:
        case Play():
            return against_playing_on(hand) or against_play(hand, variant.kind, event)
        case Draw():
            return against_playing_on(hand) or against_draw(hand, variant.kind)
        case Pass():
            return against_playing_on(hand) or against_pass(hand, variant.kind)
        case Claim():
            return against_claim(hand, variant, seat)
        case Muggins():
            return against_muggins(hand, variant, seat)
        case Continue():
            return against_continue(hand, variant, seat)
        case Next():
            return _HAND_GOES_ON
        case _:
            assert_never(event)


def _after(state: State, hand: Hand, seat: Seat, event: Event) -> State:  # noqa: PLR0911 - one return a kind of event
    """Return the state after an event that nothing speaks against, before the hand is scored."""
    variant = state.variant
    match event:
        case Play():
            return after_tile(state, played(hand, variant, event), seat)
        case Draw():
            return with_hand(state, drawn(hand, variant))
        case Pass():
            return with_hand(state, passed(hand, variant))
        case Claim():
            return claimed(state, hand, seat)
        case Muggins():
            return taken(state, hand, seat)
        case Continue():
            return with_hand(state, continued(hand, variant.kind, seat))
        case Next():
            return next_hand(state, seat)
        case _:
            assert_never(event)


RULES: Final = Domino()
