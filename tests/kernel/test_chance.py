"""Requests of chance: their outcomes in record text, and how many ways lead to each."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.kernel.chance import ChanceRequest, Choice, Shuffle, Throw
from pasch.kernel.dice import counts_of, sum_of
from pasch.kernel.refusals import Illegal, Refusal, Unreadable

SET = Shuffle(("0-0", "1-0", "1-1"))


@pytest.mark.parametrize(
    ("request_", "text", "outcome"),
    [
        (Throw(5), "6 6 4 6 2", (6, 6, 4, 6, 2)),
        (Throw(1), "1", (1,)),
        (Choice("start", 3), "start 3", (3,)),
        (SET, "1-1 0-0 1-0", (2, 0, 1)),
    ],
)
def test_reader_and_writer(request_: ChanceRequest, text: str, outcome: tuple[int, ...]) -> None:
    assert request_.read(text) == outcome
    assert request_.write(outcome) == text


@pytest.mark.parametrize(
    ("request_", "text", "kind"),
    [
        (Throw(2), "1", Illegal),
        (Throw(2), "1 2 3", Illegal),
        (Throw(2), "1 7", Unreadable),
        (Throw(2), "1 0", Unreadable),
        (Throw(2), "1 02", Unreadable),
        (Throw(2), "1 ２", Unreadable),
        (Throw(2), "1 -2", Unreadable),
        (Throw(2), "", Unreadable),
        (Throw(2), "1  2", Unreadable),
        (Choice("start", 3), "start 4", Illegal),
        (Choice("start", 3), "start 0", Unreadable),
        (Choice("start", 3), "start", Unreadable),
        (Choice("start", 3), "begin 1", Unreadable),
        (Choice("start", 3), "start 1 2", Unreadable),
        (SET, "0-0 1-0", Illegal),
        (SET, "0-0 1-0 1-0", Illegal),
        (SET, "0-0 1-0 1-1 0-0", Illegal),
        (SET, "0-0 0-1 1-1", Unreadable),
        (SET, "", Unreadable),
    ],
)
def test_refusals(request_: ChanceRequest, text: str, kind: type[Refusal]) -> None:
    with pytest.raises(kind) as caught:
        request_.read(text, "X7")
    assert caught.value.reason.rule == ("X7" if kind is Illegal else None)


@pytest.mark.parametrize("dice", range(1, 7))
def test_weights_of_throws_sum_to_all_throws(dice: int) -> None:
    outcomes = list(Throw(dice).outcomes())
    assert sum(weight for _, weight in outcomes) == 6**dice
    assert [faces for faces, _ in outcomes] == sorted({faces for faces, _ in outcomes})


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_weights_of_throws_are_counted(dice: int) -> None:
    thrown = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))
    assert dict(Throw(dice).outcomes()) == thrown


def test_choices_have_the_same_weight() -> None:
    assert list(Choice("start", 3).outcomes()) == [((1,), 1), ((2,), 1), ((3,), 1)]


def test_shuffles_are_not_listed() -> None:
    with pytest.raises(OverflowError):
        SET.outcomes()


@given(st.lists(st.integers(1, 6), max_size=6))
def test_counts(faces: list[int]) -> None:
    counts = counts_of(faces)
    assert counts == (0, *(faces.count(face) for face in range(1, 7)))
    assert sum_of(counts) == sum(faces)
