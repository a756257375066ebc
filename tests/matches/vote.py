"""A game in which several seats act at once: three vote, a die is thrown, and they vote again.

V1 In each of two rounds every seat says `yes` or `no`, in any order. V2 Behind a round a die is
thrown. V3 Each `yes` brings its seat the eyes of the die.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, cast

from pasch.kernel.actors import CHANCE, Actor, Seat, seats_of
from pasch.kernel.chance import Throw
from pasch.kernel.meta import GameMeta, Options
from pasch.kernel.page import Cue, Line, Presenter, Region, Seen, Step
from pasch.kernel.refusals import Reason, Unreadable
from pasch.kernel.rules import ChanceDue, Deciding, Over, Rules, ToMove, idle_refusal, places

SLUG: Final = "vote"
SEATS: Final = seats_of(3)
ROUNDS: Final = 2
VOTES: Final = {"yes": 1, "no": 0}
DIE: Final = Throw(1)


@dataclass(frozen=True, slots=True)
class State:
    """The votes of each seat, round by round, and the throws behind the rounds."""

    votes: tuple[tuple[int, ...], ...] = ((),) * len(SEATS)
    throws: tuple[int, ...] = ()

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The seats that have not voted in this round."""
        return tuple(s for s in SEATS if len(self.votes[s - 1]) == len(self.throws))


class Vote(Rules[object, object]):
    """The rules."""

    meta = GameMeta(
        slug=SLUG,
        title="Vote",
        tagline="",
        source="",
        rules_version=1,
        seats=(3,),
        seat_labels=("Three",),
        options=(),
        art=(),
        misfit=lambda _options, _seats: None,
    )

    def start(self, options: Options, seats: int) -> object:
        return State()

    def to_move(self, state: object) -> ToMove:
        vote = cast(State, state)
        if len(vote.throws) == ROUNDS:
            return Over(places(self.totals(state)))
        return Deciding(vote.waits_for) if vote.waits_for else ChanceDue(DIE)

    def legal(self, state: object, seat: Seat) -> tuple[str, ...]:
        to_move = self.to_move(state)
        may_vote = isinstance(to_move, Deciding) and seat in to_move.seats
        return tuple(VOTES) if may_vote else ()

    def apply(self, state: object, actor: Actor, text: str) -> object:
        vote = cast(State, state)
        if actor == CHANCE:
            return replace(vote, throws=vote.throws + DIE.read(text))
        if text not in VOTES:
            raise Unreadable(Reason("no vote"))
        if not self.legal(state, actor):
            raise idle_refusal(self.to_move(state), "V1")
        votes = list(vote.votes)
        votes[actor - 1] += (VOTES[text],)
        return replace(vote, votes=tuple(votes))

    def view(self, state: object, viewer: Seat | None) -> object:
        return state

    def totals(self, state: object) -> tuple[int, ...]:
        vote = cast(State, state)
        return tuple(
            sum(said * eyes for said, eyes in zip(own, vote.throws, strict=False))
            for own in vote.votes
        )

    def parties(self, state: object) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in SEATS)

    def turns(self, state: object) -> int:
        return len(cast(State, state).throws)


class Shouting(Vote):
    """As if votes could be said again and again: acting does not change what one may do."""

    def to_move(self, state: object) -> ToMove:
        return Deciding(SEATS)

    def legal(self, state: object, seat: Seat) -> tuple[str, ...]:
        return tuple(VOTES)


class VotePresenter(Presenter[object]):
    """Shows nothing, tells every vote."""

    def layout(self, seen: Seen[object]) -> None:
        return None

    def regions(self, seen: Seen[object]) -> Mapping[str, Region]:
        return {}

    def line(self, step: Step[object]) -> Line | None:
        return None if step.actor == CHANCE else Line("%(who)s has voted", seat=step.actor)

    def cues(self, step: Step[object]) -> tuple[Cue, ...]:
        return ()


RULES: Final = Vote()
SHOUTING: Final = Shouting()
PRESENTER: Final = VotePresenter()
