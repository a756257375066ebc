"""What the page of Würfelmania is made of: buttons of the sheet, hints."""

import re

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


@pytest.mark.parametrize(
    ("advice", "language", "texts"),
    [
        (Advice("keep 2 4"), "de", ("Am besten: 6 6 halten.",)),
        (
            Advice("write 6", 130, "write CH"),
            "de",
            (
                "Am besten: Sechser eintragen.",
                "Dein letzter Zug hat 1,30 Punkte gekostet; besser: Chance eintragen.",
            ),
        ),
        (
            Advice("write 6", 1205, "keep 1 3"),
            "en",
            (
                "Best: enter Sixes.",
                "Your last move cost 12.05 points; better: hold dice no. 1, 3.",
            ),
        ),
        (
            Advice("keep", 4, "keep"),
            "en",
            (
                "Best: throw all five dice.",
                "Your last move cost 0.04 points; better: throw all five dice.",
            ),
        ),
        (
            Advice("keep 2 4", 0, "keep 2 4"),
            "de",
            ("Am besten: 6 6 halten.", "Dein letzter Zug hat nichts gekostet."),
        ),
    ],
)
def test_hint(advice: Advice, language: Language, texts: tuple[str, ...]) -> None:
    state = at("* start 1; 1 roll; * 1 6 4 6 5", seats=1)
    html = drawn(regions(state, advice)["dock-info"], language)
    assert (
        tuple(re.findall(r'<span class="dock-advice(?: is-hint)?">([^<]*)</span>', html)) == texts
    )
    assert re.findall('is-hint">([^<]*)<', html) == [texts[0]]
