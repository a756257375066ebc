"""The course of a series: throwing, laying out, ending, and what then counts (L4 to L11)."""

from dataclasses import replace
from typing import Final, assert_never

from pasch.games.doelauer.laying import Choice, choices_of, face_of, places_with, rule_of
from pasch.games.doelauer.notation import Lay, Special, Take
from pasch.games.doelauer.points import DICE, DOELL, NOTHING, STRASSE, Worth
from pasch.games.doelauer.state import THROWS, Ending, State, Turn
from pasch.kernel import throwing
from pasch.kernel.actors import Seat
from pasch.kernel.throwing import places_of

SPECIAL_WORTH: Final[dict[Special, Worth]] = {"strasse": STRASSE, "doell": DOELL}


def rolled(state: State) -> State:
    """Return the position with all dice but those that lie in the cup."""
    return replace(state, turn=throwing.throwing(state.turn, state.turn.kept))


def thrown(state: State, text: str) -> State:
    """Return the position after the throw, with what happens by itself.

    Raise `Unreadable` or `Illegal` for a wrong throw.
    """
    rule = rule_of(state.turn.throws + 1)
    faces = throwing.throw_due(state.turn, DICE).read(text, rule)
    turn = throwing.thrown(state.turn, faces)
    choices = choices_of(turn)
    if len(choices) > 1:
        return replace(state, turn=replace(turn, is_choosing=True))
    after = replace(state, turn=turn)
    return chosen(after, choices[0]) if choices else _ended(after, NOTHING, ())


def chosen(state: State, choice: Choice) -> State:
    """Return the position after a possibility of the throw was chosen."""
    match choice:
        case Lay():
            return _laid(state, face_of(state.turn, choice))
        case Take(special=special):
            return _ended(state, SPECIAL_WORTH[special], places_of(DICE), special)
        case _:
            assert_never(choice)


def stopped(state: State) -> State:
    """Return the position after the player has ended the turn (L4)."""
    return _ended(state, state.turn.worth, state.turn.kept)


def _laid(state: State, face: int) -> State:
    """Return the position with the dice of a face laid out; throw 3 and six equal end it (L8)."""
    turn = replace(state.turn, kept=places_with(state.turn, face), is_choosing=False)
    after = replace(state, turn=turn)
    is_end = turn.throws == THROWS or len(turn.kept) == DICE
    return stopped(after) if is_end else after


def _ended(
    state: State, worth: Worth, places: tuple[int, ...], special: Special | None = None
) -> State:
    """Return the position after a series with this worth (L7 to L11)."""
    pending = state.turn.pending
    points = worth.points
    is_scored = points > 0 and not worth.is_starred
    ending = Ending(
        number=state.last.number + 1 if state.last else 1,
        seat=state.seat,
        dice=state.turn.dice,
        places=places,
        special=special or "",
        points=points,
        is_pending=worth.is_starred,
        scored=pending + points if is_scored else 0,
        lost=0 if points else pending,
    )
    after = replace(state, last=ending)
    if worth.is_starred:
        return replace(after, turn=Turn(chain=(*state.turn.chain, points)))
    return _passed(after, ending.scored)


def _passed(state: State, points: int) -> State:
    """Return the position with points scored and the next seat's turn begun."""
    own = state.seat - 1
    return replace(
        state,
        scores=_with(state.scores, own, state.scores[own] + points),
        best=_with(state.best, own, max(state.best[own], points)),
        seat=Seat(state.seat % len(state.scores) + 1),
        turn=Turn(),
        turns=state.turns + 1,
    )


def _with(numbers: tuple[int, ...], index: int, number: int) -> tuple[int, ...]:
    """Return the numbers with one of them replaced."""
    return (*numbers[:index], number, *numbers[index + 1 :])
