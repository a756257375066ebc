"""The list of faults that others had names tests that there are."""

import re
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]
TEXT = (HOME / "docs" / "faults.md").read_text("utf-8")
PLACES = (HOME / "tests", HOME / "src" / "pasch" / "games")
FILES = [path for place in PLACES for path in place.rglob("test_*.py")]
NAMES = {name for path in FILES for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))}


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`([^`]+)`", TEXT))))
def test_named_test_is_there(named: str) -> None:
    if named.endswith(".py"):
        assert any(path.as_posix().endswith(named) for path in FILES)
    else:
        assert named in NAMES


def test_cases_are_numbered_without_gaps() -> None:
    ranges = re.findall(r"^\| (\d+)(?:–(\d+))? \|", TEXT, re.MULTILINE)
    numbers = [n for first, last in ranges for n in range(int(first), int(last or first) + 1)]
    assert numbers == list(range(1, len(numbers) + 1))
