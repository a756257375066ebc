"""The card of Domino: what is known of it without its rules."""

from collections.abc import Callable, Mapping
from typing import Final

from pasch.kernel.meta import MOST_WINS, GameMeta, OptionSpec, numbers
from pasch.kernel.refusals import N_, Reason

FIVES: Final = ("fives", "fives-threes")
"""The variants in which the ends of the layout score."""

VARIANTS: Final = ("block", "draw", "cross", "cross9", "cross12", *FIVES)
SETS: Final = ("6", "9", "12")
FIXED_SETS: Final = {"cross": "6", "cross9": "9", "cross12": "12"}
"""The only set of a variant; the others take each."""

WITH_TEAMS: Final = ("block", 4)
"""The variant and the number of seats that know teams."""

MOST_FOR_FIVES: Final = 4
"""The most seats in these variants."""

TARGETS: Final = numbers(50, 500)

_Fits = Callable[[str, str, int], bool]
_FITS: Final[dict[str, _Fits]] = {
    "variant": lambda value, _, seats: seats <= MOST_FOR_FIVES or value not in FIVES,
    "set": lambda value, variant, _: value == FIXED_SETS.get(variant, value),
    "teams": lambda value, variant, seats: value == "no" or (variant, seats) == WITH_TEAMS,
    "spinner": lambda value, variant, _: value == "none" or variant in FIVES,
    "claims": lambda value, variant, _: value == "manual" or variant in FIVES,
}
"""Whether the value of an option fits a variant and a number of seats."""


_MISFIT_SEATS: Final = N_("option “%(name)s=%(value)s” does not fit %(seats)d seats")
_MISFIT: Final = N_(
    "option “%(name)s=%(value)s” does not fit “variant=%(variant)s” with %(seats)d seats"
)


def _misfit(options: Mapping[str, str], seats: int) -> Reason | None:
    variant = options["variant"]
    for name, value in options.items():
        if name in _FITS and not _FITS[name](value, variant, seats):
            params = (("name", name), ("value", value), ("variant", variant), ("seats", seats))
            return Reason(_MISFIT_SEATS if name == "variant" else _MISFIT, params=params)
    return None


META: Final = GameMeta(
    slug="domino",
    title=N_("Domino"),
    tagline=N_("Seven variants: match the ends, read the table, claim your points"),
    source="Domino, Spielanleitung",
    rules_version=1,
    seats=(2, 3, 4, 5),
    seat_labels=(N_("Two players"), N_("Three players"), N_("Four players"), N_("Five players")),
    options=(
        OptionSpec(
            name="variant",
            values=VARIANTS,
            title=N_("Variant"),
            labels=(
                N_("Block"),
                N_("Draw"),
                N_("Cross"),
                N_("Cross, double-nine"),
                N_("Cross, double-twelve"),
                N_("All Fives"),
                N_("All Fives and Threes"),
            ),
            default=lambda _seats: "block",
        ),
        OptionSpec(
            name="set",
            values=SETS,
            title=N_("Set"),
            labels=(
                N_("double-six, 28 tiles"),
                N_("double-nine, 55 tiles"),
                N_("double-twelve, 91 tiles"),
            ),
            default=lambda _seats: "6",
        ),
        OptionSpec(
            name="teams",
            values=("yes", "no"),
            title=N_("Teams"),
            labels=(N_("two against two"), N_("everybody alone")),
            default=lambda _seats: "no",
        ),
        OptionSpec(
            name="spinner",
            values=("none", "first"),
            title=N_("Spinner"),
            labels=(N_("no spinner"), N_("the first double has four sides")),
            default=lambda _seats: "none",
        ),
        OptionSpec(
            name="claims",
            values=("manual", "auto"),
            title=N_("Claims"),
            labels=(N_("the players claim their points"), N_("points count by themselves")),
            default=lambda _seats: "manual",
        ),
        OptionSpec(
            name="target",
            values=TARGETS,
            title=N_("Target"),
            labels=(N_("to %(number)s"),),
            default=lambda _seats: "100",
            is_number=True,
        ),
    ),
    art=("6-6", "6-3"),
    misfit=_misfit,
    order=4,
    rankings=(MOST_WINS,),
    apart=("variant",),
    has_hands=True,
)
