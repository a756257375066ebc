"""Who may look at a table, and who may watch there."""

from dataclasses import replace

import pytest

from pasch.matches import seating
from pasch.matches.model import AccountId, TableStatus
from pasch.matches.refusals import NotOwner, NotWatchable, WrongMoment
from pasch.matches.watching import check_may_look, may_look, may_watch
from tests.matches.hall import Hall
from tests.matches.test_seating import person, table

WAITING, PLAYING, FINISHED, CLOSED = TableStatus

# seats, status, whether people may watch -> whether a stranger may look, and may watch
STRANGERS = [
    ("ab", WAITING, True, True, True),
    ("a-", WAITING, True, True, True),
    ("ab", PLAYING, True, True, True),
    ("ab", FINISHED, True, True, True),
    ("--", CLOSED, True, True, True),
    ("ab", WAITING, False, False, False),
    ("a-", WAITING, False, True, False),
    ("ab", PLAYING, False, False, False),
    ("ab", FINISHED, False, False, False),
    ("--", CLOSED, False, True, False),
]


@pytest.mark.parametrize(("seats", "status", "watchable", "looks", "watches"), STRANGERS)
def test_stranger(
    seats: str, status: TableStatus, watchable: bool, looks: bool, watches: bool
) -> None:
    found = replace(table(seats, status), watchable=watchable)
    for stranger in (AccountId("x"), None):
        assert (may_look(found, stranger), may_watch(found, stranger)) == (looks, watches)
        if looks:
            check_may_look(found, stranger)
        else:
            with pytest.raises(NotWatchable):
                check_may_look(found, stranger)


@pytest.mark.parametrize("status", [WAITING, PLAYING, FINISHED])
@pytest.mark.parametrize("watchable", [True, False])
def test_who_has_a_seat(status: TableStatus, watchable: bool) -> None:
    found = replace(table("ab", status), watchable=watchable)
    assert may_look(found, AccountId("b"))
    assert may_watch(found, AccountId("b"))


def test_owner_says_whether_people_may_watch() -> None:
    for status in (WAITING, FINISHED):
        before = table("ab", status)
        after = seating.let_watch(before, person("a").id, allowed=False)
        assert replace(before, watchable=False) == after
        assert before == seating.let_watch(after, person("a").id, allowed=True)
    with pytest.raises(NotOwner):
        seating.let_watch(table("ab"), person("b").id, allowed=False)
    for status in (PLAYING, CLOSED):
        with pytest.raises(WrongMoment):
            seating.let_watch(table("ab", status), person("a").id, allowed=False)


@pytest.mark.anyio
async def test_leave_is_kept_over_matches_and_restarts(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.parlour.open_table(anna, "zdwa", 2, {"hardcore": "yes"}, watchable=False)
    await hall.restart()
    assert not (await hall.look(table.id)).table.watchable
    await hall.parlour.sit(ben, table.id, None)
    for who in (anna, ben):
        await hall.parlour.say_ready(who, table.id, None)
    assert not (await hall.look(table.id)).table.watchable
