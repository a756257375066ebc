"""Messages on their way to one browser tab, bounded: who cannot follow is asked to come again."""

import asyncio
from collections import deque
from typing import Final

LIMIT: Final = 64
"""Messages that may wait for one tab."""


TRY_AGAIN_LATER: Final = 1013
"""Close code for a tab that cannot follow; it comes back and gets a snapshot."""


class Outbox:
    """A bounded queue from the server to one socket.

    `close_code` is None until the socket is to be closed.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._waiting: deque[str] = deque()
        self._wake: asyncio.Future[None] | None = None
        self.close_code: int | None = None

    def put(self, message: str) -> None:
        """Add a message; when too many wait already, drop them and close the socket."""
        if len(self._waiting) >= LIMIT:
            self.close(TRY_AGAIN_LATER)
        elif self.close_code is None:
            self._waiting.append(message)
            self._wake_up()

    def close(self, code: int) -> None:
        """Drop what waits and let the socket be closed."""
        if self.close_code is None:
            self.close_code = code
        self._waiting.clear()
        self._wake_up()

    async def take(self) -> str | None:
        """Return the next message, or None when the socket is to be closed; one waits at a time."""
        while not self._waiting and self.close_code is None:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        return None if self.close_code is not None else self._waiting.popleft()

    def _wake_up(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def rest(self) -> tuple[str, ...]:
        """Return what waits besides, so that it can travel together; nothing may wait."""
        found = tuple(self._waiting)
        self._waiting.clear()
        return found
