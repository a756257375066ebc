"""People and tables as the pages show them."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from pasch.games import discovery
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.meta import GameMeta, Options, OptionSpec
from pasch.kernel.page import Line
from pasch.kernel.refusals import N_
from pasch.kernel.rules import Deciding
from pasch.matches.model import AccountId, Table
from pasch.matches.names import DELETED
from pasch.matches.position import Position
from pasch.matches.registry import OpenTable
from pasch.matches.watching import may_watch
from pasch.web.charts import HUES
from pasch.web.i18n import LANGUAGES, Catalogue, catalogue
from pasch.web.paths import person_page, rules_page
from pasch.web.shell import (
    Choice,
    GameCard,
    LevelCard,
    OptionField,
    Person,
    Range,
    SeatCard,
    TableCard,
)

NO_SEAT: Final = 2
"""The hue of a person away from the table."""

YES_OR_NO: Final = {"yes", "no"}
PLAIN: Final = N_("Normal")
"""What a match is called without an option that can be switched on."""

NO_INITIALS: Final = "–"
"""What the badge of a deleted account shows."""

TEAMS: Final = "ABCDEFGH"

MILLIS_A_SECOND: Final = 1000
WITH_COMPUTERS: Final = N_("with computers")
NO_COMPUTERS: Final = N_("No, people")


def person(name: str, seat: Seat | None = None, page: str = "") -> Person:
    """Return a name with its badge: the initials of two words, or the first two letters.

    At a table the hue is the seat's, so that no two neighbours look alike. `page` is the address
    of the person's page, where the name shall lead there. A deleted account has none.
    """
    hue = NO_SEAT if seat is None else (seat - 1) % HUES
    if name in _gone():
        return Person(name, NO_INITIALS, hue)
    words = name.split()
    letters = words[0][0] + words[1][0] if len(words) > 1 else name[:2]
    return Person(name, letters.upper(), hue, page)


@cache
def _gone() -> frozenset[str]:
    """Return what stands in the place of the names of deleted accounts; nobody else bears it."""
    return frozenset({DELETED, *(catalogue(language).gettext(DELETED) for language in LANGUAGES)})


def somebody(name: str, account: AccountId, words: Catalogue, seat: Seat | None = None) -> Person:
    """Return who stands in a list, as is said in a language, with the page of the person."""
    said = words.gettext(DELETED) if name == DELETED else name
    return person(said, seat, person_page(account))


def parties_of(table: Table) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats that will win together at a table."""
    rules = discovery.rules(table.game)
    return rules.parties(rules.start(table.options, len(table.sitters)))


def team_of(seat: Seat, parties: tuple[tuple[Seat, ...], ...]) -> str:
    """Return the letter of a seat's team, or nothing where everybody plays alone."""
    if all(len(party) == 1 for party in parties):
        return ""
    return next(letter for letter, party in zip(TEAMS, parties, strict=False) if seat in party)


def seat_cards(table: Table, viewer: Seat | None) -> tuple[SeatCard, ...]:
    """Return the seats of a table as a viewer sees them."""
    parties = parties_of(table)
    return tuple(
        _seat_card(table, seat, viewer, team_of(seat, parties))
        for seat in seats_of(len(table.sitters))
    )


def _seat_card(table: Table, seat: Seat, viewer: Seat | None, team: str) -> SeatCard:
    sitter = table.sitter(seat)
    return SeatCard(
        number=seat,
        team=team,
        person=person(sitter.name, seat) if sitter is not None else None,
        is_ready=sitter is not None and sitter.ready,
        is_me=seat == viewer,
        is_owner=sitter is not None and sitter.account == table.owner,
        level=level_card(table.game, sitter.level) if sitter is not None else None,
    )


def level_card(game: str, name: str) -> LevelCard | None:
    """Return how the computers of a level play; None for people, and for a level of old."""
    return next((card for card in level_cards(game) if card.name == name), None)


@cache
def level_cards(game: str) -> tuple[LevelCard, ...]:
    """Return how computers may play a game, the weakest first."""
    return tuple(
        LevelCard(level.name, level.title, level.about, -(-level.think_millis // MILLIS_A_SECOND))
        for level in discovery.levels(game)
    )


def option_labels(table: Table) -> tuple[Line, ...]:
    """Return what tells a table's number of seats and its options off the default."""
    return labels_of(table.game, len(table.sitters), table.options, table.has_computer)


@lru_cache(maxsize=1024)
def labels_of(
    game: str, seats: int, options: Options, has_computer: bool = False
) -> tuple[Line, ...]:
    """Return what tells a number of seats, the options off the default, computers."""
    meta = discovery.meta(game)
    specs = {spec.name: spec for spec in meta.options}
    named = ((specs[name], value) for name, value in options if name in specs)
    return (
        Line(meta.seat_labels[meta.seats.index(seats)]),
        *(
            _note(spec, value)
            for spec, value in named
            if not spec.by_seats and value != spec.default(seats)
        ),
        *((Line(WITH_COMPUTERS),) if has_computer else ()),
    )


def _note(spec: OptionSpec, value: str) -> Line:
    """Return what tells an option's value; a number alone would not say what it is."""
    if spec.is_number:
        return Line(spec.labels[0], (("number", value),))
    return Line(short_label(spec, value))


def short_label(spec: OptionSpec, value: str) -> str:
    """Return the message id of an option's value where room is scarce.

    What is switched on is called by the option's title.
    """
    if set(spec.values) == YES_OR_NO:
        return spec.title if value == "yes" else PLAIN
    return spec.label(value)


def table_card(found: OpenTable, account: AccountId | None) -> TableCard:
    """Return a table as the lobby lists it for somebody."""
    table = found.table
    seat = table.seat_of(account)
    owner = next((s.name for s in table.sitters if s is not None and s.account == table.owner), "")
    return TableCard(
        id=table.id,
        game=table.game,
        title=discovery.meta(table.game).title,
        labels=option_labels(table),
        seats=seat_cards(table, seat),
        status=table.status.value,
        owner=owner,
        is_mine=seat is not None,
        is_my_turn=seat is not None and _is_to_move(found.position, seat),
        can_join=table.has_room_for(account),
        can_watch=may_watch(table, account),
        turn=_names_to_move(found.position),
        is_protected=table.is_protected,
    )


def _names_to_move(position: Position | None) -> str:
    if position is None or not isinstance(position.to_move, Deciding):
        return ""
    return ", ".join(position.match.names[seat - 1] for seat in position.to_move.seats)


def _is_to_move(position: Position | None, seat: Seat) -> bool:
    return (
        position is not None
        and isinstance(position.to_move, Deciding)
        and seat in position.to_move.seats
    )


def game_cards() -> tuple[GameCard, ...]:
    """Return every game with the form for a new table."""
    return tuple(game_card(slug) for slug in discovery.playable())


def game_card(slug: str, given: Mapping[str, str] | None = None, seats: int = 0) -> GameCard:
    """Return a game with the form as somebody has filled it in: it offers only what fits.

    `given` are the form's fields; what is unknown or does not fit counts as not given. Without
    seats the game's first number of seats is chosen.
    """
    meta = discovery.meta(slug)
    number = seats if seats in meta.seats else meta.seats[0]
    choices = tuple(
        Choice(str(each), label, each == number)
        for each, label in zip(meta.seats, meta.seat_labels, strict=True)
    )
    options = _option_fields(meta, given or {}, number)
    wanted = (given or {}).get("computers", "")
    computers = _computer_choices(slug, wanted) if number > 1 else ()
    art, rules = meta.art, rules_page(slug)
    return GameCard(slug, meta.title, meta.tagline, art, choices, options, rules, computers)


def _computer_choices(slug: str, wanted: str) -> tuple[Choice, ...]:
    """Return what a form asks about the other seats; nothing where no computer can play."""
    levels = [(card.name, card.title, card.about) for card in level_cards(slug)]
    names = [name for name, _, _ in levels]
    chosen = wanted if wanted in names else ""
    offered = [("", NO_COMPUTERS, ""), *levels] if levels else []
    return tuple(Choice(name, title, name == chosen, about) for name, title, about in offered)


def _option_fields(meta: GameMeta, given: Mapping[str, str], seats: int) -> tuple[OptionField, ...]:
    """Return what a form asks for: the options that leave a choice."""
    fitting, chosen = meta.fitting(given, seats), meta.nearest(given, seats)
    return tuple(
        _option_field(spec, fitting[spec.name], chosen[spec.name], seats)
        for spec in meta.options
        if not spec.by_seats and len(fitting[spec.name]) > 1
    )


def _option_field(
    spec: OptionSpec, values: tuple[str, ...], chosen: str, seats: int
) -> OptionField:
    """Return what a form offers for an option, of choices the default first."""
    if spec.is_number:
        return OptionField(spec.name, spec.title, number=Range(values[0], values[-1], chosen))
    default = spec.default(seats)
    choices = (Choice(value, spec.label(value), value == chosen) for value in values)
    first = sorted(choices, key=lambda choice: choice.value != default)
    return OptionField(spec.name, spec.title, tuple(first))
