"""`pasch solve`: the value at the start, and a table that can be read again."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pasch.cli import app
from pasch.games import discovery
from pasch.solve.tables import read_table


def solve(game: str, data: Path) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(app, ["solve", game, "--data", str(data)])


@pytest.mark.parametrize("game", discovery.solvable())
def test_value_at_the_start_is_printed_and_stored(game: str, tmp_path: Path) -> None:
    result = solve(game, tmp_path)
    assert (result.exit_code, result.exception) == (0, None)
    *values, last = result.stdout.splitlines()
    assert re.fullmatch(r"Solved in \d+\.\d\d s, stored in .+", last)
    rules = discovery.meta(game).rules_version
    for line in values:
        options, value = line.rsplit(": ", 1)
        table = read_table(tmp_path / "tables", game, rules, "" if options == game else options)
        assert value == f"{table.start:.9f}"


@pytest.mark.parametrize(
    ("game", "options"),
    [("wuerfelmania", ["fives=count", "fives=bonus"]), ("doelauer", ["doelauer"])],
)
def test_one_line_for_each_option(game: str, options: list[str], tmp_path: Path) -> None:
    lines = solve(game, tmp_path).stdout.splitlines()[:-1]
    assert [line.partition(": ")[0] for line in lines] == options


@pytest.mark.parametrize("game", ["zdwa", "chess", ""])
def test_other_games_are_refused(game: str, tmp_path: Path) -> None:
    result = solve(game, tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no game that can be solved" in result.stderr
    assert not any(tmp_path.iterdir())
