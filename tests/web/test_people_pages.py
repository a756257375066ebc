"""The page of a person: sums, modes, chart, history."""

import re
from html import unescape
from urllib.parse import quote

import pytest

from tests.web.club import LEAVERS, NAMES, ROUNDS, Club
from tests.web.visitors import Page, Visitors

ANNA, BEN, CLEO, DANA = NAMES


def figures(html: str) -> dict[str, int]:
    """Read the key figures."""
    found = re.findall(r"<dt>([^<]*)</dt><dd>(?:<a[^>]*>)?(-?\d+)", html)
    return {name: int(value) for name, value in found}


def history(html: str) -> list[str]:
    """Return the addresses of the matches in the history, in its order."""
    return re.findall(r'<th scope="row"><a href="(/m/\w+)">', html)


def totals(club: Club, name: str, *matches: str) -> list[int]:
    """Return somebody's totals in some matches."""
    past = club.past.totals.items()
    return [t for (match, who), t in past if who == name and match.split()[0] in matches]


def test_sums(club: Club) -> None:
    found = totals(club, DANA, "alone", "teams")
    page = club.visitor().get(club.page_of(DANA)).text
    won = club.past.totals["teams", DANA] > club.past.totals["teams", ANNA]
    assert figures(page) == {
        "Partien": ROUNDS + 1,
        "Siege": int(won),
        "Schnitt": round(sum(found) / len(found)),
        "Bestes Ergebnis": max(found),
    }


def test_modes_are_counted_apart(club: Club) -> None:
    page = club.visitor().get(club.page_of(DANA)).text
    modes = re.findall(r'<th scope="row">([^<]*)</th>\s*<td class="is-number">(\d+)', page)
    assert modes == [("Allein, Hardcore", str(ROUNDS)), ("2 gegen 2, Hardcore", "1")]


def test_history_has_pages_the_latest_first(club: Club) -> None:
    visitor = club.visitor()
    first = visitor.get(club.page_of(DANA)).text
    (older,) = re.findall(r'href="([^"]*)">Ältere', first)
    second = visitor.get(unescape(older)).text
    assert "Seite 2 von 2" in Page(second).text
    (newer,) = re.findall(r'href="([^"]*)">Neuere', second)
    assert history(visitor.get(unescape(newer)).text) == history(first)
    latest = [club.match(f"alone {n}") for n in reversed(range(ROUNDS))]
    assert history(first) + history(second) == [*latest, club.match("teams")]


@pytest.mark.parametrize("number", ["99", "0", "-1", "x", "9" * 30, "%C2%B2", ""])
def test_any_number_of_a_page(club: Club, number: str) -> None:
    answer = club.visitor().get(f"{club.page_of(DANA)}?page={number}")
    assert answer.status_code == 200
    if number == "99":
        assert history(answer.text) == []
        (newer,) = re.findall(r'href="([^"]*)">Neuere', answer.text)
        assert history(club.visitor().get(unescape(newer)).text)


def test_others_at_the_table(club: Club) -> None:
    page = club.visitor().get(club.page_of(BEN)).text
    for name in (ANNA, CLEO, DANA):
        assert f'href="{club.page_of(name)}"' in page
    assert "<b>fett" not in page


def test_chart_of_each_kind(club: Club) -> None:
    visitor = club.visitor()
    page = visitor.get(club.page_of(DANA)).text
    assert f"Ergebnisse von {ROUNDS + 1} Partien" in page
    anna = visitor.get(club.page_of(ANNA)).text
    assert "Ergebnisse von 2 Partien" in anna, "hardcore was played most"
    (normal,) = re.findall(r'class="chip" href="([^"]*)">Normal<', anna)
    assert "Nach der zweiten Partie" in visitor.get(unescape(normal)).text


def test_page_by_name_or_id(club: Club) -> None:
    visitor = club.visitor()
    for name in NAMES:
        by_id = visitor.get(club.page_of(name)).text
        by_name = visitor.get(f"/p/{quote(name)}")
        assert by_name.status_code == 200, name
        assert figures(by_name.text) == figures(by_id)


@pytest.mark.parametrize("name", ["Niemand", "%00", "%ff", "a" * 300, "..%2F..", ""])
def test_nobody(club: Club, name: str) -> None:
    answer = club.visitor().get(f"/p/{name}")
    assert answer.status_code == 404
    assert "text/html" in answer.headers["content-type"]


def test_own_page_is_in_the_header(club: Club) -> None:
    page = club.visitor(ANNA).get("/").text
    assert f'<a class="me" href="{club.page_of(ANNA)}"' in page
    own = club.visitor(ANNA).get(club.page_of(ANNA)).text
    assert 'aria-current="page"' in own
    assert "(du)" in own
    assert "(du)" not in club.visitor(BEN).get(club.page_of(ANNA)).text


@pytest.mark.parametrize(("language", "title"), [("de", "Kontopunkte"), ("en", "Account points")])
def test_account_points_lead_to_their_list(club: Club, language: str, title: str) -> None:
    """They are shown also to who has left all matches, and to nobody who has none."""
    emil, frida = LEAVERS
    gained = sum(totals(club, frida, "left"))
    assert gained > 0
    for name, points in ((emil, -1000), (frida, gained)):
        page = club.visitor(language=language).get(club.page_of(name)).text
        assert f"{title} (Würfelmania): {points}" in Page(page).text
        assert 'href="/boards/wuerfelmania?list=account"' in page
    assert "Kontopunkte" not in club.visitor().get(club.page_of(DANA)).text


def test_who_has_not_played_is_told_what_comes(visitors: Visitors) -> None:
    wanda = visitors.come()
    lobby = wanda.get("/").text
    (own,) = re.findall(r'class="me" href="(/p/[^"]*)"', lobby)
    assert "Du hast noch keine Partie" in wanda.get(own).text
    assert f"{wanda.name} hat noch keine Partie" in visitors.stranger().get(own).text
