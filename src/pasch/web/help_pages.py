"""Help: the rules of every game, how throws are made fair, and all keys."""

from typing import Final, NamedTuple

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pasch.games import discovery
from pasch.kernel.refusals import N_
from pasch.web.guide import Guide, house_guide, rules_guide
from pasch.web.i18n import Language
from pasch.web.pages import draw, safe
from pasch.web.paths import FAIR_DICE, rules_page
from pasch.web.respond import page
from pasch.web.visit import Visit, visit_of

KEYS: Final = "/help/keys"


class Entry(NamedTuple):
    """A page of the help; `title` and `text` are message ids, `art` is what the lobby draws."""

    title: str
    text: str
    href: str
    art: tuple[str, ...] = ()


HOUSE_PAGES: Final = (
    Entry(
        N_("Fair dice"),
        N_("Where the throws come from, and how you can check every one of them."),
        FAIR_DICE,
    ),
    Entry(N_("All keys"), N_("What you can do without a mouse."), KEYS),
)


class GameKeys(NamedTuple):
    """The keys of a game, drawn; `title` is a message id. Games with hints have one more."""

    title: str
    keys: Markup
    has_hints: bool


async def show_help(request: Request) -> Response:
    """Answer `GET /rules`: everything there is to read."""
    visit = await visit_of(request)
    return page(request, visit, "web/help.html", games=entries(), pages=HOUSE_PAGES)


async def show_rules(request: Request) -> Response:
    """Answer `GET /rules/GAME`."""
    visit = await visit_of(request)
    game = request.path_params["game"]
    guide = rules_guide(game, visit.language) if game in discovery.playable() else None
    return _guide_page(request, visit, guide, f"/rules/{game}")


async def show_page(request: Request) -> Response:
    """Answer `GET /help/PAGE`."""
    visit = await visit_of(request)
    name = request.path_params["page"]
    return _guide_page(request, visit, house_guide(name, visit.language), f"/help/{name}")


async def show_keys(request: Request) -> Response:
    """Answer `GET /help/keys`."""
    visit = await visit_of(request)
    games = tuple(_game_keys(slug, visit.language) for slug in discovery.playable())
    return page(request, visit, "web/keys.html", games=games, others=_others(KEYS))


def entries() -> tuple[Entry, ...]:
    """Return the games whose rules are written."""
    metas = map(discovery.meta, discovery.playable())
    return tuple(
        Entry(meta.title, meta.tagline, rules_page(meta.slug), meta.art)
        for meta in metas
        if rules_page(meta.slug)
    )


def _others(here: str) -> tuple[Entry, ...]:
    """Return all pages but one."""
    return tuple(entry for entry in (*entries(), *HOUSE_PAGES) if entry.href != here)


def _guide_page(request: Request, visit: Visit, guide: Guide | None, here: str) -> Response:
    if guide is None:
        raise HTTPException(404)
    return page(request, visit, "web/guide.html", guide=guide, others=_others(here))


def _game_keys(slug: str, language: Language) -> GameKeys:
    meta = discovery.meta(slug)
    keys = safe(draw(language, f"{slug}/table.html", "keys"))
    return GameKeys(meta.title, keys, meta.has_hints)
