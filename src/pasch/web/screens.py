"""What one audience sees of a table: the stage, its regions, and the texts around them.

A screen is made of frozen models only. Two screens are compared region by region; what differs
is drawn and sent.
"""

from collections.abc import Hashable, Mapping
from typing import NamedTuple

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.page import Line, Region, Seen
from pasch.kernel.refusals import N_
from pasch.kernel.rules import Deciding, ToMove
from pasch.matches.leaving import cost_of
from pasch.matches.model import AccountId, Match, MatchStatus, Pace, Table, TableStatus
from pasch.matches.position import Position
from pasch.matches.registry import OpenTable
from pasch.web.bygone import spoken
from pasch.web.chat import CHAT, chat_to
from pasch.web.finish import finish_of
from pasch.web.i18n import Language
from pasch.web.people import level_cards, option_labels, seat_cards
from pasch.web.shell import Bar, Choice, Invitation, Opened, Waiting
from pasch.web.standstill import PACES, pause_card, ways_of
from pasch.web.wording import wording_of

SHELL = "web/fragments.html"
"""The template whose macros draw the regions around the games."""

PIECES_SHOWN = 2
"""Pieces of a game on the felt of a table that waits."""

ABORTED = N_("The match was aborted. It counts nowhere.")
LEFT = N_("The match was left early: leaving is debited, the others are credited.")


class Form(NamedTuple):
    """What a command from this screen has to carry: the match and the version that is seen."""

    table: str
    match: str
    seen: int


class Part(NamedTuple):
    """A region around the board and the template that draws it."""

    template: str
    region: Region


class Screen(NamedTuple):
    """A table as one audience sees it.

    `stage` is "waiting", "playing", "finished" or "closed"; `is_watched` says whether the
    audience sees what is said and played. `board` holds the game's regions, `parts` those around
    it, by the ids of their elements; `layout` is the argument of the game's placing macros,
    None before the first match. `names` are those in the log; other ones redraw everything.
    `ended` is "aborted" or "left" when the last match was cut short.
    """

    stage: str
    game: str
    layout: Hashable
    board: Mapping[str, Region]
    parts: Mapping[str, Part]
    bar: Bar
    form: Form
    names: tuple[str, ...] = ()
    is_watched: bool = True
    ended: str = ""


class Outlook(NamedTuple):
    """From where one looks at a table: the seat (None: spectators), and in which language.

    `base` is the address of this server to which the one of an invitation is added; only seats
    are told it.
    """

    seat: Seat | None
    language: Language = "en"
    base: str = ""


class Basis(NamedTuple):
    """What all that stands around a board follows from; with it stays what was made of it.

    `hand` is the one whose secret is in use, `cost` what leaving costs the viewer. Whatever else
    follows from a state there, such as who plays together, never changes during a match.
    """

    outlook: Outlook
    table: Table
    match: Match
    to_move: ToMove
    hand: int
    cost: str
    is_hint_due: bool
    watchers: int


class Sight(NamedTuple):
    """What an audience sees, and from what it follows, which it may not see.

    Without a `basis` the next screen is made anew: before a match, and during a pause, which counts
    minutes.
    """

    screen: Screen
    basis: Basis | None = None


def seat_in(found: OpenTable, account: AccountId | None) -> Seat | None:
    """Return the seat from which an account looks at a table: in the match, else at the table."""
    if account is None:
        return None
    if found.position is not None and found.table.status is TableStatus.PLAYING:
        return found.position.match.seat_of(account)
    return found.table.seat_of(account)


def screen_of(
    found: OpenTable,
    seat: Seat | None,
    language: Language = "en",
    base: str = "",
    watchers: int = 0,
) -> Screen:
    """Return the screen of a seat (None: spectators), where so many people watch."""
    return sight_of(found, Outlook(seat, language, base), watchers).screen


def sight_of(
    found: OpenTable, outlook: Outlook, watchers: int = 0, before: Sight | None = None
) -> Sight:
    """Return what is to be seen of a table, where so many people watch.

    What stands around the board is taken over from `before` if nothing there can have changed.
    """
    table, seat = found.table, outlook.seat
    position = found.position and spoken(found.position, outlook.language)
    if position is None or table.status in (TableStatus.WAITING, TableStatus.CLOSED):
        return Sight(_watched(_waiting(table, position, outlook, watchers), found, seat))
    viewer = position.match.seat_of(_account_of(table, seat))
    basis = _basis(found, position, outlook, viewer, watchers)
    if before is not None and basis is not None and basis == before.basis:
        around = before.screen
    else:
        around = _watched(_around(found, position, seat, viewer, watchers), found, seat)
    seen, presenter = _seen(found, position, viewer), discovery.presenter(position.match.game)
    screen = around._replace(
        layout=presenter.layout(seen),
        board=presenter.regions(seen),
        form=Form(table.id, position.match.id, position.version),
    )
    return Sight(screen, basis)


def _watched(screen: Screen, found: OpenTable, seat: Seat | None) -> Screen:
    """Return a screen with what every one has: the line above the board, and who is written to."""
    to = chat_to(found, seat)
    own = {"bar": Part(SHELL, Region("bar", screen.bar)), "chat-to": Part(CHAT, Region("to", to))}
    return screen._replace(parts={**screen.parts, **own}, is_watched=to.kind != "nobody")


def _basis(
    found: OpenTable, position: Position, outlook: Outlook, viewer: Seat | None, watchers: int
) -> Basis | None:
    if found.pause is not None:
        return None
    return Basis(
        outlook=outlook,
        table=found.table,
        match=position.match,
        to_move=position.to_move,
        hand=position.rules.secret_index(position.state),
        cost=cost_of(position, viewer) if viewer is not None else "",
        is_hint_due=found.is_hint_due,
        watchers=watchers,
    )


def _waiting(table: Table, position: Position | None, outlook: Outlook, watchers: int) -> Screen:
    seat, base = outlook.seat, outlook.base
    meta = discovery.meta(table.game)
    is_closed = table.status is TableStatus.CLOSED
    message = N_("Waiting for everybody")
    if is_closed:
        message = _why_closed(position)
    tone = "over" if is_closed else "waiting"
    bar = Bar(
        table=table.id,
        game=table.game,
        title=meta.title,
        labels=option_labels(table),
        status=Line(message),
        who="",
        tone=tone,
        is_protected=table.is_protected,
        watchers=watchers,
    )
    sitter = table.sitter(seat) if seat is not None else None
    waiting = Waiting(
        table=table.id,
        seats=seat_cards(table, seat),
        my_seat=seat or 0,
        is_ready=sitter is not None and sitter.ready,
        is_owner=sitter is not None and sitter.account == table.owner,
        is_member=sitter is not None,
        free=len(table.free_seats),
        seal=table.seal,
        is_protected=table.is_protected,
        invitation=_invitation(table, base) if sitter is not None else None,
        watchable=table.watchable,
        levels=level_cards(table.game) if table.free_seats else (),
        paces=_paces(table),
        words=wording_of(table.game),
        art=meta.art[:PIECES_SHOWN],
    )
    parts = {"waiting": Part(SHELL, Region("waiting", waiting))}
    names = position.match.names if position is not None else ()
    form = Form(table.id, "", 0)
    ended = cut_short(position)
    return Screen(table.status.value, table.game, None, {}, parts, bar, form, names, ended=ended)


def cut_short(position: Position | None) -> str:
    """Return "aborted" or "left" for a match that was, "" for every other one."""
    if position is None or not position.match.status.is_cut_short:
        return ""
    return position.match.status.value


def _why_closed(position: Position | None) -> str:
    """Return what a closed table says of its match, as a message id."""
    if position is None or position.match.status is MatchStatus.FINISHED:
        return N_("This table is closed.")
    return LEFT if position.match.status is MatchStatus.LEFT else ABORTED


def _paces(table: Table) -> tuple[Choice, ...]:
    """Return how long the computers at a table may wait; nothing where there are none."""
    if not table.has_computer:
        return ()
    return tuple(Choice(pace.value, PACES[pace], pace is table.pace) for pace in Pace)


def _around(
    found: OpenTable, position: Position, seat: Seat | None, viewer: Seat | None, watchers: int
) -> Screen:
    """Return the screen of a match that runs or is over, but for its board."""
    table, match = found.table, position.match
    is_over = table.status is TableStatus.FINISHED
    if is_over:
        parts = {"finish": Part(SHELL, Region("finish", finish_of(table, position, seat, viewer)))}
    else:
        pause = pause_card(found, position, viewer)
        parts = {"pause": Part(SHELL, Region("pause", pause)), **_opened(position)}
    return Screen(
        stage="finished" if is_over else "playing",
        game=match.game,
        layout=None,
        board={},
        parts=parts,
        bar=_bar(found, position, viewer, watchers),
        form=Form(table.id, match.id, position.version),
        names=match.names,
        ended=cut_short(position),
    )


def _opened(position: Position) -> dict[str, Part]:
    """Return the region that opens the secrets of hands gone by, where hands have their own."""
    if not discovery.meta(position.match.game).has_hands:
        return {}
    secrets = tuple(secret.hex() for secret in position.open_secrets)
    opened = Opened(position.match.seal, secrets, wording_of(position.match.game))
    return {"opened": Part(SHELL, Region("opened", opened))}


def _invitation(table: Table, base: str) -> Invitation:
    """Return how a member invites others; nobody else may learn key and password."""
    path = f"/i/{table.invitation}" if table.invitation else ""
    return Invitation(table.id, path, path and base + path, table.password or "")


def _account_of(table: Table, seat: Seat | None) -> AccountId | None:
    sitter = table.sitter(seat) if seat is not None else None
    return sitter.account if sitter is not None else None


def _seen(found: OpenTable, position: Position, viewer: Seat | None) -> Seen[object]:
    rules, state = position.rules, position.state
    legal = () if viewer is None else rules.legal(state, viewer)
    sees_more = legal or discovery.meta(position.match.game).has_hands
    return Seen(
        view=rules.view(state, viewer) if viewer and sees_more else position.public_view,
        viewer=viewer,
        names=position.match.names,
        legal=legal,
        held=found.held,
        away=found.pause.absent if found.pause is not None else (),
        advice=found.advice_now if viewer is not None else None,
        is_over=found.table.status is TableStatus.FINISHED or position.is_over,
    )


def _waits_for(seats: tuple[Seat, ...]) -> str:
    return N_("%(who)s is to move") if len(seats) == 1 else N_("Waiting for %(who)s")


def _bar(found: OpenTable, position: Position, viewer: Seat | None, watchers: int) -> Bar:
    table, match, ways = found.table, position.match, None
    status, who, tone = Line(N_("The match is over")), "", "over"
    if isinstance(position.to_move, Deciding):
        seats = position.to_move.seats
        who = ", ".join(match.names[seat - 1] for seat in seats)
        tone = "you" if viewer in seats else "other"
        status = Line(N_("It is your turn") if tone == "you" else _waits_for(seats))
        ways = ways_of(found, position, viewer)
        if found.pause is not None:
            status, tone = Line(N_("The match is paused")), "waiting"
    return Bar(
        table=table.id,
        game=match.game,
        title=discovery.meta(match.game).title,
        labels=option_labels(table),
        status=status,
        who=who,
        tone=tone,
        ways=ways,
        is_protected=table.is_protected,
        watchers=watchers,
    )
