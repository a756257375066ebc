"""Static files: named by their content, compressed once, kept for ever by browsers."""

import gzip
import hashlib
import re
from pathlib import Path

import pytest

import pasch
from pasch.matches.model import Theme
from pasch.web.assets import asset_url, assets
from pasch.web.pages import TEMPLATES
from tests.web.visitors import Visitors

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}


@pytest.mark.parametrize("name", assets())
def test_asset_is_named_by_its_content(name: str) -> None:
    asset = assets()[name]
    assert hashlib.sha256(asset.content).hexdigest().startswith(asset.digest)
    assert asset_url(name) == f"/static/{name}?v={asset.digest}"
    if asset.packed is not None:
        assert gzip.decompress(asset.packed) == asset.content


@pytest.mark.parametrize("name", assets())
def test_asset_arrives(visitors: Visitors, name: str) -> None:
    """As it is, or compressed for whoever takes that; with its type, and for ever."""
    wanda, asset = visitors.stranger(), assets()[name]
    for encoding in ("identity", "gzip, deflate, br"):
        answer = wanda.get(asset_url(name), Accept_Encoding=encoding)
        assert answer.content == asset.content
        is_packed = encoding != "identity" and asset.packed is not None
        assert (answer.headers.get("content-encoding") == "gzip") == is_packed
        expected = len(asset.packed if is_packed and asset.packed else asset.content)
        assert answer.headers["content-length"] == str(expected)
        suffix = Path(name).suffix
        assert answer.headers["content-type"] == TYPES.get(suffix, answer.headers["content-type"])
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "Accept-Encoding" in answer.headers["vary"]


@pytest.mark.parametrize("version", ["", "?v=", "?v=000000000000", "?v=x&w=y"])
def test_other_version_is_asked_for_again(visitors: Visitors, version: str) -> None:
    answer = visitors.stranger().get(f"/static/live.js{version}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


def test_asset_that_is_known_is_not_sent_again(visitors: Visitors) -> None:
    wanda = visitors.stranger()
    first = wanda.get("/static/pasch.css")
    etag = first.headers["etag"]
    for known in (etag, f"W/{etag}", f'"x", {etag}', "*"):
        again = wanda.get("/static/pasch.css", If_None_Match=known)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == etag
        assert again.headers["cache-control"] == "no-cache"
    other = wanda.get("/static/pasch.css", If_None_Match='"000000000000"')
    assert (other.status_code, other.content) == (200, first.content)


def test_head_tells_the_same(visitors: Visitors) -> None:
    wanda = visitors.stranger()
    got, head = wanda.get("/static/live.js"), wanda.client.head("/static/live.js")
    assert head.content == b""
    for name in ("etag", "content-length", "content-type", "cache-control"):
        assert head.headers[name] == got.headers[name]


@pytest.mark.parametrize(
    "path",
    [
        "nothing.css",
        "",
        "css/10-tokens.css",
        "css/table/57-dock.css",
        "../app.py",
        "..%2f..%2fapp.py",
        "live.js/",
        "%00",
    ],
)
def test_nothing_else_is_served(visitors: Visitors, path: str) -> None:
    assert visitors.stranger().get(f"/static/{path}").status_code == 404


def test_favicon_of_old_browsers(visitors: Visitors) -> None:
    answer = visitors.stranger().get("/favicon.ico")
    assert answer.headers["location"] == asset_url("favicon.svg")


def test_pages_ask_for_what_is_there(visitors: Visitors) -> None:
    """Every address of a static file in a page, a style or a script leads to a file."""
    wanda = visitors.come()
    pages = [wanda.get(path).text for path in ("/", wanda.open_table(2), "/nowhere")]
    for address in set(re.findall(r'(?:href|src)="(/static/[^"]*)"', "".join(pages))):
        answer = wanda.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"], address
    scripts = {n: a.content.decode() for n, a in assets().items() if n.endswith(".js")}
    for name, script in scripts.items():
        for imported in re.findall(r'from "\./([^"]*)"', script):
            assert imported in assets(), (name, imported)
    for path in TEMPLATES.glob("*.html"):
        for named in re.findall(r'asset\("([^"]*)"\)', path.read_text("utf-8")):
            assert named in assets(), (path.name, named)


def test_texts_travel_without_comments_and_blanks() -> None:
    """What people read in the files is left out of what browsers get."""
    sheet, script = assets()["pasch.css"].content.decode(), assets()["live.js"].content.decode()
    assert "/*" not in sheet
    assert "// " not in script
    assert not re.search(r"\n\s", sheet + script)


def test_nothing_comes_from_elsewhere() -> None:
    home = Path(pasch.__file__).parent
    for path in [*home.rglob("*.html"), *home.rglob("*.css"), *home.rglob("*.js")]:
        if "vendor" not in path.parts and "tests" not in path.parts:
            found = re.findall(
                r"(?:https?:)?//[a-z][\w-]*\.[a-z]{2,}[^\s\"')]*", path.read_text("utf-8")
            )
            assert found == [], path


@pytest.mark.parametrize("name", [name for name in assets() if name.endswith("/style.css")])
def test_chosen_theme_is_in_every_sheet(name: str) -> None:
    """No sheet of a chosen theme asks for the device's; their layers are the same."""
    for sheet in ("pasch.css", "table.css", name):
        plain = assets()[sheet].content.decode()
        for theme, query in ((Theme.LIGHT, "not all"), (Theme.DARK, "all")):
            url = asset_url(sheet, theme).partition("?")[0].removeprefix("/static/")
            themed = assets()[url].content.decode()
            assert "prefers-color-scheme" not in themed
            assert themed.count(f"@media {query} {{") == plain.count("(prefers-color-scheme: dark)")
    assert "prefers-color-scheme" in assets()["pasch.css"].content.decode()
    assert asset_url("live.js", Theme.DARK) == asset_url("live.js")


def test_chosen_theme_is_that_of_forms_too() -> None:
    dark = assets()["pasch.dark.css"].content.decode()
    assert "color-scheme: dark" in dark
    assert "color-scheme: light dark" not in dark
