"""What the page of a hand shows: seats, end sums, the map, the count, words for screen readers."""

import re
from typing import Final

import pytest

from pasch.games.domino.pages.chart import Map
from pasch.games.domino.pages.present import PRESENTER
from pasch.games.domino.rules import RULES
from pasch.games.domino.state import State
from pasch.games.domino.tests.positions import at
from pasch.kernel.actors import Seat
from pasch.kernel.page import Region, Seen
from pasch.web.guide import rules_guide
from pasch.web.i18n import LANGUAGES, Language, catalogue
from pasch.web.pages import fragment, render

NAMES: Final = ("Anna", "Jo", "Mira", "Klaus", "Zoë")
TAGS: Final = re.compile(r"<[^>]*>")
LABELS: Final = re.compile(r'aria-label="([^"]*)"')


def regions(state: State, viewer: int | None = None) -> dict[str, Region]:
    seat = Seat(viewer) if viewer else None
    legal = RULES.legal(state, seat) if seat else ()
    names = NAMES[: len(state.variant.party_of)]
    view = RULES.view(state, seat)
    return dict(PRESENTER.regions(Seen(view, seat, names, legal, is_over=bool(view.places))))


def html(state: State, key: str, viewer: int | None = None, language: Language = "de") -> str:
    return fragment(language, "domino/table.html", *regions(state, viewer)[key])


def words(state: State, key: str, viewer: int | None = None, language: Language = "de") -> str:
    return " ".join(TAGS.sub(" ", html(state, key, viewer, language)).split())


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_everybody_sees_on_which_numbers_somebody_has_passed(viewer: int | None) -> None:
    state = at("1-0 2-0, 3-3", "1 pass", options="variant=block", table="6-4", turn=1)
    assert "klopfte" not in words(state, "seat-2", viewer)
    assert words(state, "seat-1", viewer).endswith("klopfte bei 4 6 Punkte: 0")


FIVES: Final = "variant=fives"
CLAIM: Final = "1 play 6-3 1"


@pytest.mark.parametrize("viewer", [None, 1, 2])
@pytest.mark.parametrize("decision", ["claim", "continue"])
def test_end_sum_is_told_after_the_decision_alone_d21(viewer: int | None, decision: str) -> None:
    hands = "6-3 5-5 1-0, 6-2 2-0"
    state = at(hands, CLAIM, options=FIVES, table="6-6")
    assert "Endsumme ? wird nach der Entscheidung" in words(state, "middle", viewer)
    decided = at(hands, f"{CLAIM}; 1 {decision}", options=FIVES, table="6-6")
    assert words(decided, "middle", viewer).endswith("Endsumme 15")


def test_count_of_each_hand_stays_until_everybody_has_said_next_d26() -> None:
    hands = "4-1, 2-1, 5-5"
    body = "1 play 4-1 2"
    for said, ready in (("", 0), ("; 1 next", 1), ("; 1 next; 3 next", 2)):
        shown = words(at(hands, body + said, table="6-4", turn=1), "result")
        assert shown.count("bereit") == ready
        for text in ("Runde 1: Anna bekommt 13 Punkte", "Jo", "3 Augen", "Mira", "10 Augen"):
            assert text in shown
    gone = at(hands, f"{body}; 1 next; 2 next; 3 next", table="6-4", turn=1)
    assert words(gone, "result") == ""


CROSS: Final = "9-9, 9-4 1, 9-6 2, 9-0 3, 9-3 4, 4-4 1, 7-4 1"


def shown_map(state: State, viewer: int | None = None) -> Map:
    found = regions(state, viewer)["map"].model
    assert isinstance(found, Map)
    return found


def test_map_has_an_arm_for_each_end_and_dots_where_one_may_play_d14() -> None:
    state = at("7-2 2-1, 8-8", options="variant=cross9", table=CROSS, turn=1)
    mine, theirs = shown_map(state, 1), shown_map(state)
    assert (mine.arms, mine.tiles) == (theirs.arms, theirs.tiles) == (6, 7)
    assert mine.lines.count("M") == 6
    assert mine.hot.count("M") == 1
    assert mine.dots.count("M") == 5
    assert (theirs.hot, theirs.dots.count("M")) == ("", 6), "it shows nobody else's tiles"
    label = "Karte der Auslage: 7 Steine, 6 Enden"
    assert LABELS.findall(html(state, "map", 1)) == [label]


def test_map_draws_sides_of_a_double_across_its_arm_d13() -> None:
    """Arm 1 leads to the left; its double's arms lead up and down from the same point."""
    state = at("7-2, 8-8", options="variant=cross9", table=CROSS, turn=1)
    paths = re.findall(r"M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)", shown_map(state).lines)
    assert len(paths) == 6
    one, *_, left, right = (tuple(map(int, path)) for path in paths)
    assert one[:2] == (0, 0)
    assert one[2] < 0 == one[3]
    assert left[:2] == right[:2]
    assert one[2] < left[0] < 0
    assert left[0] == left[2] == right[2]
    assert left[3] == -right[3] != 0


def test_words_of_ends_and_chains_for_screen_readers() -> None:
    state = at("7-2 2-1, 8-8", options="variant=cross9", table=CROSS, turn=1)
    assert LABELS.findall(html(state, "end-1", 1)) == ["9-9, Ast links, Ende 7: 7-2 anlegen"]
    assert "Ende: 7" in words(state, "end-1")
    chain = LABELS.findall(html(state, "arm-1"))
    assert chain == ["9-9, Ast links", "9-4", "4-4", "4-7"]
    bare = at("9-3, 8-8", options="variant=cross9", table="9-9, 9-4 1", turn=1)
    assert "Ende, noch nicht offen: 4" in words(bare, "end-1")
    assert "2 Steine" in words(state, "seat-1")


@pytest.mark.parametrize("number", range(7, 13))
def test_halves_from_seven_on_are_figures(number: int) -> None:
    sprite = render("de", "web/sprite.html")
    (half,) = re.findall(rf'<(?:symbol|g) id="half-{number}".*?</(?:symbol|g)>', sprite, re.DOTALL)
    assert TAGS.sub("", half).strip() == str(number)
    assert "circle" not in half


BUTTONS: Final = ("Draw a tile", "Knock", "Claim the points", "Continue", "Next hand")


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_explains_the_buttons(language: Language) -> None:
    found = rules_guide("domino", language)
    assert found is not None
    for button in BUTTONS:
        assert f"<strong>{catalogue(language).gettext(button)}</strong>" in found.body
        assert catalogue("de").gettext(button) in found.body, "the German word is in both"
