"""Pages that explain something, written in Markdown: the rules of a game, how throws are made.

`[word some arguments]` stands for something drawn: `[dice 5 5 2 2 2]` for dice, `[cell F 46]` for
an entry, `[rule Z14]` for a rule's number, which other pages can lead to. Each word is a macro in
`templates/help_parts.html` or in a game's own `pages/help.html`.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import mistune
import nh3
from markupsafe import Markup
from mistune.renderers.html import HTMLRenderer
from mistune.toc import add_toc_hook

from pasch.games import discovery
from pasch.web.i18n import Language
from pasch.web.pages import draw, macros, safe

HOUSE: Final = Path(__file__).parent / "help"
"""The pages that belong to no game."""

PARTS: Final = "web/help_parts.html"

TAGS: Final = {
    "h1", "h2", "h3", "p", "ul", "ol", "li", "strong", "em", "code", "pre", "blockquote", "hr",
    "a", "br", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
ATTRIBUTES: Final = {
    "a": {"href"},
    "h2": {"id"},
    "h3": {"id"},
    "th": {"scope", "class"},
    "td": {"class"},
}

_SHORTCODE: Final = re.compile(r"\[([a-z]+) ([^\[\]<>]+)\]")
_TITLE: Final = re.compile(r"<h1>(.*?)</h1>\s*")
_MARKS: Final = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading to which a table of contents leads."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Guide:
    """A page as it is shown; `rules` are the numbers that it has anchors for, in order."""

    title: str
    body: Markup
    headings: tuple[Heading, ...]
    rules: tuple[str, ...]


@cache
def rules_guide(game: str, language: Language) -> Guide | None:
    """Return the rules of a game, None when they are not written."""
    own = f"{game}/help.html" if (discovery.home(game) / "pages" / "help.html").exists() else ""
    return _guide(discovery.home(game) / "pages" / f"help.{language}.md", language, own)


@cache
def house_guide(name: str, language: Language) -> Guide | None:
    """Return a page of the house such as `fair-dice`, None for an unknown one."""
    known = {path.name for path in HOUSE.glob("*.md")}
    file = f"{name}.{language}.md"
    return _guide(HOUSE / file, language, "") if file in known else None


def _guide(path: Path, language: Language, own: str) -> Guide | None:
    if not path.exists():
        return None
    rendered, headings = _rendered(path.read_text(encoding="utf-8"))
    title = _TITLE.search(rendered)
    rules = tuple(words for name, words in _SHORTCODE.findall(rendered) if name == "rule")
    body = _SHORTCODE.sub(_drawer(language, own), _TITLE.sub("", rendered, count=1))
    return Guide(
        title=html.unescape(_MARKS.sub("", title[1])) if title else "",
        body=safe(body),
        headings=headings,
        rules=rules,
    )


def _rendered(markdown: str) -> tuple[str, tuple[Heading, ...]]:
    """Return clean HTML without drawings, and its headings."""
    renderer = HTMLRenderer(escape=True)
    reader = mistune.create_markdown(renderer=renderer, plugins=["table"])
    renderer.register("table_cell", _table_cell)
    add_toc_hook(reader, min_level=2, max_level=2, heading_id=_heading_id)
    rendered, state = reader.parse(markdown)
    items = state.env["toc_items"]
    headings = tuple(Heading(key, html.unescape(_MARKS.sub("", text))) for _, key, text in items)
    return nh3.clean(str(rendered), tags=TAGS, attributes=ATTRIBUTES, link_rel=None), headings


def _heading_id(token: dict[str, Any], _index: int) -> str:
    """Return the id of a heading: its words, so that the same address leads there tomorrow."""
    return "-".join(re.findall(r"\w+", str(token["text"]).lower()))


def _table_cell(
    _renderer: HTMLRenderer, text: str, align: str | None = None, head: bool = False
) -> str:
    name = ' class="is-number"' if align == "right" else ""
    return f'<th scope="col"{name}>{text}</th>' if head else f"<td{name}>{text}</td>"


def _drawer(language: Language, own: str) -> Callable[[re.Match[str]], str]:
    """Return what replaces a shortcode; one that nobody knows stays as it is."""
    templates = [template for template in (own, PARTS) if template]

    def drawn(match: re.Match[str]) -> str:
        name, arguments = match[1], html.unescape(match[2]).split()
        for template in templates:
            if name in macros(language, template):
                return draw(language, template, name, arguments)
        return match[0]

    return drawn
