"""Write a golden record: `python -m tests.golden GAME SEATS SEED [name=value ...] > FILE`.

The player is deterministic, so the same arguments give the same record.
"""

import sys

from pasch.games import discovery
from pasch.kernel.record import write_record
from tests.playing import Setting, play_greedily, play_match


def golden(game: str, seats: int, seed: int, options: dict[str, str]) -> str:
    """Return the record of a finished match."""
    rules = discovery.rules(game)
    setting = Setting(seats, rules.meta.resolve(options, seats))
    return write_record(play_match(rules, setting, seed, play_greedily).record)


if __name__ == "__main__":
    game, seats, seed, *pairs = sys.argv[1:]
    options = {name: value for name, _, value in (pair.partition("=") for pair in pairs)}
    sys.stdout.write(golden(game, int(seats), int(seed), options))
