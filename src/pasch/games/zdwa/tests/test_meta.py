"""The options: the mode follows from the seats, and another one is refused by name."""

import pytest

from pasch.games.zdwa.meta import META
from pasch.games.zdwa.tests.positions import at
from pasch.kernel.meta import BadOptions


@pytest.mark.parametrize(("seats", "mode"), [(1, "solo"), (2, "two"), (3, "three"), (4, "teams")])
def test_defaults(seats: int, mode: str) -> None:
    assert META.resolve({}, seats) == (("mode", mode), ("hardcore", "no"))
    assert META.resolve({"mode": mode}, seats) == (("mode", mode), ("hardcore", "no"))


@pytest.mark.parametrize(
    ("given", "seats", "named"),
    [
        ({"mode": "two"}, 1, "mode=two"),
        ({"mode": "solo"}, 2, "mode=solo"),
        ({"mode": "teams"}, 3, "mode=teams"),
        ({"mode": "three"}, 4, "mode=three"),
        ({"mode": "four"}, 4, "four"),
        ({"hardcore": "maybe"}, 2, "hardcore"),
        ({"hardcore": "YES"}, 2, "YES"),
        ({"target": "100"}, 2, "target"),
        ({}, 5, "5"),
        ({}, 0, "0"),
    ],
)
def test_misfits_are_named(given: dict[str, str], seats: int, named: str) -> None:
    with pytest.raises(BadOptions, match=named):
        META.resolve(given, seats)


@pytest.mark.parametrize("hardcore", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_what_the_options_decide(seats: int, *, hardcore: bool) -> None:
    variant = at(seats=seats, hardcore=hardcore).variant
    assert variant.throws_by_itself == (hardcore or seats == 1)
    assert variant.corrects == (not hardcore and seats > 1)
    assert variant.announces == (not hardcore)
    assert (variant.throws, variant.last_throws) == ((1, 1) if hardcore else (3, 5))
    assert variant.bonus_from == (40 if hardcore else 60)
