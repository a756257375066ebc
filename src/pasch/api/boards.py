"""Lists of the best."""

from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from pasch.api.answers import ASK_AGAIN, BAD_QUESTION, NOT_FOUND, UNCHANGED, answer
from pasch.api.games import check_playable
from pasch.api.models import Board, Row
from pasch.api.sources import Id, moment, sources_of
from pasch.games import discovery
from pasch.kernel.meta import GameMeta, Options, Ranking
from pasch.kernel.refusals import Reason, Refusal
from pasch.matches.boards import Choice, Period
from pasch.matches.results import ANY_SEATS, Leader

router: Final = APIRouter(tags=["boards"])

_BOARD: Final = TypeAdapter(Board)


@router.get(
    "/games/{game}/board",
    response_model=Board,
    responses={**UNCHANGED, **NOT_FOUND, **BAD_QUESTION},
)
async def show_board(
    request: Request,
    game: Id,
    ranking: Annotated[
        str, Query(description="What is ranked; the game's main list by default.")
    ] = "",
    seats: Annotated[
        int | None, Query(description="Only matches of so many seats; all by default.")
    ] = None,
    period: Annotated[
        Period, Query(description="Of all time, or of the last 168 hours.")
    ] = Period.ALL_TIME,
) -> Response:
    """Return a list of a game's best.

    Options whose values have lists of their own are named as in records (`&hardcore=yes`); they
    have the game's usual value by default. A list of account points takes matches of all kinds,
    whatever is asked for, and none of one seat, which is practice. Each person has one row, equals
    share a place. Matches with a computer or with a hint are in no list.
    """
    check_playable(game)
    meta = discovery.meta(game)
    named = {each.name: each for each in meta.rankings}
    ranking = ranking or meta.rankings[0].name
    if ranking not in named:
        raise UnknownBoard("ranking", f"this game has {', '.join(named)}")
    ranked = named[ranking]
    _check_seats(meta, ranked, seats)
    apart = _apart(meta, ranked, request)
    choice = Choice(game, ranked, apart, ANY_SEATS if seats is None else seats, period)
    leaders = await sources_of(request).boards.leaders(choice, None)
    board = Board(
        game=game,
        ranking=ranking,
        figure=ranked.figure,
        options=dict(apart),
        seats=seats,
        period=period.value,
        rows=[_row(leader) for leader in leaders],
    )
    return answer(request, _BOARD, board, ASK_AGAIN)


def _check_seats(meta: GameMeta, ranking: Ranking, seats: int | None) -> None:
    if seats is not None and seats not in meta.seats:
        raise UnknownBoard("seats", "this game is not for so many")
    if seats is not None and seats not in meta.seats_of(ranking):
        raise UnknownBoard("seats", f"matches of so many bring nothing to {ranking.name}")


def _apart(meta: GameMeta, ranking: Ranking, request: Request) -> Options:
    """Return the options that tell lists apart, as asked for or as usual."""
    found = []
    for spec in meta.apart_of(ranking):
        value = request.query_params.get(spec.name, spec.default(meta.seats[0]))
        if value not in spec.values:
            raise UnknownBoard(spec.name, f"it is one of {', '.join(spec.values)}")
        found.append((spec.name, value))
    return tuple(found)


class UnknownBoard(Refusal):
    """The game has no such list."""

    code = "unknown-board"

    def __init__(self, parameter: str, message: str) -> None:
        """Name the parameter that asks for it."""
        super().__init__(Reason(f"{parameter}: {message}"))


def _row(leader: Leader) -> Row:
    return Row(
        place=leader.place,
        name=leader.name,
        value=leader.value,
        matches=leader.matches,
        match=leader.match,
        finished_at=moment(leader.finished_at),
    )
