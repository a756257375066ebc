"""Find the games: every folder beside this file that holds a `meta.py`.

`meta` loads a game's card alone; `rules` loads the rules when they are first needed.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, cast

from pasch.kernel.meta import GameMeta
from pasch.kernel.page import Presenter
from pasch.kernel.refusals import N_, Reason, Unreadable
from pasch.kernel.rules import Rules
from pasch.players.level import Level

if TYPE_CHECKING:
    from pasch.solve.solution import Solution, Teachable

HOME: Final = Path(__file__).parent


class _MetaModule(Protocol):
    META: GameMeta


class _PresentModule(Protocol):
    PRESENTER: Presenter[object]


class _RulesModule(Protocol):
    RULES: Rules[object, object]


class _LevelsModule(Protocol):
    LEVELS: tuple[Level[object], ...]


class _SolutionModule(Protocol):
    SOLUTION: "Solution"


@cache
def slugs() -> tuple[str, ...]:
    """Return the slugs of all games, in the order in which the lobby shows them."""
    found = (path.parent.name for path in HOME.glob("*/meta.py"))
    return tuple(sorted(found, key=lambda slug: (_load_meta(slug).order, slug)))


@cache
def playable() -> tuple[str, ...]:
    """Return the games that have a page, in the same order: those that tables can be opened for.

    The records of a game without one can be replayed and verified all the same.
    """
    return tuple(slug for slug in slugs() if (home(slug) / "pages" / "table.html").exists())


def meta(slug: str) -> GameMeta:
    """Return a game's card; raise `Unreadable` for an unknown game."""
    if slug not in slugs():
        raise Unreadable(Reason(N_("unknown game “%(slug)s”"), params=(("slug", slug),)))
    return _load_meta(slug)


@cache
def rules(slug: str) -> Rules[object, object]:
    """Return a game's rules; raise `Unreadable` for an unknown game."""
    meta(slug)
    return cast(_RulesModule, import_module(f"{__package__}.{slug}.rules")).RULES


@cache
def presenter(slug: str) -> Presenter[object]:
    """Return what presents a game's positions; raise `Unreadable` for a game without a page."""
    meta(slug)
    if slug not in playable():
        raise Unreadable(Reason(N_("This game has no table yet.")))
    module = import_module(f"{__package__}.{slug}.pages.present")
    return cast(_PresentModule, module).PRESENTER


@cache
def levels(slug: str) -> tuple[Level[object], ...]:
    """Return how computers may play a game, the weakest first; `()` for one without `levels.py`.

    Raise `Unreadable` for an unknown game.
    """
    meta(slug)
    if not (home(slug) / "levels.py").exists():
        return ()
    return cast(_LevelsModule, import_module(f"{__package__}.{slug}.levels")).LEVELS


def level(slug: str, name: str) -> Level[object]:
    """Return the level of a game that has this name; raise `Unreadable` for an unknown one."""
    found = next((each for each in levels(slug) if each.name == name), None)
    if found is None:
        raise Unreadable(Reason(N_("No computer plays like that here.")))
    return found


def solvable() -> tuple[str, ...]:
    """Return the slugs of the games that can be solved: those with a `solution.py`."""
    return tuple(slug for slug in slugs() if (home(slug) / "solution.py").exists())


def solution(slug: str) -> "Solution":
    """Return what solves a game; raise `Unreadable` for a game that is not `solvable`."""
    if slug not in solvable():
        reason = N_("“%(slug)s” is no game that can be solved")
        raise Unreadable(Reason(reason, params=(("slug", slug),)))
    return cast(_SolutionModule, import_module(f"{__package__}.{slug}.solution")).SOLUTION


def teachable(slug: str) -> "Teachable":
    """Return what solves a game and gives hints (`GameMeta.has_hints`)."""
    return cast("Teachable", solution(slug))


def home(slug: str) -> Path:
    """Return a game's folder."""
    return HOME / slug


@cache
def _load_meta(slug: str) -> GameMeta:
    return cast(_MetaModule, import_module(f"{__package__}.{slug}.meta")).META
