"""The pages around a game speak of throws and turns, or of hands, as the game does."""

import re
from functools import cache
from random import Random
from typing import Final

import pytest

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Deciding
from pasch.matches.position import Position, advance, settle
from pasch.matches.registry import OpenTable
from pasch.web.drawing import draw_part
from pasch.web.i18n import Language
from pasch.web.people import labels_of
from pasch.web.screens import screen_of
from pasch.web.stream import draw_fair_line
from tests.match_rows import NOON
from tests.web.sample_tables import begun, open_table, waiting_table

GAMES: Final = discovery.playable()
OF_DICE: Final = re.compile(r"\b(Wurf|Würf\w*|Zug|Züge\w*|throws?|turns?|dice)\b")
OF_HANDS: Final = re.compile(r"\b(Runden?|gegeben|hands?|deals?|dealt)\b")
TAGS: Final = re.compile(r"<[^>]*>")


@cache
def finished(game: str) -> Position:
    """Return a match of two who say anything that they may."""
    chooser = Random(5)
    position, _ = settle(begun(game, 2), NOON)
    while isinstance(due := position.to_move, Deciding):
        seat = due.seats[0]
        text = chooser.choice(position.rules.legal(position.state, seat))
        position, _ = advance(position, seat, text, NOON)
    return position


def around(game: str, language: Language) -> str:
    """Return what the pages around a game say before, during and after a match."""
    position = finished(game)
    waiting = screen_of(OpenTable(waiting_table(game, "-.")), None, language)
    full = screen_of(OpenTable(waiting_table(game, "--")), None, language)
    mine = screen_of(OpenTable(waiting_table(game, "--")), Seat(1), language)
    over = screen_of(open_table(position), None, language)
    regions = [each.parts["waiting"] for each in (waiting, full, mine)] + [over.parts["finish"]]
    drawn = [draw_part(language, region) for region in regions]
    labels = " ".join(re.findall(r'aria-label="([^"]*)"', "".join(drawn)))
    return TAGS.sub(" ", f"{labels} {' '.join(drawn)} {draw_fair_line(language, position)}")


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_words_are_those_of_the_game(game: str, language: Language) -> None:
    has_hands = discovery.meta(game).has_hands
    own, foreign = (OF_HANDS, OF_DICE) if has_hands else (OF_DICE, OF_HANDS)
    said = around(game, language)
    assert own.search(said)
    assert foreign.findall(said) == []


@pytest.mark.parametrize("game", GAMES)
def test_length_of_a_match(game: str) -> None:
    """What was dealt anew counts once: hands are counted, not deals."""
    position = finished(game)
    has_hands = discovery.meta(game).has_hands
    number = position.rules.turns(position.state) if has_hands else position.throws
    drawn = draw_part("de", screen_of(open_table(position), None, "de").parts["finish"])
    noun = ("Runde", "Runden") if has_hands else ("Wurf", "Würfe")
    assert f"Minuten, {number} {noun[number != 1]}<" in drawn


def test_number_says_what_it_is() -> None:
    """An option's number alone, such as 50, would not."""
    for game in discovery.slugs():
        meta = discovery.meta(game)
        for spec in (each for each in meta.options if each.is_number):
            assert len(spec.labels) == 1
            value = next(each for each in spec.values if each != spec.default(meta.seats[0]))
            options = dict(meta.resolve({}, meta.seats[0])) | {spec.name: value}
            label = labels_of(game, meta.seats[0], tuple(options.items()))[-1]
            assert label.message == spec.labels[0]
            assert dict(label.params) == {"number": value}
            assert "%(number)s" in label.message != "%(number)s"
