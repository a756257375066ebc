"""How often something may be tried, such as a password; counted in this process."""

import math
import time
from typing import Final, NamedTuple

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from pasch.matches.refusals import TooManyAttempts

SECONDS_A_MINUTE: Final = 60

WINDOW_MINUTES: Final = 10
"""The time in which attempts are counted."""


def _per_window(attempts: int, what: str) -> RateLimitItem:
    return RateLimitItemPerMinute(attempts, WINDOW_MINUTES, namespace=what)


SIGN_IN_TO_ACCOUNT: Final = _per_window(10, "sign in to account")
SIGN_IN_FROM_ADDRESS: Final = _per_window(50, "sign in from address")
TABLE_BY_ACCOUNT: Final = _per_window(10, "table by account")
TABLE_FROM_ADDRESS: Final = _per_window(30, "table from address")
"""Several people may share an address; one account has enough with a few attempts."""


class Attempt(NamedTuple):
    """One way of counting an attempt: the limit, and who or what it is counted for."""

    limit: RateLimitItem
    key: tuple[str, ...]


class Attempts:
    """Counts attempts and refuses those above the limits."""

    def __init__(self) -> None:
        """Start without any attempt."""
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def check(self, *attempts: Attempt) -> None:
        """Raise `TooManyAttempts` when one of the limits is used up."""
        for attempt in attempts:
            if not self._limiter.test(attempt.limit, *attempt.key):
                raise TooManyAttempts(self._minutes(attempt))

    def count(self, *attempts: Attempt) -> None:
        """Count attempts."""
        for attempt in attempts:
            self._limiter.hit(attempt.limit, *attempt.key)

    def forget(self, attempt: Attempt) -> None:
        """Forget what was counted, because an attempt was right."""
        self._limiter.clear(attempt.limit, *attempt.key)

    def _minutes(self, attempt: Attempt) -> int:
        """Return the minutes until the next attempt may be made."""
        stats = self._limiter.get_window_stats(attempt.limit, *attempt.key)
        return max(1, math.ceil((stats.reset_time - time.time()) / SECONDS_A_MINUTE))
