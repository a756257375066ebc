"""Record text: one written form for each event, and nothing else is read."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.games.zdwa.notation import EVENTS, Announce, Keep, Roll, Write, read_event
from pasch.games.zdwa.sheet import CELLS, COLUMNS
from pasch.games.zdwa.tests.positions import at, refusal_of
from pasch.kernel.refusals import Unreadable


def test_every_event_is_listed_once_in_order() -> None:
    keeps = sorted(c for n in range(6) for c in combinations("12345", n))
    assert list(EVENTS) == [
        "roll",
        *(" ".join(("keep", *places)) for places in keeps),
        *(f"write {column} {cell}" for column in COLUMNS for cell in CELLS),
        *(f"announce {cell}" for cell in CELLS),
        "retract",
        "correct",
        "cancel",
    ]


@pytest.mark.parametrize("text", EVENTS)
def test_reader_and_writer_are_inverse(text: str) -> None:
    assert str(read_event(text)) == text


def test_events_are_read_as_what_they_say() -> None:
    assert read_event("roll") == Roll()
    assert read_event("keep") == Keep(())
    assert read_event("keep 1 3") == Keep((1, 3))
    assert read_event("write free P") == Write("free", "P")
    assert read_event("announce 60") == Announce("60")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Roll",
        "roll 1",
        "throw",
        "keep 2 1",
        "keep 1 1",
        "keep 0",
        "keep 6",
        "keep 01",
        "keep １",
        "keep 1,2",
        "keep  1",
        "keep 1 ",
        " keep 1",
        "keep 1 2 3 4 5 6",
        "keep yes no yes no",
        "keep true",
        "keep x",
        "keep -1",
        "keep 1.0",
        "write",
        "write P",
        "write free",
        "write free p",
        "write free P 66",
        "write left P",
        "write Free P",
        "write free S",
        "write free T",
        "write free 7",
        "write free −",
        "write 1 2",
        "announce",
        "announce said K",
        "announce D",
        "retract K",
        "correct 1",
        "cancel now",
        "resign",
        "* 1 2 3 4 5",
    ],
)
def test_other_forms_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_event(text)
    assert caught.value.reason.rule is None


@given(st.text() | st.lists(st.sampled_from([*" 0123456keepwrit KFP+-"])).map("".join))
def test_any_text_is_listed_or_unreadable(text: str) -> None:
    if text in EVENTS:
        assert str(read_event(text)) == text
    else:
        with pytest.raises(Unreadable):
            read_event(text)


@pytest.mark.parametrize(
    ("throw", "refused"),
    [
        ("* 1 2 3 4 5", None),
        ("* 1 2 3 4", "illegal"),
        ("* 1 2 3 4 5 6", "illegal"),
        ("* 1 2 3 4 7", "unreadable"),
        ("* 1 2 3 4 0", "unreadable"),
        ("* 1 2 3 4 05", "unreadable"),
        ("* 1 2 3 4 ５", "unreadable"),
        ("* 1  2 3 4 5", "unreadable"),
        ("* start 1", "unreadable"),
    ],
)
def test_throws(throw: str, refused: str | None) -> None:
    refusal = refusal_of(at("1 roll"), throw)
    assert (refusal and refusal.code) == refused
