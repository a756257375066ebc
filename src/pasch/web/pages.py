"""Render templates: one Jinja2 environment a language; fragments are cached by their model.

A fragment is a macro with one argument, a frozen model. The first page and the pushes draw the
same macros, and what has been drawn once for a model is not drawn again.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup, escape

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
    )
    env.globals |= {
        "lang": language,
        "_": _translator(language),
        "ngettext": _counter(language),
        "kept": _keeper(language),
    }
    return env


def _keeper(language: Language) -> Callable[[str, str, Hashable], Markup]:
    """Return `kept`: a macro's drawing of a frozen model, for pieces that come again and again."""

    def draw_kept(template: str, macro: str, model: Hashable) -> Markup:
        return safe(fragment(language, template, macro, model))

    return draw_kept


def _translator(language: Language) -> Callable[..., Markup]:
    """Return `_`: the translation of a message id, with parameters that are escaped.

    Jinja2's own does the same through its context at several times the cost.
    """
    words = catalogue(language)

    @cache
    def plain(message: str) -> Markup:
        return safe(words.gettext(message))

    def translate(message: str, /, **params: object) -> Markup:
        text = plain(message)
        return _filled(text, params) if params else text

    return translate


def _counter(language: Language) -> Callable[..., Markup]:
    """Return `ngettext`: the translation that fits a number, which is the parameter `num`."""
    words = catalogue(language)

    def translate(one: str, many: str, num: int, /, **params: object) -> Markup:
        return _filled(words.ngettext(one, many, num), {"num": num, **params})

    return translate


def _filled(text: str, params: Mapping[str, object]) -> Markup:
    escaped = {
        name: escape(value) if isinstance(value, str) else value for name, value in params.items()
    }
    return safe(str.__mod__(text, escaped))


def safe(html: str) -> Markup:
    """Mark HTML of ours as safe to be placed in a template."""
    return Markup(html)  # noqa: S704 - templates have escaped what people wrote


def render(language: Language, template: str, **context: object) -> str:
    """Render a whole template such as `web/lobby.html`."""
    return environment(language).get_template(template).render(context)


@cache
def _module(language: Language, template: str) -> object:
    return environment(language).get_template(template).module


def draw(language: Language, template: str, macro: str, *arguments: object) -> str:
    """Call a macro of a template; its HTML is returned as plain text, ready to be sent."""
    return str.__str__(getattr(_module(language, template), macro)(*arguments))


@cache
def macros(language: Language, template: str) -> frozenset[str]:
    """Return the names of a template's macros that others may use."""
    return frozenset(name for name in vars(_module(language, template)) if name[0] != "_")


@lru_cache(maxsize=_FRAGMENTS_KEPT)
def fragment(language: Language, template: str, macro: str, model: Hashable) -> str:
    """Call a macro with a frozen model, once for each model."""
    return draw(language, template, macro, model)
