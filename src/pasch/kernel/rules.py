"""The contract that every game fulfils."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from typing import Generic, TypeVar

from pasch.kernel.actors import Actor, Seat, seats_of
from pasch.kernel.chance import ChanceRequest
from pasch.kernel.meta import TOTAL, WON, GameMeta, Options
from pasch.kernel.refusals import N_, Illegal, MatchOver, NotYourTurn, Reason, Refusal

StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT")


@dataclass(frozen=True, slots=True)
class ChanceDue:
    """Chance acts next."""

    request: ChanceRequest


@dataclass(frozen=True, slots=True)
class Deciding:
    """These seats must act, ascending; the match waits for all of them."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The match has ended. `places` gives each party's place from 1; equals share a place."""

    places: tuple[int, ...]


ToMove = ChanceDue | Deciding | Over


class Rules(ABC, Generic[StateT, ViewT]):
    """The rules of one game: frozen state in, frozen state out.

    Events are canonical record text without the actor. An event is accepted by `apply` if and
    only if it is in `legal`; chance events are checked by the request that is due.
    """

    meta: GameMeta

    @abstractmethod
    def start(self, options: Options, seats: int) -> StateT:
        """Return the state before the first event; `options` come from `GameMeta.resolve`."""

    @abstractmethod
    def to_move(self, state: StateT) -> ToMove:
        """Return who acts next, or the result."""

    @abstractmethod
    def legal(self, state: StateT, seat: Seat) -> tuple[str, ...]:
        """Return every event that `seat` may write now, each exactly as it is written.

        Seats that may act without having to are served too; `()` for a seat without a choice.
        """

    @abstractmethod
    def apply(self, state: StateT, actor: Actor, text: str) -> StateT:
        """Return the state after the event; raise a `Refusal` that says why not.

        Chance acts only when it is due: `pasch.kernel.replay.play` has seen to that.
        """

    def chance_refusal(self, state: StateT) -> Refusal:
        """Return why chance must not act now; only asked when it is not due."""
        return Illegal(Reason(N_("no throw, deal or draw is due")))

    @abstractmethod
    def view(self, state: StateT, viewer: Seat | None) -> ViewT:
        """Return what `viewer` may know (None: a spectator), built from nothing.

        In a game without hidden facts (`GameMeta.has_hands`) a seat that has nothing to decide
        knows what spectators know.

        A view is a frozen dataclass of numbers, strings, tuples and such dataclasses; named tuples
        may stand for these. Programs get it by the names of its fields (`kernel.plain`).
        """

    @abstractmethod
    def totals(self, state: StateT) -> tuple[int, ...]:
        """Return the points of each party (seat or team) that are not pending."""

    @abstractmethod
    def parties(self, state: StateT) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats that win together, in the order of `totals`: the same all match long."""

    @abstractmethod
    def turns(self, state: StateT) -> int:
        """Return how many turns are finished; one that is taken back does not count."""

    def figures(self, state: StateT) -> tuple[dict[str, int], ...]:
        """Return the numbers of a finished match that lists may rank, by name, for each party.

        A party lacks those with which it shall stand in no list. A game adds its own to these.
        """
        over = self.to_move(state)
        placed = over.places if isinstance(over, Over) else ()
        is_won = len(placed) > 1 and placed.count(1) == 1
        return tuple(
            {TOTAL: total, WON: 1} if is_won and place == 1 else {TOTAL: total}
            for total, place in zip(self.totals(state), placed, strict=False)
        )

    def holdable(self, state: StateT, seat: Seat) -> int:
        """Return how many places (dice, by number from 1) `seat` may hold now; 0 for none.

        Holding is no event: it prepares one, and the others see it.
        """
        return 0

    def held(self, state: StateT) -> tuple[int, ...]:
        """Return the places that count as held before anybody has touched a die."""
        return ()

    def account_points(
        self, state: StateT, left: Collection[Seat] = (), *, has_computer: bool = False
    ) -> tuple[int, ...]:
        """Return what the match brings to the account of each seat; `()` in games without.

        `left` are the seats whose leaving ended the match early; `has_computer` tells that a
        computer played along, or gave hints. A match that seats leave ends as "left" where that
        brings anybody anything, and is aborted otherwise. The points become the figure `ACCOUNT`.
        """
        return ()

    def secret_index(self, state: StateT) -> int:
        """Return which of the match's secrets the next chance event is drawn from, from 0.

        Games with hidden facts take a new secret for each hand (`GameMeta.has_hands`): the secret
        of a hand is opened as soon as the next hand is asked for. All others have one a match.
        """
        return 0

    def sharers(self, state: StateT, seat: Seat, text: str) -> tuple[Seat, ...]:
        """Return the seats that share the decision which `seat` makes by a legal event.

        Only asked for a seat that must act: it is one of them, and all of them must act. Computers
        leave such a decision to people first. A game in which several decisions may be open at
        once tells them apart.
        """
        due = self.to_move(state)
        return due.seats if isinstance(due, Deciding) else ()

    def needs_confirmation(self, state: StateT, seat: Seat, text: str) -> Reason | None:
        """Return what a legal event would cost that a person should confirm first, or None."""
        return None


def places(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the place of each total, highest first; equal totals share the place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def all_legal(
    rules: Rules[StateT, ViewT], state: StateT, seats: int
) -> dict[Seat, tuple[str, ...]]:
    """Return the legal events of every seat that has a choice."""
    listed = ((seat, rules.legal(state, seat)) for seat in seats_of(seats))
    return {seat: events for seat, events in listed if events}


def idle_refusal(to_move: ToMove, rule: str | None = None) -> Refusal:
    """Return the refusal for a seat that has nothing to decide, with the number of the `rule`."""
    match to_move:
        case Over():
            return MatchOver(Reason(N_("the match is over"), rule))
        case ChanceDue():
            return Illegal(Reason(N_("chance is due first"), rule))
        case Deciding(seats=seats):
            text = ", ".join(map(str, seats))
            return NotYourTurn(Reason(N_("seat %(seats)s is to move"), rule, (("seats", text),)))
