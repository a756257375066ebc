"""The clock of the system."""

import time
from typing import Final

from pasch.matches.model import Millis

_NANOS: Final = 1_000_000
"""Nanoseconds of a millisecond."""


class SystemClock:
    """Implements the port `Clock`."""

    def now(self) -> Millis:
        """Return the time in milliseconds since 1970, UTC."""
        return Millis(time.time_ns() // _NANOS)
