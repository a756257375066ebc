"""A real server as a process of its own, for tests of the protocol and of the pages."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path

HOME = Path(__file__).parents[1]
END_SECONDS = 20
"""How long the process may take to end on a busy machine."""


class RunningServer:
    """`pasch serve` on 127.0.0.1, with SQLite in a folder unless another database is named.

    Its port stays the same over restarts, as browsers expect.
    """

    def __init__(
        self,
        data: Path,
        *options: str,
        source: Path = HOME / "src",
        port: int = 0,
        log: Path | None = None,
        environment: Mapping[str, str] | None = None,
        throws: Path | None = None,
    ) -> None:
        """Start the server; `options` are further ones of `pasch serve`, `source` has the code.

        Without a port it takes a free one; where it prints another address than its own, the port
        has to be given. What it writes to standard error goes to the file `log`, if there is one.
        `throws` says what its dice show, see `loaded`.
        """
        self._data = data
        self._source = source
        self._options = options
        self._log = log
        self._environment = environment or {}
        self._throws = throws
        self.port = port
        self.start()

    @property
    def url(self) -> str:
        """The address of the lobby, without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self._data / "pasch.sqlite"

    def start(self) -> None:
        """Start the process and wait until it listens."""
        program, path = ["-c", "from pasch.cli import main; main()"], [str(self._source)]
        if self._throws is not None:
            program, path = ["-m", "tests.loaded", str(self._throws)], [*path, str(HOME)]
        place = ("serve", "--port", str(self.port), "--data", str(self._data))
        with self._log.open("ab") if self._log is not None else nullcontext() as log:
            self.process = subprocess.Popen(
                [sys.executable, *program, *place, *self._options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(path)} | dict(self._environment),
            )
        assert self.process.stdout is not None
        greeting = self.process.stdout.readline()
        found = re.search(r"open at https?://[^:\s]+(?::(\d+))?", greeting)
        assert found is not None, f"the server did not start: {greeting!r}"
        self.port = int(found[1] or self.port)

    def kill(self) -> None:
        """End the process as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the process in good order."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(END_SECONDS)
        if self.process.stdout is not None:
            self.process.stdout.close()
