"""What may be seen of a position. Dölauer hides nothing; only the offers are for one seat."""

from dataclasses import dataclass

from pasch.games.doelauer.laying import Choice, choices_of, face_of, places_with
from pasch.games.doelauer.notation import Lay, Stop
from pasch.games.doelauer.points import DICE, TARGET, Worth, worth_of
from pasch.games.doelauer.series import SPECIAL_WORTH
from pasch.games.doelauer.state import THROWS, Ending, State, Turn
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Deciding, Over, ToMove
from pasch.kernel.throwing import places_of


@dataclass(frozen=True, slots=True)
class TurnView:
    """The series of the seat that plays.

    `dice` are the faces by place, empty before the first throw; `throw` counts the throws made.
    Those at the places `lying` lie; they show `face`, 0 for none, and are worth `points`.
    `is_choosing` says that the throw leaves a choice. `pending` are the points that
    this series must confirm, 0 in a turn's first; `chain` tells those of each series before.
    """

    seat: Seat
    dice: tuple[int, ...]
    throw: int
    throws_allowed: int
    lying: tuple[int, ...]
    face: int
    points: int
    is_choosing: bool
    pending: int
    chain: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """An event of the seat to move: the dice that would then lie, and what they are worth."""

    event: str
    places: tuple[int, ...]
    points: int
    is_starred: bool


@dataclass(frozen=True, slots=True)
class DoelauerView:
    """A position as one viewer sees it.

    `scores` are by seat, `turns` counts the finished turns of all. `starter` is the seat that was
    drawn to begin, None before. `turn` is
    None before that and when the match is over; `places`, by seat, are empty until then. `last`
    tells how the latest series ended. `offers` (`stop`, `lay`, `take`) are there for the seat to
    move alone, in the order of `EVENTS`.
    """

    target: int
    scores: tuple[int, ...]
    turns: int
    starter: Seat | None
    turn: TurnView | None
    last: Ending | None
    places: tuple[int, ...]
    offers: tuple[Offer, ...]


def view_of(state: State, viewer: Seat | None, to_move: ToMove) -> DoelauerView:
    """Return what `viewer` may know of a position in which `to_move` acts next."""
    is_over = isinstance(to_move, Over)
    return DoelauerView(
        target=TARGET,
        scores=state.scores,
        turns=state.turns,
        starter=state.starter,
        turn=None if is_over or state.starter is None else _turn(state),
        last=state.last,
        places=to_move.places if isinstance(to_move, Over) else (),
        offers=_offers(state.turn) if viewer and to_move == Deciding((viewer,)) else (),
    )


def _turn(state: State) -> TurnView:
    turn = state.turn
    return TurnView(
        seat=state.seat,
        dice=turn.dice,
        throw=turn.throws,
        throws_allowed=THROWS,
        lying=turn.kept,
        face=turn.face,
        points=turn.worth.points,
        is_choosing=turn.is_choosing,
        pending=turn.pending,
        chain=turn.chain,
    )


def _offers(turn: Turn) -> tuple[Offer, ...]:
    if turn.throws == 0:
        return ()
    if not turn.is_choosing:
        return (_offer(str(Stop()), turn.kept, turn.worth),)
    return tuple(_choice(turn, choice) for choice in choices_of(turn))


def _choice(turn: Turn, choice: Choice) -> Offer:
    if isinstance(choice, Lay):
        face = face_of(turn, choice)
        places = places_with(turn, face)
        return _offer(str(choice), places, worth_of(face, len(places)))
    return _offer(str(choice), places_of(DICE), SPECIAL_WORTH[choice.special])


def _offer(event: str, places: tuple[int, ...], worth: Worth) -> Offer:
    return Offer(event, places, worth.points, worth.is_starred)
