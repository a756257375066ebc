"""Render templates: one Jinja2 environment a language; fragments are cached by their model.

A fragment is a macro with one argument, a frozen model. The first page and the pushes draw the
same macros, and what has been drawn once for a model is not drawn again.
"""

from collections.abc import Hashable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from pasch.games.discovery import home, slugs
from pasch.web.i18n import Language, catalogue

TEMPLATES: Final = Path(__file__).parent / "templates"
_FRAGMENTS_KEPT: Final = 16_384
"""Fragments in the cache; a row of a sheet has about 700 bytes."""


@cache
def environment(language: Language) -> Environment:
    """Return the environment of a language; games' templates are `SLUG/table.html`."""
    games = {slug: FileSystemLoader(home(slug) / "pages") for slug in slugs()}
    env = Environment(
        loader=PrefixLoader({"web": FileSystemLoader(TEMPLATES), **games}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    env.install_gettext_translations(catalogue(language), newstyle=True)  # type: ignore[attr-defined]
    env.globals["lang"] = language
    return env


def render(language: Language, template: str, **context: object) -> str:
    """Render a whole template such as `web/lobby.html`."""
    return environment(language).get_template(template).render(context)


@cache
def _module(language: Language, template: str) -> object:
    return environment(language).get_template(template).module


def draw(language: Language, template: str, macro: str, *arguments: object) -> str:
    """Call a macro of a template; its HTML is returned as plain text, ready to be sent."""
    return str.__str__(getattr(_module(language, template), macro)(*arguments))


@lru_cache(maxsize=_FRAGMENTS_KEPT)
def fragment(language: Language, template: str, macro: str, model: Hashable) -> str:
    """Call a macro with a frozen model, once for each model."""
    return draw(language, template, macro, model)
