"""The card of Würfelmania: what is known of it without its rules."""

from typing import Final

from pasch.kernel.meta import ACCOUNT, BEST_TOTALS, GameMeta, Leaving, OptionSpec, Order, Ranking
from pasch.kernel.refusals import N_

FIVES: Final = ("count", "bonus")
"""How five equal dice score (W8)."""

META: Final = GameMeta(
    slug="wuerfelmania",
    title=N_("Würfelmania"),
    tagline=N_("Thirteen cells, five dice: collect, combine, hope for five of a kind"),
    source="Würfelmania, Spielanleitung",
    rules_version=1,
    seats=(1, 2, 3, 4, 5, 6),
    seat_labels=(
        N_("Practice"),
        N_("Two players"),
        N_("Three players"),
        N_("Four players"),
        N_("Five players"),
        N_("Six players"),
    ),
    options=(
        OptionSpec(
            name="fives",
            values=FIVES,
            title=N_("Five of a kind"),
            labels=(
                N_("50, 75, then 110 points, in the straights too"),
                N_("50 points once, then a bonus for each"),
            ),
            default=lambda _seats: FIVES[0],
        ),
    ),
    art=("5", "5", "5", "5", "5"),
    misfit=lambda _options, _seats: None,
    order=2,
    rankings=(
        BEST_TOTALS,
        Ranking(
            "account",
            N_("Account points"),
            N_("Points"),
            ACCOUNT,
            Order.SUM,
            is_of_all_kinds=True,
            least_seats=2,
        ),
    ),
    apart=("fives",),
    has_hints=True,
    leaving=Leaving(
        cost=N_("Your account is debited 500 points; the others get what they have so far."),
        needs_all=True,
    ),
)
