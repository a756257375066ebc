"""A page that any game can have: its spectators' view in words, and a button for each event."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from jinja2 import DictLoader, PrefixLoader

from pasch.games import discovery
from pasch.kernel.page import Cue, Line, Presenter, Region, Seen, Step
from pasch.web import assets, pages
from pasch.web.i18n import LANGUAGES

TEMPLATE = """
{% macro board(layout, parts) %}{{ parts["whole"] }}{% endmacro %}
{% macro side(layout, parts) %}{% endmacro %}
{% macro dock(layout, parts) %}{% endmacro %}
{% macro keys() %}{% endmacro %}
{% macro whole(model) %}
<div id="whole"><p>{{ model.words }}</p>{% for event in model.legal %}
<button form="play" name="event" value="{{ event }}">{{ event }}</button>{% endfor %}</div>
{% endmacro %}
"""
"""The page of any game."""


class Whole(NamedTuple):
    """All that a viewer may know, and say."""

    words: str
    legal: tuple[str, ...]


@dataclass(frozen=True)
class PlainPresenter(Presenter[object]):
    """Shows a view as it is, and tells every event as it is told."""

    def layout(self, seen: Seen[object]) -> Hashable:
        return ()

    def regions(self, seen: Seen[object]) -> Mapping[str, Region]:
        return {"whole": Region("whole", Whole(repr(seen.view), seen.legal))}

    def line(self, step: Step[object]) -> Line | None:
        return Line("%(text)s", (("text", f"{step.actor} {step.text}"),))

    def cues(self, step: Step[object]) -> tuple[Cue, ...]:
        return (Cue(step.text or "deal"),)


def show_plainly(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Give a game this page, whether or not it has one of its own."""
    presenter, playable = discovery.presenter, discovery.playable()
    games = playable if game in playable else (*playable, game)
    monkeypatch.setattr(discovery, "playable", lambda: games)
    monkeypatch.setattr(
        discovery,
        "presenter",
        lambda slug: PlainPresenter() if slug == game else presenter(slug),
    )
    sheet = f"{game}/style.css"
    monkeypatch.setitem(assets.assets(), sheet, assets.assets()["pasch.css"])
    for language in LANGUAGES:
        loader = pages.environment(language).loader
        assert isinstance(loader, PrefixLoader)
        monkeypatch.setitem(loader.mapping, game, DictLoader({"table.html": TEMPLATE}))
