"""Sample pages of tables of any game, drawn by the screens of the server.

A match is begun by `begun`, put into a position by `told` (events as in a record), `played` or
`set_by_hand`, and shown by `table` or `past_match`. Tables before a match are shown by `waiting`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Final

from pasch.games import discovery
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.chance import Choice, Throw
from pasch.kernel.page import Advice
from pasch.kernel.rules import ChanceDue
from pasch.matches.chatting import partners
from pasch.matches.clock import SystemClock
from pasch.matches.lines import BITS_BELOW, Channel, ChatLine, LineKind, LineNumber, Reader
from pasch.matches.model import (
    Account,
    AccountId,
    MatchStatus,
    Millis,
    Pause,
    Player,
    Sitter,
    Table,
    TableStatus,
    computer_account,
    computer_name,
)
from pasch.matches.notices import Code
from pasch.matches.position import Moment, Position, begin, follow
from pasch.matches.registry import OpenTable
from pasch.web.chat import people_at
from pasch.web.drawing import draw_log, draw_parts
from pasch.web.i18n import Language
from pasch.web.pages import safe
from pasch.web.past import past_screen
from pasch.web.paths import person_page, rules_page
from pasch.web.people import person
from pasch.web.screens import screen_of
from pasch.web.shell import Person
from pasch.web.stream import draw_people, story_of, stream
from pasch.web.visit import Visit
from tests.match_rows import NOON, running_match, table_of, table_with

Page = Callable[..., str]
"""Renders a template with the frame's context."""

Sample = Callable[[Language], str]
Event = tuple[Actor, str]

NAMES: Final = (
    "Anna", "Jo", "Mira", "Klaus-Dieter", "Zoë", "Ben Bergmann", "Eva", "Bo"
)  # fmt: skip
"""The names on the seats; Anna is the one who usually looks."""

WATCHER: Final = "Tim"
IGNORED: Final = "Rolf"
SHARE: Final = bytes.fromhex("9f3c51e07b2ad48c" * 2)
SECRET: Final = bytes.fromhex("51e07b2ad48c9f3c" * 4)
NEXT_SECRET: Final = bytes.fromhex("d48c9f3c51e07b2a" * 4)
DURATION: Final = 42 * 60_000
PAUSE_LEFT: Final = 7 * 60_000
BASE: Final = "http://192.168.178.20:8000"
INVITATION: Final = "4f7k51e07b2ad48c9f3c51e07b2ad48c"


def account(name: str) -> Account:
    """Return the account of a name."""
    key = name.casefold()
    letters = "".join(char for char in key if char.isascii() and char.isalpha())
    return Account(AccountId(letters), name, key, NOON)


def badge(who: Account) -> Person:
    """Return somebody as the head of every page shows them."""
    return person(who.name, page=person_page(who.id))


# --- Positions


def begun(game: str, seats: int, options: str = "", names: tuple[str, ...] = NAMES) -> Position:
    """Return a match before its first event; options as in a record's header."""
    players = tuple(
        Player(account(name).id, name, SHARE, share_by_server=seat == 2)
        for seat, name in enumerate(names[:seats], 1)
    )
    return begin(
        running_match(
            game, players, discovery.meta(game).resolve(_given(options), seats), secret=SECRET
        )
    )


def set_by_hand(position: Position, state: object) -> Position:
    """Return the position with another state, as if the scores had grown evenly up to it."""
    rules = position.rules
    view = rules.view(state, None)
    moment = Moment(position.version, state, rules.to_move(state), view, None)
    totals, turns = rules.totals(state), rules.turns(state)
    trace = tuple(tuple(t * turn // max(turns, 1) for t in totals) for turn in range(turns + 1))
    return replace(position, moments=(moment,), trace=(*trace[:-1], totals))


def told(position: Position, body: str) -> Position:
    """Return the position after more events, written as in a record but with `;`."""
    for line in filter(None, body.split("; ")):
        word, _, text = line.partition(" ")
        position = follow(position, CHANCE if word == CHANCE else Seat(int(word)), text)
    return position


def played(
    position: Position, choose: Callable[[Position], Event], is_there: Callable[[Position], bool]
) -> Position:
    """Return the first position from here on that is wanted, or the end of the match."""
    while not (is_there(position) or position.is_over):
        position = follow(position, *choose(position))
    return position


def has_played(turns: int) -> Callable[[Position], bool]:
    """Return a condition: so many turns of the match are over, and no dice are in the air."""
    return lambda now: now.rules.turns(now.state) >= turns and not is_throwing(now)


def is_throwing(position: Position) -> bool:
    """Return whether chance is to move."""
    return isinstance(position.to_move, ChanceDue)


def thrown(position: Position, random: Random) -> Event:
    """Return the dice that are due; whoever is drawn to begin is seat 1."""
    assert isinstance(position.to_move, ChanceDue)
    request = position.to_move.request
    if isinstance(request, Choice):
        return CHANCE, request.write((1,))
    assert isinstance(request, Throw)
    return CHANCE, request.write(tuple(random.randint(1, 6) for _ in range(request.dice)))


# --- Tables with a match


@dataclass(frozen=True)
class Around:
    """What is the case at a table besides where its match stands.

    `held` are the places that are held, `advice` is the latest hint (`is_hint_due`: one is looked
    for), `again` are the seats that are ready for another match. The match is paused while seats
    are `absent` or if it `is_asked`.
    """

    held: tuple[int, ...] | None = None
    absent: tuple[int, ...] = ()
    is_asked: bool = False
    advice: Advice | None = None
    is_hint_due: bool = False
    again: tuple[int, ...] = ()


def table(
    page: Page,
    position: Position,
    viewer: int | None,
    around: Around = Around(),
    *,
    is_known: bool = True,
) -> Sample:
    """Return the page of a table with a match as a seat or a spectator sees it."""
    assert not is_throwing(position), "nobody ever sees this"

    def sample(language: Language) -> str:
        return _page(page, language, open_table(position, around), viewer, is_known=is_known)

    return sample


def open_table(position: Position, around: Around = Around()) -> OpenTable:
    """Return the table of a match, which is over when the position is."""
    position = ended(position) if position.is_over else position
    status = TableStatus.FINISHED if position.is_over else TableStatus.PLAYING
    row = table_of(position.match, status, secret=NEXT_SECRET)
    sitters = (
        replace(sitter, ready=True, share=SHARE) if sitter and seat in around.again else sitter
        for seat, sitter in enumerate(row.sitters, 1)
    )
    found = OpenTable(replace(row, sitters=tuple(sitters)))
    found.follow(position)
    if around.held is not None:
        found.held = around.held
    found.is_hint_due = around.is_hint_due
    if around.advice is not None:
        found.advice = (found.spot, around.advice)
    if around.is_asked or around.absent:
        absent = tuple(map(Seat, around.absent))
        due_at = Millis(SystemClock().now() + PAUSE_LEFT)
        found.pause = Pause(position.match.id, due_at, around.is_asked, absent)
    found.chat = tuple(_chat(found))
    return found


def ended(position: Position) -> Position:
    """Return a position with the match's row as it is at the end."""
    match = position.match
    at = Millis(match.started_at + DURATION)
    return replace(position, match=replace(match, status=MatchStatus.FINISHED, ended_at=at))


def past_match(page: Page, position: Position) -> Sample:
    """Return the page of a finished match long after, as Anna sees it."""

    def sample(language: Language) -> str:
        past = ended(position)
        screen = past_screen(past, Visit(account(NAMES[0]), language))
        return page(
            language,
            "web/match.html",
            title=screen.bar.title,
            game=screen.game,
            parts=draw_parts(language, screen),
            log=safe("".join(draw_log(language, past))),
        )

    return sample


# --- Tables without a match


def waiting_table(
    game: str, marks: str, options: str = "", names: tuple[str, ...] = NAMES
) -> Table:
    """Return a table before its first match.

    A mark tells each seat: `.` is free, `-` taken, `+` ready, `c` a computer's.
    """
    computers = count(1)
    sitters = tuple(
        _computer(game, next(computers)) if mark == "c" else _sitter(name, mark)
        for name, mark in zip(names, marks, strict=False)
    )
    resolved = discovery.meta(game).resolve(_given(options), len(marks))
    row = table_with(game, sitters, resolved, secret=NEXT_SECRET)
    return replace(row, invitation=INVITATION)


def _given(options: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in options.split())


def _sitter(name: str, mark: str) -> Sitter | None:
    if mark == ".":
        return None
    is_ready = mark == "+"
    return Sitter(account(name).id, name, is_ready, SHARE if is_ready else None)


def _computer(game: str, number: int) -> Sitter:
    levels = discovery.levels(game)
    level = levels[number % len(levels)].name
    return Sitter(computer_account(number), computer_name(number), ready=True, level=level)


def waiting(page: Page, row: Table, viewer: int | None, *, is_known: bool = True) -> Sample:
    """Return the page of a table without a match as a seat or somebody without one sees it."""

    def sample(language: Language) -> str:
        found = OpenTable(row)
        found.chat = tuple(_chat(found))
        return _page(page, language, found, viewer, is_known=is_known)

    return sample


# --- What all tables share


def _page(
    page: Page, language: Language, found: OpenTable, viewer: int | None, *, is_known: bool
) -> str:
    """Return a table's page with all that the server's page has."""
    seat = Seat(viewer) if viewer else None
    sitter = found.table.sitter(seat) if seat else None
    me = account(sitter.name if sitter else WATCHER) if is_known else None
    reader = Reader(me.id, {account(IGNORED).id: IGNORED}) if me else Reader()
    screen = screen_of(found, seat, language, BASE)
    return page(
        language,
        "web/table.html",
        me=badge(me) if me else None,
        title=screen.bar.title,
        game=screen.game,
        rules=rules_page(screen.game),
        has_hints=discovery.meta(screen.game).has_hints,
        layout=screen.stage,
        parts=draw_parts(language, screen),
        log=safe("".join(stream(language, story_of(found), reader))),
        people=safe(draw_people(language, people_at(found.table, found.chat, reader))),
        table=screen.form.table,
        match=screen.form.match,
        seen=screen.form.seen,
        command="c1",
    )


def _chat(found: OpenTable) -> Iterator[ChatLine]:
    """Yield a line of each kind that there can be, behind what has happened."""
    seated = [
        (Seat(seat), sitter)
        for seat, sitter in enumerate(found.table.sitters, 1)
        if sitter is not None and not sitter.is_computer
    ]
    (first, host), (last, guest) = seated[0], seated[-1]
    said = ChatLine(
        number=line_number(1),
        place=found.table.id,
        kind=LineKind.SAID,
        channel=Channel.ALL,
        author=guest.account,
        name=guest.name,
        seat=last,
        text="<b>Gut Wurf</b> allen! \u202eabc",
        spot=found.spot,
    )
    told = replace(said, kind=LineKind.NOTICE, author=None, text=Code.SAT, party=(guest.account,))
    yield told
    yield replace(said, number=line_number(2))
    if party := partners(found, host.account):
        mine = replace(said, author=host.account, name=host.name, seat=first, party=party)
        text = "Die Sechser noch, dann Bonus"
        yield replace(mine, number=line_number(3), channel=Channel.TEAM, text=text)
    by_watcher = replace(said, author=account(WATCHER).id, name=WATCHER, seat=None)
    if position := found.running:
        players = tuple(player.account for player in position.match.players)
        by_watcher = replace(by_watcher, channel=Channel.WATCHERS, party=players)
    yield replace(by_watcher, number=line_number(4), text="Wer gewinnt wohl?")
    yield replace(said, number=line_number(5), kind=LineKind.REACTION, text="clover")


def line_number(place: int) -> LineNumber:
    """Return the number of a line that was written so many seconds after noon."""
    return LineNumber((NOON + 1000 * place) << BITS_BELOW)
