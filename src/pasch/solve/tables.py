"""Solved games on disk: a table of numbers with a head that says what it holds.

A file begins with lines of UTF-8 text, each `key: value`, in this order, and an empty line:

    pasch-table: 1                  version of this format
    game: SLUG                      the folder of the game
    rules: 1                        version of the game's rules
    options: fives=count            as in a record, empty without options
    axes: mask 8192, fives 3        what each index counts, and how many there are
    sha256: 3f…                     hash of the lines above and the numbers, in lower-case hex

Then come the numbers: 64-bit floats, little-endian, the last index running fastest; what a game
never reaches is not a number. The first number is the value at the start of a match.
"""

import hashlib
import math
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from pasch.solve.lattice import Floats

FORMAT: Final = "1"
NUMBER: Final = np.dtype("<f8")
_END: Final = b"\n\n"


class BadTable(ValueError):
    """A file is no table, is damaged, or holds another table than the wanted one."""


@dataclass(frozen=True, slots=True)
class Table:
    """The values of all positions of a game; `axes` name the indices of `values`."""

    game: str
    rules: int
    options: str
    axes: tuple[str, ...]
    values: Floats

    @property
    def start(self) -> float:
        """The value at the start of a match."""
        return float(self.values.flat[0])

    @property
    def file_name(self) -> str:
        """The name of the table's file."""
        return file_name(self.game, self.options)


def file_name(game: str, options: str) -> str:
    """Return the name of the file of a game's table for some options."""
    return "-".join([game, *options.replace("=", "-").split()]) + ".table"


def write_table(table: Table, folder: Path) -> Path:
    """Write a table to its file in a folder, which is made if need be; return the file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / table.file_name
    numbers = np.ascontiguousarray(table.values, dtype=NUMBER).tobytes()
    # A reader must never see half a file.
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(_head(table, numbers).encode() + _END + numbers)
    os.replace(file.name, path)  # noqa: PTH105 -- the name is a string
    return path


def read_table(folder: Path, game: str, rules: int, options: str) -> Table:
    """Read a table; raise `OSError` or `BadTable`."""
    path = folder / file_name(game, options)
    head, end, numbers = path.read_bytes().partition(_END)
    fields = dict(line.split(": ", 1) for line in _lines(head) if ": " in line)
    axes, shape = _axes(fields.get("axes", ""))
    if not end or len(numbers) != NUMBER.itemsize * math.prod(shape):
        raise BadTable(f"{path} is no table, or cut short")
    table = Table(game, rules, options, axes, np.frombuffer(numbers, dtype=NUMBER).reshape(shape))
    if head != _head(table, numbers).encode():
        raise BadTable(f"{path} is damaged, or not the table of these rules: solve the game again")
    return table


def _head(table: Table, numbers: bytes) -> str:
    sizes = zip(table.axes, table.values.shape, strict=True)
    fields = {
        "pasch-table": FORMAT,
        "game": table.game,
        "rules": table.rules,
        "options": table.options,
        "axes": ", ".join(f"{name} {size}" for name, size in sizes),
    }
    lines = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return f"{lines}sha256: {hashlib.sha256(lines.encode() + numbers).hexdigest()}"


def _lines(head: bytes) -> list[str]:
    return head.decode("utf-8", "replace").split("\n")


def _axes(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the names and sizes of the axes; a text of another form has none."""
    pairs = [axis.rpartition(" ") for axis in text.split(", ")]
    if not all(name and size.isdecimal() for name, _, size in pairs):
        return (), ()
    return tuple(name for name, _, _ in pairs), tuple(int(size) for _, _, size in pairs)
