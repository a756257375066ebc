"""The clock of the system."""

import time_machine

from pasch.matches.clock import SystemClock


def test_clock_counts_milliseconds_since_1970() -> None:
    with time_machine.travel("1970-01-02T00:00:00.123Z", tick=False):
        assert SystemClock().now() == 86_400_123
