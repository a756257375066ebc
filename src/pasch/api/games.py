"""The games that can be played here, with their options."""

from functools import cache
from typing import Final

from fastapi import APIRouter
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from pasch.api.answers import A_WHILE, BAD_QUESTION, NOT_FOUND, UNCHANGED, answer, answer_list
from pasch.api.models import Game, Level, Option, Seats, Value
from pasch.api.sources import Id
from pasch.games import discovery
from pasch.kernel.meta import GameMeta, OptionSpec
from pasch.kernel.refusals import Reason, Refusal

router: Final = APIRouter(tags=["games"])

_GAME: Final = TypeAdapter(Game)
_GAMES: Final = TypeAdapter(list[Game])


@router.get("/games", response_model=list[Game], responses=UNCHANGED)
async def list_games(request: Request) -> Response:
    """Return all games, in the order of the lobby."""
    return answer_list(request, _GAMES, [game_of(slug) for slug in discovery.playable()], A_WHILE)


@router.get(
    "/games/{game}", response_model=Game, responses={**UNCHANGED, **NOT_FOUND, **BAD_QUESTION}
)
async def show_game(request: Request, game: Id) -> Response:
    """Return one game."""
    check_playable(game)
    return answer(request, _GAME, game_of(game), A_WHILE)


class UnknownGame(Refusal):
    """There is no such game."""

    code = "unknown-game"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason("There is no such game."))


def check_playable(game: str) -> None:
    """Raise `UnknownGame` unless a game can be played here."""
    if game not in discovery.playable():
        raise UnknownGame


@cache
def game_of(slug: str) -> Game:
    """Return a game as the API shows it."""
    meta = discovery.meta(slug)
    seats = zip(meta.seats, meta.seat_labels, strict=True)
    return Game(
        slug=meta.slug,
        title=meta.title,
        tagline=meta.tagline,
        source=meta.source,
        rules_version=meta.rules_version,
        seats=[Seats(seats=number, label=label) for number, label in seats],
        options=[_option(meta, spec) for spec in meta.options],
        levels=[
            Level(
                name=level.name,
                title=level.title,
                about=level.about,
                think_millis=level.think_millis,
            )
            for level in discovery.levels(slug)
        ],
    )


def _option(meta: GameMeta, spec: OptionSpec) -> Option:
    return Option(
        name=spec.name,
        title=spec.title,
        values=[Value(value=value, label=spec.label(value)) for value in spec.values],
        defaults={str(seats): dict(meta.resolve({}, seats))[spec.name] for seats in meta.seats},
        follows_seats=spec.by_seats,
    )
