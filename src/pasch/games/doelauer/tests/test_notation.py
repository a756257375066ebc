"""Record text: one written form for each event, and nothing else is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.games.doelauer.notation import EVENTS, Lay, Roll, Stop, Take, read_event
from pasch.games.doelauer.tests.positions import at, refusal_of, series
from pasch.kernel.refusals import Unreadable


def test_every_event_is_listed_once_in_order() -> None:
    assert list(EVENTS) == [
        *("roll", "stop", "lay"),
        *("lay 1", "lay 2", "lay 3", "lay 4", "lay 5", "lay 6"),
        *("take strasse", "take doell"),
    ]


@pytest.mark.parametrize("text", EVENTS)
def test_reader_and_writer_are_inverse(text: str) -> None:
    assert str(read_event(text)) == text


def test_events_are_read_as_what_they_say() -> None:
    assert read_event("roll") == Roll()
    assert read_event("stop") == Stop()
    assert read_event("lay") == Lay(None)
    assert read_event("lay 3") == Lay(3)
    assert read_event("take doell") == Take("doell")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Roll",
        "roll 1",
        "roll 1 2",
        "stop 0",
        "lay 0",
        "lay 7",
        "lay 01",
        "lay ３",
        "lay  3",
        "lay 3 ",
        "lay 1 2",
        "lay out",
        "take",
        "take Strasse",
        "take straße",
        "take döll",
        "take doll",
        "take 5",
        "keep 1",
        "write 1",
        "start 1",
        "* 1 2 3 4 5 6",
    ],
)
def test_other_forms_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_event(text)
    assert caught.value.reason.rule is None


@given(st.text() | st.lists(st.sampled_from([*" 0123456laytkestroplds"])).map("".join))
def test_any_text_is_listed_or_unreadable(text: str) -> None:
    if text in EVENTS:
        assert str(read_event(text)) == text
    else:
        with pytest.raises(Unreadable):
            read_event(text)


@pytest.mark.parametrize(
    ("body", "event", "refused"),
    [
        ("", "* start 2", None),
        ("", "* start 3", "illegal"),
        ("", "* start 0", "unreadable"),
        ("", "* 1 2 3 4 5 6", "unreadable"),
        ("* start 1; 1 roll", "* 1 2 3 4 5 5", None),
        ("* start 1; 1 roll", "* 1 2 3 4 5", "illegal"),
        ("* start 1; 1 roll", "* 1 2 3 4 5 7", "unreadable"),
        (series("1 1 5 4 6 3", "roll"), "* 1 1 1 1", None),
        (series("1 1 5 4 6 3", "roll"), "* 1 1 1 1 1 1", "illegal"),
    ],
)
def test_chance(body: str, event: str, refused: str | None) -> None:
    refusal = refusal_of(at(body), event)
    assert (refusal and refusal.code) == refused
