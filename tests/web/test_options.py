"""The form for a new table offers the options that leave a choice, with the values that fit."""

import re

import pytest

from pasch.games import discovery
from pasch.kernel.meta import BadOptions, GameMeta, OptionSpec
from pasch.players.level import Level
from pasch.web.i18n import catalogue
from pasch.web.people import game_card, game_cards
from pasch.web.shell import GameCard, OptionField
from tests.playing import settings_of
from tests.web.visitors import Visitors

FIELDS = [
    pytest.param(spec, field, meta, id=f"{card.slug} {spec.name}")
    for card in game_cards()
    for meta in (discovery.meta(card.slug),)
    for field in card.options
    for spec in meta.options
    if spec.name == field.name
]


@pytest.mark.parametrize(("spec", "field", "meta"), FIELDS)
def test_fields(spec: OptionSpec, field: OptionField, meta: GameMeta) -> None:
    seats = meta.seats[0]
    if spec.is_number:
        assert field.number == (spec.values[0], spec.values[-1], spec.default(seats))
        assert field.choices == ()
    else:
        assert field.number is None
        assert sorted(c.value for c in field.choices) == sorted(meta.fitting({}, seats)[spec.name])
        assert [c.value for c in field.choices if c.is_chosen] == [spec.default(seats)]


def test_options_that_leave_no_choice_are_not_asked() -> None:
    for card in game_cards():
        meta = discovery.meta(card.slug)
        fitting = meta.fitting({}, meta.seats[0])
        open_ones = {s.name for s in meta.options if not s.by_seats and len(fitting[s.name]) > 1}
        assert {field.name for field in card.options} == open_ones


def chosen(card: GameCard) -> dict[str, str]:
    """Return what a form sends that nobody has touched."""
    numbers = {field.name: field.number.chosen for field in card.options if field.number}
    return numbers | {f.name: c.value for f in card.options for c in f.choices if c.is_chosen}


@pytest.mark.parametrize("slug", discovery.playable())
def test_form_offers_nothing_that_is_refused(slug: str) -> None:
    """Whatever fits together is kept; each value that is offered fits what is before it."""
    meta = discovery.meta(slug)
    for setting in settings_of(meta):
        card = game_card(slug, dict(setting.options), setting.seats)
        assert meta.resolve(chosen(card), setting.seats) == setting.options
        for number, field in enumerate(card.options):
            before = {f.name: chosen(card)[f.name] for f in card.options[:number]}
            for choice in field.choices:
                meta.resolve({**before, field.name: choice.value}, setting.seats)


def test_what_does_not_fit_any_more_is_no_longer_offered() -> None:
    names = [field.name for field in game_card("domino", {"variant": "cross9"}, 3).options]
    assert names == ["variant", "target"]
    five = game_card("domino", {"variant": "fives", "claims": "auto"}, 5)
    assert "fives" not in [choice.value for choice in five.options[0].choices]
    assert chosen(five)["variant"] == "block"
    with pytest.raises(BadOptions):
        discovery.meta("domino").resolve({"variant": "fives"}, 5)


ASKED = "/tables/form?game=domino&seats=4&variant=fives&claims=auto&set=9&watchable=0"


def test_who_plays_alone_is_not_asked_about_other_seats() -> None:
    assert game_card("zdwa", {}, 1).computers == ()
    offered = game_card("zdwa", {"computers": "greedy"}, 2).computers
    assert [(choice.value, choice.is_chosen) for choice in offered] == [
        ("", False),
        ("first", False),
        ("greedy", True),
    ]


@pytest.mark.parametrize("level", discovery.levels("domino"), ids=lambda level: level.name)
def test_form_tells_how_the_chosen_computers_play(visitors: Visitors, level: Level[object]) -> None:
    anna = visitors.come()
    about = catalogue("de").gettext(level.about)
    assert about not in anna.get("/tables/form?game=domino&seats=4", X_Live="1").text
    asked = f"/tables/form?game=domino&seats=4&computers={level.name}"
    assert about in anna.get(asked, X_Live="1").text


def test_form_by_request(visitors: Visitors) -> None:
    """A script gets the form alone, a browser a page of its own; both keep what is chosen."""
    anna = visitors.come()
    script = anna.get(ASKED, X_Live="1")
    page = anna.get(ASKED)
    for answer in (script, page):
        assert answer.status_code == 200
        form = answer.text[answer.text.index("<form id=") :]
        picked = dict(re.findall(r'type="radio" name="(\w+)" value="([\w-]+)" checked', form))
        assert picked == {
            "seats": "4",
            "variant": "fives",
            "set": "9",
            "spinner": "none",
            "claims": "auto",
            "watchable": "0",
        }
    assert script.text.startswith("<form")
    assert page.text.startswith("<!DOCTYPE html>")


def test_refused_combination_is_named(visitors: Visitors) -> None:
    anna = visitors.come()
    answer = anna.post("/tables", {"game": "domino", "seats": "2", "variant": "cross", "set": "9"})
    assert answer.status_code == 422
    assert "set=9" in answer.text
    assert "variant=cross" in answer.text
