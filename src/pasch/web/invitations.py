"""Invitations to tables: a link with a random key that stands for the table's password."""

import io
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from http import HTTPStatus

import segno
from starlette.requests import Request
from starlette.responses import Response

from pasch.games import discovery
from pasch.matches.door import Shown
from pasch.matches.model import Account, TableStatus
from pasch.matches.refusals import BadName, NameTaken, SeatTaken, WrongMoment
from pasch.matches.registry import OpenTable
from pasch.matches.watching import check_may_look
from pasch.web import cookies
from pasch.web.errors import status_of
from pasch.web.fields import Fields
from pasch.web.forms import read_form
from pasch.web.house import House, house_of
from pasch.web.i18n import catalogue
from pasch.web.people import option_labels, seat_cards
from pasch.web.respond import page, see
from pasch.web.visit import Visit, visit_of


async def show_invitation(request: Request) -> Response:
    """Answer `GET /i/KEY`: ask for a name, or just whether to sit down."""
    visit = await visit_of(request)
    found = await house_of(request).parlour.invited_to(request.path_params["key"])
    if visit.account is not None and found.table.seat_of(visit.account.id) is not None:
        return see(f"/t/{found.table.id}")
    return _page(request, visit, found)


async def accept_invitation(request: Request) -> Response:
    """Answer `POST /i/KEY`: sign up whoever has no name yet, sit down, and go to the table.

    Who comes too late for a seat may watch.
    """
    visit, house, key = await visit_of(request), house_of(request), request.path_params["key"]
    found = await house.parlour.invited_to(key)
    fields = await read_form(request)
    table, account, token = found.table.id, visit.account, ""
    if account is None:
        try:
            account, token = await _sign_up(house, visit, fields)
        except (BadName, NameTaken) as refusal:
            problem = catalogue(visit.language).reason(refusal.reason)
            name, status = fields.get("name", ""), status_of(refusal)
            return _page(request, visit, found, problem=problem, name=name, status=status)
    await _sit(house, account, found, replace(visit.shown, invitation=key))
    answer = see(f"/t/{table}")
    cookies.set_cookie(request, answer, cookies.INVITATION, key)
    if token:
        cookies.set_cookie(request, answer, cookies.ACCESS, token)
    return answer


async def show_code(request: Request) -> Response:
    """Answer `GET /i/KEY/qr.svg`: the invitation's address as a QR code."""
    house, key = house_of(request), request.path_params["key"]
    await house.parlour.invited_to(key)
    address = f"{house.addresses.base_of(request)}/i/{key}"
    headers = {"Cache-Control": "no-store"}
    return Response(code_of(address), media_type="image/svg+xml", headers=headers)


@lru_cache(maxsize=256)
def code_of(address: str) -> bytes:
    """Return an address as a QR code in SVG."""
    file = io.BytesIO()
    segno.make_qr(address, error="m").save(file, kind="svg", border=2, xmldecl=False, omitsize=True)
    return file.getvalue()


async def _sign_up(house: House, visit: Visit, fields: Fields) -> tuple[Account, str]:
    return await house.accounts.sign_up(fields.get("name", ""), visit.preferences)


async def _sit(house: House, account: Account, found: OpenTable, shown: Shown) -> None:
    """Take a free seat, if there is one; if not, the table's page says so."""
    with suppress(SeatTaken, WrongMoment):
        await house.parlour.sit(account, found.table.id, None, shown)


def _page(
    request: Request,
    visit: Visit,
    found: OpenTable,
    *,
    problem: str = "",
    name: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    table = found.table
    check_may_look(table, visit.account_id)
    owner = next((s.name for s in table.sitters if s is not None and s.account == table.owner), "")
    return page(
        request,
        visit,
        "web/invitation.html",
        status=status,
        path=request.url.path,
        title=discovery.meta(table.game).title,
        labels=option_labels(table),
        computers=[card for card in seat_cards(table, None) if card.level],
        owner=owner,
        has_seat=table.status is TableStatus.WAITING and bool(table.free_seats),
        problem=problem,
        name=name,
    )
