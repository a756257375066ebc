"""Refusals: one tree, stable codes, reasons with named places."""

import pytest

from pasch.kernel.actors import Seat
from pasch.kernel.chance import Throw
from pasch.kernel.refusals import (
    Illegal,
    MatchOver,
    NotYourTurn,
    Reason,
    Refusal,
    Stale,
    Unreadable,
)
from pasch.kernel.rules import ChanceDue, Deciding, Over, ToMove, idle_refusal, places


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (Unreadable, "unreadable"),
        (Illegal, "illegal"),
        (NotYourTurn, "not-your-turn"),
        (Stale, "stale"),
        (MatchOver, "match-over"),
    ],
)
def test_codes_are_stable(kind: type[Refusal], code: str) -> None:
    assert kind.code == code
    assert issubclass(kind, Refusal)


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (Reason("no"), "no"),
        (Reason("no", "Z1"), "no (Z1)"),
        (Reason("100 % no"), "100 % no"),
        (Reason("not %(n)d “%(word)s”", "Z1", (("n", 3), ("word", "%d"))), "not 3 “%d” (Z1)"),
    ],
)
def test_reasons_in_english(reason: Reason, text: str) -> None:
    assert str(reason) == text
    assert str(Illegal(reason)) == text


@pytest.mark.parametrize(
    ("to_move", "kind", "text"),
    [
        (Over((1,)), MatchOver, "the match is over (X1)"),
        (ChanceDue(Throw(1)), Illegal, "chance is due first (X1)"),
        (Deciding((Seat(2), Seat(3))), NotYourTurn, "seat 2, 3 is to move (X1)"),
    ],
)
def test_idle(to_move: ToMove, kind: type[Refusal], text: str) -> None:
    refusal = idle_refusal(to_move, "X1")
    assert type(refusal) is kind
    assert str(refusal) == text


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((5,), (1,)),
        ((5, 7), (2, 1)),
        ((5, 5), (1, 1)),
        ((5, 7, 5, 1), (2, 1, 2, 4)),
        ((0, -1), (1, 2)),
    ],
)
def test_places(totals: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert places(totals) == expected
