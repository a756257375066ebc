"""Leaderboards as pages: rows, links to choose by, and what is left out."""

import re
from html import unescape
from typing import Final

import pytest

from pasch.games import discovery
from pasch.web.i18n import catalogue
from pasch.web.people import short_label
from tests.web.club import LEAVERS, NAMES, Club
from tests.web.visitors import Page

ANNA, BEN, CLEO, DANA = NAMES
HARDCORE: Final = "/boards/zdwa?hardcore=yes"

Row = tuple[int, str, int]


def rows(html: str) -> list[Row]:
    """Read the rows of a list: place, name, value."""
    found = re.findall(
        r'place-number[^>]*>(\d+)<.*?class="name"[^>]*>([^<]*)<.*?list-value">(-?\d+)<',
        html,
        re.DOTALL,
    )
    return [(int(place), unescape(name), int(value)) for place, name, value in found]


def links(html: str, title: str) -> dict[str, str]:
    """Return the addresses that a group of choices leads to, by their words."""
    (group,) = re.findall(rf'<nav class="chips" aria-label="{title}">(.*?)</nav>', html, re.DOTALL)
    found = re.findall(r'href="([^"]*)"[^>]*>([^<]*)<', group)
    return {words: unescape(address) for address, words in found}


def chosen(html: str) -> list[str]:
    """Return the words of everything that is chosen."""
    return re.findall(r'class="chip"[^>]*aria-current="true">([^<]*)<', html)


def expected(values: dict[str, int]) -> list[Row]:
    """Return the rows of a list with these values."""
    best = sorted(values.items(), key=lambda pair: -pair[1])
    return [(1 + sum(v > value for v in values.values()), name, value) for name, value in best]


def best(club: Club, *matches: str) -> dict[str, int]:
    """Return the best total of each person in some matches."""
    found: dict[str, int] = {}
    for (match, name), total in club.past.totals.items():
        if match.split()[0] in matches:
            found[name] = max(total, found.get(name, total))
    return found


def test_lists_are_in_the_navigation(club: Club) -> None:
    page = club.visitor().get("/").text
    assert '<a href="/boards">Bestenliste</a>' in page
    assert 'href="/boards" aria-current="page"' in club.visitor().get("/boards").text


LISTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "the first one": ("/boards", ("normal",)),
    "of a game": ("/boards/zdwa", ("normal",)),
    "hardcore": (HARDCORE, ("old", "teams", "alone", "new")),
    "of a week": (f"{HARDCORE}&period=week", ("new",)),
    "for two": (f"{HARDCORE}&seats=2", ("old", "new")),
    "of a week for two": (f"{HARDCORE}&seats=2&period=week", ("new",)),
    "alone": (f"{HARDCORE}&seats=1", ("alone",)),
    "teams": (f"{HARDCORE}&seats=4", ("teams",)),
    "what nobody has played": ("/boards/zdwa?seats=3", ()),
}


@pytest.mark.parametrize(("address", "matches"), LISTS.values(), ids=LISTS)
def test_list(club: Club, address: str, matches: tuple[str, ...]) -> None:
    """Running and aborted matches are in none; one without results has got them at the start."""
    found = rows(club.visitor().get(address).text)
    assert sorted(found) == sorted(expected(best(club, *matches)))
    assert [place for place, _, _ in found] == sorted(place for place, _, _ in found)


def test_matches_won(club: Club) -> None:
    wins: dict[str, int] = {}
    for match in ("old", "teams", "new"):
        totals = best(club, match)
        winners = [name for name, total in totals.items() if total == max(totals.values())]
        if len(set(totals.values())) > 1:
            wins |= {name: wins.get(name, 0) + 1 for name in winners}
    page = club.visitor().get(f"{HARDCORE}&list=wins").text
    assert sorted(rows(page)) == sorted(expected(wins))
    assert "Letzte Partie" in page


def test_row_leads_to_its_match_and_person(club: Club) -> None:
    page = club.visitor().get(f"{HARDCORE}&period=week").text
    assert f'href="{club.match("new")}"' in page
    assert f'href="{club.page_of(CLEO)}"' in page
    assert f'href="{club.page_of(BEN)}"' in page
    assert f'href="{club.page_of(ANNA)}"' not in page


def test_own_row_is_marked(club: Club) -> None:
    page = Page(club.visitor(ANNA).get(HARDCORE).text)
    assert f"{ANNA} (du)" in page.text
    assert page.html.count("is-me") == 1
    assert "is-me" not in club.visitor().get(HARDCORE).text


def test_names_are_shown_as_text_case_22(club: Club) -> None:
    page = club.visitor().get(HARDCORE).text
    assert "Ben &lt;b&gt;fett&lt;/b&gt;" in page
    assert "<b>fett" not in page


@pytest.mark.parametrize("address", ["/boards", f"{HARDCORE}&list=wins&period=week&seats=4"])
def test_every_choice_leads_to_a_list_in_which_it_is_chosen(club: Club, address: str) -> None:
    visitor = club.visitor()
    page = visitor.get(address).text
    game, *before = chosen(page)
    groups = ("Liste", "Zeitraum", "Wer spielt?", "Hardcore")
    assert len(before) == len(groups)
    for number, title in enumerate(groups):
        for words, to in links(page, re.escape(title)).items():
            after = chosen(visitor.get(to).text)
            assert after == [game, *before[:number], words, *before[number + 1 :]], to


def test_mistaken_choices_are_the_usual_ones(club: Club) -> None:
    visitor = club.visitor()
    usual = chosen(visitor.get("/boards").text)
    wrong = "/boards/zdwa?list=no&period=%00&seats=99&hardcore=maybe&other=1&seats=x"
    assert chosen(visitor.get(wrong).text) == usual


ACCOUNT: Final = "/boards/wuerfelmania?list=account"


@pytest.mark.parametrize(
    "query", ["", "&period=week", "&fives=bonus", "&seats=1", "&seats=2&fives=count"]
)
def test_account_adds_up_all_kinds_of_matches(club: Club, query: str) -> None:
    """Whatever is asked for that does not matter there; matches of one seat bring nothing."""
    emil, frida = LEAVERS
    credit = sum(club.past.totals[f"left {fives}", frida] for fives in ("count", "bonus"))
    found = rows(club.visitor().get(ACCOUNT + query).text)
    assert found == expected({emil: -1000, frida: credit})


def test_list_offers_only_what_matters_there(club: Club) -> None:
    visitor = club.visitor()
    totals = visitor.get("/boards/wuerfelmania?seats=1&fives=bonus&period=week").text
    assert "Übungsspiel" in links(totals, r"Wer spielt\?")
    assert "Fünferpasch" in totals
    to = links(totals, "Liste")["Kontopunkte"]
    assert to == f"{ACCOUNT}&period=week"
    account = visitor.get(to).text
    assert [*links(account, r"Wer spielt\?")] == [
        "Alle",
        "Zu zweit",
        "Zu dritt",
        "Zu viert",
        "Zu fünft",
        "Zu sechst",
    ]
    assert "Fünferpasch" not in account
    assert chosen(account)[1:] == ["Kontopunkte", "7 Tage", "Alle"]


def test_unknown_game_has_no_lists(club: Club) -> None:
    for game in ("nothing", "ZDWA", "%00", "%ff"):
        assert club.visitor().get(f"/boards/{game}").status_code == 404


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/boards/zdwa?seats=3", "noch niemand"),
        ("/boards/zdwa?seats=3&period=week", "In den letzten 7 Tagen"),
    ],
)
def test_empty_list_says_what_one_can_do(club: Club, address: str, words: str) -> None:
    page = club.visitor().get(address)
    assert page.status_code == 200
    assert words in page.text
    assert 'class="empty"' in page.text


def test_changing_the_language_keeps_the_choice(club: Club) -> None:
    page = Page(club.visitor().get(f"{HARDCORE}&seats=2").text)
    assert page.hidden["/language"]["back"] == f"{HARDCORE}&seats=2"


@pytest.mark.parametrize("game", discovery.playable())
def test_each_variant_has_lists_of_its_own(club: Club, game: str) -> None:
    meta, words = discovery.meta(game), catalogue("de").gettext
    specs = [spec for spec in meta.options if spec.name in meta.apart]
    for spec in specs:
        shown = links(club.visitor().get(f"/boards/{game}").text, words(spec.title))
        assert {*shown} == {words(short_label(spec, value)) for value in spec.values}
        for label, address in shown.items():
            assert label in chosen(club.visitor().get(address).text)
