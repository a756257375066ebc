"""Options: defaults are filled in, in the rulebook's order; what does not fit is named."""

from collections.abc import Mapping

import pytest

from pasch.kernel.meta import BadOptions, GameMeta, OptionSpec, numbers
from pasch.kernel.refusals import Reason


def _misfit(options: Mapping[str, str], seats: int) -> Reason | None:
    if options["length"] == "long" and seats > 2:
        return Reason("length does not fit")
    too_fast = options["length"] == "tiny" and options.get("pace", "1") != "1"
    return Reason("pace does not fit") if too_fast else None


META = GameMeta(
    slug="game",
    title="Game",
    tagline="",
    source="",
    rules_version=1,
    seats=(2, 3),
    seat_labels=("Two", "Three"),
    options=(
        OptionSpec(
            "length",
            ("tiny", "short", "long"),
            "Length",
            ("Tiny", "Short", "Long"),
            lambda _: "short",
        ),
        OptionSpec("pace", ("1", "2"), "Pace", ("Slow", "Fast"), lambda _: "2"),
        OptionSpec("size", ("2", "3"), "Size", ("2", "3"), str, by_seats=True),
        OptionSpec(
            "points", numbers(5, 120), "Points", ("to %(number)s",), lambda _: "50", is_number=True
        ),
    ),
    art=(),
    misfit=_misfit,
)


@pytest.mark.parametrize(
    ("given", "seats", "options"),
    [
        ({}, 2, "length=short pace=2 size=2 points=50"),
        ({}, 3, "length=short pace=2 size=3 points=50"),
        ({"size": "3", "length": "long"}, 2, "length=long pace=2 size=3 points=50"),
        ({"length": "tiny"}, 2, "length=tiny pace=1 size=2 points=50"),
        ({"pace": "1", "points": "5"}, 2, "length=short pace=1 size=2 points=5"),
    ],
)
def test_options_are_complete_and_in_order(given: dict[str, str], seats: int, options: str) -> None:
    resolved = META.resolve(given, seats)
    assert " ".join(f"{name}={value}" for name, value in resolved) == options


@pytest.mark.parametrize(
    ("given", "seats", "words"),
    [
        ({"color": "red"}, 2, "unknown option “color”"),
        ({"length": "middle"}, 2, "option “length” cannot be “middle”"),
        ({"length": "long"}, 3, "length does not fit"),
        ({"length": "tiny", "pace": "2"}, 2, "pace does not fit"),
        ({"points": "4"}, 2, "“points” is a whole number from 5 to 120"),
        ({"points": "121"}, 2, "from 5 to 120"),
        ({"points": "050"}, 2, "from 5 to 120"),
        ({"points": "５０"}, 2, "from 5 to 120"),
        ({}, 1, "not for 1 seats"),
        ({"color": "red"}, 4, "not for 4 seats"),
    ],
)
def test_misfits(given: dict[str, str], seats: int, words: str) -> None:
    with pytest.raises(BadOptions, match=words) as caught:
        META.resolve(given, seats)
    assert caught.value.code == "bad-options"


@pytest.mark.parametrize(
    ("given", "seats", "lengths", "paces"),
    [
        ({}, 2, ("tiny", "short", "long"), ("1", "2")),
        ({}, 3, ("tiny", "short"), ("1", "2")),
        ({"length": "tiny"}, 2, ("tiny", "short", "long"), ("1",)),
        ({"length": "tiny", "pace": "2"}, 2, ("tiny", "short", "long"), ("1",)),
        ({"length": "long", "pace": "2"}, 3, ("tiny", "short"), ("1", "2")),
    ],
)
def test_form_knows_what_fits(
    given: dict[str, str], seats: int, lengths: tuple[str, ...], paces: tuple[str, ...]
) -> None:
    fitting = META.fitting(given, seats)
    assert (fitting["length"], fitting["pace"]) == (lengths, paces)
    assert list(fitting) == [spec.name for spec in META.options]


def test_labels() -> None:
    length, *_, points = META.options
    assert (length.label("long"), points.label("70")) == ("Long", "70")
