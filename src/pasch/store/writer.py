"""One thread that commits all units that wait in one transaction (group commit)."""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Final

from sqlalchemy import Connection, Engine

from pasch.matches.counts import Counts
from pasch.matches.ports import Write
from pasch.store.batch import Batch
from pasch.store.inserts import Inserter

_log: Final = logging.getLogger(__name__)

PACE_SECONDS: Final = 0.004
"""Least time from the begin of one transaction to that of the next.

Nobody notices it, and a unit that comes alone does not wait for it. Half of it has halved what the
store costs at 1,700 units a second and a busy event loop: 38 instead of 76 µs of CPU a unit, and a
tenth more units, because two threads hand the interpreter to each other less often.
"""

Outcome = bool | Exception
"""Whether a unit is written, or conflicts; or the error that it ran into."""


class StoreClosed(RuntimeError):
    """The store was closed before the unit was given to it."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Writes of one caller, all or nothing, and where the caller waits for the outcome."""

    writes: Sequence[Write]
    future: asyncio.Future[bool]


class Writer:
    """Writes units in the order in which they come. It serves one event loop."""

    def __init__(self, engine: Engine, counts: Counts) -> None:
        """Start the thread, which alone uses `engine`; count what it writes."""
        self._engine = engine
        self._counts = counts
        self._inserter = Inserter(engine.dialect)
        self._waiting: SimpleQueue[Unit | None] = SimpleQueue()
        self._is_closed = False
        # A daemon: a program that forgets to close the store can end nevertheless.
        self._thread = Thread(target=self._run, name="pasch-writer", daemon=True)
        self._thread.start()

    async def write(self, writes: Sequence[Write]) -> bool:
        """Return whether the unit is written, durably; raise the error that it ran into."""
        if self._is_closed:
            raise StoreClosed("the store is closed")
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.put(Unit(writes, future))
        return await future

    async def close(self) -> None:
        """Write what waits, then end the thread."""
        if not self._is_closed:
            self._is_closed = True
            self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        is_last = False
        begun = -PACE_SECONDS
        while not is_last:
            first = self._waiting.get()
            time.sleep(max(0.0, begun + PACE_SECONDS - time.monotonic()))
            begun = time.monotonic()
            units, is_last = self._take(first)
            if units:
                outcomes = self._outcomes(units)
                self._counts.commit_units.add(len(units))
                self._counts.commit_seconds.add(time.monotonic() - begun)
                _tell(units, outcomes)

    def _take(self, unit: Unit | None) -> tuple[list[Unit], bool]:
        """Return a unit and all that wait behind it, and whether they are the last."""
        units = []
        while unit is not None:
            units.append(unit)
            if self._waiting.empty():
                return units, False
            unit = self._waiting.get()
        return units, True

    def _outcomes(self, units: Sequence[Unit]) -> Sequence[Outcome]:
        try:
            return self._write_together(units) or self._write_one_by_one(units)
        # Whatever it is, the callers must learn of it, and the thread must go on.
        except Exception as error:  # noqa: BLE001
            return [error] * len(units)

    def _write_together(self, units: Sequence[Unit]) -> Sequence[Outcome]:
        """Write all units at once; return nothing, and write nothing, if that cannot be done.

        Raise when the commit itself fails: what the database then holds is not known.
        """
        with self._engine.connect() as connection, connection.begin() as transaction:
            if self._try(connection, units) is not True:
                transaction.rollback()
                return []
        return [True] * len(units)

    def _write_one_by_one(self, units: Sequence[Unit]) -> Sequence[Outcome]:
        """Write the units so that a conflict or an error undoes only the unit that has it.

        The connection is a new one if the former was lost.
        """
        with self._engine.begin() as connection:
            return [self._write_alone(connection, unit) for unit in units]

    def _write_alone(self, connection: Connection, unit: Unit) -> Outcome:
        savepoint = connection.begin_nested()
        outcome = self._try(connection, [unit])
        if outcome is True:
            savepoint.commit()
        else:
            savepoint.rollback()
        return outcome

    def _try(self, connection: Connection, units: Sequence[Unit]) -> Outcome:
        try:
            return Batch(unit.writes for unit in units).write(connection, self._inserter)
        # Drivers raise more than database errors, for example for text that is no Unicode.
        except Exception as error:  # noqa: BLE001
            _log.debug("%d units cannot be written together: %s", len(units), error)
            return error


def _tell(units: Sequence[Unit], outcomes: Sequence[Outcome]) -> None:
    loop = units[0].future.get_loop()
    try:
        loop.call_soon_threadsafe(_resolve, units, outcomes)
    except RuntimeError:
        _log.warning("the event loop was closed before %d units were written", len(units))


def _resolve(units: Sequence[Unit], outcomes: Sequence[Outcome]) -> None:
    for unit, outcome in zip(units, outcomes, strict=True):
        if unit.future.done():
            continue  # The caller was cancelled.
        if isinstance(outcome, Exception):
            unit.future.set_exception(outcome)
        else:
            unit.future.set_result(outcome)
