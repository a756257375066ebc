"""The addresses of the pages and sockets."""

from fastapi import FastAPI
from starlette.exceptions import HTTPException

from pasch.kernel.refusals import Refusal
from pasch.web import assets, errors, live, lobby, tables


def add_routes(app: FastAPI) -> None:
    """Give an application its pages, sockets and answers to errors."""
    pages = (
        ("/", lobby.show_lobby, "GET"),
        ("/name", lobby.choose_name, "POST"),
        ("/language", lobby.choose_language, "POST"),
        ("/lobby/{action}", lobby.act_in_lobby, "POST"),
        ("/tables", tables.open_table, "POST"),
        ("/t/{table}", tables.show_table, "GET"),
        ("/t/{table}/{action}", tables.act_at_table, "POST"),
        ("/m/{match}/record.txt", tables.show_record, "GET"),
        ("/favicon.ico", assets.serve_favicon, "GET"),
        ("/static/{name:path}", assets.serve_asset, "GET"),
    )
    for path, handler, method in pages:
        app.add_route(path, handler, methods=[method], include_in_schema=False)
    app.router.add_websocket_route("/t/{table}/live", live.table_socket)
    app.router.add_websocket_route("/live", lobby.lobby_socket)
    app.add_exception_handler(Refusal, errors.refused)
    app.add_exception_handler(HTTPException, errors.not_found)
    app.add_exception_handler(Exception, errors.failed)
