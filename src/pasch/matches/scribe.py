"""Numbers the lines of chats."""

from typing import Final

from pasch.matches.lines import BITS_BELOW, NOTHING_YET, ChatLine, LineNumber
from pasch.matches.ports import Clock, Entropy

_SALT_BYTES: Final = 3


class Scribe:
    """Numbers lines: by the time, behind all numbers that it has seen.

    The lower bits tell several servers apart, so that no two lines get the same number.
    """

    def __init__(self, clock: Clock, entropy: Entropy) -> None:
        """Take the time from a clock, and the lower bits from random bytes."""
        self._clock = clock
        self._salt = int.from_bytes(entropy(_SALT_BYTES)) % (1 << BITS_BELOW)
        self._last = NOTHING_YET

    def next_number(self) -> LineNumber:
        """Return the number of the next line; it has to be committed before the next is asked."""
        by_time = (self._clock.now() << BITS_BELOW) | self._salt
        self._last = LineNumber(max(by_time, self._last + 1))
        return self._last

    def follow(self, lines: tuple[ChatLine, ...]) -> None:
        """Number on behind lines that were read, even if the clock was set back."""
        if lines:
            self._last = max(self._last, lines[-1].number)
