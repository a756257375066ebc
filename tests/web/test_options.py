"""The form for a new table offers every option of every game."""

import pytest

from pasch.games import discovery
from pasch.kernel.meta import OptionSpec
from pasch.web.people import game_cards
from pasch.web.shell import OptionField

FIELDS = [
    pytest.param(spec, field, meta.seats[0], id=f"{card.slug} {spec.name}")
    for card in game_cards()
    for meta in (discovery.meta(card.slug),)
    for field in card.options
    for spec in meta.options
    if spec.name == field.name
]


@pytest.mark.parametrize(("spec", "field", "seats"), FIELDS)
def test_fields(spec: OptionSpec, field: OptionField, seats: int) -> None:
    if spec.is_number:
        assert field.number == (spec.values[0], spec.values[-1], spec.default(seats))
        assert field.choices == ()
    else:
        assert field.number is None
        assert sorted(c.value for c in field.choices) == sorted(spec.values)
        assert [c.value for c in field.choices if c.is_chosen] == [spec.default(seats)]


def test_options_that_follow_from_the_seats_are_not_asked() -> None:
    for card in game_cards():
        asked = {field.name for field in card.options}
        assert asked == {s.name for s in discovery.meta(card.slug).options if not s.by_seats}
