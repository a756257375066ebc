"""A match in memory: its log folded into a state, with its latest moments and lines.

Everything here follows from the match and its log and may be thrown away at any time.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final, NamedTuple

from pasch.games import discovery
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.chance import Shuffle
from pasch.kernel.page import Cue, Line, Step
from pasch.kernel.replay import play
from pasch.kernel.rules import ChanceDue, Deciding, Over, Rules, ToMove
from pasch.matches.model import NO_EVENTS, LoggedEvent, Match, MatchStatus, Millis, Version

MOMENTS_KEPT: Final = 16
"""Latest states in memory: enough to judge a command that was meant for an older position."""


_version_of: Final = itemgetter(0)


class Moment(NamedTuple):
    """The state that an event led to, who acts next in it, and what spectators see of it.

    `version` counts the events so far; `step` is the latest of them, None at the start, and
    `cues` are what moves or sounds when it arrives.
    """

    version: Version
    state: object
    to_move: ToMove
    view: object
    step: Step[object] | None
    cues: tuple[Cue, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match stands.

    `lines` are the log's lines with the place of their event. `trace` lists the totals
    at the start and after each turn; `throws` counts the events of chance, `secrets` the secrets
    from which they were drawn.
    """

    match: Match
    moments: tuple[Moment, ...]
    lines: tuple[tuple[Version, Line], ...] = ()
    trace: tuple[tuple[int, ...], ...] = ()
    throws: int = 0
    secrets: int = 0

    @property
    def rules(self) -> Rules[object, object]:
        """The rules of the game."""
        return discovery.rules(self.match.game)

    @property
    def state(self) -> object:
        """The state after the latest event."""
        return self.moments[-1].state

    @property
    def version(self) -> Version:
        """How many events the log holds."""
        return self.moments[-1].version

    @property
    def to_move(self) -> ToMove:
        """Who acts next, or the result."""
        return self.moments[-1].to_move

    @property
    def public_view(self) -> object:
        """What a spectator may see."""
        return self.moments[-1].view

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return isinstance(self.to_move, Over)

    @property
    def open_secrets(self) -> tuple[bytes, ...]:
        """The secrets that may be shown: of hands that are over, in the end all."""
        is_running = self.match.status is MatchStatus.RUNNING
        hand = self.rules.secret_index(self.state)
        return tuple(map(self.match.secret_of, range(hand if is_running else self.secrets)))

    def moments_from(self, version: Version) -> tuple[Moment, ...]:
        """Return the moments from a version on; none when it is not in memory."""
        index = version - self.moments[0].version
        return self.moments[index:] if index >= 0 else ()

    def steps_after(self, version: Version) -> tuple[Step[object], ...]:
        """Return the steps behind a version, as far as they are still in memory."""
        return tuple([each.step for each in self._latest(version) if each.step is not None])

    def cues_after(self, version: Version) -> tuple[Cue, ...]:
        """Return what moves or sounds because of the steps behind a version."""
        return tuple([cue for moment in self._latest(version) for cue in moment.cues])

    def _latest(self, version: Version) -> tuple[Moment, ...]:
        count = self.version - version
        return self.moments[-count:] if count > 0 else ()

    def lines_after(self, version: Version) -> tuple[tuple[Version, Line], ...]:
        """Return the log's lines behind a version."""
        return self.lines[bisect_right(self.lines, version, key=_version_of) :]


def begin(match: Match) -> Position:
    """Return the position before the first event."""
    rules = discovery.rules(match.game)
    state = rules.start(match.options, len(match.players))
    first = Moment(NO_EVENTS, state, rules.to_move(state), rules.view(state, None), None)
    return Position(match, (first,), trace=(rules.totals(state),))


def resume(match: Match, log: Iterable[LoggedEvent]) -> Position:
    """Return the position that a stored log leads to."""
    position = begin(match)
    for event in log:
        position = follow(position, event.actor, event.text)
    return position


def advance(
    position: Position, actor: Actor, text: str, at: Millis
) -> tuple[Position, tuple[LoggedEvent, ...]]:
    """Apply an event and all chance that is due behind it; return the position and the events.

    Raise the rules' refusal when they forbid the event.
    """
    after = follow(position, actor, text)
    event = LoggedEvent(after.version, actor, text, at)
    settled, drawn = settle(after, at)
    return settled, (event, *drawn)


def settle(position: Position, at: Millis) -> tuple[Position, tuple[LoggedEvent, ...]]:
    """Draw and apply while chance is due; return the position and the drawn events."""
    events: list[LoggedEvent] = []
    while isinstance(due := position.to_move, ChanceDue):
        number = position.version + 1
        hand = position.rules.secret_index(position.state)
        text = position.match.source(hand).draw(due.request, number)
        position = follow(position, CHANCE, text)
        events.append(LoggedEvent(number, CHANCE, text, at))
    return position, tuple(events)


def with_match(position: Position, match: Match) -> Position:
    """Return the position with the match's own row renewed."""
    return replace(position, match=match)


def has_same_choices(position: Position, seat: Seat, seen: Version) -> bool:
    """Return whether a seat's choices have stayed what they were when it saw version `seen`.

    They have not when the seat itself has acted since: the same may be said again, such as to
    throw, but it would be another throw.
    """
    moments = position.moments_from(seen)
    if not moments:
        return False
    rules, choices = position.rules, position.rules.legal(moments[0].state, seat)
    return all(
        moment.step is not None
        and moment.step.actor != seat
        and rules.legal(moment.state, seat) == choices
        for moment in moments[1:]
    )


def has_same_places(before: Position, after: Position) -> bool:
    """Return whether the same seats may hold the same places: nothing has been thrown between."""
    return (
        before.match.id == after.match.id
        and before.throws == after.throws
        and _holders(before) == _holders(after) != ()
    )


def _holders(position: Position) -> tuple[Seat, ...]:
    to_move = position.to_move
    seats = to_move.seats if isinstance(to_move, Deciding) else ()
    return tuple(seat for seat in seats if position.rules.holdable(position.state, seat))


def follow(position: Position, actor: Actor, text: str) -> Position:
    """Return the position behind one more event; raise the rules' refusal when they forbid it."""
    rules = position.rules
    state = play(rules, position.state, actor, text)
    version = Version(position.version + 1)
    view = rules.view(state, None)
    step = Step(position.public_view, actor, _shown(position, text), view)
    presenter = discovery.presenter(position.match.game)
    line = presenter.line(step)
    lines = position.lines if line is None else (*position.lines, (version, line))
    cues = presenter.cues(step)
    moment = Moment(version, state, rules.to_move(state), view, step, cues)
    moments = (*position.moments, moment)[-MOMENTS_KEPT:]
    throws, secrets = position.throws, position.secrets
    if actor == CHANCE:
        throws, secrets = throws + 1, max(secrets, rules.secret_index(position.state) + 1)
    return Position(position.match, moments, lines, _traced(position, state), throws, secrets)


def _shown(position: Position, text: str) -> str:
    """Return what everybody may know of the next event: of a shuffle only that there was one."""
    due = position.to_move
    return "" if isinstance(due, ChanceDue) and isinstance(due.request, Shuffle) else text


def _traced(position: Position, state: object) -> tuple[tuple[int, ...], ...]:
    """Return the trace with a finished turn added, or with one taken back."""
    turns = position.rules.turns(state)
    if turns == len(position.trace) - 1:
        return position.trace
    return (*position.trace[:turns], position.rules.totals(state))
