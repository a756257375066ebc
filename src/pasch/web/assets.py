"""Static files, held in memory, slimmed and compressed once, named so that browsers keep them.

The name has a hash of the content.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rjsmin import jsmin  # type: ignore[import-untyped]
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pasch.games.discovery import home, slugs
from pasch.matches.model import Theme
from pasch.web import scripts

STATIC: Final = Path(__file__).parent / "static"
STYLES: Final = STATIC / "css"
"""One block a file, numbered in the order of the layers; served as one `pasch.css`."""
TABLE_STYLES: Final = STYLES / "table"
"""Blocks that only pages with a board need, in the same way; served as one `table.css`."""


def _slim_css(text: str) -> str:
    """Return a style sheet without comments and indents; blanks in selectors have a meaning."""
    return _INDENT.sub("", _CSS_COMMENT.sub("", text))


_CSS_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_INDENT: Final = re.compile(r"^\s+", re.MULTILINE)

_SLIMMERS: Final[Mapping[str, Callable[[str], str]]] = {".css": _slim_css, ".js": jsmin}
"""What takes comments and blanks out of a text, by the suffix of its file."""

_PACKED_ALREADY: Final = frozenset({".woff2", ".png"})
_URL: Final = re.compile(r"url\(\"?([\w./-]+)\"?\)")
_HASH_LENGTH: Final = 12
_FOREVER: Final = "public, max-age=31536000, immutable"
_REVALIDATE: Final = "no-cache"

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent; `packed` is its gzip form, or None where that saves nothing."""

    content: bytes
    packed: bytes | None
    media_type: str
    digest: str


_DARK: Final = "(prefers-color-scheme: dark)"
_BOTH: Final = "color-scheme: light dark"
_QUERIES: Final = {Theme.LIGHT: "not all", Theme.DARK: "all"}
"""What stands in the place of the question for the device's colours in a chosen theme."""


@cache
def assets() -> dict[str, Asset]:
    """Return every static file by its name, such as `pasch.css` or `SLUG/style.css`.

    Style sheets ask for the device's colours. Whoever has chosen a theme gets sheets in which the
    answer stands already, such as `pasch.dark.css`, so that no page shows the other colours first.
    """
    found: dict[str, Asset] = {}
    for path in STATIC.rglob("*"):
        if path.is_file() and STYLES not in path.parents:
            content = scripts.sent(path) if scripts.is_own(path, STATIC) else path.read_bytes()
            found[path.relative_to(STATIC).as_posix()] = _asset(path, content)
    for name in scripts.imported(STATIC):
        del found[name]
    for name, folder in (("pasch.css", STYLES), ("table.css", TABLE_STYLES)):
        styles = "\n".join(path.read_text("utf-8") for path in sorted(folder.glob("*.css")))
        found[name] = _asset(Path(name), _with_digests(styles, found).encode())
    for slug in slugs():
        path = home(slug) / "pages" / "style.css"
        if path.exists():
            found[f"{slug}/style.css"] = _asset(path, path.read_bytes())
    themed = [
        (_themed_name(name, theme), _themed(asset, theme))
        for name, asset in found.items()
        for theme in _QUERIES
        if name.endswith(".css")
    ]
    return found | dict(themed)


@cache
def asset_url(name: str, theme: Theme = Theme.AUTO) -> str:
    """Return the address of a static file; it changes with the content."""
    themed = _themed_name(name, theme)
    found = themed if themed in assets() else name
    return f"/static/{found}?v={assets()[found].digest}"


def _themed_name(name: str, theme: Theme) -> str:
    """Return the name of a style sheet in a chosen theme."""
    stem, dot, suffix = name.rpartition(".")
    return f"{stem}.{theme}{dot}{suffix}" if theme in _QUERIES else name


def _themed(sheet: Asset, theme: Theme) -> Asset:
    text = sheet.content.decode().replace(_DARK, _QUERIES[theme])
    return _asset(Path("themed.css"), text.replace(_BOTH, f"color-scheme: {theme}").encode())


async def serve_asset(request: Request) -> Response:
    """Answer `/static/NAME`."""
    asset = assets().get(request.path_params["name"])
    if asset is None:
        return Response(status_code=404)
    is_named = request.query_params.get("v") == asset.digest
    headers = {
        "ETag": f'"{asset.digest}"',
        "Cache-Control": _FOREVER if is_named else _REVALIDATE,
        "Vary": "Accept-Encoding",
    }
    if _is_known(request.headers.get("if-none-match", ""), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(asset.packed, media_type=asset.media_type, headers=headers)
    return Response(asset.content, media_type=asset.media_type, headers=headers)


async def serve_favicon(_request: Request) -> Response:
    """Answer `/favicon.ico`, which browsers ask for where a document names no icon."""
    return RedirectResponse(asset_url("favicon.svg"))


def _is_known(known: str, etag: str) -> bool:
    """Return whether a browser has the file; a proxy that compresses may have marked it weak."""
    return any(tag.strip().removeprefix("W/") in {etag, "*"} for tag in known.split(","))


def _with_digests(styles: str, found: Mapping[str, Asset]) -> str:
    """Return styles with `url(NAME)` completed to the address that pages preload."""
    return _URL.sub(lambda match: f"url({match[1]}?v={found[match[1]].digest})", styles)


def _asset(path: Path, content: bytes) -> Asset:
    slim = _SLIMMERS.get(path.suffix)
    if slim is not None:
        content = slim(content.decode()).encode()
    packed = None if path.suffix in _PACKED_ALREADY else gzip.compress(content, mtime=0)
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    digest = hashlib.sha256(content).hexdigest()[:_HASH_LENGTH]
    return Asset(content, packed, media_type, digest)
