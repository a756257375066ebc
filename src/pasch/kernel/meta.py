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
    may depend on the number of seats. A `by_seats` option follows from the seats: forms do not ask.
    """

    name: str
    values: tuple[str, ...]
    title: str
    labels: tuple[str, ...]
    default: Callable[[int], str]
    by_seats: bool = False


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


class Order(StrEnum):
    """What a list ranks: everybody's highest or lowest figure, or the sum of all of them."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Ranking:
    """A list of the best people of a game.

    `name` stands in addresses; `title` and `unit`, the heading over the numbers, are message ids.
    `figure` names one of the numbers that `Rules.figures` gives.
    """

    name: str
    title: str
    unit: str
    figure: str
    order: Order


BEST_TOTALS: Final = Ranking("totals", N_("Best totals"), N_("Points"), TOTAL, Order.HIGHEST)
MOST_WINS: Final = Ranking("wins", N_("Matches won"), N_("Won"), WON, Order.SUM)


@dataclass(frozen=True, slots=True)
class GameMeta:
    """A game's card.

    `slug` is the folder's name and the record's `game`; `title` and `tagline` are message ids.
    `seats` lists the possible numbers of seats, `seat_labels` their names for people.
    `misfit(options, seats)` returns why options that exist do not fit together, or None.
    `art` is what the lobby draws: faces of dice, or tiles. `rankings` are the lists of the best,
    the main one first; each value of an option in `apart` has lists of its own.
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
    leaving: Leaving = Leaving()
    rankings: tuple[Ranking, ...] = (BEST_TOTALS,)
    apart: tuple[str, ...] = ()

    def apart_in(self, options: Options) -> Options:
        """Return those of a match's options whose values have lists of their own."""
        return tuple((name, value) for name, value in options if name in self.apart)

    def resolve(self, given: Mapping[str, str], seats: int) -> Options:
        """Return all options with defaults filled in; raise `BadOptions` naming what is wrong."""
        if seats not in self.seats:
            reason = N_("this game is not for %(seats)d seats")
            raise BadOptions(Reason(reason, params=(("seats", seats),)))
        specs = {spec.name: spec for spec in self.options}
        for name, value in given.items():
            _check_known(specs.get(name), name, value)
        full = {s.name: given.get(s.name, s.default(seats)) for s in self.options}
        misfit = self.misfit(full, seats)
        if misfit is not None:
            raise BadOptions(misfit)
        return tuple(full.items())


def _check_known(spec: OptionSpec | None, name: str, value: str) -> None:
    if spec is None:
        raise BadOptions(Reason(N_("unknown option “%(name)s”"), params=(("name", name),)))
    if value not in spec.values:
        reason = N_("option “%(name)s” cannot be “%(value)s”")
        raise BadOptions(Reason(reason, params=(("name", name), ("value", value))))
