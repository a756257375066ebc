"""The addresses of the pages and sockets."""

from collections.abc import Awaitable, Callable, Mapping

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pasch.kernel.refusals import Refusal
from pasch.web import (
    account,
    assets,
    boards,
    doors,
    errors,
    help_pages,
    history,
    invitations,
    live,
    lobby,
    notice_pages,
    past,
    settings,
    tables,
)
from pasch.web.actions import CHAT_ACTIONS
from pasch.web.notices import NOTICES

Handler = Callable[[Request], Awaitable[Response]]


def add_routes(app: FastAPI) -> None:
    """Give an application its pages, sockets and answers to errors."""
    pages = (
        ("/", lobby.show_lobby, "GET"),
        ("/name", lobby.choose_name, "POST"),
        *((f"/{action}", lobby.act_in_lobby, "POST") for action in CHAT_ACTIONS),
        ("/password", doors.set_table_password, "POST"),
        ("/language", settings.choose_language, "POST"),
        ("/settings", settings.show_settings, "GET"),
        ("/settings", settings.change_settings, "POST"),
        ("/sign-in", account.show_sign_in, "GET"),
        ("/sign-in", account.sign_in, "POST"),
        ("/settings/sign-out", account.sign_out, "POST"),
        ("/settings/name", account.rename, "POST"),
        ("/settings/password", account.set_password, "POST"),
        ("/settings/export.json", account.export, "GET"),
        ("/settings/delete", account.show_deletion, "GET"),
        ("/settings/delete", account.delete, "POST"),
        ("/i/{key}", invitations.show_invitation, "GET"),
        ("/i/{key}", invitations.accept_invitation, "POST"),
        ("/i/{key}/qr.svg", invitations.show_code, "GET"),
        ("/tables", tables.open_table, "POST"),
        ("/tables/form", lobby.show_form, "GET"),
        ("/t/{table}", tables.show_table, "GET"),
        ("/t/{table}/{action}", tables.act_at_table, "POST"),
        ("/m/{match}", past.show_match, "GET"),
        ("/m/{match}/record.txt", past.show_record, "GET"),
        ("/boards", boards.show_boards, "GET"),
        ("/boards/{game}", boards.show_boards, "GET"),
        ("/rules", help_pages.show_help, "GET"),
        ("/rules/{game}", help_pages.show_rules, "GET"),
        ("/help/keys", help_pages.show_keys, "GET"),
        ("/help/{page}", help_pages.show_page, "GET"),
        ("/p/{person:path}", history.show_person, "GET"),
        *((notice.path, notice_pages.show_notice, "GET") for notice in NOTICES),
        *((path, notice_pages.lead_to_notice, "GET") for path in notice_pages.OTHER_ADDRESSES),
        ("/favicon.ico", assets.serve_favicon, "GET"),
        ("/static/{name:path}", assets.serve_asset, "GET"),
    )
    by_path: dict[str, dict[str, Handler]] = {}
    for path, handler, method in pages:
        by_path.setdefault(path, {})[method] = handler
    for path, handlers in by_path.items():
        app.add_route(path, _by_method(handlers), methods=[*handlers], include_in_schema=False)
    app.router.add_websocket_route("/t/{table}/live", live.table_socket)
    app.router.add_websocket_route("/live", lobby.lobby_socket)
    app.add_exception_handler(Refusal, errors.refused)
    app.add_exception_handler(HTTPException, errors.not_found)
    app.add_exception_handler(Exception, errors.failed)


def _by_method(handlers: Mapping[str, Handler]) -> Handler:
    """Return what serves all methods of an address, so that a wrong one is told of all."""
    if len(handlers) == 1:
        return next(iter(handlers.values()))

    async def serve(request: Request) -> Response:
        handler = handlers["GET" if request.method == "HEAD" else request.method]
        request.scope["endpoint"] = handler  # what counts and logs name
        return await handler(request)

    return serve
