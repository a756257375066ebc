"""Record text: one written form for each event, and nothing else is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.games.domino.layout import End
from pasch.games.domino.notation import EVENTS, PLAYS, Next, Pass, Play, read_event
from pasch.games.domino.rules import RULES
from pasch.games.domino.tests.positions import deal_text, refusal_of, start
from pasch.games.domino.tiles import TILES
from pasch.kernel.actors import Seat
from pasch.kernel.refusals import Unreadable


def test_reader_and_writer_are_inverse() -> None:
    assert [str(event) for event in EVENTS.values()] == list(EVENTS)
    assert [read_event(text) for text in EVENTS] == list(EVENTS.values())


def test_events_are_read_as_what_they_say() -> None:
    assert read_event("play 6-4") == Play(TILES["6-4"])
    assert read_event("play 12-0 28") == Play(TILES["12-0"], End(28))
    assert (read_event("pass"), read_event("next")) == (Pass(), Next())


def test_texts_of_plays() -> None:
    assert PLAYS[TILES["6-4"]][:3] == ("play 6-4", "play 6-4 1", "play 6-4 2")
    assert {text for texts in PLAYS.values() for text in texts} < set(EVENTS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play",
        "play 4-6",
        "play 4-6 1",
        "play 6-4 0",
        "play 6-4 01",
        "play 6-4 29",
        "play 6-4 1 2",
        "play 6-4  1",
        "play 6-4 1 ",
        " play 6-4",
        "play 6-4 left",
        "play 64 1",
        "play 6–4 1",
        "play ６-4 1",
        "play 13-0",
        "play 06-4",
        "Play 6-4",
        "PASS",
        "knock",
        "pass 1",
        "draw 6-4",
        "draw 2",
        "claim 15",
        "muggins 15",
        "continue 1",
        "next hand",
        "start 1",
        "* 6-4",
    ],
)
def test_other_forms_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_event(text)
    assert caught.value.reason.rule is None


@given(st.text() | st.lists(st.sampled_from([*" 0123456789-playdrwcm"])).map("".join))
def test_any_text_is_listed_or_unreadable(text: str) -> None:
    if text in EVENTS:
        assert str(read_event(text)) == text
    else:
        with pytest.raises(Unreadable):
            read_event(text)


DEAL = deal_text(start(), "")


@pytest.mark.parametrize(
    ("deal", "refused"),
    [
        (DEAL, None),
        (DEAL.replace("6-6", "6-5"), "illegal"),
        (DEAL.replace(" 6-6", ""), "illegal"),
        (f"{DEAL} 6-6", "illegal"),
        (f"{DEAL} 9-0", "unreadable"),
        (DEAL.replace("6-5", "5-6"), "unreadable"),
        (DEAL.replace(" ", "  ", 1), "unreadable"),
        ("6-4", "illegal"),
        ("start 1", "unreadable"),
    ],
)
def test_deals(deal: str, refused: str | None) -> None:
    refusal = refusal_of(start(), f"* {deal}")
    assert (refusal and refusal.code) == refused
    if refused == "illegal":
        assert refusal is not None
        assert refusal.reason.rule == "D1"


def test_legal_events_are_written_as_they_are_read() -> None:
    state = RULES.apply(start(), "*", DEAL)
    assert RULES.legal(state, Seat(2)) == ("play 4-4",)
