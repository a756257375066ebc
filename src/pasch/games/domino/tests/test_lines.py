"""What the log says of events, in words."""

import pytest

from pasch.games.domino.pages.lines import line_of
from pasch.games.domino.rules import RULES
from pasch.games.domino.tests.positions import at, deal_text, event_of, follow, start
from pasch.kernel.actors import CHANCE
from pasch.kernel.page import Step
from pasch.web.i18n import Language, catalogue

NAMES = ("Anna", "Jo", "Mira", "Klaus")


def said(
    hands: str, event: str, *, options: str = "", table: str = "6-4", language: Language = "de"
) -> str:
    """Return what the log says of the last of some events."""
    *before, last = event.split("; ")
    state = at(hands, "; ".join(before), options=options, table=table, turn=int(event[0]))
    actor, text = event_of(last)
    after = RULES.view(follow(state, last), None)
    line = line_of(Step(RULES.view(state, None), actor, text, after))
    assert line is not None
    return catalogue(language).line(line, NAMES[line.seat - 1] if line.seat else "", NAMES)


@pytest.mark.parametrize(
    ("hands", "event", "german", "english"),
    [
        pytest.param("4-1, 2-1", "1 play 4-1 2", "Anna macht aus: 3 Punkte",
                     "Anna goes out: 3 points", id="D15 out"),
        pytest.param("4-1, 1-0", "1 play 4-1 2", "Anna macht aus: 1 Punkt",
                     "Anna goes out: one point", id="D15 out for one point"),
        pytest.param("1-0, 1-1", "1 pass; 2 pass", "Blockade. Anna gewinnt die Runde: 1 Punkt",
                     "Blocked. Anna wins the hand: one point", id="D16 blocked for one point"),
    ],
)  # fmt: skip
def test_one_point_is_no_plural(hands: str, event: str, german: str, english: str) -> None:
    assert said(hands, event, options="variant=block") == german
    assert said(hands, event, options="variant=block", language="en") == english


CROSS9 = "9-9, 9-1 1, 9-2 2, 9-3 3, 9-0 4, 3-3 3"
SPINNER = "5-5, 5-1 1, 5-2 2"


@pytest.mark.parametrize(
    ("options", "table", "event", "german"),
    [
        ("variant=block", "6-4", "1 play 6-0 1", "Anna legt 6-0 an 6-4, Ast links"),
        ("variant=block", "6-4", "1 play 4-0 2", "Anna legt 4-0 an 6-4, Ast rechts"),
        ("variant=fives spinner=first", SPINNER, "1 play 4-1 1", "Anna legt 4-1 an 5-5, Ast links"),
        ("variant=fives spinner=first", SPINNER, "1 play 5-3 3", "Anna legt 5-3 an 5-5, Ast oben"),
        ("variant=fives spinner=first", SPINNER, "1 play 5-3 4", "Anna legt 5-3 an 5-5, Ast unten"),
        ("variant=cross9", CROSS9, "1 play 4-1 1", "Anna legt 4-1 an 9-9, Ast links"),
        ("variant=cross9", CROSS9, "1 play 6-0 4", "Anna legt 6-0 an 9-9, Ast unten"),
        ("variant=cross9", CROSS9, "1 play 4-3 5", "Anna legt 4-3 an 3-3, Ast links"),
        ("variant=cross9", CROSS9, "1 play 4-3 6", "Anna legt 4-3 an 3-3, Ast rechts"),
    ],
)
def test_arm_is_named_as_on_the_felt(options: str, table: str, event: str, german: str) -> None:
    hands = "6-0 4-0 4-1 5-3 4-3, 1-1"
    assert said(hands, event, options=options, table=table) == german


def test_team_wins_a_blocked_hand() -> None:
    """Not one of the two, least of all who did not even knock last."""
    hands, passes = "1-0, 3-1, 2-1, 3-2", "1 pass; 2 pass; 3 pass; 4 pass"
    assert (
        said(hands, passes, options="teams=yes") == "Blockade. Team A gewinnt die Runde: 5 Punkte"
    )
    english = "Blocked. Team A wins the hand: 5 points"
    assert said(hands, passes, options="teams=yes", language="en") == english


@pytest.mark.parametrize(
    ("last", "german", "english"),
    [
        pytest.param("2 muggins; 2 claim", "Jo macht aus: 10 Punkte, dazu 5 für die Enden",
                     "Jo goes out: 10 points, and 5 for the ends", id="D21 for the ends"),
        pytest.param("2 claim; 2 muggins", "Jo macht aus: 10 Punkte, dazu 15 durch Muggins",
                     "Jo goes out: 10 points, and 15 by Muggins", id="D22 by Muggins"),
    ],
)  # fmt: skip
def test_points_of_who_goes_out(last: str, german: str, english: str) -> None:
    """What the last event brings besides the eyes that are left is told for what it is."""
    hands, before = "6-3 5-5, 6-2", "1 play 6-3 1; 1 continue; 2 play 6-2 2; "
    assert said(hands, before + last, options="variant=fives", table="6-6") == german
    assert (
        said(hands, before + last, options="variant=fives", table="6-6", language="en") == english
    )


@pytest.mark.parametrize(
    ("variant", "hands", "german", "english"),
    [
        pytest.param("fives", "6-3 5-5, 6-2, 1-1",
                     "Mira sagt Muggins: 15 Punkte. Jo macht aus: 10 Punkte",
                     "Mira says Muggins: 15 points. Jo goes out: 10 points", id="D23"),
        pytest.param("fives-threes", "6-3 1-0, 6-2, 0-0",
                     "Mira sagt Muggins: 15 Punkte. Jo macht aus: 1 Punkt",
                     "Mira says Muggins: 15 points. Jo goes out: one point", id="D23 one point"),
    ],
)  # fmt: skip
def test_points_of_both_when_muggins_ends_a_hand(
    variant: str, hands: str, german: str, english: str
) -> None:
    """Who takes forgotten points and who goes out are told apart, each with the points."""
    events = "1 play 6-3 1; 1 continue; 2 play 6-2 2; 2 claim; 3 muggins"
    options = f"variant={variant}"
    assert said(hands, events, options=options, table="6-6") == german
    assert said(hands, events, options=options, table="6-6", language="en") == english


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ("6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-4, 5-3 5-2 5-1 5-0 4-3 4-2 4-1 4-0",
         "Runde 1 ist gegeben"),
        ("6-5 6-4 6-3 6-2 6-1 6-0 5-4 5-3, 5-2 5-1 5-0 4-3 4-2 4-1 4-0 3-2",
         "Niemand hat einen Doppelstein: Es wird neu gegeben"),
    ],
)  # fmt: skip
def test_a_deal_without_doubles_is_told_and_nothing_of_it_d3(hands: str, said: str) -> None:
    before = start("variant=block")
    after = follow(before, f"* {deal_text(before, hands)}")
    line = line_of(Step(RULES.view(before, None), CHANCE, "", RULES.view(after, None)))
    assert line is not None
    assert catalogue("de").line(line, "") == said
