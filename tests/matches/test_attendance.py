"""Who is here: connections are counted, a late close takes nobody away."""

import asyncio
from collections.abc import Callable

import pytest

from pasch.matches.attendance import GRACE_SECONDS, Attendance
from pasch.matches.model import AccountId, TableId

pytestmark = pytest.mark.anyio

TABLE, ANNA = TableId("T"), AccountId("anna")


class Told:
    """Stands in for the pauses and notes what it is told."""

    def __init__(self) -> None:
        self.news: list[str] = []

    async def note_present(self, account: AccountId, table: TableId) -> None:
        self.news.append(f"{account} is at {table}")

    async def note_absent(self, account: AccountId, table: TableId) -> None:
        self.news.append(f"{account} is gone from {table}")


class Call:
    """A call that a test makes by hand."""

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self.seconds = seconds
        self.call = call
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class Scene:
    """Attendance with its surroundings."""

    def __init__(self) -> None:
        self.told = Told()
        self.calls: list[Call] = []
        self.attendance = Attendance(self.told, self.later)  # type: ignore[arg-type]

    def later(self, seconds: float, call: Callable[[], None]) -> Call:
        self.calls.append(Call(seconds, call))
        return self.calls[-1]

    async def let_time_pass(self) -> None:
        """Make the calls that are due, and let what they start run."""
        for call in self.calls:
            if not call.is_cancelled:
                call.call()
        self.calls.clear()
        await self.settle()

    async def settle(self) -> list[str]:
        for _ in range(3):
            await asyncio.sleep(0)
        return self.told.news


async def test_who_comes_is_present_at_once() -> None:
    scene = Scene()
    scene.attendance.enter(TABLE, ANNA)
    assert await scene.settle() == ["anna is at T"]
    assert scene.attendance.is_here(TABLE, ANNA)


async def test_who_goes_is_absent_after_a_while() -> None:
    scene = Scene()
    scene.attendance.enter(TABLE, ANNA)
    scene.attendance.exit(TABLE, ANNA)
    assert scene.attendance.is_here(TABLE, ANNA)
    assert [call.seconds for call in scene.calls] == [GRACE_SECONDS]
    await scene.let_time_pass()
    assert scene.told.news == ["anna is at T", "anna is gone from T"]
    assert not scene.attendance.is_here(TABLE, ANNA)


async def test_a_reload_is_no_leaving() -> None:
    scene = Scene()
    scene.attendance.enter(TABLE, ANNA)
    scene.attendance.exit(TABLE, ANNA)
    scene.attendance.enter(TABLE, ANNA)
    await scene.let_time_pass()
    assert scene.told.news == ["anna is at T"]


async def test_the_late_close_of_an_old_connection_takes_nobody_away() -> None:
    scene = Scene()
    scene.attendance.enter(TABLE, ANNA)
    scene.attendance.enter(TABLE, ANNA)
    scene.attendance.exit(TABLE, ANNA)
    await scene.let_time_pass()
    assert scene.told.news == ["anna is at T"]
    assert scene.attendance.is_here(TABLE, ANNA)


async def test_who_looks_in_without_a_connection_is_present() -> None:
    scene = Scene()
    scene.attendance.touch(TABLE, ANNA)
    assert await scene.settle() == ["anna is at T"]
    assert not scene.calls
