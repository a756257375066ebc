"""The options: their defaults, and every misfit refused by name."""

import pytest

from pasch.games.domino.meta import META
from pasch.games.domino.tests.positions import start
from pasch.kernel.meta import BadOptions


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_defaults(seats: int) -> None:
    assert META.resolve({}, seats) == (
        ("variant", "block"),
        ("set", "6"),
        ("teams", "no"),
        ("spinner", "none"),
        ("claims", "manual"),
        ("target", "100"),
    )


@pytest.mark.parametrize(("variant", "only"), [("cross", "6"), ("cross9", "9"), ("cross12", "12")])
def test_crosses_have_their_fixed_set(variant: str, only: str) -> None:
    assert dict(META.resolve({"variant": variant}, 2))["set"] == only
    assert dict(META.resolve({"variant": variant, "set": only}, 2))["set"] == only
    assert META.fitting({"variant": variant}, 2)["set"] == (only,)


@pytest.mark.parametrize(
    ("given", "seats", "named"),
    [
        ({"variant": "cross", "set": "9"}, 2, "set=9"),
        ({"variant": "cross9", "set": "6"}, 2, "set=6"),
        ({"variant": "cross12", "set": "9"}, 5, "set=9"),
        ({"variant": "fives"}, 5, "variant=fives"),
        ({"variant": "fives-threes"}, 5, "variant=fives-threes"),
        ({"teams": "yes"}, 2, "teams=yes"),
        ({"teams": "yes"}, 3, "teams=yes"),
        ({"teams": "yes"}, 5, "teams=yes"),
        ({"variant": "draw", "teams": "yes"}, 4, "teams=yes"),
        ({"variant": "cross", "teams": "yes"}, 4, "teams=yes"),
        ({"variant": "fives", "teams": "yes"}, 4, "teams=yes"),
        ({"spinner": "first"}, 2, "spinner=first"),
        ({"variant": "cross", "spinner": "first"}, 2, "spinner=first"),
        ({"claims": "auto"}, 2, "claims=auto"),
        ({"variant": "draw", "claims": "auto"}, 2, "claims=auto"),
        ({"target": "49"}, 2, "target"),
        ({"target": "501"}, 2, "target"),
        ({"target": "0100"}, 2, "target"),
        ({"target": "100.0"}, 2, "target"),
        ({"set": "7"}, 2, "set"),
        ({"set": "2"}, 2, "set"),
        ({"variant": "muggins"}, 2, "variant"),
        ({"variant": "Block"}, 2, "variant"),
        ({"players": "2"}, 2, "players"),
        ({}, 1, "1"),
        ({}, 6, "6"),
    ],
)
def test_misfits_are_named(given: dict[str, str], seats: int, named: str) -> None:
    with pytest.raises(BadOptions, match=named):
        META.resolve(given, seats)


@pytest.mark.parametrize("target", ["50", "51", "499", "500"])
def test_targets(target: str) -> None:
    assert dict(META.resolve({"target": target}, 2))["target"] == target
    assert start(f"target={target}").variant.target == int(target)


@pytest.mark.parametrize("variant", META.options[0].values)
@pytest.mark.parametrize("seats", META.seats)
def test_form_offers_what_resolves(variant: str, seats: int) -> None:
    """Each value that a form may offer beside a variant is accepted, each other refused."""
    fitting = META.fitting({"variant": variant}, seats)
    if variant not in fitting["variant"]:
        return
    for spec in META.options[1:]:
        for value in spec.values:
            given = {"variant": variant, spec.name: value}
            if value in fitting[spec.name]:
                assert dict(META.resolve(given, seats))[spec.name] == value
            else:
                with pytest.raises(BadOptions, match=f"{spec.name}={value}"):
                    META.resolve(given, seats)


@pytest.mark.parametrize(
    ("seats", "variant", "teams", "sums"),
    [(4, "block", ("yes", "no"), False), (3, "block", ("no",), False), (4, "fives", ("no",), True)],
)
def test_what_fits(seats: int, variant: str, teams: tuple[str, ...], *, sums: bool) -> None:
    fitting = META.fitting({"variant": variant}, seats)
    assert fitting["teams"] == teams
    assert (len(fitting["spinner"]), len(fitting["claims"])) == ((2, 2) if sums else (1, 1))
    assert len(fitting["target"]) == 451


def test_fives_are_for_four_at_most() -> None:
    assert META.fitting({}, 5)["variant"] == ("block", "draw", "cross", "cross9", "cross12")
    assert len(META.fitting({}, 4)["variant"]) == 7


def test_parties() -> None:
    assert start("teams=yes", 4).variant.parties == ((1, 3), (2, 4))
    assert start("", 3).variant.parties == ((1,), (2,), (3,))
