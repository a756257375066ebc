"""Values of the rules as JSON has them."""

from dataclasses import dataclass
from typing import NamedTuple

import pytest

from pasch.kernel.plain import Plain, plain


class Point(NamedTuple):
    x: int
    name: str | None = None


@dataclass(frozen=True)
class Place:
    points: tuple[Point, ...]
    is_free: bool


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (3, 3),
        ("", ""),
        (True, True),
        ((1, (2, "x")), [1, [2, "x"]]),
        (Point(1), {"x": 1, "name": None}),
        (
            Place((Point(1, "a"),), is_free=False),
            {"points": [{"x": 1, "name": "a"}], "is_free": False},
        ),
        (frozenset({3, 1, 2}), [1, 2, 3]),
        ({2: (Point(5),)}, {"2": [{"x": 5, "name": None}]}),
    ],
)
def test_plain(value: object, expected: Plain) -> None:
    assert plain(value) == expected


@pytest.mark.parametrize("value", [1.5, b"x", [1], Place, object()])
def test_what_rules_do_not_hold(value: object) -> None:
    with pytest.raises(TypeError):
        plain(value)
