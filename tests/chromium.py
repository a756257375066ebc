"""Chromium for the tests, steered with Playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests.missing import missing

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell is the same browser without its own windows: it opens a page in a third of the time."""

FLAGS = (
    "--no-sandbox",  # it does not start as root otherwise; it sees our own pages only
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # It shall ask nobody on the network for anything.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def program() -> str:
    """Return the path of Chromium (PASCH_CHROMIUM, else from PATH); skip if there is none."""
    named = os.environ.get("PASCH_CHROMIUM")
    for name in (named,) if named else NAMES:
        found = shutil.which(name)
        if found:
            return found
    missing(f"Chromium is missing: no {named or 'chromium in PATH; PASCH_CHROMIUM may name one'}.")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a headless Chromium with an empty profile; close it at the end."""
    path = program()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()
