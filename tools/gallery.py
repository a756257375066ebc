"""Look at every page in every state without playing there: sample pages in a browser.

    python -m tools.gallery                       serve them; prints the address
    python -m tools.gallery --shoot FOLDER [--only NAME …]
                                                  save pictures: light and dark, three sizes
    python -m tools.gallery --weigh               print what a first visit transfers

The samples are those of the tests (`tests/web/samples.py`). Pages are sent with the headers of
the real server, so that whatever its content policy forbids is missing here too.
"""

import argparse
import contextlib
import gzip
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from pasch.web.assets import assets  # noqa: E402
from pasch.web.i18n import LANGUAGES  # noqa: E402
from pasch.web.security import HEADERS  # noqa: E402
from tests.chromium import chromium  # noqa: E402
from tests.web.samples import samples  # noqa: E402

SIZES = {
    "desk": (1280, 800),
    "tablet": (900, 1000),
    "phone": (390, 844),
    "short": (390, 664),
    "narrow": (320, 640),
}
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
SAMPLES = samples()


class Gallery(BaseHTTPRequestHandler):
    """Serves `/LANGUAGE/SAMPLE` and `/static/…`."""

    def do_GET(self) -> None:
        """Answer with a page, a static file, or the list of samples."""
        path = urlsplit(self.path).path
        if path.startswith("/static/"):
            asset = assets().get(path.removeprefix("/static/"))
            return self._send(asset.content, asset.media_type) if asset else self.send_error(404)
        language, _, name = path.strip("/").partition("/")
        if language in LANGUAGES and name in SAMPLES:
            page = SAMPLES[name](language)
        else:
            links = (
                f'<a href="/{lang}/{n}">{lang} {n}</a><br>' for lang in LANGUAGES for n in SAMPLES
            )
            page = "".join(links)
        return self._send(page.encode(), "text/html; charset=utf-8")

    def _send(self, content: bytes, media_type: str) -> None:
        self.send_response(200)
        for name, value in {**HEADERS, "Content-Type": media_type}.items():
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # the browser has gone on to the next page
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class
        """Say nothing."""


@contextmanager
def serving(port: int = 0) -> Iterator[str]:
    """Serve the gallery in a thread; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", port), Gallery)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def shoot(
    folder: Path, names: Sequence[str], languages: Sequence[str], sizes: Sequence[str]
) -> None:
    """Save a picture of each sample in each language, size and theme."""
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as address, chromium() as browser:
        for size in sizes:
            width, height = SIZES[size]
            for theme in THEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    has_touch=size != "desk",
                    is_mobile=size != "desk",
                )
                page = context.new_page()
                for language in languages:
                    for name in names:
                        page.goto(f"{address}/{language}/{name}")
                        file = folder / f"{name}-{size}-{theme}-{language}.png"
                        page.screenshot(path=file, full_page=False)
                context.close()


def weigh() -> None:
    """Print what a first visit of the lobby and of a table transfers, compressed."""
    sent = {name: len(a.packed or a.content) for name, a in assets().items()}
    scripts = sum(size for name, size in sent.items() if name.endswith(".js"))
    fonts = sum(size for name, size in sent.items() if name.endswith(".woff2"))
    styles = sum(size for name, size in sent.items() if name.endswith(".css"))
    print(f"scripts {scripts}, fonts {fonts}, styles {styles}, icon {sent['favicon.svg']}")
    for name in ("lobby", "welcome", "teams", "three"):
        page = len(gzip.compress(SAMPLES[name]("de").encode()))
        print(f"{name}: page {page}, all {page + scripts + fonts + styles + sent['favicon.svg']}")


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--shoot", type=Path, metavar="FOLDER")
    parser.add_argument("--only", nargs="*", choices=SAMPLES, default=list(SAMPLES))
    parser.add_argument("--languages", nargs="*", choices=LANGUAGES, default=["de"])
    parser.add_argument("--sizes", nargs="*", choices=SIZES, default=["desk", "phone", "short"])
    parser.add_argument("--weigh", action="store_true")
    parser.add_argument("--port", type=int, default=8099)
    wanted = parser.parse_args()
    if wanted.weigh:
        weigh()
    elif wanted.shoot:
        shoot(wanted.shoot, wanted.only, wanted.languages, wanted.sizes)
    else:
        with serving(wanted.port) as address:
            print(f"{address}/ (Ctrl-C ends it)")
            threading.Event().wait()


if __name__ == "__main__":
    main()
