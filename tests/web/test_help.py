"""Help: rules, fair dice, keys; and the way there from a table, a refusal, the lobby."""

import re
from pathlib import Path

import pytest

from pasch.web import guide
from pasch.web.guide import HOUSE, Guide, house_guide, rules_guide
from pasch.web.i18n import LANGUAGES, Language
from tests.web.visitors import Page, Round, Visitors

PAGES = ("/rules", "/rules/zdwa", "/help/fair-dice", "/help/keys")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Return a place for a page of one's own."""
    return tmp_path / "page.en.md"


def read(path: Path, markdown: str) -> Guide:
    """Write a page and read it as the help does."""
    path.write_text(markdown, encoding="utf-8")
    found = guide._guide(path, "en", "")
    assert found is not None
    return found


# --- Markdown


def test_title_headings_and_text(written: Path) -> None:
    page = read(
        written, "# *The* rules & more\n\nWords.\n\n## At the start\n\n## Ende, schöne Würfel\n"
    )
    assert page.title == "The rules & more"
    assert [(h.id, h.text) for h in page.headings] == [
        ("at-the-start", "At the start"),
        ("ende-schöne-würfel", "Ende, schöne Würfel"),
    ]
    assert "<h1>" not in page.body
    assert '<h2 id="at-the-start">' in page.body


def test_shortcodes_are_drawn(written: Path) -> None:
    page = read(written, "# T\n\n[rule X1] Throw [dice 5 2] and write [cell F 46].\n")
    assert page.rules == ("X1",)
    assert '<a class="rule" id="X1" href="#X1">X1</a>' in page.body
    assert 'aria-label="Dice: 5 2"' in page.body
    assert re.findall(r'<use href="#face-(\d)"', page.body) == ["5", "2"]
    assert '<span class="cell-entry">46</span>' in page.body


def test_unknown_shortcode_stays(written: Path) -> None:
    assert "[dance 1 2]" in read(written, "# T\n\n[dance 1 2]\n").body
    assert "[_private 1]" in read(written, "# T\n\n[_private 1]\n").body


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "[x](javascript:alert(1))",
        "![x](https://example.org/x.png)",
        '[cell <b onclick="x"> 1]',
        '[rule "><script>x</script>]',
    ],
)
def test_markup_does_nothing(written: Path, markdown: str) -> None:
    body = read(written, f"# T\n\n{markdown}\n").body
    assert "<script" not in body
    assert "<img" not in body
    assert "javascript:" not in body
    assert not re.search(r"<[^>]*\son\w+=", body)


def test_columns_of_numbers_need_no_inline_style(written: Path) -> None:
    body = read(written, "# T\n\n| A | B |\n| --- | ---: |\n| x | 1 |\n").body
    assert "style=" not in body
    assert '<th scope="col" class="is-number">B</th>' in body
    assert '<td class="is-number">1</td>' in body


def test_what_is_not_written_is_not_there() -> None:
    assert rules_guide("nothing", "de") is None
    for name in ("nothing", "../guide", "..", "", "fair-dice.de.md"):
        assert house_guide(name, "de") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_the_house_are_in_both_languages(language: Language) -> None:
    names = {path.name.partition(".")[0] for path in HOUSE.glob("*.md")}
    assert names
    for name in names:
        found = house_guide(name, language)
        assert found is not None
        assert found.title
        assert found.headings


# --- Pages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_page(visitors: Visitors, path: str, language: Language) -> None:
    answer = visitors.stranger(language).get(path)
    assert answer.status_code == 200
    assert Page(answer.text).language == language
    assert "[dice" not in answer.text
    links = set(re.findall(r'href="(/[^"#?]*)', answer.text)) - {path}
    for link in links:
        assert visitors.stranger(language).get(link).status_code == 200, link


@pytest.mark.parametrize("path", ["/rules/nothing", "/rules/%00", "/help/nothing", "/help/%2e%2e"])
def test_unknown_page(visitors: Visitors, path: str) -> None:
    assert visitors.stranger().get(path).status_code == 404


def test_fair_dice_says_what_it_does_not_prove(visitors: Visitors) -> None:
    german = visitors.stranger("de").page("/help/fair-dice").text
    assert "Wer den Server betreibt, könnte das Geheimnis kennen." in german
    assert "pasch verify" in german
    english = visitors.stranger("en").page("/help/fair-dice").text
    assert "whoever runs the server could know the secret." in english


def test_rules_tell_of_a_rematch(visitors: Visitors) -> None:
    assert "Alle rücken einen Platz auf" in visitors.stranger().page("/rules/zdwa").text
    assert "Everybody moves up one seat" in visitors.stranger("en").page("/rules/zdwa").text


def test_keys_of_every_game(visitors: Visitors) -> None:
    page = visitors.stranger().page("/help/keys").text
    assert "Zock die Wand an" in page
    assert "ein Feld ansagen" in page


def test_keys_of_the_shell_are_listed_once(visitors: Visitors) -> None:
    page = visitors.stranger().get("/help/keys").text
    for key in "PC?":
        assert page.count(f"<dt><kbd>{key}</kbd></dt>") == 1, key


# --- The way there


def test_header_lobby_and_table_lead_to_the_rules(visitors: Visitors) -> None:
    wanda = visitors.come()
    lobby = wanda.get("/").text
    assert '<a href="/rules">Regeln</a>' in lobby
    assert 'class="game-rules" href="/rules/zdwa"' in lobby
    for seats in (1, 2):
        table = wanda.open_table(seats)
        (link,) = re.findall(r'<a class="tool" href="/rules/zdwa"[^>]*>', wanda.get(table).text)
        assert 'target="_blank"' in link, "who leaves the page leaves the table"


def test_finished_match_leads_to_fair_dice(visitors: Visitors) -> None:
    round_ = visitors.begun(1, hardcore="yes")
    round_.play_on(48)
    assert 'href="/help/fair-dice"' in round_.people[0].get(round_.table).text


@pytest.fixture
def thrown(duel: Round) -> Round:
    """Return a match of two in which the first seat has thrown."""
    duel.people[0].play(duel.table, "roll")
    return duel


def test_refusal_over_the_socket_leads_to_its_rule(thrown: Round) -> None:
    tab = thrown.people[0].watch(thrown.table)
    tab.snapshot()
    answer = tab.play("write down 60")
    assert (answer["k"], answer["code"]) == ("no", "illegal")
    assert (answer["link"], answer["href"]) == ("Regel Z14", "/rules/zdwa#Z14")
    unreadable = tab.play("dance")
    assert unreadable["k"] == "no"
    assert "href" not in unreadable


def test_refusal_of_a_request_leads_to_its_rule(thrown: Round) -> None:
    wanda = thrown.people[0]
    form = wanda.command(thrown.table, "write up 1", confirmed="1")
    answer = wanda.post(f"{thrown.table}/play", form, X_Live="1")
    told = answer.json()
    assert (told["link"], told["href"]) == ("Regel Z14", "/rules/zdwa#Z14")
    form = wanda.command(thrown.table, "dance")
    assert set(wanda.post(f"{thrown.table}/play", form, X_Live="1").json()) == {"code", "text"}


def test_refusal_on_a_page_leads_to_its_rule(thrown: Round) -> None:
    wanda = thrown.people[0]
    form = wanda.command(thrown.table, "write down 60", confirmed="1")
    answer = wanda.post(f"{thrown.table}/play", form)
    assert answer.status_code == 422
    assert 'href="/rules/zdwa#Z14">Regel Z14</a>' in answer.text
    other = wanda.post(f"{thrown.table}/play", wanda.command(thrown.table, "dance"))
    assert "rule-link" not in other.text
