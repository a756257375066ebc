"""Zock die Wand an (ZDWA): five dice, four columns, 48 cells a sheet.

A turn throws up to three times and fills one cell. The columns differ in the order in which they
are filled: downwards, freely, upwards, or (❗) only as announced after the first throw. When all
sheets are full, the highest total wins.

Source: the rules sheet “Spielanleitung, Zock die Wand an (ZDWA)”; numbers such as Z14 are those of
the help page. Options: `mode` follows from the seats (in `teams` two share a sheet); `hardcore`
gives one throw a turn, without announcing.
"""

from typing import Final, assert_never

from pasch.games.zdwa.announcing import (
    against_announce,
    against_retract,
    announced,
    open_announcements,
)
from pasch.games.zdwa.correcting import against_cancel, against_correct, cancelled, reopened
from pasch.games.zdwa.meta import META
from pasch.games.zdwa.notation import (
    EVENTS,
    Announce,
    Cancel,
    Correct,
    Event,
    Keep,
    Retract,
    Roll,
    Write,
    read_event,
)
from pasch.games.zdwa.sheet import CELLS, COLUMNS, DICE, total_of
from pasch.games.zdwa.state import State, first_state, variant_of
from pasch.games.zdwa.throwing import (
    KEEPS,
    against_keep,
    against_roll,
    can_hold,
    can_keep,
    kept,
    rolled,
    rule_of_throw,
    thrown,
)
from pasch.games.zdwa.view import ZdwaView, view_of
from pasch.games.zdwa.writing import against_write, open_writes, points_of, written
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.meta import Options
from pasch.kernel.refusals import N_, Illegal, Reason, Refusal
from pasch.kernel.rules import ChanceDue, Deciding, Over, Rules, ToMove, idle_refusal, places
from pasch.kernel.throwing import NO_THROW_DUE, throw_due

_END: Final = "Z22"
_WORTHLESS: Final = Reason(N_("this entry scores no points"), "Z13")
_KEEPS: Final = tuple(map(str, KEEPS))
_IN_TURN: Final = {
    text: event for text, event in EVENTS.items() if not isinstance(event, Keep | Write | Announce)
}
"""What a seat may say that is to move, besides holding, writing and announcing."""
_OUT_OF_TURN: Final = {text: event for text, event in EVENTS.items() if isinstance(event, Correct)}
"""What a seat may say that is not to move."""


class Zdwa(Rules[State, ZdwaView]):
    """The rules of ZDWA."""

    meta = META

    def start(self, options: Options, seats: int) -> State:
        """Return the state before the first event."""
        return first_state(variant_of(options))

    def to_move(self, state: State) -> ToMove:
        """Return who acts next, or the result (Z22)."""
        if state.turn.is_throwing:
            return ChanceDue(throw_due(state.turn, DICE))
        if state.is_over:
            return Over(places(self.totals(state)))
        return Deciding((state.seat,))

    def legal(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the events that `seat` may write, in the order of `notation.EVENTS`.

        Of what comes before the others in that order, nothing is open together with `roll`.
        """
        is_to_move = seat == state.mover
        events = _IN_TURN if is_to_move else _OUT_OF_TURN
        others = [text for text, event in events.items() if not _against(state, seat, event)]
        if not is_to_move:
            return tuple(others)
        keeps = _KEEPS if can_keep(state) else ()
        return (
            *keeps,
            *map(str, open_writes(state)),
            *map(str, open_announcements(state)),
            *others,
        )

    def apply(self, state: State, actor: Actor, text: str) -> State:
        """Return the state after the event; raise a `Refusal` that says why not."""
        if actor == CHANCE:
            return thrown(state, text)
        event = read_event(text)
        self._check_turn(state, actor, event)
        reason = _against(state, actor, event)
        if reason is not None:
            raise Illegal(reason)
        return _after(state, event)

    def chance_refusal(self, state: State) -> Refusal:
        """Return why nothing is thrown now."""
        if state.is_over:
            return idle_refusal(self.to_move(state), _END)
        return Illegal(Reason(NO_THROW_DUE, rule_of_throw(state.turn)))

    def view(self, state: State, viewer: Seat | None) -> ZdwaView:
        """Return what `viewer` may know."""
        return view_of(state, viewer, places(self.totals(state)) if state.is_over else ())

    def totals(self, state: State) -> tuple[int, ...]:
        """Return the total of each sheet, without an entry that is being corrected."""
        return tuple(total_of(sheet, state.variant.bonus_from) for sheet in state.sheets)

    def parties(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats of each sheet."""
        return state.variant.parties

    def turns(self, state: State) -> int:
        """Return how many cells are written: each turn fills one."""
        cells = len(state.sheets) * len(COLUMNS) * len(CELLS)
        return cells - sum([sheet.free for sheet in state.sheets])

    def holdable(self, state: State, seat: Seat) -> int:
        """Return the number of dice when the seat may hold some of them, else 0."""
        return DICE if seat == state.mover and can_hold(state) else 0

    def held(self, state: State) -> tuple[int, ...]:
        """Return the places that the turn's last `keep` held."""
        return state.turn.kept

    def needs_confirmation(self, state: State, seat: Seat, text: str) -> Reason | None:
        """Return the warning that a legal entry scores nothing (Z13), or None."""
        event = read_event(text)
        is_worthless = isinstance(event, Write) and points_of(state.turn, event.cell) == 0
        return _WORTHLESS if is_worthless else None

    def _check_turn(self, state: State, seat: Seat, event: Event) -> None:
        """Refuse a seat that is not to move, except for its right to correct."""
        to_move = self.to_move(state)
        if isinstance(to_move, Over):
            raise idle_refusal(to_move, _END)
        if isinstance(event, Correct):
            return
        if isinstance(to_move, ChanceDue):
            raise idle_refusal(to_move, rule_of_throw(state.turn))
        if seat != state.seat:
            raise idle_refusal(to_move, Cancel.rule if state.is_correcting else event.rule)


def _against(state: State, seat: Seat, event: Event) -> Reason | None:  # noqa: PLR0911 - one a kind of event
    """Return why the seat must not say this now, or None; it is to move, or says `correct`."""
    match event:
        case Keep():
            return against_keep(state, event)
        case Write():
            return against_write(state, event)
        case Announce():
            return against_announce(state, event)
        case Roll():
            return against_roll(state)
        case Retract():
            return against_retract(state)
        case Correct():
            return against_correct(state, seat)
        case Cancel():
            return against_cancel(state)
        case _:
            assert_never(event)


def _after(state: State, event: Event) -> State:  # noqa: PLR0911 - one return a kind of event
    """Return the state after an event that nothing speaks against."""
    match event:
        case Keep():
            return kept(state, event)
        case Write():
            return written(state, event)
        case Announce():
            return announced(state, event.cell)
        case Roll():
            return rolled(state)
        case Retract():
            return announced(state, None)
        case Correct():
            return reopened(state)
        case Cancel():
            return cancelled(state)
        case _:
            assert_never(event)


RULES: Final = Zdwa()
