"""Sample pages of every state, drawn by the real templates; for the gallery and its tests.

A sample takes a language and returns a whole page. Those of tables are made by `sample_tables`.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from pasch.games import discovery
from pasch.kernel.refusals import Reason
from pasch.matches.lines import LOBBY, Channel, ChatLine, LineKind, Reader
from pasch.matches.model import (
    DEFAULT_PREFERENCES,
    AccountId,
    Millis,
    Preferences,
    Table,
    TableId,
    TableStatus,
    Theme,
)
from pasch.matches.registry import OpenTable
from pasch.web import people
from pasch.web.assets import asset_url
from pasch.web.chat import REACTION_LABELS, people_in_lobby
from pasch.web.i18n import Language, catalogue
from pasch.web.lobby import WATCHING
from pasch.web.lobby_hub import draw_lists
from pasch.web.notices import IMPRINT, PRIVACY, Notice, find, links
from pasch.web.pages import render, safe
from pasch.web.paths import RuleLink
from pasch.web.screens import ABORTED
from pasch.web.settings import choices_of, games_with_quick_entry
from pasch.web.shell import LobbyLists, TableCard
from pasch.web.stream import draw_lines, draw_people
from pasch.web.visit import Visit
from tests.match_rows import NOON, TABLE_ID
from tests.web.doelauer_samples import doelauer_samples
from tests.web.domino_samples import domino_samples
from tests.web.list_samples import list_samples
from tests.web.sample_tables import (
    NAMES,
    Sample,
    account,
    badge,
    begun,
    line_number,
    open_table,
    waiting,
    waiting_table,
)
from tests.web.wuerfelmania_samples import wuerfelmania_samples
from tests.web.zdwa_samples import after, zdwa_samples

GAME: Final = "zdwa"
EXAMPLES: Final = Path(__file__).parents[2] / "docs" / "examples"
ANNA: Final = account("Anna")


def page(language: Language, template: str, **context: object) -> str:
    """Return a rendered page as Anna sees it."""
    frame: dict[str, object] = {
        "me": badge(ANNA),
        "preferences": DEFAULT_PREFERENCES,
        "path": "/",
        "asset": asset_url,
        "status": 200,
        "foot": links(EXAMPLES),
        "rule": RuleLink(),
        "reactions": tuple(REACTION_LABELS.items()),
        "command": "c1",
    }
    return render(language, template, **{**frame, **context})


def seated(
    marks: str, names: tuple[str, ...] = NAMES, *, table_id: TableId = TABLE_ID, password: str = ""
) -> Table:
    """Return a table of ZDWA before its match; see `waiting_table`."""
    row = waiting_table(GAME, marks, names=names)
    return replace(row, id=table_id, password=password or None)


def _waiting() -> Mapping[str, Sample]:
    """Return tables before their first match, and a closed one."""
    alone, among, computers = seated("-."), seated("+..-"), seated("+cc.")
    protected = seated("-.", password="kellerbar")
    shut = replace(seated("--"), status=TableStatus.CLOSED)
    return {
        "waiting-two": waiting(page, alone, 1),
        "waiting-three": waiting(page, seated("-+-"), 1),
        "waiting-ready": waiting(page, seated("++.-"), 1),
        "waiting-guest": waiting(page, among, None),
        "waiting-unknown": waiting(page, seated("+."), None, is_known=False),
        "waiting-protected": waiting(page, protected, 1),
        "waiting-computers": waiting(page, seated("-ccc"), 1),
        "waiting-computers-guest": waiting(page, computers, None),
        "waiting-solo": waiting(page, seated("-"), 1),
        "closed": waiting(page, shut, 1),
    }


def lobby_lines() -> tuple[ChatLine, ...]:
    """Return a line of each kind that the lobby's chat can have."""
    author = account("Jo")
    said = ChatLine(
        line_number(1),
        LOBBY,
        LineKind.SAID,
        Channel.ALL,
        author.id,
        author.name,
        None,
        "<b>Gut Wurf</b> allen! \u202eabc",
    )
    wished = replace(said, number=line_number(2), kind=LineKind.REACTION, text="clover")
    return said, wished


def lobby(
    lists: LobbyLists, *, known: bool = True, problem: str = "", password: str = ""
) -> Sample:
    """Return the lobby, where Anna ignores somebody."""
    lines, ignored = lobby_lines(), account("Mira")
    reader = Reader(ANNA.id, {ignored.id: ignored.name}) if known else Reader()

    def sample(language: Language) -> str:
        return page(
            language,
            "web/lobby.html",
            me=badge(ANNA) if known else None,
            games=people.game_cards(),
            notice=catalogue(language).gettext(ABORTED) if known else "",
            watching=WATCHING,
            **{key: safe(html) for key, html in draw_lists(language, lists).items()},
            shown="",
            log=safe("".join(draw_lines(language, lines))),
            people=safe(draw_people(language, people_in_lobby(lines, reader))),
            problem=catalogue(language).gettext(problem),
            name="Anna" if problem else "",
            back="/",
            password=password,
        )

    return sample


def playing(table_id: str, seats: int, turns: int, names: tuple[str, ...] = NAMES) -> OpenTable:
    """Return one of several tables where ZDWA is played."""
    now = after(begun(GAME, seats, names=names), turns)
    found = open_table(now)
    return OpenTable(replace(found.table, id=TableId(table_id)), found.position)


def listed(*found: OpenTable, by: AccountId | None = ANNA.id) -> tuple[TableCard, ...]:
    """Return tables as the lobby lists them for Anna, or for somebody without a name."""
    return tuple(people.table_card(each, by) for each in found)


def _message(language: Language) -> str:
    words = catalogue(language)
    return page(
        language,
        "web/message.html",
        status=404,
        heading=words.gettext("Nothing to be found here"),
        text=words.gettext("The address leads nowhere. It may have a typing error, or be too old."),
        back="/",
        back_label=words.gettext("To the lobby"),
    )


def _refused(language: Language) -> str:
    words = catalogue(language)
    return page(
        language,
        "web/message.html",
        status=422,
        heading=words.gettext("That does not work"),
        text=words.reason(Reason("this column is filled from top to bottom")),
        rule=RuleLink(words.gettext("Rule %(rule)s") % {"rule": "Z14"}, "/rules/zdwa#Z14"),
        back="/t/4F7K",
        back_label=words.gettext("Back to the table"),
    )


def _confirm(language: Language) -> str:
    question = catalogue(language).gettext("this entry scores no points")
    fields = [("event", "write free F"), ("match", "m1")]
    return page(
        language,
        "web/confirm.html",
        question=question,
        action="/t/4F7K/play",
        fields=fields,
        back="/t/4F7K",
    )


def settings(*, known: bool = True, password: bool = True, section: str = "") -> Sample:
    """Return the page of settings."""

    def sample(language: Language) -> str:
        preferences = Preferences(language, Theme.AUTO, is_muted=True, quick_entry=True)
        words = catalogue(language).gettext
        problems = {
            "name": words("This name, or one that looks like it, is taken."),
            "password": words("Name and password do not fit together."),
        }
        days = (
            catalogue(language).date(Millis(NOON + later), "long") for later in (0, 900_000_000)
        )
        return page(
            language,
            "web/settings.html",
            me=badge(ANNA) if known else None,
            choices=choices_of(Visit(ANNA if known else None, language, preferences)),
            games=games_with_quick_entry(),
            has_password=password,
            sessions=[(day, is_here) for day, is_here in zip(days, (False, True), strict=True)],
            is_saved=not section,
            section=section,
            problem=problems.get(section, ""),
        )

    return sample


def sign_in(*, problem: str = "") -> Sample:
    """Return the page to sign in."""

    def sample(language: Language) -> str:
        return page(
            language,
            "web/sign_in.html",
            me=None,
            problem=catalogue(language).gettext(problem) if problem else "",
            name="Anna" if problem else "",
            back="/",
        )

    return sample


def deletion(language: Language) -> str:
    """Return the page that asks before an account is deleted."""
    problem = "A match of yours is still running. Finish it, or leave it, and try again."
    words = catalogue(language).gettext
    return page(language, "web/delete.html", has_password=True, problem=words(problem))


def door(*, has_tried: bool) -> Sample:
    """Return the page before a protected table."""

    def sample(language: Language) -> str:
        problem = "This table is protected by a password."
        if has_tried:
            problem = "That is not the password of this table."
        words = catalogue(language).gettext
        return page(
            language, "web/door.html", table="4F7K", problem=words(problem), has_tried=has_tried
        )

    return sample


def invited(*, known: bool, has_seat: bool = True, marks: str = "") -> Sample:
    """Return the page of an invitation."""

    def sample(language: Language) -> str:
        return page(
            language,
            "web/invitation.html",
            me=badge(account("Jo")) if known else None,
            title=discovery.meta(GAME).title,
            labels=people.labels_of(GAME, 4, ()),
            computers=[card for card in people.seat_cards(seated(marks), None) if card.level]
            if marks
            else [],
            owner=NAMES[0],
            has_seat=has_seat,
            problem="",
            name="",
        )

    return sample


def _around() -> Mapping[str, Sample]:
    strangers = NAMES[1:]
    mine = listed(playing(TABLE_ID, 2, 38), playing("8QRT", 3, 50))
    theirs = (
        OpenTable(seated("-...", strangers, table_id=TableId("2ABC"))),
        OpenTable(seated("-cc.", strangers, table_id=TableId("3DEF"))),
        playing("5GHJ", 2, 7, strangers),
    )
    others, unknown = listed(*theirs), listed(*theirs, by=None)
    for each in theirs:
        each.table = replace(each.table, password="kellerbar")
    locked = listed(*theirs)
    return {
        "welcome": lobby(LobbyLists(), known=False),
        "welcome-problem": lobby(
            LobbyLists((), unknown),
            known=False,
            problem="Please choose a name first.",
        ),
        "lobby-empty": lobby(LobbyLists()),
        "lobby": lobby(LobbyLists(mine, others)),
        "lobby-password": lobby(LobbyLists((), locked), password="kellerbar"),
        "settings": settings(),
        "settings-name": settings(password=False, section="name"),
        "settings-password": settings(section="password"),
        "settings-nobody": settings(known=False),
        "sign-in": sign_in(),
        "sign-in-wrong": sign_in(problem="Name and password do not fit together."),
        "delete": deletion,
        "door": door(has_tried=False),
        "door-wrong": door(has_tried=True),
        "invitation": invited(known=False),
        "invitation-known": invited(known=True),
        "invitation-computers": invited(known=True, marks="-cc."),
        "invitation-full": invited(known=False, has_seat=False),
        "message": _message,
        "imprint": notice(IMPRINT, EXAMPLES),
        "imprint-without-heading": notice(IMPRINT, Path(__file__).parent / "notices"),
        "privacy": notice(PRIVACY, Path()),
        "message-rule": _refused,
        "confirm": _confirm,
    }


def notice(shown: Notice, folder: Path) -> Sample:
    """Return a page of the host's own text."""

    def draw_page(language: Language) -> str:
        text = find(folder, shown, language)
        assert text is not None
        return page(
            language,
            "web/notice.html",
            path=shown.path,
            title=shown.title,
            html=safe(text.html),
            has_heading=bool(text.heading),
            text_language=text.language,
        )

    return draw_page


def samples() -> dict[str, Sample]:
    """Return all samples by name."""
    own = {**_around(), **_waiting()}
    others = (zdwa_samples, domino_samples, doelauer_samples, wuerfelmania_samples, list_samples)
    return {**own, **{name: each for made in others for name, each in made(page).items()}}
