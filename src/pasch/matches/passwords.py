"""Passwords of accounts: Argon2id, in threads, so that nobody else waits for it."""

import asyncio
import unicodedata
from typing import Final

from argon2 import PasswordHasher, Type
from argon2.exceptions import VerificationError

from pasch.kernel.refusals import N_, Reason
from pasch.matches.refusals import BadPassword

SHORTEST: Final = 8
LONGEST: Final = 100
"""Length of a password in characters."""

MEMORY_KIB: Final = 19 * 1024
TIME_COST: Final = 2
PARALLELISM: Final = 1
"""OWASP's second choice for Argon2id, which spares small machines."""

THREADS: Final = 2
"""Passwords that are hashed at the same time, each in 19 MiB."""


NOBODYS: Final = (
    "$argon2id$v=19$m=19456,t=2,p=1"
    "$KXduGjzIyZF09SOOs3ahXA$7HBN3fYVf93cu3lhHHzEeONkxJEQD+tycazdogedWPo"
)
"""A hash that is verified where there is none, because that takes as long."""


class Passwords:
    """Hashes and verifies."""

    def __init__(self) -> None:
        """Hash with these costs."""
        self._hasher = PasswordHasher(TIME_COST, MEMORY_KIB, PARALLELISM, type=Type.ID)
        self._free = asyncio.Semaphore(THREADS)

    async def hash(self, password: str) -> str:
        """Return the hash of a new password, which `check_password` has accepted."""
        async with self._free:
            return await asyncio.to_thread(self._hasher.hash, _bytes(password))

    async def is_right(self, known: str | None, password: str) -> bool:
        """Return whether a password has this hash.

        Without a hash the answer is False and takes as long.
        """
        async with self._free:
            return await asyncio.to_thread(self._is_right, known, password)

    def _is_right(self, known: str | None, password: str) -> bool:
        try:
            self._hasher.verify(known or NOBODYS, _bytes(password))
        except VerificationError:
            return False
        return known is not None


def check_password(raw: str) -> None:
    """Raise `BadPassword` when a new password is too short or too long."""
    if not SHORTEST <= len(raw) <= LONGEST:
        params = (("shortest", SHORTEST), ("longest", LONGEST))
        message = N_("A password has %(shortest)d to %(longest)d characters.")
        raise BadPassword(Reason(message, None, params))


def _bytes(password: str) -> bytes:
    """Return a password in one of the ways in which keyboards compose letters."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
