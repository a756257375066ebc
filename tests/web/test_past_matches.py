"""The page of a finished match: as it was, for everybody, for good."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.page import Seen
from pasch.kernel.record import read_record
from pasch.kernel.rules import Deciding
from pasch.matches.model import MatchStatus
from pasch.matches.position import Position, advance, settle, with_match
from pasch.web.drawing import draw_main
from pasch.web.pages import fragment
from pasch.web.past import past_screen
from pasch.web.visit import Visit
from tests.match_rows import NOON
from tests.web.club import NAMES, Club
from tests.web.sample_tables import begun
from tests.web.visitors import Page, Round, Visitors, without_ids

ANNA, BEN, CLEO, DANA = NAMES


TO_MOVE = re.compile(r"is-turn|is-to-move|is-busy|aria-current|am Zug|ist als Nächst")
"""What marks somebody who is to move, on pages of any game."""

LEFT_AFTER = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55)
"""Events of a match before somebody leaves it."""


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


def moments(game: str, seats: int) -> Iterator[Position]:
    """Yield a match of people who say anything at several moments, before its end."""
    chooser = Random(7)
    position, _ = settle(begun(game, seats), NOON)
    for events in range(LEFT_AFTER[-1] + 1):
        if not isinstance(due := position.to_move, Deciding):
            return
        if events in LEFT_AFTER:
            yield position
        seat = chooser.choice(due.seats)
        text = chooser.choice(position.rules.legal(position.state, seat))
        position, _ = advance(position, seat, text, NOON)


def page_of_left(position: Position) -> str:
    """Return the page of a match that the first seat has left now."""
    left = replace(position.match, status=MatchStatus.LEFT, left=(Seat(1),), ended_at=NOON)
    return draw_main("de", past_screen(with_match(position, left), Visit(None, "de")))


def drawn(position: Position, *, is_over: bool) -> str:
    """Return everything that a game shows spectators of a match."""
    match = position.match
    seen = Seen(position.public_view, None, match.names, (), is_over=is_over)
    regions = discovery.presenter(match.game).regions(seen).values()
    template = f"{match.game}/table.html"
    return "".join(fragment("de", template, *region) for region in regions)


@pytest.mark.parametrize("game", discovery.playable())
@pytest.mark.parametrize("seats", [2, 3])
def test_nobody_is_to_move_in_a_match_that_was_left(game: str, seats: int) -> None:
    for position in moments(game, seats):
        assert TO_MOVE.search(drawn(position, is_over=False))
        assert TO_MOVE.findall(drawn(position, is_over=True)) == []
        if position.rules.account_points(position.state, (Seat(1),)):
            assert TO_MOVE.findall(page_of_left(position)) == []
