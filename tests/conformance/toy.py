"""A small game for tests of the suite itself: three cards are dealt, two seats bid once each.

T1 Each seat gets a card; the third stays hidden. T2 In order, a seat bids 1 or 2, or `fold`s.
T3 In the end a bid counts when the seat's card is above `a`. The higher total wins.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, cast

from pasch.kernel.actors import CHANCE, Actor, Seat, seats_of
from pasch.kernel.chance import Shuffle
from pasch.kernel.meta import GameMeta, Options
from pasch.kernel.refusals import Illegal, Reason, Unreadable
from pasch.kernel.rules import ChanceDue, Deciding, Over, Rules, ToMove, idle_refusal, places

CARDS: Final = Shuffle(("a", "b", "c"))
SEATS: Final = seats_of(2)
BIDS: Final = {"bid 1": 1, "bid 2": 2, "fold": 0}


@dataclass(frozen=True, slots=True)
class State:
    """The order of the cards, and the bids so far."""

    cards: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """The viewer's own card, and the bids."""

    card: int | None
    bids: tuple[int, ...]


class Toy(Rules[object, object]):
    """Rules without a fault; the faulty ones of the tests depart from them in one point each."""

    meta = GameMeta(
        slug="toy",
        title="Toy",
        tagline="",
        source="",
        rules_version=1,
        seats=(2,),
        seat_labels=("Two",),
        options=(),
        art=(),
        misfit=lambda _options, _seats: None,
        has_hands=True,
    )

    def start(self, options: Options, seats: int) -> object:
        return State()

    def to_move(self, state: object) -> ToMove:
        match state:
            case State(cards=()):
                return ChanceDue(CARDS)
            case State(bids=bids) if len(bids) < len(SEATS):
                return Deciding((SEATS[len(bids)],))
        return Over(places(self.totals(state)))

    def legal(self, state: object, seat: Seat) -> tuple[str, ...]:
        return tuple(BIDS) if self.to_move(state) == Deciding((seat,)) else ()

    def apply(self, state: object, actor: Actor, text: str) -> object:
        toy = cast(State, state)
        if actor == CHANCE:
            return replace(toy, cards=CARDS.read(text, "T1"))
        bid = self.read(text)
        if self.to_move(state) != Deciding((actor,)):
            raise idle_refusal(self.to_move(state), "T2")
        return replace(toy, bids=(*toy.bids, bid))

    def read(self, text: str) -> int:
        """Return the amount of a bid."""
        if text == "bid 3":
            raise Illegal(Reason("too high", "T2"))
        if text not in BIDS:
            raise Unreadable(Reason("no bid"))
        return BIDS[text]

    def view(self, state: object, viewer: Seat | None) -> object:
        toy = cast(State, state)
        sees = viewer is not None and toy.cards
        return View(toy.cards[viewer - 1] if viewer and sees else None, toy.bids)

    def totals(self, state: object) -> tuple[int, ...]:
        toy = cast(State, state)
        if len(toy.bids) < len(SEATS):
            return (0,) * len(SEATS)
        return tuple(bid if card else 0 for bid, card in zip(toy.bids, toy.cards, strict=False))

    def parties(self, state: object) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in SEATS)

    def turns(self, state: object) -> int:
        return len(cast(State, state).bids)


def twins(state: object, viewer: Seat | None) -> Iterator[object]:
    """Yield the states in which the cards that the viewer does not see lie otherwise.

    In the end the totals tell something of all cards.
    """
    toy = cast(State, state)
    if len(toy.bids) == len(SEATS):
        return
    for cards in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        if toy.cards and (viewer is None or cards[viewer - 1] == toy.cards[viewer - 1]):
            yield replace(toy, cards=cards)
