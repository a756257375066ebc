"""The lists of the best: which one is wanted, the links to the others, and its rows."""

from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pasch.games import discovery
from pasch.kernel.meta import GameMeta, Options, OptionSpec, Order, Ranking
from pasch.kernel.refusals import N_
from pasch.matches.boards import LINES_SHOWN, Choice, Period
from pasch.matches.results import ANY_SEATS, Leader
from pasch.web.house import house_of
from pasch.web.i18n import catalogue
from pasch.web.paths import match_page
from pasch.web.people import short_label, somebody
from pasch.web.respond import page
from pasch.web.shell import Person
from pasch.web.visit import Visit, visit_of

PERIODS: Final = {Period.ALL_TIME.value: N_("All time"), Period.WEEK.value: N_("7 days")}


class Link(NamedTuple):
    """A choice among others; `labels` are message ids."""

    labels: tuple[str, ...]
    href: str
    is_chosen: bool


class Filter(NamedTuple):
    """Something to choose among; `title` is a message id."""

    title: str
    links: tuple[Link, ...]


class Row(NamedTuple):
    """A row of a list; `match` is the address of the match's page, `date` its day.

    The visitor's own row `is_apart` when it stands behind those that are shown to everybody.
    """

    place: int
    person: Person
    value: int
    match: str
    date: str
    matches: int
    is_me: bool
    is_apart: bool


async def show_boards(request: Request) -> Response:
    """Answer `GET /boards` and `GET /boards/GAME`."""
    visit = await visit_of(request)
    choice = chosen(request.path_params.get("game"), request.query_params)
    leaders = await house_of(request).boards.leaders(choice, visit.account_id)
    ranking = choice.ranking
    return page(
        request,
        visit,
        "web/boards.html",
        games=games(choice),
        filters=filters(choice),
        ranking=ranking,
        rows=rows(leaders, visit),
        tells_matches=ranking.order is not Order.SUM,
        is_week=choice.period is Period.WEEK,
        all_time=address(choice, period=Period.ALL_TIME.value),
    )


def chosen(game: str | None, query: Mapping[str, str]) -> Choice:
    """Return which list an address asks for; what it leaves open or mistakes is the default."""
    if game is None:
        game = discovery.playable()[0]
    elif game not in discovery.playable():
        raise HTTPException(404)
    meta = discovery.meta(game)
    named = {ranking.name: ranking for ranking in meta.rankings}
    ranking = named.get(query.get("list", ""), meta.rankings[0])
    seats = {str(number): number for number in meta.seats_of(ranking)}
    period = query.get("period", "")
    return Choice(
        game=game,
        ranking=ranking,
        apart=tuple((spec.name, _value(meta, spec, query)) for spec in meta.apart_of(ranking)),
        seats=seats.get(query.get("seats", ""), ANY_SEATS),
        period=Period(period) if period in set(Period) else Period.ALL_TIME,
    )


def _value(meta: GameMeta, spec: OptionSpec, query: Mapping[str, str]) -> str:
    wanted = query.get(spec.name, "")
    return wanted if wanted in spec.values else spec.default(meta.seats[0])


def address(choice: Choice, **other: str) -> str:
    """Return the address of a list, or of the one that differs from it in something.

    What does not matter there is left out, as is what is usual.
    """
    wanted = chosen(choice.game, {**_told(choice), **other})
    usual = _told(chosen(choice.game, {"list": wanted.ranking.name}))
    usual["list"] = discovery.meta(choice.game).rankings[0].name
    told = {name: value for name, value in _told(wanted).items() if value != usual[name]}
    return f"/boards/{choice.game}" + (f"?{urlencode(told)}" if told else "")


def _told(choice: Choice) -> dict[str, str]:
    """Return a choice as the fields of an address."""
    seats = str(choice.seats) if choice.seats != ANY_SEATS else ""
    fields = {"list": choice.ranking.name, "period": choice.period.value, "seats": seats}
    return fields | dict(choice.apart)


def games(choice: Choice) -> tuple[Link, ...]:
    """Return the links to the lists of all games."""
    return tuple(
        Link((discovery.meta(slug).title,), f"/boards/{slug}", slug == choice.game)
        for slug in discovery.playable()
    )


def filters(choice: Choice) -> tuple[Filter, ...]:
    """Return what can be chosen at a list; what leaves no choice is left out."""
    meta = discovery.meta(choice.game)
    offered = (
        ("list", N_("List"), {ranking.name: ranking.title for ranking in meta.rankings}),
        ("period", N_("Period"), PERIODS),
        ("seats", N_("Who plays?"), _seat_labels(meta, choice.ranking)),
        *(
            (spec.name, spec.title, _value_labels(meta, spec))
            for spec in meta.apart_of(choice.ranking)
        ),
    )
    return tuple(
        Filter(title, _links(choice, name, labels))
        for name, title, labels in offered
        if len(labels) > 1
    )


def _links(choice: Choice, name: str, labels: Mapping[str, str]) -> tuple[Link, ...]:
    now = _told(choice)[name]
    return tuple(
        Link((label,), address(choice, **{name: value}), value == now)
        for value, label in labels.items()
    )


def _seat_labels(meta: GameMeta, ranking: Ranking) -> dict[str, str]:
    named = dict(zip(meta.seats, meta.seat_labels, strict=True))
    labels = {str(number): named[number] for number in meta.seats_of(ranking)}
    return {"": N_("All"), **labels} if len(labels) > 1 else labels


def _value_labels(meta: GameMeta, spec: OptionSpec) -> dict[str, str]:
    """Return what the values of an option are called, the default first."""
    labels = {value: short_label(spec, value) for value in spec.values}
    return dict(sorted(labels.items(), key=lambda pair: pair[0] != spec.default(meta.seats[0])))


def apart_labels(game: str, apart: Options) -> tuple[str, ...]:
    """Return message ids for the values of options that have lists of their own."""
    specs = {spec.name: spec for spec in discovery.meta(game).options}
    return tuple(short_label(specs[name], value) for name, value in apart if name in specs)


def rows(leaders: tuple[Leader, ...], visit: Visit) -> tuple[Row, ...]:
    """Return the rows of a list as somebody sees them."""
    words = catalogue(visit.language)
    return tuple(
        Row(
            place=leader.place,
            person=somebody(leader.name, leader.account, words),
            value=leader.value,
            match=match_page(leader.match),
            date=words.date(leader.finished_at),
            matches=leader.matches,
            is_me=leader.account == visit.account_id,
            is_apart=number >= LINES_SHOWN,
        )
        for number, leader in enumerate(leaders)
    )
