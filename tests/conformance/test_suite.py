"""The suite can fail: each fault of a game is found by the check that is meant for it."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import cast

import pytest

from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.meta import WON
from pasch.kernel.page import Cue, Line, Presenter, Region, Seen, Step
from pasch.kernel.refusals import Illegal, Reason
from pasch.kernel.rules import Deciding, Over, ToMove
from tests.conformance import suite
from tests.conformance.suite import CHECKS, check_hidden, check_pages_hide
from tests.conformance.toy import SEATS, State, Toy, View, twins
from tests.playing import Playthrough, Setting, play_match

Check = Callable[[Playthrough], None]


def _played(rules: Toy) -> Playthrough:
    return play_match(rules, Setting(2, ()), seed=1)


class AcceptsTooMuch(Toy):
    def read(self, text: str) -> int:
        return super().read(text.strip())


class ListsTooMuch(Toy):
    def legal(self, state: object, seat: Seat) -> tuple[str, ...]:
        legal = super().legal(state, seat)
        return (*legal, "bid 3") if legal and cast(State, state).bids else legal


class Crashes(Toy):
    def read(self, text: str) -> int:
        return {"bid 1": 1, "bid 2": 2, "fold": 0}[text]


class NeverEnds(Toy):
    def to_move(self, state: object) -> ToMove:
        due = super().to_move(state)
        return Deciding((Seat(1),)) if isinstance(due, Over) else due

    def apply(self, state: object, actor: Actor, text: str) -> object:
        after = cast(State, super().apply(state, actor, text))
        return replace(after, bids=after.bids[:2])


class LeadsNowhere(Toy):
    def legal(self, state: object, seat: Seat) -> tuple[str, ...]:
        return () if cast(State, state).bids else super().legal(state, seat)


class ForgetsAPlace(Toy):
    def to_move(self, state: object) -> ToMove:
        due = super().to_move(state)
        return Over(due.places[:1]) if isinstance(due, Over) else due


class SpeaksDuringTheDeal(Toy):
    def legal(self, state: object, seat: Seat) -> tuple[str, ...]:
        return super().legal(state, seat) if cast(State, state).cards else ("fold",)


class NamesNoRule(Toy):
    def read(self, text: str) -> int:
        if text not in ("bid 1", "bid 2", "fold"):
            raise Illegal(Reason("no"))
        return super().read(text)


class DealsAnything(Toy):
    def apply(self, state: object, actor: Actor, text: str) -> object:
        return super().apply(state, actor, text.strip() if actor == CHANCE else text)


class Remembers(Toy):
    def __init__(self) -> None:
        self.reads = count()

    def read(self, text: str) -> int:
        return super().read(text) + next(self.reads)


@dataclass(slots=True)
class LooseView:
    bids: tuple[int, ...]


class ShowsLooseValues(Toy):
    def view(self, state: object, viewer: Seat | None) -> object:
        return LooseView(cast(State, state).bids)


class ShowsAList(Toy):
    def view(self, state: object, viewer: Seat | None) -> object:
        return View(None, cast(tuple[int, ...], [*cast(State, state).bids]))


class HidesWithoutHands(Toy):
    meta = replace(Toy.meta, has_hands=False)


class Touches(Toy):
    def view(self, state: object, viewer: Seat | None) -> object:
        object.__setattr__(state, "bids", (*cast(State, state).bids, 0))
        return super().view(state, viewer)


class ConfirmsNonsense(Toy):
    def needs_confirmation(self, state: object, seat: Seat, text: str) -> Reason | None:
        return cast(Reason, "really?")


class HoldsOutOfTurn(Toy):
    def holdable(self, state: object, seat: Seat) -> int:
        return 5


class SharesWithNobody(Toy):
    def sharers(self, state: object, seat: Seat, text: str) -> tuple[Seat, ...]:
        return ()


class WaitsForEverybody(Toy):
    def sharers(self, state: object, seat: Seat, text: str) -> tuple[Seat, ...]:
        return SEATS


class ChangesPartners(Toy):
    def parties(self, state: object) -> tuple[tuple[Seat, ...], ...]:
        return super().parties(state)[:: -1 if cast(State, state).bids else 1]


class CountsTurnsTwice(Toy):
    def turns(self, state: object) -> int:
        return 2 * super().turns(state)


class RanksNobody(Toy):
    def figures(self, state: object) -> tuple[dict[str, int], ...]:
        return super().figures(state)[:1]


class RanksEverybodyFirst(Toy):
    def figures(self, state: object) -> tuple[dict[str, int], ...]:
        return tuple({**each, WON: 1} for each in super().figures(state))


class ShowsAllCards(Toy):
    def view(self, state: object, viewer: Seat | None) -> object:
        cards = cast(State, state).cards
        return View(cards[0] if cards else None, ())


class CountsTooSoon(Toy):
    def totals(self, state: object) -> tuple[int, ...]:
        toy = cast(State, state)
        return super().totals(replace(toy, bids=(*toy.bids, 1, 1)[:2]))


class ExplainsTooMuch(Toy):
    def apply(self, state: object, actor: Actor, text: str) -> object:
        if text == "bid 2" and self.to_move(state) != Deciding((Seat(int(actor)),)):
            raise Illegal(Reason(f"the others hold {cast(State, state).cards}", "T2"))
        return super().apply(state, actor, text)


@pytest.mark.parametrize("check", CHECKS)
def test_sound_rules_pass(check: Check) -> None:
    check(_played(Toy()))


FAULTS: list[tuple[type[Toy], Check, type[BaseException]]] = [
    (AcceptsTooMuch, suite.check_legal_is_accepted, AssertionError),
    (ListsTooMuch, suite.check_legal_is_accepted, AssertionError),
    (Crashes, suite.check_legal_is_accepted, KeyError),
    (NeverEnds, suite.check_ends, AssertionError),
    (LeadsNowhere, suite.check_ends, AssertionError),
    (LeadsNowhere, suite.check_somebody_acts, AssertionError),
    (ForgetsAPlace, suite.check_ends, AssertionError),
    (SpeaksDuringTheDeal, suite.check_somebody_acts, AssertionError),
    (NamesNoRule, suite.check_refusals, AssertionError),
    (DealsAnything, suite.check_chance, AssertionError),
    (Remembers, suite.check_replay, AssertionError),
    (ShowsLooseValues, suite.check_values, pytest.fail.Exception),
    (ShowsAList, suite.check_values, AssertionError),
    (HidesWithoutHands, suite.check_who_has_nothing_to_decide, AssertionError),
    (Touches, suite.check_unchanged, AssertionError),
    (ConfirmsNonsense, suite.check_confirmations, AssertionError),
    (HoldsOutOfTurn, suite.check_holding, AssertionError),
    (SharesWithNobody, suite.check_sharers, AssertionError),
    (WaitsForEverybody, suite.check_sharers, AssertionError),
    (ChangesPartners, suite.check_parties, AssertionError),
    (CountsTurnsTwice, suite.check_turns, AssertionError),
    (RanksNobody, suite.check_figures, AssertionError),
    (RanksEverybodyFirst, suite.check_figures, AssertionError),
]


@pytest.mark.parametrize(
    ("rules", "check", "error"), FAULTS, ids=[f"{r.__name__} {c.__name__}" for r, c, _ in FAULTS]
)
def test_fault_is_found(rules: type[Toy], check: Check, error: type[BaseException]) -> None:
    match = _played(rules())
    with pytest.raises(error):
        check(match)


def test_hidden_facts_of_sound_rules() -> None:
    check_hidden(_played(Toy()), twins)


@pytest.mark.parametrize(
    ("rules", "hook"),
    [
        (ShowsAllCards(), twins),
        (CountsTooSoon(), twins),
        (ExplainsTooMuch(), twins),
        (Toy(), None),
        (Toy(), lambda state, _: [state]),
    ],
)
def test_leak_or_missing_twins_are_found(rules: Toy, hook: suite.Twins | None) -> None:
    with pytest.raises(AssertionError):
        check_hidden(_played(rules), hook)


class SoundPages(Presenter[object]):
    """Pages that show the whole view, and a log of bids."""

    def layout(self, seen: Seen[object]) -> Hashable:
        return seen.viewer is None

    def regions(self, seen: Seen[object]) -> Mapping[str, Region]:
        return {"view": Region("view", seen.view)}

    def line(self, step: Step[object]) -> Line | None:
        return None if step.actor == CHANCE else Line(step.text)

    def cues(self, step: Step[object]) -> tuple[Cue, ...]:
        return (Cue("deal"),) if step.actor == CHANCE else ()


class TellsTheDeal(SoundPages):
    def line(self, step: Step[object]) -> Line | None:
        return Line(step.text)


class SoundsLikeTheDeal(SoundPages):
    def cues(self, step: Step[object]) -> tuple[Cue, ...]:
        return (Cue(step.text),)


class ReadsTheDealOut(SoundPages):
    def spoken(self, step: Step[object], viewer: Seat | None) -> tuple[Line, ...]:
        return (Line(step.text),) if viewer == 1 else ()


def test_pages_of_a_sound_game() -> None:
    check_pages_hide(_played(Toy()), twins, SoundPages())


@pytest.mark.parametrize(
    ("rules", "pages"),
    [
        (Toy(), TellsTheDeal()),
        (Toy(), SoundsLikeTheDeal()),
        (Toy(), ReadsTheDealOut()),
        (ShowsAllCards(), SoundPages()),
    ],
)
def test_pages_that_tell_too_much(rules: Toy, pages: SoundPages) -> None:
    with pytest.raises(AssertionError):
        check_pages_hide(_played(rules), twins, pages)
