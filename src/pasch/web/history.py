"""The page of a person: what they have played, how it went, and every match of theirs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from pasch.games import discovery
from pasch.kernel.meta import ACCOUNT, Options
from pasch.kernel.page import Line
from pasch.matches.boards import HISTORY_A_PAGE, Choice
from pasch.matches.model import Account
from pasch.matches.results import Balance, Mark, PastMatch, PastSeat, Tally
from pasch.web.boards import Link, address, apart_labels
from pasch.web.charts import Chart, chart_of_totals
from pasch.web.house import house_of
from pasch.web.i18n import Catalogue, catalogue
from pasch.web.paths import match_page, person_page
from pasch.web.people import labels_of, person, somebody
from pasch.web.respond import page
from pasch.web.shell import Person
from pasch.web.visit import visit_of

LONGEST_NUMBER: Final = 6
"""Digits of the number of a page."""


class Sums(NamedTuple):
    """What matches add up to: how many, won alone, the average and the best total."""

    matches: int
    won: int
    average: int
    best: int
    best_match: str


class Credit(NamedTuple):
    """Account points of a game; `title` and `game` are message ids, `href` leads to their list."""

    title: str
    game: str
    points: int
    href: str


class Kind(NamedTuple):
    """A kind of match, told by its labels, with its sums."""

    labels: tuple[Line, ...]
    sums: Sums


class PastRow(NamedTuple):
    """A line of the history; `labels` tell its kind, `others` everybody else at the table."""

    match: str
    date: str
    title: str
    labels: tuple[Line, ...]
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


class Summary(NamedTuple):
    """What somebody has played: the sums of one game, links to others, pages of the history."""

    games: tuple[Link, ...]
    sums: Sums | None
    kinds: tuple[Kind, ...]
    charts: tuple[Link, ...]
    pages: Pages


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
    asked = wanted(tallies, request.query_params)
    words = catalogue(visit.language)
    past = await boards.history(who.id, asked.number)
    played = await boards.played(who.id)
    marks = await boards.marks(who.id, asked.game, asked.apart)
    return page(
        request,
        visit,
        "web/person.html",
        person=person(who.name),
        is_me=who.id == visit.account_id,
        since=words.date(who.created_at),
        credits=credits_of(await boards.balances(who.id)),
        summary=summary(who, tallies, asked, played),
        chart=_chart(marks, who.name),
        past=[past_row(match, who, words) for match in past],
    )


def summary(who: Account, tallies: Sequence[Tally], asked: Wanted, played: int) -> Summary:
    """Return what the page shows of somebody's tallies; `played` matches are in the history."""
    of_game = [tally for tally in tallies if tally.game == asked.game]
    return Summary(
        games=_game_links(who, tallies, asked),
        sums=_sums(of_game) if of_game else None,
        kinds=tuple(Kind(labels_of(t.game, t.seats, t.apart), _sums([t])) for t in of_game),
        charts=_chart_links(who, of_game, asked),
        pages=_pages(who, played, asked),
    )


def credits_of(balances: Sequence[Balance]) -> tuple[Credit, ...]:
    """Return somebody's account points as the page shows them."""
    return tuple(
        Credit(
            title=ranking.title,
            game=discovery.meta(balance.game).title,
            points=balance.points,
            href=address(Choice(balance.game, ranking, apart=())),
        )
        for balance in balances
        for ranking in discovery.meta(balance.game).rankings
        if ranking.figure == ACCOUNT
    )


def wanted(tallies: Sequence[Tally], query: Mapping[str, str]) -> Wanted:
    """Return what is asked for; what is left open or mistaken is what was played most."""
    game = _chosen(query.get("game"), [(tally.game, tally.matches) for tally in tallies])
    of_game = [tally for tally in tallies if tally.game == game]
    kind = _chosen(query.get("kind"), [(_written(t.apart), t.matches) for t in of_game])
    apart = next((tally.apart for tally in of_game if _written(tally.apart) == kind), ())
    number = query.get("page", "")
    is_number = number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER
    return Wanted(game, apart, max(1, int(number)) if is_number else 1)


def _chosen(asked: str | None, counted: Iterable[tuple[str, int]]) -> str:
    """Return what is asked for if it is there, else what is counted most; "" without any."""
    counts = Counter[str]()
    for name, count in counted:
        counts[name] += count
    if asked is not None and asked in counts:
        return asked
    return counts.most_common(1)[0][0] if counts else ""


def _written(apart: Options) -> str:
    return ",".join(f"{name}:{value}" for name, value in apart)


def _address(who: Account, game: str, apart: Options = (), number: int = 1) -> str:
    query = {"game": game, "kind": _written(apart), "page": str(number) if number > 1 else ""}
    told = {name: value for name, value in query.items() if value}
    return f"{person_page(who.id)}?{urlencode(told)}"


def _game_links(who: Account, tallies: Sequence[Tally], asked: Wanted) -> tuple[Link, ...]:
    slugs = dict.fromkeys(tally.game for tally in tallies)
    return tuple(
        Link((discovery.meta(slug).title,), _address(who, slug), slug == asked.game)
        for slug in slugs
    )


def _chart_links(who: Account, tallies: Sequence[Tally], asked: Wanted) -> tuple[Link, ...]:
    """Return links to the charts of all kinds of matches that are kept apart."""
    kinds = dict.fromkeys(tally.apart for tally in tallies)
    return tuple(
        Link(
            apart_labels(asked.game, apart),
            _address(who, asked.game, apart),
            apart == asked.apart,
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


def _chart(marks: Sequence[Mark], name: str) -> Chart | None:
    """Return the chart of some totals; one alone makes no line."""
    return chart_of_totals([mark.total for mark in marks], name) if len(marks) > 1 else None


def past_row(past: PastMatch, who: Account, words: Catalogue) -> PastRow:
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


def _pages(who: Account, played: int, asked: Wanted) -> Pages:
    last = max(1, -(-played // HISTORY_A_PAGE))
    number, kind = asked.number, (asked.game, asked.apart)
    return Pages(
        number=number,
        last=last,
        newer=_address(who, *kind, min(number - 1, last)) if number > 1 else "",
        older=_address(who, *kind, number + 1) if number < last else "",
    )
