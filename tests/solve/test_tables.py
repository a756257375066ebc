"""Tables on disk: what is read is what was written, and nothing damaged is read."""

from pathlib import Path

import numpy as np
import pytest

from pasch.solve.tables import BadTable, Table, read_table, write_table

VALUES = np.array([[0.1, np.nan, -3.5], [1e300, 0.0, 2 / 3]])
TABLE = Table("toy", 7, "fives=count more=yes", ("mask", "own score"), VALUES)


def read(folder: Path, game: str = "toy", rules: int = 7) -> Table:
    return read_table(folder, game, rules, TABLE.options)


def test_reader_and_writer_are_inverse(tmp_path: Path) -> None:
    path = write_table(TABLE, tmp_path / "new")
    assert path == tmp_path / "new" / "toy-fives-count-more-yes.table"
    found = read(tmp_path / "new")
    assert (found.game, found.rules, found.options, found.axes, found.start) == (
        *("toy", 7, TABLE.options, TABLE.axes),
        0.1,
    )
    assert found.values.tobytes() == VALUES.tobytes()
    assert [*(tmp_path / "new").iterdir()] == [path]


def test_without_options(tmp_path: Path) -> None:
    path = write_table(Table("toy", 1, "", ("score",), VALUES[0]), tmp_path)
    assert path.name == "toy.table"
    assert read_table(tmp_path, "toy", 1, "").values.shape == (3,)


def test_writing_again_replaces(tmp_path: Path) -> None:
    write_table(TABLE, tmp_path)
    write_table(Table("toy", 7, TABLE.options, TABLE.axes, VALUES + 1), tmp_path)
    assert read(tmp_path).start == 1.1


@pytest.mark.parametrize("place", range(0, 250, 7))
def test_every_changed_byte_is_noticed(tmp_path: Path, place: int) -> None:
    path = write_table(TABLE, tmp_path)
    content = bytearray(path.read_bytes())
    content[place % len(content)] ^= 1
    path.write_bytes(content)
    with pytest.raises(BadTable):
        read(tmp_path)


@pytest.mark.parametrize("keep", [0, 1, 60, 150, -8, -1])
def test_every_cut_is_noticed(tmp_path: Path, keep: int) -> None:
    path = write_table(TABLE, tmp_path)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(BadTable):
        read(tmp_path)


def test_table_of_other_rules_is_refused(tmp_path: Path) -> None:
    write_table(TABLE, tmp_path)
    with pytest.raises(BadTable, match="solve the game again"):
        read(tmp_path, rules=8)
    with pytest.raises(FileNotFoundError):
        read(tmp_path, game="other")
