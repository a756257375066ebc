"""Hints: what is best for who plays alone; such a match counts in no list."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

import structlog

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.page import Advice
from pasch.kernel.refusals import N_, Reason
from pasch.kernel.rules import Deciding
from pasch.matches.adviser import Question
from pasch.matches.lines import Spot
from pasch.matches.model import Account, Match, TableId
from pasch.matches.ports import Bus, NoteHint
from pasch.matches.position import Position, with_match
from pasch.matches.refusals import NeedsConfirmation, Paused, WrongMoment
from pasch.matches.registry import OpenTable, Registry
from pasch.matches.thinking import Lost, Worker
from pasch.matches.worker import pack

log = structlog.get_logger()

SECONDS: Final = 60.0
"""How long a hint may take: at first a process starts, and may have to solve the game."""

ADVISER: Final = "pasch.matches.adviser"

_WARNING: Final = Reason(N_("With a hint this match counts in no list. Go on?"))
_ON_ITS_WAY: Final = Reason(N_("The hint is on its way."))
_FAILED: Final = Reason(N_("There is no hint now. Please try again."))


class Adviser(Protocol):
    """Whoever knows what is best."""

    async def advise(self, question: Question) -> Advice:
        """Return what is best in a position; raise `Lost`."""

    async def close(self) -> None:
        """Advise no more."""


class Advisers:
    """One process that is started when it is first needed; implements `Adviser`."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._worker: Worker | None = None
        self._lock = asyncio.Lock()

    async def advise(self, question: Question) -> Advice:
        """Return what is best in a position; raise `Lost`."""
        async with self._lock:
            worker = self._worker or await Worker.start(ADVISER)
            self._worker = None
            try:
                answer = await worker.ask(pack(question), SECONDS)
            except BaseException:
                await worker.end()
                raise
            self._worker = worker
        return Advice(answer["best"], answer.get("lost"), answer.get("better", ""))

    async def close(self) -> None:
        """End the process."""
        if self._worker is not None:
            await self._worker.end()


class Hints:
    """Gives hints at the tables of a registry; `folder` has the tables of solved games."""

    def __init__(self, registry: Registry, bus: Bus, adviser: Adviser, folder: Path) -> None:
        """Ask an adviser, tell a bus."""
        self._registry = registry
        self._bus = bus
        self._adviser = adviser
        self._folder = folder

    async def ask(self, account: Account, table_id: TableId, *, is_confirmed: bool) -> None:
        """Tell a seat what is best now, and what its move before has cost.

        The first time it has to be confirmed, since the match then counts in no list. A table gets
        one hint at a time, however often it asks.
        """
        async with self._registry.locked(table_id) as found:
            position, seat = _asking(found, account)
            if found.is_hint_due:
                raise WrongMoment(_ON_ITS_WAY)
            if not position.match.is_hinted:
                if not is_confirmed:
                    raise NeedsConfirmation(_WARNING)
                await self._registry.commit_or_refuse(found, (NoteHint(position.match.id),))
                match = replace(position.match, is_hinted=True)
                found.follow(with_match(position, match))
            found.is_hint_due = True
        self._bus.publish(table_id)
        try:
            advice = await self._adviser.advise(self._question(position, seat))
            found.advice = Spot(position.match.id, position.version), advice
        except Lost as lost:
            log.warning("the adviser was lost", table=table_id)
            raise WrongMoment(_FAILED) from lost
        finally:
            found.is_hint_due = False
            self._bus.publish(table_id)

    def _question(self, position: Position, seat: Seat) -> Question:
        match = position.match
        before = _own_move(position, seat)
        return Question(match.game, match.options, str(self._folder), position.state, before)


def can_ask(match: Match) -> bool:
    """Return whether hints are given in a match: its game has them, and a person plays alone."""
    return discovery.meta(match.game).has_hints and len(match.players) == 1


def _asking(found: OpenTable, account: Account) -> tuple[Position, Seat]:
    position, seat = found.seated(account.id)
    if not can_ask(position.match):
        raise WrongMoment(Reason(N_("There are hints only for who plays alone.")))
    if found.pause is not None:
        raise Paused
    if not isinstance(position.to_move, Deciding):
        raise WrongMoment(_FAILED)
    return position, seat


def _own_move(position: Position, seat: Seat) -> tuple[object, str] | None:
    """Return the latest position in which the seat had a choice, and what it said there."""
    moments = position.moments
    for before, moment in zip(moments[-2::-1], moments[:0:-1], strict=True):
        step = moment.step
        if step is None or step.actor != seat:
            continue
        if len(position.rules.legal(before.state, seat)) > 1:
            return before.state, step.text
    return None
