"""Matches that were played to their end, and their records."""

from typing import Final

from fastapi import APIRouter
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from pasch.api.answers import ASK_AGAIN, BAD_QUESTION, NOT_FOUND, UNCHANGED, answer, tagged
from pasch.api.models import Match, Outcome
from pasch.api.sources import Id, moment, sources_of
from pasch.kernel.record import write_record
from pasch.matches.model import MatchId
from pasch.matches.position import Position
from pasch.matches.results import results_of

router: Final = APIRouter(tags=["matches"])

_MATCH: Final = TypeAdapter(Match)

_RECORD: Final[dict[int | str, dict[str, object]]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}


@router.get(
    "/matches/{match}",
    response_model=Match,
    responses={**UNCHANGED, **NOT_FOUND, **BAD_QUESTION},
)
async def show_match(request: Request, match: Id) -> Response:
    """Return what came of a finished match, or of one that was left early.

    That is public, whatever its table was. One that runs or was aborted is not to be found.
    """
    position = await sources_of(request).archive.position(MatchId(match))
    record = f"{request.scope.get('root_path', '')}/v1/matches/{match}/record"
    return answer(request, _MATCH, _match(position, record), ASK_AGAIN)


@router.get(
    "/matches/{match}/record",
    response_class=Response,
    responses={**_RECORD, **UNCHANGED, **NOT_FOUND, **BAD_QUESTION},
)
async def show_record(request: Request, match: Id) -> Response:
    """Return the record of a finished match, which `pasch replay` and `pasch verify` read."""
    record = await sources_of(request).archive.record(MatchId(match))
    return tagged(request, write_record(record).encode(), "text/plain", ASK_AGAIN)


def _match(position: Position, record: str) -> Match:
    match = position.match
    return Match(
        id=match.id,
        game=match.game,
        options=dict(match.options),
        rules_version=match.rules_version,
        started_at=moment(match.started_at),
        ended_at=moment(match.ended_at or match.started_at),
        events=position.version,
        seal=match.seal,
        outcomes=_outcomes(position),
        counts=match.counts,
        record=record,
    )


def _outcomes(position: Position) -> list[Outcome]:
    match = position.match
    return [
        Outcome(
            seat=result.seat,
            name=match.names[result.seat - 1],
            party=result.party,
            place=result.place or None,
            total=result.total,
            has_left=result.seat in match.left,
        )
        for result in results_of(match, position.state, match.ended_at or match.started_at)
    ]
