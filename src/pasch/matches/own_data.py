"""What people may ask for about what is kept of them: all of it as a file, or its deletion."""

from contextlib import suppress
from typing import Final

from pasch.kernel.refusals import Refusal
from pasch.matches.export import Json, export_of
from pasch.matches.model import Account, TableStatus
from pasch.matches.names import DELETED
from pasch.matches.parlour import Parlour
from pasch.matches.ports import Clock, ForgetAccount, Store
from pasch.matches.refusals import StillPlaying

KEY_MARK: Final = "#"
"""No name's key begins with it."""


class OwnData:
    """Hands out what is kept of people, and deletes it."""

    def __init__(self, store: Store, parlour: Parlour, clock: Clock) -> None:
        """Work on a store and on the tables of a parlour."""
        self._store = store
        self._parlour = parlour
        self._clock = clock

    async def export(self, account: Account) -> Json:
        """Return everything that is kept of a person."""
        return await export_of(self._store, account.id)

    async def delete(self, account: Account) -> None:
        """Delete an account; raise `StillPlaying` while a match of its runs.

        Its seats become free, its sessions end, and “deleted account” takes the place of its name:
        matches of others stay as they were.
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
        await self._parlour.chat.read_again()
