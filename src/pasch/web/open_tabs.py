"""Sockets by the session that opened them, so that none outlives its session."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from pasch.matches.model import AccountId, Millis, Session
from pasch.matches.ports import Clock, Store
from pasch.matches.registry import Registry
from pasch.web.outbox import TRY_AGAIN_LATER, Outbox

log = structlog.get_logger()

LOOK_SECONDS: Final = 5.0
"""How often the store is asked for sessions that others have ended, such as `pasch admin`."""

OVERLAP_MILLIS: Final = 10_000
"""So far back each look goes, because others commit late or have another clock."""

SESSION_ENDED: Final = 4401
"""Close code for a tab whose session has ended; it loads its page again."""


class OpenTabs:
    """The sockets of people with an account."""

    def __init__(self, store: Store, registry: Registry, clock: Clock) -> None:
        """Ask a store for sessions that have ended; keep a registry in step with it."""
        self._store = store
        self._registry = registry
        self._clock = clock
        self._sessions: dict[Outbox, Session] = {}
        self._known: frozenset[Session] = frozenset()

    def enter(self, outbox: Outbox, session: Session | None) -> None:
        """Note a socket that has been opened."""
        if session is not None:
            self._sessions[outbox] = session

    def leave(self, outbox: Outbox) -> None:
        """Forget a socket that has been closed."""
        self._sessions.pop(outbox, None)

    def end(self, session: Session) -> None:
        """Close the sockets of a session that has ended."""
        self._end(lambda each: each.token_hash == session.token_hash, SESSION_ENDED)

    def end_all(self, account: AccountId, kept: Session | None = None) -> None:
        """Close the sockets of all sessions of an account, but for one that goes on."""
        self._end(lambda each: each.account == account and each != kept, SESSION_ENDED)

    def come_again(self, account: AccountId) -> None:
        """Let all tabs of an account connect anew, because its name is another now."""
        self._end(lambda each: each.account == account, TRY_AGAIN_LATER)

    def _end(self, is_meant: Callable[[Session], bool], code: int) -> None:
        for outbox, session in self._sessions.items():
            if is_meant(session):
                outbox.close(code)

    async def run(self) -> None:
        """Close sockets whose sessions others have ended, until cancelled."""
        while True:
            since = Millis(self._clock.now() - OVERLAP_MILLIS)
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look(since)
            except Exception:
                log.exception("ended sessions could not be read")

    async def look(self, since: Millis) -> None:
        """Close sockets whose sessions ended at `since` or later.

        Tables of an account that has been deleted are read again, for its name's sake.
        """
        ended = frozenset(await self._store.ended_sessions(since))
        new, self._known = ended - self._known, ended
        hashes = {session.token_hash for session in new}
        self._end(lambda each: each.token_hash in hashes, SESSION_ENDED)
        for account_id in {session.account for session in new}:
            account = await self._store.account(account_id)
            if account is not None and account.deleted_at is not None:
                await self._registry.read_again(account_id)
