"""Fold a record into states by the rules of its game; recompute its throws from its secrets."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from pasch.kernel.actors import CHANCE, Actor
from pasch.kernel.draws import Source, seal
from pasch.kernel.meta import BadOptions
from pasch.kernel.record import Event, Record, bad_header
from pasch.kernel.refusals import N_, Reason, Refusal, Unreadable
from pasch.kernel.rules import ChanceDue, Rules, StateT, ViewT


class BadEvent(Refusal):
    """An event of a record that the rules refuse; keeps the event and the refusal."""

    code = "bad-event"

    def __init__(self, event: Event, refusal: Refusal) -> None:
        """Take the reason over from the refusal."""
        super().__init__(refusal.reason)
        self.event = event
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Replay(Generic[StateT]):
    """The states of a record: before the first event, and after each."""

    states: tuple[StateT, ...]

    @property
    def last(self) -> StateT:
        """The state after the last event."""
        return self.states[-1]


def play(rules: Rules[StateT, ViewT], state: StateT, actor: Actor, text: str) -> StateT:
    """Apply one event of any actor; refuse a chance event that is not due."""
    if actor == CHANCE and not isinstance(rules.to_move(state), ChanceDue):
        raise rules.chance_refusal(state)
    return rules.apply(state, actor, text)


def replay(rules: Rules[StateT, ViewT], record: Record) -> Replay[StateT]:
    """Replay a record; raise `BadRecord` for its headers, `BadEvent` for its events."""
    state = _start(rules, record)
    states = [state]
    for event in record.events:
        try:
            _check_seated(event, len(record.seats))
            state = play(rules, state, event.actor, event.text)
        except Refusal as refusal:
            raise BadEvent(event, refusal) from refusal
        states.append(state)
    return Replay(tuple(states))


def _start(rules: Rules[StateT, ViewT], record: Record) -> StateT:
    meta, seats = rules.meta, len(record.seats)
    if record.rules != meta.rules_version:
        reason = N_("rules version %(version)d is unknown")
        raise bad_header(record, "rules", Reason(reason, params=(("version", record.rules),)))
    try:
        options = meta.resolve(dict(record.options), seats)
    except BadOptions as refusal:
        header = "options" if seats in meta.seats else "seats"
        raise bad_header(record, header, refusal.reason) from None
    return rules.start(options, seats)


def _check_seated(event: Event, seats: int) -> None:
    if event.actor != CHANCE and event.actor > seats:
        raise Unreadable(Reason(N_("there is no seat %(seat)d"), params=(("seat", event.actor),)))


def secrets_drawn(rules: Rules[StateT, ViewT], record: Record) -> int:
    """Return from how many secrets the chance events of a record were drawn, 1 at least.

    Raise what `replay` raises.
    """
    states = replay(rules, record).states
    drawn = (
        rules.secret_index(before) + 1
        for event, before in zip(record.events, states, strict=False)
        if event.actor == CHANCE
    )
    return max(drawn, default=1)


@dataclass(frozen=True, slots=True)
class Difference:
    """A chance event that the secrets do not produce; `number` counts all events from 1."""

    number: int
    event: Event
    expected: str


def verify(rules: Rules[StateT, ViewT], record: Record) -> Iterator[Difference]:
    """Yield every chance event that differs from what the record's secrets produce.

    Raise what `replay` raises, and `BadRecord` when the record carries no secrets, too few of
    them, or one that does not fit its seal.
    """
    sources = _sources(record)
    states = replay(rules, record).states
    for number, (event, before) in enumerate(zip(record.events, states, strict=False), 1):
        due = rules.to_move(before)
        if isinstance(due, ChanceDue):
            index = rules.secret_index(before)
            if index >= len(sources):
                raise _bad_secret(record, index, N_("secret %(number)d is missing"))
            expected = sources[index].draw(due.request, number)
            if expected != event.text:
                yield Difference(number, event, expected)


def _sources(record: Record) -> tuple[Source, ...]:
    provenance = record.provenance
    if provenance is None:
        raise bad_header(record, "seats", Reason(N_("the record carries no secrets")))
    if len(provenance.shares) != len(record.seats):
        raise bad_header(record, "shares", Reason(N_("each seat needs its share")))
    for index, secret in enumerate(provenance.secrets):
        if seal(secret) != provenance.seals[index].hex():
            raise _bad_secret(record, index, N_("secret %(number)d does not fit its seal"))
    return tuple(
        Source(secret, provenance.match, provenance.shares) for secret in provenance.secrets
    )


def _bad_secret(record: Record, index: int, message: str) -> Refusal:
    return bad_header(record, "secrets", Reason(message, params=(("number", index + 1),)))
