"""The host's own texts: which file is shown to whom, what of Markdown is drawn, what never is."""

import re
from pathlib import Path

import pytest

from pasch.web import cookies
from pasch.web.i18n import Language
from pasch.web.notices import IMPRINT, LONGEST_TEXT, PRIVACY, find, links
from tests.server import RunningServer
from tests.web.visitors import Visitors

HOME = Path(__file__).parents[2]
EXAMPLES = HOME / "docs" / "examples"
SCRIPTS = HOME / "src" / "pasch" / "web" / "static"


def write(folder: Path, *names: str) -> None:
    """Write files that say their own names."""
    for name in names:
        (folder / name).write_text(f"# Heading\n\n{name}", "utf-8")


@pytest.mark.parametrize(
    ("files", "language", "shown"),
    [
        (["impressum.md"], "de", "impressum.md"),
        (["imprint.md"], "en", "imprint.md"),
        (["impressum.de.md", "impressum.en.md"], "de", "impressum.de.md"),
        (["impressum.de.md", "impressum.en.md"], "en", "impressum.en.md"),
        (["impressum.md", "imprint.en.md"], "en", "imprint.en.md"),
        (["impressum.md", "imprint.en.md"], "de", "impressum.md"),
        (["impressum.de.md"], "en", "impressum.de.md"),
        (["imprint.en.md"], "de", "imprint.en.md"),
        (["impressum.md", "imprint.md"], "de", "impressum.md"),
        (["impressum.de.md", "impressum.md"], "en", "impressum.md"),
    ],
)
def test_which_file_is_shown(
    tmp_path: Path, files: list[str], language: Language, shown: str
) -> None:
    write(tmp_path, *files)
    text = find(tmp_path, IMPRINT, language)
    assert text is not None
    assert f"<p>{shown}</p>" in text.html


@pytest.mark.parametrize(
    ("file", "language"), [("impressum.md", None), ("imprint.md", None), ("imprint.en.md", "en")]
)
def test_language_of_a_file(tmp_path: Path, file: str, language: Language | None) -> None:
    write(tmp_path, file)
    text = find(tmp_path, IMPRINT, "de")
    assert text is not None
    assert text.language == language


def test_imprint_is_linked_only_when_it_is_there(tmp_path: Path) -> None:
    assert [link.path for link in links(tmp_path)] == ["/privacy"]
    assert find(tmp_path, IMPRINT, "de") is None
    write(tmp_path, "imprint.en.md")
    assert [link.path for link in links(tmp_path)] == ["/impressum", "/privacy"]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("file", ["privacy.md", "datenschutz.md", "privacy.en.md"])
def test_a_file_of_the_host_replaces_our_text(
    tmp_path: Path, language: Language, file: str
) -> None:
    """Also one in another language: what the host says counts, not what Pasch would say."""
    ours = find(tmp_path, PRIVACY, language)
    assert ours is not None
    assert ours.language == language
    write(tmp_path, file)
    theirs = find(tmp_path, PRIVACY, language)
    assert theirs is not None
    assert file in theirs.html


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    for words in ("once", "then and now"):
        (tmp_path / "impressum.md").write_text(words, "utf-8")
        text = find(tmp_path, IMPRINT, "de")
        assert text is not None
        assert text.html.strip() == f"<p>{words}</p>"


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;"),
        ('<img src="http://evil.example/x.png">', "&lt;img"),
        ("![x](http://evil.example/x.png)", "<p></p>"),
        ("[x](javascript:alert(1))", ">x</a>"),
        ("[x](data:text/html,hush)", ">x</a>"),
        ('[x](https://a.example "t")', 'href="https://a.example"'),
        ("<mailto:name@pasch.example>", 'href="mailto:name@pasch.example"'),
        ("https://pasch.example", 'href="https://pasch.example"'),
        ("One\\\nTwo", "One<br>"),
        ("| a |\n| - |\n| b |", "<td>b</td>"),
        ("\N{BYTE ORDER MARK}# One", "<h1>One</h1>"),
    ],
)
def test_markdown(tmp_path: Path, markdown: str, html: str) -> None:
    (tmp_path / "impressum.md").write_text(markdown, "utf-8")
    text = find(tmp_path, IMPRINT, "de")
    assert text is not None
    assert html in text.html
    assert not re.search(r"<(script|img|iframe|style)|javascript:|data:|\son\w+=", text.html)


def test_a_huge_or_broken_file_is_shown_in_part(tmp_path: Path) -> None:
    (tmp_path / "impressum.md").write_bytes(b"\xff\xfe word " * LONGEST_TEXT)
    text = find(tmp_path, IMPRINT, "de")
    assert text is not None
    assert len(text.html) < 4 * LONGEST_TEXT


@pytest.mark.parametrize("language", ["de", "en"])
def test_our_text_names_what_is_kept_in_browsers(tmp_path: Path, language: Language) -> None:
    text = find(tmp_path, PRIVACY, language)
    assert text is not None
    told = re.findall(r"<li><code>([\w-]+)</code>", text.html)
    assert told == [
        cookies.ACCESS,
        cookies.LANGUAGE,
        cookies.THEME,
        cookies.SOUND,
        cookies.TABLE_PASSWORD,
        cookies.INVITATION,
    ]
    stores = {
        match
        for path in SCRIPTS.glob("*.js")
        for match in re.findall(
            r"(?:localStorage|sessionStorage)\.setItem\((\w+)|document\.cookie|indexedDB",
            path.read_text("utf-8"),
        )
    }
    assert stores == set(), "what else is kept in the browser belongs into both texts"


def test_cookies_are_set_in_one_place() -> None:
    """Whoever sets another cookie has to tell of it in both texts."""
    sources = (HOME / "src" / "pasch").rglob("*.py")
    calls = [
        line for path in sources for line in re.findall(r"answer\.set_cookie\(", path.read_text())
    ]
    assert len(calls) == 1


@pytest.mark.parametrize("language", ["de", "en"])
def test_examples_are_shown(tmp_path: Path, language: Language) -> None:
    for notice in (IMPRINT, PRIVACY):
        text = find(EXAMPLES, notice, language)
        assert text is not None
        assert text.language == language
        assert text.heading
        assert "pasch.example" in text.html


def test_pages(own_server: RunningServer) -> None:
    visitors = Visitors(own_server)
    folder = own_server.database.parent
    try:
        german, english = visitors.stranger("de"), visitors.stranger("en")
        assert german.get("/impressum").status_code == 404
        assert 'href="/impressum"' not in german.get("/").text
        assert "<h1>Datenschutz</h1>" in german.get("/privacy").text
        assert "<h1>Privacy</h1>" in english.get("/privacy").text
        (folder / "impressum.de.md").write_text("Anna, Gasse 1", "utf-8")
        for path in ("/", "/nowhere", "/privacy"):
            assert 'href="/impressum"' in german.get(path).text
        assert '<main id="content" class="document">' in german.get("/impressum").text
        shown = english.get("/impressum").text
        assert '<main id="content" class="document" lang="de">' in shown
        assert '<h1 lang="en">Imprint</h1>' in shown
        for other, own in (("/imprint", "/impressum"), ("/datenschutz", "/privacy")):
            answer = german.get(other)
            assert (answer.status_code, answer.headers["location"]) == (307, own)
    finally:
        visitors.leave()
