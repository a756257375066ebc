"""Laying out: what a throw leaves to choose from (L3, L5, L6), and what is refused."""

from collections.abc import Iterator
from typing import Final

from pasch.games.doelauer.notation import Event, Lay, Stop, Take
from pasch.games.doelauer.points import RANK, is_doell, is_strasse, most_frequent
from pasch.games.doelauer.state import THROWS, Turn
from pasch.kernel.chance import FACES
from pasch.kernel.dice import counts_of
from pasch.kernel.refusals import N_, Reason
from pasch.kernel.throwing import places_of

Choice = Lay | Take

_RULES: Final = ("L3", "L3", "L5", "L6")
"""The rule about each throw by its number; before the first it is that of the first."""

_THROW_FIRST: Final = N_("throw the dice first")
_CHOOSE_FIRST: Final = N_("say first what you lay out or take")
_NOTHING_TO_CHOOSE: Final = N_("there is nothing to choose here")
_BY_RULE: Final = N_("in the first throw the rule decides what lies: say “lay” without a face")
_NAME_FACE: Final = N_("name the face that you lay out")
_NO_GAIN: Final = N_("this face is neither more numerous than what lies nor as numerous and higher")
_NO_NEW: Final = N_("no die of the face that lies was thrown")
_NO_STRASSE: Final = N_("Straße counts only in the first throw, with six different faces")
_NO_DOELL: Final = N_("Döll counts only in the first and third throw, with three different pairs")


def rule_of(throw: int) -> str:
    """Return the number of the rule about a throw."""
    return _RULES[throw]


def choices_of(turn: Turn) -> tuple[Choice, ...]:
    """Return what the latest throw leaves to choose from, in the order of `notation.EVENTS`.

    With one possibility it happens by itself; with none the series ends with nothing.
    """
    return tuple(_after_first(turn) if turn.throws == 1 else _after_later(turn))


def _after_first(turn: Turn) -> Iterator[Choice]:
    """Yield the possibilities of throw 1 (L3)."""
    counts = counts_of(turn.dice)
    yield Lay(None)
    if is_strasse(counts):
        yield Take("strasse")
    if is_doell(counts):
        yield Take("doell")


def _after_later(turn: Turn) -> Iterator[Choice]:
    """Yield the possibilities of throws 2 and 3 (L5, L6)."""
    new = counts_of(face for face, place in _numbered(turn) if place not in turn.kept)
    is_last = turn.throws == THROWS
    for face in range(1, FACES + 1):
        if face == turn.face:
            if new[face] or not is_last:
                yield Lay(face)
        elif _is_gain(turn, face, new[face]):
            yield Lay(face)
    if is_last and is_doell(counts_of(turn.dice)):
        yield Take("doell")


def _is_gain(turn: Turn, face: int, count: int) -> bool:
    """Return whether new dice may be exchanged for what lies (L5)."""
    return (count, RANK[face]) > (len(turn.kept), RANK[turn.face])


def _numbered(turn: Turn) -> Iterator[tuple[int, int]]:
    return zip(turn.dice, places_of(len(turn.dice)), strict=True)


def places_with(turn: Turn, face: int) -> tuple[int, ...]:
    """Return the places of the dice that show a face."""
    return tuple(place for shown, place in _numbered(turn) if shown == face)


def face_of(turn: Turn, event: Lay) -> int:
    """Return the face that is laid out; without one the rule decides (L3)."""
    return most_frequent(counts_of(turn.dice)) if event.face is None else event.face


def against_going_on(turn: Turn, event: Event) -> Reason | None:
    """Return why the player cannot throw or stop now, or None (L4)."""
    if turn.is_choosing:
        return Reason(_CHOOSE_FIRST, rule_of(turn.throws))
    if turn.throws == 0 and isinstance(event, Stop):
        return Reason(_THROW_FIRST, "L4")
    return None


def against_choice(turn: Turn, event: Choice) -> Reason | None:
    """Return why this cannot be laid out or taken, or None."""
    rule = rule_of(turn.throws)
    if turn.throws == 0:
        return Reason(_THROW_FIRST, rule)
    if not turn.is_choosing:
        return Reason(_NOTHING_TO_CHOOSE, rule)
    if event in choices_of(turn):
        return None
    return Reason(_why_not(turn, event), rule)


def _why_not(turn: Turn, event: Choice) -> str:
    """Return what speaks against an event that is no possibility of the throw."""
    if isinstance(event, Take):
        return _NO_STRASSE if event.special == "strasse" else _NO_DOELL
    if turn.throws == 1:
        return _BY_RULE
    if event.face is None:
        return _NAME_FACE
    return _NO_NEW if event.face == turn.face else _NO_GAIN
