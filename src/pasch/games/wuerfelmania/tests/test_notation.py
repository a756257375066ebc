"""Record text: one written form for each event, and nothing else is read."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.games.wuerfelmania.notation import EVENTS, Keep, Roll, Write, read_event
from pasch.games.wuerfelmania.tests.positions import at, refusal_of
from pasch.kernel.refusals import Unreadable

CELLS = ("1", "2", "3", "4", "5", "6", "3P", "4P", "FH", "KS", "GS", "5W", "CH")


def test_every_event_is_listed_once_in_order() -> None:
    keeps = sorted(c for n in range(6) for c in combinations("12345", n))
    assert list(EVENTS) == [
        "roll",
        *(" ".join(("keep", *places)) for places in keeps),
        *(f"write {cell}" for cell in CELLS),
    ]


@pytest.mark.parametrize("text", EVENTS)
def test_reader_and_writer_are_inverse(text: str) -> None:
    assert str(read_event(text)) == text


def test_events_are_read_as_what_they_say() -> None:
    assert read_event("roll") == Roll()
    assert read_event("keep") == Keep(())
    assert read_event("keep 1 3") == Keep((1, 3))
    assert read_event("write 5W") == Write("5W")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Roll",
        "roll 1",
        "keep 2 1",
        "keep 1 1",
        "keep 0",
        "keep 6",
        "keep 01",
        "keep １",
        "keep  1",
        "keep 1 ",
        " keep 1",
        "keep yes",
        "keep -1",
        "write",
        "write 7",
        "write 3p",
        "write P",
        "write free 1",
        "write KS 30",
        "write 5 W",
        "start 1",
        "stop",
        "announce 1",
        "correct",
        "* 1 2 3 4 5",
    ],
)
def test_other_forms_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_event(text)
    assert caught.value.reason.rule is None


@given(st.text() | st.lists(st.sampled_from([*" 0123456keepwrit KGFHSPWC"])).map("".join))
def test_any_text_is_listed_or_unreadable(text: str) -> None:
    if text in EVENTS:
        assert str(read_event(text)) == text
    else:
        with pytest.raises(Unreadable):
            read_event(text)


@pytest.mark.parametrize(
    ("body", "event", "refused"),
    [
        ("", "* start 1", None),
        ("", "* start 3", "illegal"),
        ("", "* start 0", "unreadable"),
        ("", "* start 01", "unreadable"),
        ("", "* 1", "unreadable"),
        ("", "* 1 2 3 4 5", "unreadable"),
        ("* start 1; 1 roll", "* 1 2 3 4 5", None),
        ("* start 1; 1 roll", "* 1 2 3 4 5 6", "illegal"),
        ("* start 1; 1 roll", "* 1 2 3 4 7", "unreadable"),
        ("* start 1; 1 roll", "* start 1", "unreadable"),
    ],
)
def test_chance(body: str, event: str, refused: str | None) -> None:
    refusal = refusal_of(at(body), event)
    assert (refusal and refusal.code) == refused
