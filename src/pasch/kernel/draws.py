"""Where throws come from: a byte stream keyed by a secret that was sealed beforehand.

The seal, SHA-256 of the secret, is shown before the seats add their shares; the secret is shown
when the match is over. Whoever has the record can then recompute every throw.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, assert_never

from pasch.kernel.chance import FACES, ChanceRequest, Choice, Shuffle, Throw

SECRET_BYTES: Final = 32
SHARE_BYTES: Final = 16
_BYTE_VALUES: Final = 256

HANDS_A_CHAIN: Final = 1024
"""Hands whose secrets hang together; after so many a new chain begins, as good as never."""

_SECRETS_KEPT: Final = 4096
"""Secrets of hands that are not computed again; each costs up to 0.3 ms."""


def seal(secret: bytes) -> str:
    """Return the seal of a secret: SHA-256 in lower-case hex."""
    return hashlib.sha256(secret).hexdigest()


@lru_cache(maxsize=_SECRETS_KEPT)
def hand_secret(root: bytes, hand: int) -> bytes:
    """Return the secret of a hand, counted from 0, of a match whose hands have one each.

    Each is the SHA-256 of the next one. So the seal of the first binds all of them, before anybody
    has given a share; the secret of a hand that is over tells nothing of those behind it, and is
    itself the seal of the next. `root` has 32 random bytes and is never shown.
    """
    chain, place = divmod(hand, HANDS_A_CHAIN)
    secret = hmac.digest(root, f"hands {chain}".encode("ascii"), "sha256")
    for _ in range(HANDS_A_CHAIN - 1 - place):
        secret = hashlib.sha256(secret).digest()
    return secret


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a match's chance events.

    `secret` has 32 bytes, `match` is the match's id, `shares` has 16 bytes a seat.
    """

    secret: bytes
    match: str
    shares: tuple[bytes, ...]

    def draw(self, request: ChanceRequest, number: int) -> str:
        """Return the record text of the chance event with place `number` among all events.

        Places are counted from 1.
        """
        stream = self._bytes(number)
        match request:
            case Throw(dice=dice):
                return request.write(tuple(_below(FACES, stream) + 1 for _ in range(dice)))
            case Choice(of=of):
                return request.write((_below(of, stream) + 1,))
            case Shuffle(items=items):
                return request.write(_shuffled(len(items), stream))
            case _:
                assert_never(request)

    def _bytes(self, number: int) -> Iterator[int]:
        shares = ",".join(share.hex() for share in self.shares)
        prefix = f"{self.match}|{shares}|{number}|"
        block = 0
        while True:
            text = f"{prefix}{block}".encode("ascii")
            yield from hmac.digest(self.secret, text, "sha256")
            block += 1


def _below(bound: int, stream: Iterator[int]) -> int:
    """Return an unbiased number from 0 to `bound` - 1; too high bytes are skipped."""
    limit = _BYTE_VALUES - _BYTE_VALUES % bound
    for byte in stream:
        if byte < limit:
            return byte % bound
    raise AssertionError("the stream of bytes never ends")


def _shuffled(count: int, stream: Iterator[int]) -> tuple[int, ...]:
    order = list(range(count))
    for place in range(count, 1, -1):
        other = _below(place, stream)
        order[place - 1], order[other] = order[other], order[place - 1]
    return tuple(order)
