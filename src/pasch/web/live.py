"""Sockets of the pages: a table's, which carries commands too, and the lobby's."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from pasch.kernel.refusals import Refusal
from pasch.matches.model import TableId
from pasch.matches.parlour import Parlour
from pasch.matches.refusals import NeedsConfirmation
from pasch.web.actions import act
from pasch.web.errors import FAILED
from pasch.web.house import house_of
from pasch.web.hub import Tab
from pasch.web.i18n import catalogue
from pasch.web.messages import PONG, Answer, Request, encode, read_request
from pasch.web.outbox import Outbox
from pasch.web.visit import Visit, visit_of

log = structlog.get_logger()

TRY_AGAIN_LATER: Final = 1013
"""Close code for a tab that cannot follow; it comes back and gets a snapshot."""

UNREADABLE: Final = 1003
NOT_FOUND: Final = 4404


async def table_socket(socket: WebSocket) -> None:
    """Serve `WS /t/TABLE/live`."""
    table = TableId(socket.path_params["table"])
    visit = await visit_of(socket)
    hub = house_of(socket).hub
    reader = await house_of(socket).parlour.chat.reader(visit.account_id)
    tab = Tab(reader, visit.language)
    await socket.accept()
    try:
        await hub.join(table, tab)
    except Refusal:
        await socket.close(NOT_FOUND)
        return
    try:
        await talk(socket, tab.outbox, lambda request: _serve(socket, visit, table, tab, request))
    finally:
        hub.leave(table, tab)


async def _serve(
    socket: WebSocket, visit: Visit, table: TableId, tab: Tab, request: Request
) -> None:
    if request.do == "sync":
        hub = house_of(socket).hub
        hub.snapshot(table, tab)
        return
    tab.outbox.put(encode(await answer(house_of(socket).parlour, visit, table, request)))


async def answer(parlour: Parlour, visit: Visit, table: TableId, request: Request) -> Answer:
    """Do what a tab asks for; whatever happens, it gets an answer."""
    words = catalogue(visit.language)
    try:
        told = await act(parlour, visit.account, table, request.do, request.fields)
    except Refusal as refusal:
        ask = isinstance(refusal, NeedsConfirmation)
        return Answer(request.id, "no", refusal.code, words.reason(refusal.reason), ask)
    except Exception:
        log.exception("a command failed", table=table, do=request.do)
        return Answer(request.id, "no", "failed", words.gettext(FAILED))
    return Answer(request.id, "ok", text="\n".join(map(words.reason, told)))


async def talk(
    socket: WebSocket, outbox: Outbox, serve: Callable[[Request], Awaitable[None]]
) -> None:
    """Read requests and send what the outbox holds until either side has enough."""
    sender = asyncio.create_task(_send(socket, outbox))
    try:
        while True:
            text = await socket.receive_text()
            request = read_request(text)
            if request is None:
                await socket.close(UNREADABLE)
                return
            if request.do == "ping":
                outbox.put(PONG)
            else:
                await serve(request)
    except (WebSocketDisconnect, KeyError):
        pass  # A binary frame has no text; Starlette raises KeyError for it.
    finally:
        sender.cancel()


async def _send(socket: WebSocket, outbox: Outbox) -> None:
    try:
        while (message := await outbox.take()) is not None:
            await socket.send_text(message)
        await socket.close(TRY_AGAIN_LATER)
    except (WebSocketDisconnect, RuntimeError):
        pass  # The tab has gone while something was on its way to it.
