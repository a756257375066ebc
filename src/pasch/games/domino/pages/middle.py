"""What lies in the middle of the table: the opening tile, the stock, the end sum, the map."""

from typing import NamedTuple

from pasch.games.domino.pages.chart import map_of
from pasch.games.domino.view import DominoView
from pasch.kernel.page import Region


class Middle(NamedTuple):
    """The opening tile ("" before it), the stock, and what the ends add up to.

    `drawable` tiles of the `stock` may be drawn, None where nothing is. `sum_state` is "known",
    "open" while it has yet to be decided on (D21), or "none" where ends do not score or nothing
    lies; `end_sum` is 0 unless it is known. `latest` was played last, "" for none.
    """

    hand: int
    target: int
    opening: str
    is_latest: bool
    stock: int
    drawable: int | None
    sum_state: str
    end_sum: int


def middle_regions(view: DominoView) -> dict[str, Region]:
    """Return the regions of the table's middle."""
    hot = tuple(sorted({end for held in view.own for end in held.ends}))
    shown = map_of(view.opening, view.arms, hot) if view.opening else None
    return {"middle": Region("middle", _middle(view)), "map": Region("map", shown)}


def _middle(view: DominoView) -> Middle:
    sum_state = "none"
    if view.claims != "none" and view.opening is not None:
        sum_state = "open" if view.end_sum is None else "known"
    return Middle(
        hand=view.hand,
        target=view.target,
        opening=view.opening or "",
        is_latest=view.latest is not None and view.latest.tile == view.opening,
        stock=view.stock,
        drawable=view.drawable if draws(view) else None,
        sum_state=sum_state,
        end_sum=view.end_sum or 0,
    )


def draws(view: DominoView) -> bool:
    """Return whether tiles are drawn in this variant (D7)."""
    return view.variant != "block"
