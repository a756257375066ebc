"""Deleting an account: its name goes, matches of others stay as they were."""

from contextlib import suppress
from typing import Final

from pasch.kernel.refusals import Refusal
from pasch.matches.model import Account, TableStatus
from pasch.matches.names import DELETED
from pasch.matches.parlour import Parlour
from pasch.matches.ports import Clock, ForgetAccount, Store
from pasch.matches.refusals import StillPlaying

KEY_MARK: Final = "#"
"""No name's key begins with it."""


class Farewell:
    """Deletes accounts."""

    def __init__(self, store: Store, parlour: Parlour, clock: Clock) -> None:
        """Work on a store and on the tables of a parlour."""
        self._store = store
        self._parlour = parlour
        self._clock = clock

    async def delete(self, account: Account) -> None:
        """Delete an account; raise `StillPlaying` while a match of its runs.

        Its seats become free, its sessions end, and “deleted account” takes the place of its name.
        """
        tables = await self._store.tables_of(account.id)
        if any(table.status is TableStatus.PLAYING for table in tables):
            raise StillPlaying
        for table in tables:
            with suppress(Refusal):  # Somebody has freed the seat, or closed the table.
                await self._parlour.leave(account, table.id)
        key = KEY_MARK + account.id
        if not await self._store.commit(
            (ForgetAccount(account.id, DELETED, key, self._clock.now()),)
        ):
            raise StillPlaying
        await self._parlour.registry.read_again(account.id)
