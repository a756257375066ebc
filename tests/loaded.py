"""A parlour with loaded dice: `python -m tests.loaded THROWS serve …`.

The file THROWS holds the events of a match as a record has them. Whatever chance does as the event
with a number is what stands there; behind its end chance is as fair as ever.
"""

import sys
from pathlib import Path

from pasch import cli
from pasch.kernel.chance import ChanceRequest
from pasch.kernel.draws import Source

_fair = Source.draw


def load(throws: Path) -> None:
    """Let chance do what the file says, in every match."""
    events = throws.read_text(encoding="utf-8").splitlines()

    def draw(source: Source, request: ChanceRequest, number: int) -> str:
        if number > len(events):
            return _fair(source, request, number)
        actor, _, text = events[number - 1].partition(" ")
        assert actor == "*", f"event {number} is not chance's, but {events[number - 1]!r}"
        return text

    Source.draw = draw  # type: ignore[assignment, method-assign]


def main() -> None:
    """Load the dice and be `pasch`."""
    load(Path(sys.argv.pop(1)))
    cli.main()


if __name__ == "__main__":
    main()
