"""The dock as models: dice that lie, dice that were thrown, and where the turn stands."""

from typing import Final, NamedTuple

from pasch.games.doelauer.notation import Lay, Take, read_event
from pasch.games.doelauer.pages.buttons import button_regions
from pasch.games.doelauer.pages.words import combination
from pasch.games.doelauer.points import DICE
from pasch.games.doelauer.view import DoelauerView, Offer, TurnView
from pasch.kernel.dock import Die, Info, own_status, status_of_other
from pasch.kernel.page import Line, Region, Seen
from pasch.kernel.refusals import N_
from pasch.kernel.throwing import places_of

_NO_DICE: Final = (0,) * DICE
_BY_RULE: Final = str(Lay(None))
_TAKE_KEYS: Final = {"strasse": "s", "doell": "d"}

_LAID: Final = Line(N_("Laid out"))
_THROWN: Final = Line(N_("Thrown"))
_COUNTED: Final = Line(N_("Counted last"))
_LEFT: Final = Line(N_("Thrown last"))
_TO_THROW: Final = Line(N_("In the cup"))

_CUP: Final = Line(N_("All six dice are in your cup."))
_CHOOSE: Final = Line(N_("What shall lie? Press the dice."))
_SAFE: Final = Line(N_("In the second throw nothing can be lost."))
_LAST: Final = Line(N_("If the third throw brings nothing, the turn scores 0."))
_TIPS: Final = (_CUP, _SAFE)


class Pick(NamedTuple):
    """Dice that can be laid out together: the event, its key, and what they would be worth."""

    dice: tuple[Die, ...]
    event: str
    key: str
    words: Line
    points: int
    is_starred: bool


class Special(NamedTuple):
    """Straße or Döll, which all six dice make; `name` is "strasse" or "doell"."""

    name: str
    event: str
    key: str
    points: int


class Tray(NamedTuple):
    """Dice that lie, or that were thrown: what can be picked, and the others."""

    title: Line
    picks: tuple[Pick, ...]
    dice: tuple[Die, ...]


class Felt(NamedTuple):
    """All six dice. Before a throw those `is_past` that ended the series before."""

    laid: Tray
    thrown: Tray
    specials: tuple[Special, ...] = ()
    is_past: bool = False


def dock_regions(seen: Seen[DoelauerView], turn: TurnView) -> dict[str, Region]:
    """Return the regions of the dock: the dice, where the turn stands, what can be done."""
    return {
        "dock-dice": Region("dock_dice", _felt(seen.view, turn)),
        "dock-info": Region("dock_info", _info(seen, turn)),
        **button_regions(seen, turn),
    }


# --- Dice


def _felt(view: DoelauerView, turn: TurnView) -> Felt:
    if turn.throw:
        return _under_way(turn, view.offers if turn.is_choosing else ())
    last = view.last
    if last is None:
        return Felt(Tray(_LAID, (), ()), Tray(_TO_THROW, (), _dice(_NO_DICE)))
    laid = tuple(die for die in _dice(last.dice) if die.place in last.places)
    left = tuple(die for die in _dice(last.dice) if die.place not in last.places)
    return Felt(Tray(_COUNTED, (), laid), Tray(_LEFT, (), left), is_past=True)


def _under_way(turn: TurnView, offers: tuple[Offer, ...]) -> Felt:
    dice = _dice(turn.dice)
    picks, specials = [], []
    for offer in offers:
        event = read_event(offer.event)
        if isinstance(event, Lay):
            picks.append(_pick(offer, dice))
        elif isinstance(event, Take):
            key = _TAKE_KEYS[event.special]
            specials.append(Special(event.special, offer.event, key, offer.points))
    laid, thrown = _split(turn, picks)
    picked = {die.place for pick in picks for die in pick.dice}
    rest = [die for die in dice if die.place not in picked]
    return Felt(
        Tray(_LAID, laid, tuple(die for die in rest if die.place in turn.lying)),
        Tray(_THROWN, thrown, tuple(die for die in rest if die.place not in turn.lying)),
        tuple(specials),
    )


def _split(turn: TurnView, picks: list[Pick]) -> tuple[tuple[Pick, ...], tuple[Pick, ...]]:
    """Return the picks that keep what lies (with new dice of its face), and the others."""
    keeping = tuple(pick for pick in picks if any(die.place in turn.lying for die in pick.dice))
    return keeping, tuple(pick for pick in picks if pick not in keeping)


def _pick(offer: Offer, dice: tuple[Die, ...]) -> Pick:
    chosen = tuple(die for die in dice if die.place in offer.places)
    face = chosen[0].face
    key = str(face) if offer.event != _BY_RULE else f"{face} l"
    words = Line(
        N_("Lay out %(count)s %(face)s: %(points)d points"),
        (*combination(face, len(chosen)), ("points", offer.points)),
    )
    return Pick(chosen, offer.event, key, words, offer.points, offer.is_starred)


def _dice(faces: tuple[int, ...]) -> tuple[Die, ...]:
    thrown = zip(places_of(DICE), faces, strict=True)
    return tuple(Die(place, face, is_held=False, can_hold=False) for place, face in thrown)


# --- Where the turn stands


def _info(seen: Seen[DoelauerView], turn: TurnView) -> Info:
    is_mine = turn.seat == seen.viewer
    status = _own_status(turn) if is_mine else _status_of_other(turn)
    advice = _advice(turn) if is_mine else None
    is_tip = advice in _TIPS
    return Info(status, seen.name(turn.seat), advice, is_tip, turn.throw, turn.throws_allowed)


def _series(turn: TurnView) -> tuple[tuple[str, int], ...]:
    return (
        ("throw", turn.throw),
        ("throws", turn.throws_allowed),
        ("series", len(turn.chain) + 1),
    )


def _own_status(turn: TurnView) -> Line:
    if not turn.chain:
        return own_status(turn.throw, turn.throws_allowed)
    if turn.throw == 0:
        return Line(N_("Series %(series)d: confirm!"), _series(turn))
    return Line(N_("Series %(series)d, throw %(throw)d of %(throws)d"), _series(turn))


def _status_of_other(turn: TurnView) -> Line:
    if not turn.chain:
        return status_of_other(turn.throw, turn.throws_allowed)
    if turn.throw == 0:
        return Line(N_("%(who)s must confirm in series %(series)d"), _series(turn))
    return Line(N_("%(who)s: series %(series)d, throw %(throw)d of %(throws)d"), _series(turn))


def _advice(turn: TurnView) -> Line:
    if turn.is_choosing:
        return _CHOOSE
    return (_CUP, _SAFE, _LAST)[turn.throw]
