"""What is known of a game without loading its rules: names, seats, options."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pasch.kernel.refusals import N_, Reason, Refusal

Options = tuple[tuple[str, str], ...]
"""Every option of a game with its value, in the rulebook's order."""


class BadOptions(Refusal):
    """An option is unknown, has an unknown value, or does not fit the others."""

    code = "bad-options"


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a game.

    `title` and `labels` are message ids for people, `labels` in the order of `values`. The default
    may depend on the number of seats; where it does not fit the options before, the first value
    that fits takes its place. A `by_seats` option follows from the seats: forms do not ask. The
    values of one that `is_number` are whole numbers without a gap, ascending, their own labels;
    its only text in `labels` says what `%(number)s` is where the title is missing.
    """

    name: str
    values: tuple[str, ...]
    title: str
    labels: tuple[str, ...]
    default: Callable[[int], str]
    by_seats: bool = False
    is_number: bool = False

    def label(self, value: str) -> str:
        """Return the label of a value: a message id, or the number itself."""
        return value if self.is_number else self.labels[self.values.index(value)]


def numbers(least: int, most: int) -> tuple[str, ...]:
    """Return the values of an option that is a whole number, ascending."""
    return tuple(map(str, range(least, most + 1)))


@dataclass(frozen=True, slots=True)
class Leaving:
    """What a game says about leaving a match early.

    `cost` is a message id that tells the person who wants to leave what it costs. `needs_all` says
    that a paused match is aborted only when all seats agree; otherwise any seat may abort it.
    """

    cost: str = N_("The match is then aborted for everybody and counts nowhere.")
    needs_all: bool = False


TOTAL: Final = "total"
"""The figure that every party of a finished match has: its total."""

WON: Final = "won"
"""The figure that who has won alone against others has, always 1."""


ACCOUNT: Final = "account"
"""The figure of a match in a game with account points: what it brings to a seat's account."""


class Order(StrEnum):
    """What a list ranks: everybody's highest or lowest figure, or the sum of all of them."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Ranking:
    """A list of the best people of a game.

    `name` stands in addresses; `title` and `unit`, the heading over the numbers, are message ids.
    `figure` names one of the numbers that `Rules.figures` gives. A list that `is_of_all_kinds`
    takes matches whatever their options, as an account does, also where others are told apart.
    Matches of fewer than `least_seats` have nothing for it.
    """

    name: str
    title: str
    unit: str
    figure: str
    order: Order
    is_of_all_kinds: bool = False
    least_seats: int = 1


BEST_TOTALS: Final = Ranking("totals", N_("Best totals"), N_("Points"), TOTAL, Order.HIGHEST)
MOST_WINS: Final = Ranking("wins", N_("Matches won"), N_("Won"), WON, Order.SUM)


@dataclass(frozen=True, slots=True)
class GameMeta:
    """A game's card.

    `slug` is the folder's name and the record's `game`; `title` and `tagline` are message ids.
    `seats` lists the possible numbers of seats, `seat_labels` their names for people.
    `misfit(options, seats)` returns why options that exist do not fit together, or None; it is
    asked about the first option alone, the first two, and so on, in the rulebook's order.
    `art` is what the lobby draws: faces of dice, or tiles. `quick_entry` is a message id that
    says what the big buttons of its dock write (`page.QuickEntry`), "" for a game without them.
    A game that `has_hints` tells who plays alone what is best, from its solution.
    `rankings` are the lists of the best, the main one first; each value of an option in `apart`
    has lists of its own, but for those of all kinds. `has_hands` says that each hand of a match
    has a secret of its own, as games with hidden facts need (`Rules.secret_index`).
    """

    slug: str
    title: str
    tagline: str
    source: str
    rules_version: int
    seats: tuple[int, ...]
    seat_labels: tuple[str, ...]
    options: tuple[OptionSpec, ...]
    art: tuple[str, ...]
    misfit: Callable[[Mapping[str, str], int], Reason | None]
    order: int = 0
    has_hints: bool = False
    leaving: Leaving = Leaving()
    quick_entry: str = ""
    rankings: tuple[Ranking, ...] = (BEST_TOTALS,)
    apart: tuple[str, ...] = ()
    has_hands: bool = False

    def apart_in(self, options: Options) -> Options:
        """Return those of a match's options whose values have lists of their own."""
        return tuple((name, value) for name, value in options if name in self.apart)

    def apart_of(self, ranking: Ranking) -> tuple[OptionSpec, ...]:
        """Return the options that each have a value in a list, in the game's order."""
        told = () if ranking.is_of_all_kinds else self.apart
        return tuple(spec for spec in self.options if spec.name in told)

    def seats_of(self, ranking: Ranking) -> tuple[int, ...]:
        """Return the numbers of seats of the matches that a list may take."""
        return tuple(number for number in self.seats if number >= ranking.least_seats)

    def resolve(self, given: Mapping[str, str], seats: int) -> Options:
        """Return all options with defaults filled in; raise `BadOptions` naming what is wrong."""
        if seats not in self.seats:
            reason = N_("this game is not for %(seats)d seats")
            raise BadOptions(Reason(reason, params=(("seats", seats),)))
        specs = {spec.name: spec for spec in self.options}
        for name, value in given.items():
            _check_known(specs.get(name), name, value)
        full = self._completed(given, seats)
        misfit = self.misfit(full, seats)
        if misfit is not None:
            raise BadOptions(misfit)
        return tuple(full.items())

    def fitting(self, given: Mapping[str, str], seats: int) -> dict[str, tuple[str, ...]]:
        """Return the values of each option that fit the options before it, for a form.

        `given` are known options with known values; those before that are missing or do not fit
        count as their defaults.
        """
        return self._fitted(given, seats)[0]

    def nearest(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        """Return options that fit together: those given that fit, for the others defaults."""
        return self._fitted(given, seats)[1]

    def _fitted(
        self, given: Mapping[str, str], seats: int
    ) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
        full: dict[str, str] = {}
        fitting: dict[str, tuple[str, ...]] = {}
        for spec in self.options:
            fitting[spec.name] = self._fitting(spec, full, seats)
            wanted = given.get(spec.name)
            is_kept = wanted in fitting[spec.name]
            full[spec.name] = wanted if wanted and is_kept else self._default(spec, full, seats)
        return fitting, full

    def _completed(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        full: dict[str, str] = {}
        for spec in self.options:
            full[spec.name] = given.get(spec.name) or self._default(spec, full, seats)
        return full

    def _default(self, spec: OptionSpec, before: Mapping[str, str], seats: int) -> str:
        default = spec.default(seats)
        if self._fits(spec, default, before, seats):
            return default
        return next(iter(self._fitting(spec, before, seats)), default)

    def _fitting(self, spec: OptionSpec, before: Mapping[str, str], seats: int) -> tuple[str, ...]:
        return tuple(value for value in spec.values if self._fits(spec, value, before, seats))

    def _fits(self, spec: OptionSpec, value: str, before: Mapping[str, str], seats: int) -> bool:
        return self.misfit({**before, spec.name: value}, seats) is None


def _check_known(spec: OptionSpec | None, name: str, value: str) -> None:
    if spec is None:
        raise BadOptions(Reason(N_("unknown option “%(name)s”"), params=(("name", name),)))
    if value not in spec.values:
        raise BadOptions(_bad_number(spec) if spec.is_number else _bad_value(name, value))


def _bad_value(name: str, value: str) -> Reason:
    reason = N_("option “%(name)s” cannot be “%(value)s”")
    return Reason(reason, params=(("name", name), ("value", value)))


def _bad_number(spec: OptionSpec) -> Reason:
    reason = N_("option “%(name)s” is a whole number from %(least)s to %(most)s")
    params = (("name", spec.name), ("least", spec.values[0]), ("most", spec.values[-1]))
    return Reason(reason, params=params)
