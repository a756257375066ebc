"""The card of ZDWA: what is known of it without its rules."""

from collections.abc import Mapping
from typing import Final

from pasch.kernel.meta import BEST_TOTALS, MOST_WINS, GameMeta, OptionSpec
from pasch.kernel.refusals import N_, Reason

MODES: Final = ("solo", "two", "three", "teams")
"""The modes in the order of the seats that they need, from 1 to 4."""

MODE_LABELS: Final = (N_("Solo"), N_("Two players"), N_("Three players"), N_("Two against two"))


def _mode_of(seats: int) -> str:
    return MODES[seats - 1]


def _misfit(options: Mapping[str, str], seats: int) -> Reason | None:
    if options["mode"] == _mode_of(seats):
        return None
    params = (("mode", options["mode"]), ("seats", seats))
    return Reason(N_("option “mode=%(mode)s” does not fit %(seats)d seats"), params=params)


META: Final = GameMeta(
    slug="zdwa",
    title=N_("Zock die Wand an"),
    tagline=N_("Four columns, 48 cells: announce, gamble, cross out"),
    source="Zock die Wand an (ZDWA), Spielanleitung",
    rules_version=1,
    seats=(1, 2, 3, 4),
    seat_labels=MODE_LABELS,
    options=(
        OptionSpec(
            name="mode",
            values=MODES,
            title=N_("Mode"),
            labels=MODE_LABELS,
            default=_mode_of,
            by_seats=True,
        ),
        OptionSpec(
            name="hardcore",
            values=("yes", "no"),
            title=N_("Hardcore"),
            labels=(N_("one throw a turn, nothing to announce"), N_("up to three throws a turn")),
            default=lambda _seats: "no",
        ),
    ),
    art=("6", "6", "6", "6", "2"),
    misfit=_misfit,
    order=1,
    quick_entry=N_("the next cells of ⬇︎ and ⬆︎"),
    rankings=(BEST_TOTALS, MOST_WINS),
    apart=("hardcore",),
)
