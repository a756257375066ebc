"""How often somebody may do something."""

import math
import time

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from pasch.kernel.refusals import N_, Reason
from pasch.matches.refusals import TooFast


class RateLimit:
    """Counts what people do, and refuses what comes too fast; forgotten with the process."""

    def __init__(self, rate: str) -> None:
        """Allow a rate such as "8/10 seconds" to each of those who are counted."""
        self._rate = parse(rate)
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def check(self, who: str) -> None:
        """Count something that somebody does; raise `TooFast`."""
        if self._limiter.hit(self._rate, who):
            return
        free_at = self._limiter.get_window_stats(self._rate, who).reset_time
        seconds = max(1, math.ceil(free_at - time.time()))
        message = N_("That was a bit fast. Please wait %(seconds)d s.")
        raise TooFast(Reason(message, None, (("seconds", seconds),)))
