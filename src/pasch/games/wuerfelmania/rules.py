"""Würfelmania: five dice, thirteen cells, a relative of Kniffel and Yahtzee.

A turn throws up to three times, holding dice in between, and fills one cell, if need be with 0.
When all sheets are full, the highest total wins.

Source: the instructions “Würfelmania”; numbers such as W8 are those of the help page. Seats: two in
the source, one for practice, up to six as an extension. Option: `fives` says whether five equal
score 50, 75, 110 … in three cells (`count`) or once 50 and then a bonus each (`bonus`).
"""

from collections.abc import Collection
from typing import Final, assert_never

from pasch.games.wuerfelmania.account import account_points
from pasch.games.wuerfelmania.meta import META
from pasch.games.wuerfelmania.notation import (
    EVENTS,
    TURN,
    Event,
    Keep,
    Roll,
    Write,
    read_event,
    start_of,
)
from pasch.games.wuerfelmania.sheet import CELLS, DICE
from pasch.games.wuerfelmania.state import State, begun, first_state
from pasch.games.wuerfelmania.throwing import (
    against_keep,
    against_roll,
    can_hold,
    kept,
    rolled,
    thrown,
)
from pasch.games.wuerfelmania.view import WuerfelmaniaView, view_of
from pasch.games.wuerfelmania.writing import WORTHLESS, against_write, score_now, written
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.meta import ACCOUNT, Options
from pasch.kernel.refusals import Illegal, Reason, Refusal
from pasch.kernel.rules import ChanceDue, Deciding, Over, Rules, ToMove, idle_refusal, places
from pasch.kernel.throwing import NO_THROW_DUE, throw_due

_END: Final = "W9"


class Wuerfelmania(Rules[State, WuerfelmaniaView]):
    """The rules of Würfelmania."""

    meta = META

    def start(self, options: Options, seats: int) -> State:
        """Return the state before the first event."""
        return first_state(options, seats)

    def to_move(self, state: State) -> ToMove:
        """Return who acts next, or the result (W9)."""
        if state.starter is None:
            return ChanceDue(start_of(len(state.sheets)))
        if state.turn.is_throwing:
            return ChanceDue(throw_due(state.turn, DICE))
        if state.is_over:
            return Over(places(state.totals))
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
        return Illegal(Reason(NO_THROW_DUE, TURN))

    def view(self, state: State, viewer: Seat | None) -> WuerfelmaniaView:
        """Return what `viewer` may know."""
        return view_of(state, viewer, self.to_move(state))

    def totals(self, state: State) -> tuple[int, ...]:
        """Return the total of each seat."""
        return state.totals

    def parties(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats; each plays for itself."""
        return tuple((seat,) for seat in state.seats)

    def turns(self, state: State) -> int:
        """Return how many cells are written: each turn fills one."""
        return sum(len(CELLS) - sheet.free for sheet in state.sheets)

    def holdable(self, state: State, seat: Seat) -> int:
        """Return the number of dice when the seat may hold some of them, else 0."""
        return DICE if self.to_move(state) == Deciding((seat,)) and can_hold(state) else 0

    def held(self, state: State) -> tuple[int, ...]:
        """Return the places that the turn's last `keep` held."""
        return state.turn.kept

    def needs_confirmation(self, state: State, seat: Seat, text: str) -> Reason | None:
        """Return the warning that a legal entry puts a 0 in its cell (W1), or None."""
        event = read_event(text)
        is_zero = isinstance(event, Write) and score_now(state, event.cell).points == 0
        return WORTHLESS if is_zero else None

    def figures(self, state: State) -> tuple[dict[str, int], ...]:
        """Return the usual numbers, and against others the account points (W10, W12)."""
        figures = super().figures(state)
        if len(figures) == 1:
            return figures
        credit = zip(figures, self.account_points(state), strict=True)
        return tuple({**own, ACCOUNT: points} for own, points in credit)

    def account_points(
        self, state: State, left: Collection[Seat] = (), *, has_computer: bool = False
    ) -> tuple[int, ...]:
        """Return what the match brings to the account of each seat (W10 to W12)."""
        return account_points(state, left, has_computer=has_computer)


def _against(state: State, event: Event) -> Reason | None:
    """Return why the seat to move must not say this now, or None."""
    match event:
        case Keep():
            return against_keep(state, event)
        case Write():
            return against_write(state, event)
        case Roll():
            return against_roll(state)
        case _:
            assert_never(event)


def _after(state: State, event: Event) -> State:
    """Return the state after an event that nothing speaks against."""
    match event:
        case Keep():
            return kept(state, event)
        case Write():
            return written(state, event)
        case Roll():
            return rolled(state)
        case _:
            assert_never(event)


def _after_chance(state: State, text: str) -> State:
    """Return the state after the draw of who begins, or a throw."""
    if state.starter is None:
        (number,) = start_of(len(state.sheets)).read(text, TURN)
        return begun(state, Seat(number))
    return thrown(state, text)


RULES: Final = Wuerfelmania()
