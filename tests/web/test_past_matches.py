"""The page of a finished match: as it was, for everybody, for good."""

import re

import pytest

from pasch.kernel.record import read_record
from tests.web.club import NAMES, Club
from tests.web.visitors import Page, Round, Visitors, without_ids

ANNA, BEN, CLEO, DANA = NAMES


def board(html: str) -> str:
    """Return the drawing of the board."""
    return html[html.index('<div id="board"') : html.index('<section id="history"')]


@pytest.mark.parametrize("name", ["old", "teams", "alone 3", "new", "normal"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_finished_match_has_a_page(club: Club, name: str, language: str) -> None:
    answer = club.visitor(language=language).get(club.match(name))
    assert answer.status_code == 200
    page = Page(answer.text)
    assert page.language == language
    for (match, person), total in club.past.totals.items():
        if match == name:
            assert str(total) in page.text
            assert person in page.text
    assert f'href="{club.match(name)}/record.txt"' in answer.text
    assert page.buttons == [b for b in page.buttons if b.action == "/language"]


def test_it_looks_as_it_did_at_the_table(club: Club) -> None:
    """For spectators the board and the standing are the same to the letter."""
    visitor = club.visitor()
    at_table = visitor.get(f"/t/{club.past.tables['teams']}").text
    later = visitor.get(club.match("teams")).text
    assert without_ids(board(later)).strip() == without_ids(board(at_table)).strip()
    standing = re.compile(r'<ol class="standing">.*?</ol>', re.DOTALL)
    assert standing.findall(later) == standing.findall(at_table)
    chart = re.compile(r'<figure class="chart">.*?</figure>', re.DOTALL)
    assert chart.findall(later) == chart.findall(at_table)


def test_record_holds_what_the_page_shows(club: Club) -> None:
    visitor = club.visitor()
    record = read_record(visitor.get(f"{club.match('new')}/record.txt").text)
    page = visitor.get(club.match("new")).text
    assert record.provenance is not None
    assert record.provenance.secrets[0].hex() in page
    assert record.provenance.seals[0].hex() in page


def test_who_played_is_told_so(club: Club) -> None:
    assert "(du)" in club.visitor(DANA).get(club.match("teams")).text
    assert "(du)" not in club.visitor(DANA).get(club.match("new")).text
    assert "(du)" not in club.visitor().get(club.match("teams")).text


def test_names_lead_to_people(club: Club) -> None:
    page = club.visitor().get(club.match("new")).text
    assert f'href="{club.page_of(CLEO)}"' in page
    assert "<b>fett" not in page


@pytest.mark.parametrize("name", ["running", "aborted"])
def test_other_matches_have_no_page_and_no_record(club: Club, name: str) -> None:
    for visitor in (club.visitor(), club.visitor(ANNA)):
        for address in (club.match(name), f"{club.match(name)}/record.txt"):
            answer = visitor.get(address)
            assert answer.status_code == 404
            assert club.past.matches[name] not in Page(answer.text).text


@pytest.mark.parametrize("match", ["222222222222", "x", "%00", "%ff", "a" * 300, "..%2f.."])
def test_unknown_match(club: Club, match: str) -> None:
    assert club.visitor().get(f"/m/{match}").status_code == 404


def test_page_stays_when_the_table_is_gone(visitors: Visitors) -> None:
    round_ = visitors.begun(1, hardcore="yes")
    round_.play_on(48)
    (wanda,) = round_.people
    match = round_.match
    at_table = wanda.page(round_.table)
    assert f'href="/m/{match}"' in at_table.html
    wanda.act(round_.table, "leave")
    stranger = visitors.stranger()
    assert board(stranger.get(f"/m/{match}").text).strip() == board(at_table.html).strip()
    assert wanda.name in Page(stranger.get("/boards/zdwa?hardcore=yes&seats=1").text).text


def test_running_match_gets_its_page_with_the_last_event(visitors: Visitors) -> None:
    round_: Round = visitors.begun(1, hardcore="yes")
    round_.play_on(47)
    assert visitors.stranger().get(f"/m/{round_.match}").status_code == 404
    round_.play_on(1)
    assert visitors.stranger().get(f"/m/{round_.match}").status_code == 200
