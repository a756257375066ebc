"""The tables that everybody may see, and what spectators see of their matches."""

from typing import Annotated, Any, Final, Literal, cast

from fastapi import APIRouter, Query
from pydantic import JsonValue, TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from pasch.api.answers import ASK_AGAIN, BAD_QUESTION, NOT_FOUND, UNCHANGED, answer, answer_list
from pasch.api.games import check_playable
from pasch.api.models import Model, OpenTable, Pause, Place, Position, Table
from pasch.api.sources import Id, moment, sources_of
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.plain import plain
from pasch.kernel.rules import Deciding
from pasch.matches import model
from pasch.matches.model import TableId
from pasch.matches.position import Position as Folded
from pasch.matches.refusals import UnknownTable
from pasch.matches.registry import OpenTable as Found
from pasch.matches.registry import Registry
from pasch.matches.watching import is_public

router: Final = APIRouter(tags=["tables"])

_TABLE: Final = TypeAdapter(OpenTable)
_TABLES: Final = TypeAdapter(list[Table])


class Wanted(Model):
    """Which tables to list."""

    game: str | None = None
    status: Literal["waiting", "playing"] | None = None


@router.get(
    "/tables",
    response_model=list[Table],
    responses={**UNCHANGED, **NOT_FOUND, **BAD_QUESTION},
)
async def list_tables(request: Request, wanted: Annotated[Wanted, Query()]) -> Response:
    """Return the tables that wait or play, the oldest first.

    Those that are protected, or that allow no spectators, are not listed.
    """
    if wanted.game is not None:
        check_playable(wanted.game)
    tables = (found.table for found in sources_of(request).parlour.registry.listed())
    shown = [Table(**_fields(table)) for table in tables if _is_wanted(table, wanted)]
    return answer_list(request, _TABLES, shown, ASK_AGAIN)


@router.get(
    "/tables/{table}",
    response_model=OpenTable,
    responses={**UNCHANGED, **NOT_FOUND, **BAD_QUESTION},
)
async def show_table(request: Request, table: Id) -> Response:
    """Return a table with its match, as spectators see it.

    One that is protected, or that allows no spectators, is not to be found.
    """
    found = await _look(sources_of(request).parlour.registry, TableId(table))
    return answer(request, _TABLE, _open_table(found), ASK_AGAIN)


async def _look(tables: Registry, table: TableId) -> Found:
    """Return a table that everybody may see; raise `UnknownTable` for any other."""
    found = await tables.look(table)
    if not is_public(found.table):
        raise UnknownTable
    return found


def _is_wanted(table: model.Table, wanted: Wanted) -> bool:
    return (
        is_public(table)
        and wanted.game in {None, table.game}
        and wanted.status in {None, table.status.value}
    )


def _fields(table: model.Table) -> dict[str, Any]:
    return {
        "id": table.id,
        "game": table.game,
        "options": dict(table.options),
        "status": table.status.value,
        "seats": [_place(table, seat) for seat in seats_of(len(table.sitters))],
        "opened_at": moment(table.created_at),
    }


def _place(table: model.Table, seat: Seat) -> Place:
    sitter = table.sitter(seat)
    if sitter is None:
        return Place(seat=seat, name=None, is_ready=False, level=None)
    level = sitter.level or None
    return Place(seat=seat, name=sitter.name, is_ready=sitter.ready, level=level)


def _open_table(found: Found) -> OpenTable:
    position = found.position
    return OpenTable(
        **_fields(found.table),
        next_seal=found.table.seal,
        position=_position(found, position) if position is not None else None,
    )


def _position(found: Found, folded: Folded) -> Position:
    match, rules, to_move = folded.match, folded.rules, folded.to_move
    return Position(
        match=match.id,
        rules_version=match.rules_version,
        started_at=moment(match.started_at),
        seal=match.seal,
        names=list(match.names),
        computers=[seat for seat in seats_of(len(match.players)) if seat not in match.people],
        version=folded.version,
        to_move=list(to_move.seats) if isinstance(to_move, Deciding) else [],
        held=list(found.held),
        parties=[list(party) for party in rules.parties(folded.state)],
        totals=list(rules.totals(folded.state)),
        pause=_pause(found.pause) if found.pause is not None else None,
        view=_plain_view(folded.public_view),
    )


def _pause(pause: model.Pause) -> Pause:
    return Pause(until=moment(pause.due_at), is_asked_for=pause.is_asked, absent=list(pause.absent))


def _plain_view(view: object) -> dict[str, JsonValue]:
    """Return a view as JSON has it, by the names of its fields."""
    return cast(dict[str, JsonValue], plain(view))
