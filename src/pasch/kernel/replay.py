"""Fold a record into states by the rules of its game; recompute its throws from its secrets."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from pasch.kernel.actors import CHANCE, Actor
from pasch.kernel.draws import Source, seal
from pasch.kernel.record import BadRecord, Event, Record
from pasch.kernel.refusals import N_, Illegal, Reason, Refusal, Unreadable
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
    """Apply one event of any actor; raise `Illegal` for a chance event that is not due."""
    if actor == CHANCE and not isinstance(rules.to_move(state), ChanceDue):
        raise Illegal(Reason(N_("no throw, deal or draw is due")))
    return rules.apply(state, actor, text)


def replay(rules: Rules[StateT, ViewT], record: Record) -> Replay[StateT]:
    """Replay a record; raise `BadRecord`, `BadOptions` or `BadEvent`."""
    if record.rules != rules.meta.rules_version:
        reason = N_("rules version %(version)d is unknown")
        params = (("version", record.rules),)
        raise BadRecord(2, f"rules: {record.rules}", Reason(reason, params=params))
    options = rules.meta.resolve(dict(record.options), len(record.seats))
    state = rules.start(options, len(record.seats))
    states = [state]
    for event in record.events:
        try:
            _check_seated(event, len(record.seats))
            state = play(rules, state, event.actor, event.text)
        except Refusal as refusal:
            raise BadEvent(event, refusal) from refusal
        states.append(state)
    return Replay(tuple(states))


def _check_seated(event: Event, seats: int) -> None:
    if event.actor != CHANCE and event.actor > seats:
        raise Unreadable(Reason(N_("there is no seat %(seat)d"), params=(("seat", event.actor),)))


@dataclass(frozen=True, slots=True)
class Difference:
    """A chance event that the secrets do not produce; `number` counts all events from 1."""

    number: int
    event: Event
    expected: str


def verify(rules: Rules[StateT, ViewT], record: Record) -> Iterator[Difference]:
    """Yield every chance event that differs from what the record's secrets produce.

    Raise `Unreadable` when the record carries no secrets, or a secret does not fit its seal.
    """
    sources = _sources(record)
    states = replay(rules, record).states
    for number, event in enumerate(record.events, 1):
        before = states[number - 1]
        due = rules.to_move(before)
        if isinstance(due, ChanceDue):
            source = _source(sources, rules.secret_index(before))
            expected = source.draw(due.request, number)
            if expected != event.text:
                yield Difference(number, event, expected)


def _source(sources: tuple[Source, ...], index: int) -> Source:
    if index >= len(sources):
        raise Unreadable(Reason(N_("secret %(number)d is missing"), params=(("number", index + 1),)))
    return sources[index]


def _sources(record: Record) -> tuple[Source, ...]:
    provenance = record.provenance
    if provenance is None:
        raise Unreadable(Reason(N_("the record carries no secrets")))
    if len(provenance.shares) != len(record.seats):
        raise Unreadable(Reason(N_("each seat needs its share")))
    for number, (secret, claimed) in enumerate(
        zip(provenance.secrets, provenance.seals, strict=True), 1
    ):
        if seal(secret) != claimed.hex():
            reason = N_("secret %(number)d does not fit its seal")
            raise Unreadable(Reason(reason, params=(("number", number),)))
    return tuple(
        Source(secret, provenance.match, provenance.shares) for secret in provenance.secrets
    )

