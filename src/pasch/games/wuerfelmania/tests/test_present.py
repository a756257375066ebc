"""What the page of Würfelmania is made of: buttons of the sheet, hints."""

import pytest

from pasch.games.wuerfelmania.pages.present import PRESENTER
from pasch.games.wuerfelmania.rules import RULES
from pasch.games.wuerfelmania.state import State
from pasch.games.wuerfelmania.tests.positions import at
from pasch.kernel.actors import Seat
from pasch.kernel.page import Advice, Region, Seen
from pasch.web.i18n import Language
from pasch.web.pages import fragment

NAMES = ("Anna", "Jo")


def regions(state: State, advice: Advice | None = None) -> dict[str, Region]:
    """Return what the first seat is shown."""
    seat, names = Seat(1), NAMES[: len(state.sheets)]
    legal = RULES.legal(state, seat)
    seen = Seen(RULES.view(state, seat), seat, names, legal, advice=advice)
    return dict(PRESENTER.regions(seen))


def drawn(region: Region, language: Language) -> str:
    """Return a region as it is drawn."""
    return fragment(language, "wuerfelmania/table.html", region.macro, region.model)


@pytest.mark.parametrize(
    ("dice", "row", "language", "label"),
    [
        ("1 6 4 6 5", "1", "de", "1 Punkt: in Einser eintragen"),
        ("1 6 4 6 5", "1", "en", "One point: enter in Ones"),
        ("1 6 4 6 5", "6", "de", "12 Punkte: in Sechser eintragen"),
        ("1 6 4 6 5", "6", "en", "12 points: enter in Sixes"),
    ],
)
def test_button_says_what_it_does(dice: str, row: str, language: Language, label: str) -> None:
    found = regions(at(f"* start 1; 1 roll; * {dice}"))[f"sheet-1-row-{row}"]
    assert f'aria-label="{label}"' in drawn(found, language)
