"""Sitting, being ready, leaving, closing: every transition and every refusal."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from pasch.kernel.actors import Seat
from pasch.matches import seating
from pasch.matches.model import (
    Account,
    AccountId,
    Sitter,
    Table,
    TableStatus,
)
from pasch.matches.refusals import NotOwner, NotSeated, SeatTaken, WrongMoment
from tests.match_rows import table_with
from tests.matches.hall import GAME, NOON

WAITING, PLAYING, FINISHED, CLOSED = TableStatus

SHARE = bytes(range(16))


def person(letter: str) -> Account:
    """Return the person with this letter."""
    return Account(AccountId(letter.lower()), letter.upper(), letter.lower(), NOON)


def table(seats: str, status: TableStatus = WAITING) -> Table:
    """Return A's table from letters: a small one sits, a capital one is ready, a dash is free."""
    return table_with(GAME, tuple(map(_sitter, seats)), (), owner=person("a").id, status=status)


def _sitter(letter: str) -> Sitter | None:
    if letter == "-":
        return None
    who = person(letter)
    return Sitter(who.id, who.name, letter.isupper(), SHARE if letter.isupper() else None)


def seats(table: Table) -> str:
    """Return the seats as letters; hold a share against being ready."""
    assert all((s.share is not None) == s.ready for s in table.sitters if s is not None)
    return "".join(
        "-" if s is None else s.account.upper() if s.ready else s.account for s in table.sitters
    )


Change = Callable[[Table], Table]


def sits(who: str, seat: int | None = None) -> Change:
    return lambda before: seating.sit(before, person(who), None if seat is None else Seat(seat))


def leaves(who: str) -> Change:
    return lambda before: seating.leave(before, person(who).id)


def removes(who: str, seat: int) -> Change:
    return lambda before: seating.remove(before, person(who).id, Seat(seat))


def closes(who: str) -> Change:
    return lambda before: seating.close(before, person(who).id)


def ready(who: str) -> Change:
    return lambda before: seating.say_ready(before, person(who).id, SHARE, by_server=False)


def unready(who: str) -> Change:
    return lambda before: seating.take_back_ready(before, person(who).id)


@dataclass(frozen=True)
class Row:
    """A change of a table: seats before and after; `status` and `owner` are those after it."""

    before: str
    change: Change
    after: str
    status: TableStatus = WAITING
    owner: str = "a"
    at: TableStatus = WAITING


CHANGES = {
    "first free seat": Row("a--", sits("b"), "ab-"),
    "first free seat in the middle": Row("a-c", sits("b"), "abc"),
    "a seat of one's choice": Row("a--", sits("b", 3), "a-b"),
    "sitting again without a seat": Row("ab-", sits("b"), "ab-"),
    "sitting again on the own seat": Row("ab-", sits("b", 2), "ab-"),
    "sitting again stays ready": Row("aB-", sits("b", 2), "aB-"),
    "another seat": Row("ab-", sits("b", 3), "a-b"),
    "another seat takes ready back": Row("aB-", sits("b", 3), "a-b"),
    "the others stay ready": Row("Ab-", sits("b", 3), "A-b"),
    "owner changes the seat": Row("ab-", sits("a", 3), "-ba"),
    "guest leaves": Row("abc", leaves("b"), "a-c"),
    "leaving takes everybody's ready back": Row("Abc", leaves("b"), "a-c"),
    "owner leaves": Row("abc", leaves("a"), "-bc", owner="b"),
    "owner leaves, first seat free": Row("-ca", leaves("a"), "-c-", owner="c"),
    "last one leaves": Row("a--", leaves("a"), "---", CLOSED),
    "guest leaves after the match": Row("ab", leaves("b"), "a-", at=FINISHED),
    "owner leaves after the match": Row("aB", leaves("a"), "-b", owner="b", at=FINISHED),
    "last one leaves after the match": Row("a", leaves("a"), "-", CLOSED, at=FINISHED),
    "owner frees a seat": Row("abC", removes("a", 2), "a-c"),
    "owner frees a seat after the match": Row("ab", removes("a", 2), "a-", at=FINISHED),
    "owner closes": Row("aB", closes("a"), "--", CLOSED),
    "owner closes after the match": Row("ab", closes("a"), "--", CLOSED, at=FINISHED),
    "ready": Row("ab", ready("b"), "aB"),
    "ready again": Row("aB", ready("b"), "aB"),
    "ready after the match": Row("ab", ready("b"), "aB", FINISHED, at=FINISHED),
    "not ready after all": Row("AB", unready("b"), "Ab"),
    "not ready again": Row("Ab", unready("b"), "Ab"),
    "not ready after the match": Row("aB", unready("b"), "ab", FINISHED, at=FINISHED),
}


@pytest.mark.parametrize("row", CHANGES.values(), ids=CHANGES)
def test_change(row: Row) -> None:
    before = table(row.before, row.at)
    after = row.change(before)
    assert (row.after, row.status, row.owner) == (seats(after), after.status, after.owner)
    assert after.match == before.match


UNCHANGED = [name for name, row in CHANGES.items() if "again" in name]


@pytest.mark.parametrize("name", UNCHANGED)
def test_change_that_changes_nothing(name: str) -> None:
    """The service writes no row then."""
    before = table(CHANGES[name].before)
    assert CHANGES[name].change(before) == before


REFUSALS: dict[str, tuple[str, TableStatus, Change, type[Exception]]] = {
    "seat is taken": ("ab-", WAITING, sits("c", 2), SeatTaken),
    "all seats are taken": ("ab", WAITING, sits("c"), SeatTaken),
    "seat 0": ("a--", WAITING, sits("b", 0), SeatTaken),
    "a seat too far": ("a--", WAITING, sits("b", 4), SeatTaken),
    "own seat is kept when the other is taken": ("ab-", WAITING, sits("b", 1), SeatTaken),
    "sit down in the match": ("ab", PLAYING, sits("c"), WrongMoment),
    "sit down after the match": ("a-", FINISHED, sits("c"), WrongMoment),
    "sit down at a closed table": ("--", CLOSED, sits("c"), WrongMoment),
    "stranger leaves": ("ab", WAITING, leaves("c"), NotSeated),
    "leave in the match": ("ab", PLAYING, leaves("b"), WrongMoment),
    "leave a closed table": ("--", CLOSED, leaves("b"), WrongMoment),
    "guest frees a seat": ("abc", WAITING, removes("b", 3), NotOwner),
    "stranger frees a seat": ("abc", WAITING, removes("d", 3), NotOwner),
    "owner frees the own seat": ("abc", WAITING, removes("a", 1), WrongMoment),
    "owner frees a free seat": ("a-c", WAITING, removes("a", 2), WrongMoment),
    "owner frees seat 0": ("abc", WAITING, removes("a", 0), WrongMoment),
    "owner frees a seat too far": ("abc", WAITING, removes("a", 4), WrongMoment),
    "owner frees a seat in the match": ("abc", PLAYING, removes("a", 2), WrongMoment),
    "guest closes": ("ab", WAITING, closes("b"), NotOwner),
    "stranger closes": ("ab", WAITING, closes("c"), NotOwner),
    "owner closes in the match": ("ab", PLAYING, closes("a"), WrongMoment),
    "owner closes a closed table": ("--", CLOSED, closes("a"), WrongMoment),
    "stranger is ready": ("ab", WAITING, ready("c"), NotSeated),
    "ready in the match": ("ab", PLAYING, ready("a"), WrongMoment),
    "ready at a closed table": ("--", CLOSED, ready("a"), WrongMoment),
    "stranger is not ready": ("ab", WAITING, unready("c"), NotSeated),
    "not ready in the match": ("ab", PLAYING, unready("a"), WrongMoment),
}


@pytest.mark.parametrize(("before", "status", "change", "refusal"), REFUSALS.values(), ids=REFUSALS)
def test_refused_change(
    before: str, status: TableStatus, change: Change, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        change(table(before, status))


@pytest.mark.parametrize(
    ("sitting", "is_complete"),
    [("A", True), ("a", False), ("AB", True), ("Ab", False), ("A-", False), ("--", False)],
)
def test_table_is_complete(sitting: str, is_complete: bool) -> None:
    assert seating.is_complete(table(sitting)) == is_complete


@pytest.mark.parametrize(("before", "after"), [("a", "a"), ("ab", "ba"), ("abcd", "bcda")])
def test_seats_rotate_for_a_rematch(before: str, after: str) -> None:
    now = table(before)
    assert after == seats(replace(now, sitters=seating.rotated(now.sitters)))


def test_everybody_has_begun_once_after_as_many_matches_as_seats() -> None:
    sitters = table("abcd").sitters
    first = []
    for _ in sitters:
        first.append(sitters[0])
        sitters = seating.rotated(sitters)
    assert set(first) == set(sitters)


def test_share_of_the_server_is_marked() -> None:
    before = table("ab")
    after = seating.say_ready(before, AccountId("b"), SHARE, by_server=True)
    assert after.sitters[1] == Sitter(AccountId("b"), "B", True, SHARE, share_by_server=True)
