"""The embedded bus: hints within one process."""

import logging
from typing import Final

from pasch.matches.model import TableId
from pasch.matches.ports import Listener

_log: Final = logging.getLogger(__name__)


class LocalBus:
    """Implements the port `Bus`; listeners are called at once, in the order of subscription."""

    def __init__(self) -> None:
        """Start without listeners."""
        self._listeners: list[Listener] = []

    def publish(self, table: TableId) -> None:
        """Tell every listener that the table has changed; one that fails does not stop others."""
        for listener in tuple(self._listeners):
            try:
                listener(table)
            except Exception:  # noqa: BLE001 -- it is logged, and the others shall hear too
                _log.exception("a listener failed at a hint for table %s", table)

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` for each hint from now on."""
        self._listeners.append(listener)
