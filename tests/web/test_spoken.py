"""What screen readers are told of a match: lines of the log, and throws, once each."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from pasch.games import discovery
from pasch.kernel.actors import CHANCE, Seat, seats_of
from pasch.kernel.page import Line, Step
from pasch.kernel.rules import Deciding
from pasch.matches.position import Position, advance, settle
from pasch.web.drawing import words_of_events
from pasch.web.i18n import Language, catalogue
from tests.match_rows import NOON
from tests.web.sample_tables import NAMES, begun
from tests.web.visitors import Round, Visitors

EVENTS: Final = 40
FACES: Final = re.compile(r"[1-6]( [1-6])*")
STARTS: Final[dict[Language, tuple[str, str]]] = {
    "de": ("Du wirfst ", "wirft"),
    "en": ("You throw ", "throws"),
}


def steps(game: str) -> Iterator[Step[object]]:
    """Yield the events of a match of two who say anything that they may."""
    chooser = Random(11)
    position, _ = settle(begun(game, 2), NOON)
    yield from position.steps_after(begun(game, 2).version)
    for _ in range(EVENTS):
        if not isinstance(due := position.to_move, Deciding):
            return
        seat = chooser.choice(due.seats)
        text = chooser.choice(position.rules.legal(position.state, seat))
        before: Position = position
        position, _ = advance(position, seat, text, NOON)
        yield from position.steps_after(before.version)


def words(line: Line, language: Language) -> str:
    """Return a line as it is read out."""
    return catalogue(language).line(line, NAMES[line.seat - 1] if line.seat else "", NAMES)


def is_throw(step: Step[object]) -> bool:
    """Return whether chance has thrown dice for somebody, rather than drawn who begins."""
    return step.actor == CHANCE and FACES.fullmatch(step.text) is not None


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", discovery.playable())
def test_throws_are_read_out_besides_the_log(game: str, language: Language) -> None:
    presenter = discovery.presenter(game)
    thrown = 0
    for step in steps(game):
        line = presenter.line(step)
        lines = () if line is None else (line,)
        for viewer in (None, *seats_of(2)):
            told = presenter.spoken(step, viewer)
            if not is_throw(step):
                assert told == lines
                continue
            throw, *rest = told
            assert tuple(rest) == lines
            said, (own, others) = words(throw, language), STARTS[language]
            faces = " ".join(sorted(step.text.split()))
            name = NAMES[(throw.seat or 0) - 1]
            start = f"{own}{faces}" if viewer == throw.seat else f"{name} {others} {faces}"
            assert said.startswith(start)
            thrown += viewer is None
    assert bool(thrown) != discovery.meta(game).has_hands


def test_each_throw_is_told_once_to_everybody(duel: Round, visitors: Visitors) -> None:
    first, second = duel.people
    tabs = [first.watch(duel.table), second.watch(duel.table), visitors.come().watch(duel.table)]
    for tab in tabs:
        tab.snapshot()
    tabs[0].do("roll")
    patches = [tab.until_seen(2) for tab in tabs]
    mine, yours, theirs = (patch["said"] for patch in patches)
    assert re.fullmatch(r"Du wirfst [1-6]( [1-6]){4}\.", mine)
    assert yours == theirs == mine.replace("Du wirfst", f"{first.name} wirft")
    assert all("log" not in patch for patch in patches), "nothing of it stands in the log"
    tabs[0].do("keep 1 2")
    patches = [tab.until_seen(4) for tab in tabs]
    assert re.fullmatch(r"Du wirfst [1-6]( [1-6]){2} zu [1-6] [1-6]\.", patches[0]["said"])
    tabs[0].do("write free +")
    for tab in tabs:
        last = tab.until_seen(5)
        said = [update["said"] for update in tab.updates if "said" in update]
        assert len(said) == 3
        assert last["said"].startswith(f"{first.name} schreibt")


@pytest.mark.parametrize("language", ["de", "en"])
def test_an_entry_and_the_throw_behind_it_are_two_sentences(language: Language) -> None:
    """Alone the next throw comes by itself."""
    position, _ = settle(begun("zdwa", 1), NOON)
    after, _ = advance(position, Seat(1), "write free +", NOON)
    words = words_of_events(language, after, position.version, Seat(1))
    written, thrown = words.split(STARTS[language][0])
    assert written.endswith("). ")
    assert thrown.endswith(".")
