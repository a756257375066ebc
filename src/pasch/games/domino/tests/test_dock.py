"""One's own tiles in the dock, and the ends that they are offered for."""

from dataclasses import replace

import pytest

from pasch.games.domino.layout import End
from pasch.games.domino.pages.dock import END_KEYS, HandModel, dock_regions
from pasch.games.domino.rules import RULES
from pasch.games.domino.tests.positions import at
from pasch.games.domino.view import HeldTile
from pasch.kernel.actors import Seat
from pasch.kernel.page import Seen
from pasch.web.pages import fragment


@pytest.mark.parametrize("ends", [2, len(END_KEYS), len(END_KEYS) + 1, 28])
def test_every_end_is_offered_also_those_without_a_key(ends: int) -> None:
    """A large cross has more ends than there are letters."""
    view = RULES.view(at("9-1 2-2, 3-3", options="variant=cross9", table="9-9, 9-1 1"), Seat(1))
    held = HeldTile("9-1", tuple(End(number) for number in range(1, ends + 1)), opens=False)
    wide = replace(view, own=(held,), arms=view.arms[:1] * ends)
    region = dock_regions(Seen(wide, Seat(1), ("Anna", "Jo"), ()))["hand"]
    assert isinstance(region.model, HandModel)
    spots = region.model.pieces[0].spots
    assert [spot.end for spot in spots] == list(held.ends)
    assert [spot.key for spot in spots] == [*END_KEYS, *[""] * ends][:ends]
    drawn = fragment("de", "domino/table.html", region.macro, region.model)
    assert drawn.count("data-at=") == ends
    assert 'data-key=""' not in drawn
