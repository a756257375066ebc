"""Play matches of any game by its rules alone, with throws from secrets that a seed gives."""

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Final

from pasch.kernel.actors import CHANCE, Seat, seats_of
from pasch.kernel.draws import SHARE_BYTES, Source, seal
from pasch.kernel.meta import BadOptions, GameMeta, Options, OptionSpec
from pasch.kernel.record import Event, Provenance, Record
from pasch.kernel.replay import play
from pasch.kernel.rules import ChanceDue, Over, Rules, all_legal

AnyRules = Rules[object, object]

Choices = Mapping[Seat, tuple[str, ...]]

Player = Callable[[AnyRules, object, Choices, random.Random], Event]
"""Chooses one of the legal events of all seats."""

MAX_EVENTS: Final = 20_000
"""No match takes more events than this, however badly it is played."""

MAX_VALUES: Final = 8
"""An option with more values is a number: its first, middle and last value stand for it."""

MAX_SETTINGS: Final = 12
"""Combinations of options that are tried for each number of seats."""

NAMES: Final = ("Anna", "Ben", "Cleo", "Dana", "Emil", "Fritz", "Gesa", "Hugo")


@dataclass(frozen=True, slots=True)
class Setting:
    """A number of seats with every option's value."""

    seats: int
    options: Options

    def __str__(self) -> str:
        """Return the id of a test."""
        return " ".join([str(self.seats), *(f"{name}={value}" for name, value in self.options)])


def settings_of(meta: GameMeta) -> tuple[Setting, ...]:
    """Return what a game is tried with: all combinations, or a sample that is always the same."""
    return tuple(
        Setting(seats, options)
        for seats in meta.seats
        for options in _sample([*dict.fromkeys(_combinations(meta, seats))])
    )


def typical_values(spec: OptionSpec) -> tuple[str, ...]:
    """Return all values of an option, or three of them when it is a number."""
    values = spec.values
    many = len(values) > MAX_VALUES
    return (values[0], values[len(values) // 2], values[-1]) if many else values


def _combinations(meta: GameMeta, seats: int) -> Iterator[Options]:
    """Yield the options that fit together, the defaults first."""
    yield meta.resolve({}, seats)
    names = [spec.name for spec in meta.options]
    for values in product(*map(typical_values, meta.options)):
        try:
            yield meta.resolve(dict(zip(names, values, strict=True)), seats)
        except BadOptions:
            continue


def _sample(combinations: list[Options]) -> list[Options]:
    """Return the defaults, what it takes to show each value of each option, and some more."""
    if len(combinations) <= MAX_SETTINGS:
        return combinations
    defaults, *others = combinations
    random.Random(0).shuffle(others)
    chosen, shown = [defaults], {*defaults}
    for options in others:
        if not shown.issuperset(options):
            chosen.append(options)
            shown.update(options)
    more = [options for options in others if options not in chosen]
    return [*chosen, *more[: max(0, MAX_SETTINGS - len(chosen))]]


@dataclass(frozen=True, slots=True)
class Dealer:
    """The secrets, shares and id of a match, all from one seed."""

    seed: int
    seats: int

    @property
    def match(self) -> str:
        """The id of the match."""
        return f"match-{self.seed}"

    @property
    def shares(self) -> tuple[bytes, ...]:
        """The share of each seat."""
        return tuple(self._hash(f"share {seat}")[:SHARE_BYTES] for seat in range(self.seats))

    def source(self, hand: int) -> Source:
        """Return the source of a hand's chance events; hands count from 0."""
        return Source(self.secret(hand), self.match, self.shares)

    def secret(self, hand: int) -> bytes:
        """Return the secret of a hand."""
        return self._hash(f"secret {hand}")

    def provenance(self, hands: int) -> Provenance:
        """Return what a record of so many hands tells of its throws."""
        secrets = tuple(map(self.secret, range(hands)))
        seals = tuple(bytes.fromhex(seal(secret)) for secret in secrets)
        return Provenance(self.match, self.shares, seals, secrets)

    def _hash(self, text: str) -> bytes:
        return hashlib.sha256(f"{self.seed} {text}".encode()).digest()


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A match, whole or its beginning: the state before the first event and after each."""

    rules: AnyRules
    setting: Setting
    dealer: Dealer
    states: tuple[object, ...]
    events: tuple[Event, ...]

    @property
    def last(self) -> object:
        """The state after the last event."""
        return self.states[-1]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the table."""
        return seats_of(self.setting.seats)

    @property
    def record(self) -> Record:
        """The record of the match, with its secrets."""
        return Record(
            game=self.rules.meta.slug,
            rules=self.rules.meta.rules_version,
            options=self.setting.options,
            seats=NAMES[: self.setting.seats],
            events=self.events,
            provenance=self.dealer.provenance(1 + max(map(self.rules.secret_index, self.states))),
        )

    def until(self, events: int) -> "Playthrough":
        """Return the beginning of the match, with so many events."""
        return replace(self, states=self.states[: events + 1], events=self.events[:events])


def play_randomly(
    rules: AnyRules, state: object, choices: Choices, chooser: random.Random
) -> Event:
    """Choose any seat that has a choice, and any of its events."""
    seat = chooser.choice(list(choices))
    return Event(seat, chooser.choice(choices[seat]))


def play_greedily(
    rules: AnyRules, state: object, choices: Choices, chooser: random.Random
) -> Event:
    """Choose at random half of the time, else what brings the seat's party most at once."""
    seat = chooser.choice(list(choices))
    if chooser.random() < 0.5:
        return Event(seat, chooser.choice(choices[seat]))
    party = next(i for i, seats in enumerate(rules.parties(state)) if seat in seats)
    gains = {text: rules.totals(rules.apply(state, seat, text))[party] for text in choices[seat]}
    best = [text for text, gain in gains.items() if gain == max(gains.values())]
    return Event(seat, chooser.choice(best))


@cache
def play_match(
    rules: AnyRules, setting: Setting, seed: int, player: Player = play_randomly
) -> Playthrough:
    """Play a match; the same seed, the same match.

    It goes to its end, to a dead end or through `MAX_EVENTS` events.
    """
    dealer, chooser = Dealer(seed, setting.seats), random.Random(seed)
    states, events = [rules.start(setting.options, setting.seats)], list[Event]()
    while len(events) < MAX_EVENTS and not isinstance(due := rules.to_move(states[-1]), Over):
        if isinstance(due, ChanceDue):
            source = dealer.source(rules.secret_index(states[-1]))
            event = Event(CHANCE, source.draw(due.request, len(events) + 1))
        elif choices := all_legal(rules, states[-1], setting.seats):
            event = player(rules, states[-1], choices, chooser)
        else:
            break
        states.append(play(rules, states[-1], event.actor, event.text))
        events.append(event)
    return Playthrough(rules, setting, dealer, tuple(states), tuple(events))
