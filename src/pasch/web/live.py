"""Sockets of the pages: a table's, which carries commands too, and the lobby's."""

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Final

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from pasch.kernel.refusals import Refusal
from pasch.matches.model import TableId
from pasch.matches.refusals import NeedsConfirmation
from pasch.web.actions import act
from pasch.web.errors import FAILED
from pasch.web.house import House, house_of
from pasch.web.hub import Tab
from pasch.web.i18n import catalogue
from pasch.web.messages import PONG, Answer, Request, encode, read_request, together
from pasch.web.outbox import TRY_AGAIN_LATER, Outbox
from pasch.web.paths import rule_link
from pasch.web.visit import Visit, visit_of

log = structlog.get_logger()

SLOW: Final = frozenset({"hint"})
"""What may take long; a tab's other requests, and its pings, do not wait for it."""

_slow: Final[set[asyncio.Task[None]]] = set()
"""Tasks under way: whoever holds no reference loses them."""

UNREADABLE: Final = 1003
NOT_FOUND: Final = 4404
"""Close code for a table that is not there, or not for this person: the tab loads its page."""


async def table_socket(socket: WebSocket) -> None:
    """Serve `WS /t/TABLE/live`."""
    table = TableId(socket.path_params["table"])
    hub = house_of(socket).hub
    await socket.accept()
    try:
        visit = await visit_of(socket)
        tab = await tab_of(socket, visit)
        await hub.join(table, tab)
    except Refusal:
        await socket.close(NOT_FOUND)
        return
    try:
        await talk(socket, visit, tab, lambda request: _serve(socket, visit, table, tab, request))
    finally:
        hub.leave(table, tab)


async def tab_of(socket: WebSocket, visit: Visit) -> Tab:
    """Return the tab of a socket."""
    house = house_of(socket)
    reader = await house.parlour.chat.reader(visit.account_id)
    return Tab(reader, visit.language, visit.shown, house.addresses.base_of(socket))


async def _serve(
    socket: WebSocket, visit: Visit, table: TableId, tab: Tab, request: Request
) -> None:
    if request.do == "sync":
        hub = house_of(socket).hub
        hub.snapshot(table, tab)
        return
    answering = _put_answer(house_of(socket), visit, table, tab, request)
    if request.do in SLOW:
        task = asyncio.create_task(answering)
        _slow.add(task)
        task.add_done_callback(_slow.discard)
    else:
        await answering


async def _put_answer(
    house: House, visit: Visit, table: TableId, tab: Tab, request: Request
) -> None:
    tab.outbox.put(encode(await answer(house, visit, table, request)))


async def answer(house: House, visit: Visit, table: TableId, request: Request) -> Answer:
    """Do what a tab asks for; whatever happens, it gets an answer."""
    words = catalogue(visit.language)
    begun = perf_counter()
    try:
        told = await act(house.parlour, visit, table, request.do, request.fields)
    except Refusal as refusal:
        house.counts.refusals[refusal.code] += 1
        ask = isinstance(refusal, NeedsConfirmation)
        rule = rule_link(words, house.parlour.registry.game_at(table), refusal.reason)
        text = words.reason(refusal.reason)
        return Answer(request.id, "no", refusal.code, text, ask, rule.label, rule.href)
    except Exception:
        log.exception("a command failed", table=table, do=request.do, command=request.id)
        return Answer(request.id, "no", "failed", words.gettext(FAILED))
    house.counts.done(request.do, perf_counter() - begun)
    return Answer(request.id, "ok", text="\n".join(map(words.reason, told)))


async def talk(
    socket: WebSocket, visit: Visit, tab: Tab, serve: Callable[[Request], Awaitable[None]]
) -> None:
    """Read requests and send what the outbox holds until either side has enough."""
    outbox, open_tabs = tab.outbox, house_of(socket).open_tabs
    open_tabs.enter(outbox, visit.session)
    sender = asyncio.create_task(_send(socket, outbox))
    counts, page = house_of(socket).counts, "table" if "table" in socket.path_params else "lobby"
    counts.sockets[page] += 1
    try:
        while (request := await _receive(socket)) is not None:
            if request.do == "ping":
                outbox.put(PONG)
            else:
                await serve(request)
        await socket.close(UNREADABLE)
    except (WebSocketDisconnect, WebSocketDisconnected):
        pass  # The tab has gone, or was closed because it could not follow.
    finally:
        counts.sockets[page] -= 1
        open_tabs.leave(outbox)
        sender.cancel()


async def _receive(socket: WebSocket) -> Request | None:
    """Return what a tab has sent, or None when it cannot be read; binary frames have no text."""
    try:
        text = await socket.receive_text()
    except KeyError:
        return None
    return read_request(text)


async def _send(socket: WebSocket, outbox: Outbox) -> None:
    try:
        while (message := await outbox.take()) is not None:
            await socket.send_text(together(message, *outbox.rest()))
        if outbox.close_code == TRY_AGAIN_LATER:
            house_of(socket).counts.overflows += 1
        await socket.close(outbox.close_code or TRY_AGAIN_LATER)
    except (WebSocketDisconnect, WebSocketDisconnected):
        pass  # The tab has gone while something was on its way to it.
