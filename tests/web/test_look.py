"""The pages in every sample state: they render, speak German, keep to the content policy, fit."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from babel.messages.pofile import read_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast
from playwright.sync_api import Browser, Page, expect

import pasch
from pasch.games.discovery import home, slugs
from pasch.web.assets import asset_url, assets
from pasch.web.i18n import LANGUAGES, Language, catalogue_files
from tests.web.samples import samples
from tools.gallery import SIZES, serving

PACKAGE = Path(pasch.__file__).parent
SAMPLES = samples()
TEMPLATES = sorted(
    [
        *(PACKAGE / "web/templates").glob("*.html"),
        *(path for slug in slugs() for path in (home(slug) / "pages").glob("*.html")),
    ]
)
SOURCES = sorted(
    [
        *(PACKAGE / "web").glob("*.py"),
        *(path for slug in slugs() for path in (home(slug) / "pages").glob("*.py")),
    ]
)
TYPICAL = (
    "welcome-problem",
    "lobby-empty",
    "lobby",
    "waiting-ready",
    "waiting-guest",
    "waiting-unknown",
    "waiting-protected",
    "waiting-computers",
    "closed",
    "sign-in-wrong",
    "settings",
    "settings-password",
    "delete",
    "door-wrong",
    "invitation",
    "lobby-password",
    "paused",
    "absent",
    "message",
    "imprint",
    "imprint-without-heading",
    "privacy",
    "confirm",
    "throw-1",
    "all-held",
    "announced",
    "announced-seen",
    "correctable",
    "correcting",
    "teams",
    "watch-three",
    "must-announce",
    "finished-teams",
    "finished-two",
    "match",
    "match-teams",
    "message-rule",
    "board",
    "board-week",
    "person",
    "person-other",
    "person-new",
    "help",
    "rules",
    "fair-dice",
    "keys",
    "mania-two",
    "mania-bonus",
    "mania-practice",
    "mania-hint",
    "mania-hint-due",
    "mania-six",
    "mania-finished-six",
    "doelauer-start",
    "doelauer-choice-lay",
    "doelauer-choice-doell",
    "doelauer-confirming",
    "doelauer-chain",
    "doelauer-lost",
    "doelauer-absent",
    "doelauer-confirmed",
    "doelauer-eight",
    "doelauer-finished",
    "doelauer-waiting-8",
    "domino-open",
    "domino-draw",
    "domino-both",
    "domino-hand-over",
    "domino-cross",
    "domino-five",
    "domino-five-absent",
    "domino-teams",
    "domino-choose",
    "domino-twelve",
    "domino-watch",
    "domino-over",
)
"""Samples in which everything that is drawn anywhere occurs at least once."""

PLAYING = [name for name in SAMPLES if 'id="dock"' in SAMPLES[name]("de")]
WITH_SHEETS = [name for name in PLAYING if 'class="sheet' in SAMPLES[name]("de")]
WITH_PRICES = [name for name in PLAYING if 'id="prices"' in SAMPLES[name]("de")]
DOCK_TARGET = 44
"""Least width and height of what is touched in the dock, in px."""


def _messages(path: Path) -> Iterator[str]:
    """Yield the message ids of a template or module."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        found = extract_from_ast(Environment(autoescape=True).parse(text), ("_", "ngettext"))
        for _, _, ids in found:
            message = ids[0] if isinstance(ids, tuple) else ids
            if message:  # what is translated by a variable is found where it is marked
                yield message
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"N_", "NN_"}:
            assert isinstance(node.args[0], ast.Constant)
            yield str(node.args[0].value)


@cache
def _german_ids() -> frozenset[str]:
    ids = set()
    for path in catalogue_files():
        with path.open(encoding="utf-8") as file:
            known = [message.id for message in read_po(file) if message.string]
        ids |= {each if isinstance(each, str) else each[0] for each in known}
    return frozenset(ids)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SAMPLES)
def test_every_state_renders(name: str, language: Language) -> None:
    page = SAMPLES[name](language)
    assert f'<html lang="{language}" ' in page
    assert "None" not in re.sub(r"<[^>]*>", "", page)


@pytest.mark.parametrize(
    "path", [*TEMPLATES, *SOURCES], ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_every_text_has_a_german_one(path: Path) -> None:
    assert {message for message in _messages(path) if message not in _german_ids()} == set()


@pytest.mark.parametrize("name", SAMPLES)
def test_pages_keep_to_the_content_policy(name: str) -> None:
    page = SAMPLES[name]("en")
    assert re.findall(r"<[^>]*\sstyle=", page) == []
    assert re.findall(r"<style\b", page) == []
    assert re.findall(r"<[^>]*\son[a-z]+=", page) == []
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))


@pytest.mark.parametrize("name", SAMPLES)
def test_ids_are_unique(name: str) -> None:
    ids = re.findall(r'\sid="([^"]*)"', SAMPLES[name]("de"))
    assert sorted(ids) == sorted(set(ids))


def test_what_a_page_draws_is_in_the_sprite() -> None:
    pages = "".join(SAMPLES[name]("de") for name in SAMPLES)
    drawn = set(re.findall(r'<use href="#([^"]*)"', pages))
    assert drawn <= set(re.findall(r'<symbol id="([^"]*)"', pages))


def test_fonts_have_one_address() -> None:
    """The address in the style sheet is the one that pages ask for in advance."""
    styles = assets()["pasch.css"].content.decode()
    addresses = set(re.findall(r'url\("([^"]*)"\)', styles))
    fonts = {asset_url(name) for name in assets() if name.endswith(".woff2")}
    assert addresses == fonts


def test_colours_are_tokens() -> None:
    """Blocks name no colour of their own but see-through white and black."""
    for path in (PACKAGE / "web/static/css").rglob("*.css"):
        if path.name != "10-tokens.css":
            colours = re.findall(r":[^;{]*(#[0-9a-fA-F]{3,8})\b", path.read_text(encoding="utf-8"))
            assert [
                c for c in colours if not re.fullmatch(r"#(f{3}|f{6}..|0a1411..|000.)", c)
            ] == []


# --- In the browser


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open a page of the size and theme that the test asks for."""
    size, theme = request.param
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, has_touch=size != "desk"
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("page", [("desk", "light"), ("phone", "dark")], indirect=True)
def test_nothing_speaks_against_the_policy(page: Page, address: str) -> None:
    problems: list[str] = []
    page.on(
        "console",
        lambda message: problems.append(message.text) if "Policy" in message.text else None,
    )
    for name in ("lobby", "teams", "finished-three", "waiting-two"):
        page.goto(f"{address}/de/{name}")
    assert problems == []


@pytest.mark.parametrize("page", [("desk", "light"), ("phone", "dark")], indirect=True)
def test_axe_finds_nothing(page: Page, address: str) -> None:
    axe, found = Axe(), {}
    for name in TYPICAL:
        page.goto(f"{address}/de/{name}")
        violations = axe.run(page).response["violations"]
        if violations:
            found[name] = [(v["id"], [node["target"] for node in v["nodes"]]) for v in violations]
    assert found == {}


@pytest.mark.parametrize("page", [("narrow", "light")], indirect=True)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_goes_sideways(page: Page, address: str, language: Language) -> None:
    too_wide = []
    for name in SAMPLES:
        for size in ("narrow", "tablet"):
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            if size == "narrow":
                page.goto(f"{address}/{language}/{name}")
            if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
                too_wide.append((name, size))
    assert too_wide == []


@pytest.mark.parametrize("page", [("desk", "light"), ("phone", "light")], indirect=True)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sheet_and_dock_are_seen_at_once(page: Page, address: str, language: Language) -> None:
    """The whole sheet ends above the dock, and the dock ends where the window does."""
    hidden = {}
    for name in WITH_SHEETS:
        page.goto(f"{address}/{language}/{name}")
        sheet, top, bottom, window = page.evaluate(
            """() => {
              const box = (selector) => document.querySelector(selector).getBoundingClientRect();
              const sheets = [...document.querySelectorAll(".board .sheet")];
              const shown = sheets.find((sheet) => sheet.getClientRects().length);
              return [shown.getBoundingClientRect().bottom, box("#dock").top, box("#dock").bottom,
                      innerHeight];
            }"""
        )
        if sheet > top or bottom > window:
            hidden[name] = (sheet, top, bottom, window)
    assert hidden == {}


@pytest.mark.parametrize(
    "page", [("desk", "light"), ("phone", "light"), ("short", "light")], indirect=True
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_prices_are_always_in_sight(page: Page, address: str, language: Language) -> None:
    """The whole table of points is in the window and ends above the dock, with eight seats too."""
    hidden = {}
    assert "doelauer-eight" in WITH_PRICES
    for name in WITH_PRICES:
        page.goto(f"{address}/{language}/{name}")
        left, top, right, bottom, dock, width = page.evaluate(
            """() => {
              const box = (selector) => document.querySelector(selector).getBoundingClientRect();
              const {left, top, right, bottom} = box(".prices");
              return [left, top, right, bottom, box("#dock").top, innerWidth];
            }"""
        )
        if min(left, top) < 0 or right > width or bottom > dock:
            hidden[name] = (left, top, right, bottom, dock)
    assert hidden == {}


@pytest.mark.parametrize("page", [("phone", "light"), ("short", "light")], indirect=True)
def test_what_is_touched_in_the_dock_is_large(page: Page, address: str) -> None:
    small = {}
    for name in PLAYING:
        page.goto(f"{address}/de/{name}")
        for text, width, height in page.evaluate(
            """() => [...document.querySelectorAll("#dock button, #dock a")].map((each) => {
              const box = each.getBoundingClientRect();
              return [each.textContent, box.width, box.height];
            })"""
        ):
            if width and min(width, height) < DOCK_TARGET:
                small[name, text] = (width, height)
    assert small == {}


@pytest.mark.parametrize("page", [("phone", "light"), ("phone", "dark")], indirect=True)
@pytest.mark.parametrize("name", ["paused", "absent"])
def test_chat_is_seen_on_the_card_of_a_pause(page: Page, address: str, name: str) -> None:
    """Axe does not look at drawings: this one has the colour of the text beside it."""
    page.goto(f"{address}/de/{name}")
    colours = [
        page.locator(selector).evaluate("each => getComputedStyle(each).color")
        for selector in (".chat-open", ".pause-card h2")
    ]
    assert colours[0] == colours[1]


@pytest.mark.parametrize("page", [("phone", "light")], indirect=True)
def test_other_sheets_are_one_tap_away_without_scripts(page: Page, address: str) -> None:
    page.goto(f"{address}/de/three")
    expect(page.locator(".sheet:visible")).to_have_count(1)
    page.locator(".tab", has_text="Jo").click()
    sheet = page.locator(".sheet:visible")
    expect(sheet).to_have_attribute("aria-label", "Spielblatt von Jo")


def test_announcing_works_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/de/throw-1")
    expect(page.locator(".announce:visible")).to_have_count(0)
    page.get_by_role("link", name="Ansagen").click()
    expect(page.locator(".announce:visible")).to_have_count(11)
    page.get_by_role("link", name="Nicht ansagen").click()
    expect(page.locator(".announce:visible")).to_have_count(0)
    context.close()
