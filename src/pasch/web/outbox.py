"""Messages on their way to one browser tab, bounded: who cannot follow is asked to come again."""

import asyncio
from collections import deque
from typing import Final

LIMIT: Final = 64
"""Messages that may wait for one tab."""


class Outbox:
    """A bounded queue from the server to one socket."""

    def __init__(self) -> None:
        """Start empty."""
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()
        self.is_full = False

    def put(self, message: str) -> None:
        """Add a message; when too many wait already, mark the box as full and drop them."""
        if len(self._waiting) >= LIMIT:
            self.is_full = True
            self._waiting.clear()
        elif not self.is_full:
            self._waiting.append(message)
        self._wake.set()

    async def take(self) -> str | None:
        """Return the next message, or None when the box has run full."""
        while not self._waiting and not self.is_full:
            self._wake.clear()
            await self._wake.wait()
        return None if self.is_full else self._waiting.popleft()
