"""The page of a person: what they have played, how it went, and every match of theirs."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from pasch.games import discovery
from pasch.kernel.meta import Options
from pasch.matches.boards import HISTORY_A_PAGE, Boards
from pasch.matches.model import Account
from pasch.matches.results import Mark, PastMatch, PastSeat, Tally
from pasch.web.addresses import match_page, person_page
from pasch.web.boards import Link, apart_labels
from pasch.web.charts import Chart, chart_of_totals
from pasch.web.house import house_of
from pasch.web.i18n import Catalogue, catalogue
from pasch.web.people import labels_of, person, somebody
from pasch.web.respond import page
from pasch.web.shell import Person
from pasch.web.visit import visit_of


class Sums(NamedTuple):
    """What matches add up to: how many, won alone, the average and the best total."""

    matches: int
    won: int
    average: int
    best: int
    best_match: str


class Kind(NamedTuple):
    """A kind of match, told by message ids, with its sums."""

    labels: tuple[str, ...]
    sums: Sums


class PastRow(NamedTuple):
    """A line of the history; `labels` are message ids, `others` everybody else at the table."""

    match: str
    date: str
    title: str
    labels: tuple[str, ...]
    place: int
    parties: int
    total: int
    others: tuple[Person, ...]


class Pages(NamedTuple):
    """Where the history stands; addresses are "" where there is nothing."""

    number: int
    last: int
    newer: str
    older: str


class Wanted(NamedTuple):
    """What an address of the page asks for."""

    game: str
    apart: Options
    number: int


async def show_person(request: Request) -> Response:
    """Answer `GET /p/PERSON`, by id or name."""
    visit = await visit_of(request)
    boards = house_of(request).boards
    who = await boards.person(request.path_params["person"])
    tallies = await boards.tallies(who.id)
    wanted = _wanted(tallies, request.query_params)
    words = catalogue(visit.language)
    of_game = [tally for tally in tallies if tally.game == wanted.game]
    past = await boards.history(who.id, wanted.number)
    return page(
        request,
        visit,
        "web/person.html",
        person=person(who.name),
        is_me=who.id == visit.account_id,
        since=words.date(who.created_at),
        games=_game_links(who, tallies, wanted),
        sums=_sums(of_game) if of_game else None,
        kinds=[Kind(labels_of(t.game, t.seats, t.apart), _sums([t])) for t in of_game],
        charts=_chart_links(who, of_game, wanted),
        chart=await _chart(boards, who, wanted) if of_game else None,
        past=[_past_row(match, who, words) for match in past],
        pages=_pages(who, tallies, wanted),
    )


def _wanted(tallies: Sequence[Tally], query: Mapping[str, str]) -> Wanted:
    """Return what is asked for; what is left open or mistaken is what was played most."""
    most = max(tallies, key=lambda tally: tally.matches, default=None)
    if most is None:
        return Wanted("", (), 1)
    played = [tally for tally in tallies if tally.game == query.get("game")] or [
        tally for tally in tallies if tally.game == most.game
    ]
    by_name = {_written(tally.apart): tally.apart for tally in played}
    usual = max(played, key=lambda tally: tally.matches).apart
    number = query.get("page", "")
    is_number = number.isascii() and number.isdecimal() and len(number) <= len("999999")
    return Wanted(
        game=played[0].game,
        apart=by_name.get(query.get("kind", ""), usual),
        number=max(1, int(number)) if is_number else 1,
    )


def _written(apart: Options) -> str:
    return ",".join(f"{name}:{value}" for name, value in apart)


def _address(who: Account, game: str, apart: Options = (), number: int = 1) -> str:
    query = {"game": game, "kind": _written(apart), "page": str(number) if number > 1 else ""}
    told = {name: value for name, value in query.items() if value}
    return f"{person_page(who.id)}?{urlencode(told)}"


def _game_links(who: Account, tallies: Sequence[Tally], wanted: Wanted) -> tuple[Link, ...]:
    slugs = dict.fromkeys(tally.game for tally in tallies)
    return tuple(
        Link((discovery.meta(slug).title,), _address(who, slug), slug == wanted.game)
        for slug in slugs
    )


def _chart_links(who: Account, tallies: Sequence[Tally], wanted: Wanted) -> tuple[Link, ...]:
    """Return links to the charts of all kinds of matches that are kept apart."""
    kinds = dict.fromkeys(tally.apart for tally in tallies)
    return tuple(
        Link(
            apart_labels(wanted.game, apart),
            _address(who, wanted.game, apart),
            apart == wanted.apart,
        )
        for apart in kinds
    )


def _sums(tallies: Sequence[Tally]) -> Sums:
    matches = sum(tally.matches for tally in tallies)
    best = max(tallies, key=lambda tally: tally.best)
    return Sums(
        matches=matches,
        won=sum(tally.won for tally in tallies),
        average=round(sum(tally.points for tally in tallies) / matches),
        best=best.best,
        best_match=match_page(best.match),
    )


async def _chart(boards: Boards, who: Account, wanted: Wanted) -> Chart | None:
    marks = await boards.marks(who.id, wanted.game, wanted.apart)
    return _chart_of(marks, who.name) if len(marks) > 1 else None


def _chart_of(marks: Sequence[Mark], name: str) -> Chart:
    return chart_of_totals([mark.total for mark in marks], name)


def _past_row(past: PastMatch, who: Account, words: Catalogue) -> PastRow:
    own = next(seat for seat in past.seats if seat.account == who.id)
    return PastRow(
        match=match_page(past.match),
        date=words.date(past.finished_at),
        title=discovery.meta(past.game).title,
        labels=labels_of(past.game, len(past.seats), past.options),
        place=own.place,
        parties=len({seat.party for seat in past.seats}),
        total=own.total,
        others=tuple(_other(seat, words) for seat in past.seats if seat != own),
    )


def _other(seat: PastSeat, words: Catalogue) -> Person:
    return somebody(seat.name, seat.account, words, seat.seat)


def _pages(who: Account, tallies: Sequence[Tally], wanted: Wanted) -> Pages:
    matches = sum(tally.matches for tally in tallies)
    last = max(1, -(-matches // HISTORY_A_PAGE))
    number, kind = wanted.number, (wanted.game, wanted.apart)
    return Pages(
        number=number,
        last=last,
        newer=_address(who, *kind, min(number - 1, last)) if number > 1 else "",
        older=_address(who, *kind, number + 1) if number < last else "",
    )
