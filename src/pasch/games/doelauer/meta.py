"""The card of Dölauer: what is known of it without its rules."""

from typing import Final

from pasch.kernel.meta import MOST_WINS, GameMeta, Order, Ranking
from pasch.kernel.refusals import N_

TURNS: Final = "turns"
"""The figure of a winner: how many turns it took."""

HIGHEST_TURN: Final = "highest-turn"
"""The figure of everybody: the points of the highest turn, those of a whole chain together."""

META: Final = GameMeta(
    slug="doelauer",
    title=N_("Dölauer"),
    tagline=N_("Six dice, more than 120 points: lay out, exchange, confirm"),
    source="Dölauer Würfelspiel, Spielanleitung",
    rules_version=1,
    seats=(2, 3, 4, 5, 6, 7, 8),
    seat_labels=(
        N_("Two players"),
        N_("Three players"),
        N_("Four players"),
        N_("Five players"),
        N_("Six players"),
        N_("Seven players"),
        N_("Eight players"),
    ),
    options=(),
    art=("1", "1", "1", "6", "6", "4"),
    misfit=lambda _options, _seats: None,
    order=3,
    rankings=(
        MOST_WINS,
        Ranking("turns", N_("Fewest turns"), N_("Turns"), TURNS, Order.LOWEST),
        Ranking("turn", N_("Highest turn"), N_("Points"), HIGHEST_TURN, Order.HIGHEST),
    ),
)
