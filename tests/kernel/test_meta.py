"""Options: defaults are filled in, in the rulebook's order; what does not fit is named."""

from collections.abc import Mapping

import pytest

from pasch.kernel.meta import BadOptions, GameMeta, OptionSpec
from pasch.kernel.refusals import Reason


def _misfit(options: Mapping[str, str], seats: int) -> Reason | None:
    too_long = options["length"] == "long" and seats > 2
    return Reason("length does not fit") if too_long else None


META = GameMeta(
    slug="game",
    title="Game",
    tagline="",
    source="",
    rules_version=1,
    seats=(2, 3),
    seat_labels=("Two", "Three"),
    options=(
        OptionSpec("length", ("short", "long"), "Length", ("Short", "Long"), lambda _: "short"),
        OptionSpec("size", ("2", "3"), "Size", ("2", "3"), str, by_seats=True),
    ),
    art=(),
    misfit=_misfit,
)


@pytest.mark.parametrize(
    ("given", "seats", "options"),
    [
        ({}, 2, (("length", "short"), ("size", "2"))),
        ({}, 3, (("length", "short"), ("size", "3"))),
        ({"size": "3", "length": "long"}, 2, (("length", "long"), ("size", "3"))),
    ],
)
def test_options_are_complete_and_in_order(
    given: dict[str, str], seats: int, options: tuple[tuple[str, str], ...]
) -> None:
    assert META.resolve(given, seats) == options


@pytest.mark.parametrize(
    ("given", "seats", "words"),
    [
        ({"color": "red"}, 2, "unknown option “color”"),
        ({"length": "middle"}, 2, "option “length” cannot be “middle”"),
        ({"length": "long"}, 3, "length does not fit"),
        ({}, 1, "not for 1 seats"),
        ({"color": "red"}, 4, "not for 4 seats"),
    ],
)
def test_misfits(given: dict[str, str], seats: int, words: str) -> None:
    with pytest.raises(BadOptions, match=words) as caught:
        META.resolve(given, seats)
    assert caught.value.code == "bad-options"
