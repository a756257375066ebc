"""Sample pages of every state, drawn by the real templates; for the gallery and its tests.

A sample takes a language and returns a whole page. Positions come from the real rules: a plain
player plays some turns with seeded dice, then a few events are said by hand.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from markupsafe import Markup

from pasch.games import discovery
from pasch.games.zdwa.rules import RULES
from pasch.games.zdwa.state import State
from pasch.games.zdwa.view import ZdwaView
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.chance import Throw
from pasch.kernel.meta import Leaving
from pasch.kernel.page import Line, Seen, Step
from pasch.kernel.rules import ChanceDue, Deciding, Over
from pasch.matches.model import (
    DEFAULT_PREFERENCES,
    LONG_AGO,
    Account,
    AccountId,
    Millis,
    Pace,
    Preferences,
    Theme,
)
from pasch.web import charts, people
from pasch.web.assets import asset_url
from pasch.web.chat import CHAT, REACTION_LABELS
from pasch.web.i18n import Language, catalogue
from pasch.web.lobby import WATCHING
from pasch.web.lobby_hub import draw_lists
from pasch.web.notices import IMPRINT, PRIVACY, Notice, find, links
from pasch.web.pages import draw, render, safe
from pasch.web.pages import fragment as fragment_text
from pasch.web.paths import RuleLink
from pasch.web.screens import ABORTED
from pasch.web.settings import choices_of, games_with_quick_entry
from pasch.web.shell import (
    Bar,
    ChatEntry,
    ChatPeople,
    ChatPerson,
    ChatTo,
    Choice,
    Finish,
    Invitation,
    LobbyLists,
    LogLine,
    PauseCard,
    Person,
    Place,
    SeatCard,
    TableCard,
    Waiting,
    Ways,
)
from pasch.web.standstill import PACES
from pasch.web.visit import Visit
from tests.web.doelauer_samples import doelauer_samples
from tests.web.domino_samples import domino_samples
from tests.web.list_samples import list_samples
from tests.web.wuerfelmania_samples import wuerfelmania_samples

SHELL = "web/fragments.html"
GAME = "zdwa/table.html"
NAMES = ("Anna", "Jo", "Mira", "Klaus-Dieter")
MODES = ("Solo", "Two players", "Three players", "Two against two")
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
TITLE = "Zock die Wand an"
COST = Leaving().cost
Sample = Callable[[Language], str]


def person(seat: int) -> Person:
    """Return the person on a seat, in the seat's colour."""
    return people.person(NAMES[seat - 1], Seat(seat), "/p/anna")


def fragment(language: Language, template: str, macro: str, model: Hashable) -> Markup:
    """Return a region, ready to be placed."""
    return safe(fragment_text(language, template, macro, model))


# --- Positions


@dataclass(frozen=True)
class Game:
    """A position with its log so far."""

    seats: int
    state: State
    steps: tuple[Step[ZdwaView], ...] = ()

    def say(self, *events: str) -> "Game":
        """Let the seat to move (or the one that may correct) say events; `* 1 2` throws dice."""
        game = self
        for event in events:
            actor, text = _actor(game, event), event.removeprefix("* ")
            before = RULES.view(game.state, None)
            state = RULES.apply(game.state, actor, text)
            step = Step(before, actor, text, RULES.view(state, None))
            game = Game(self.seats, state, (*game.steps, step))
        return game

    def play(self, turns: int, seed: int = 5) -> "Game":
        """Play some turns: keep what there is most of, write where it brings most."""
        random, game = Random(seed), self
        goal = RULES.turns(self.state) + turns
        while RULES.turns(game.state) < goal or isinstance(RULES.to_move(game.state), ChanceDue):
            game = game.say(_choice(game.state, random))
        return game


def _actor(game: Game, event: str) -> Actor:
    if event.startswith("* "):
        return CHANCE
    if event == "correct":
        return game.steps[-1].after.correctable or game.state.seat
    return game.state.seat


def _choice(state: State, random: Random) -> str:
    to_move = RULES.to_move(state)
    if isinstance(to_move, ChanceDue) and isinstance(to_move.request, Throw):
        dice = tuple(random.randint(1, 6) for _ in range(to_move.request.dice))
        return f"* {to_move.request.write(dice)}"
    legal = RULES.legal(state, state.seat)
    dice, throws = state.turn.dice, state.turn.throws
    wanted = max(dice, key=lambda face: (dice.count(face), face), default=0)
    keep = " ".join(["keep", *(str(n) for n, face in enumerate(dice, 1) if face == wanted)])
    if "roll" in legal:
        return "roll"
    if throws < 3 and keep in legal and dice.count(wanted) < 5 and not _is_good(state):
        return keep
    offers = RULES.view(state, state.seat).offers
    if not offers:
        return random.choice([event for event in legal if event.startswith("announce")])
    best = max(offers, key=lambda offer: (_worth(offer.cell, offer.points), random.random()))
    return f"write {best.column} {best.cell}"


def _is_good(state: State) -> bool:
    offers = RULES.view(state, state.seat).offers
    return any(offer.cell in {"K", "F", "P", "60"} and offer.points > 0 for offer in offers)


def _worth(cell: str, points: int) -> float:
    usual = {"1": 3, "2": 6, "3": 9, "4": 12, "5": 15, "6": 18, "+": 24, "K": 8, "F": 14, "P": 9}
    return (11 - points if cell == "-" else points - usual.get(cell, 5)) + 0.1


def new_game(seats: int, hardcore: str = "no") -> Game:
    """Return a match before its first throw."""
    options = RULES.meta.resolve({"hardcore": hardcore}, seats)
    return Game(seats, RULES.start(options, seats))


# --- Pages


def page(language: Language, template: str, **context: object) -> str:
    """Return a rendered page as Anna sees it."""
    frame: dict[str, object] = {
        "me": person(1),
        "preferences": DEFAULT_PREFERENCES,
        "path": "/",
        "asset": asset_url,
        "status": 200,
        "foot": links(EXAMPLES),
        "rules": "/rules/zdwa",
        "rule": RuleLink(),
    }
    chat: dict[str, object] = {
        "people": fragment(language, CHAT, "people", PEOPLE),
        "reactions": tuple(REACTION_LABELS.items()),
        "command": "c1",
    }
    return render(language, template, **{**frame, **chat, **context})


PEOPLE = ChatPeople(
    "/t/4F7K", (ChatPerson("a1", "Jo", is_ignored=False), ChatPerson("a2", "Mira", is_ignored=True))
)

NOON = "2026-11-29T12:00:00Z"

SAID = (
    ChatEntry("c1", "notice", "all", "Mira", 2, "%(who)s has sat down.", "", NOON),
    ChatEntry("c2", "said", "all", "Jo", 1, "<b>Gut Wurf</b> allen! \u202eabc", "", NOON),
    ChatEntry("c3", "said", "team", "Anna", 0, "Die Sechser noch, dann Bonus", "", NOON),
    ChatEntry("c4", "said", "watchers", "Tim", 2, "Wer gewinnt wohl?", "", NOON),
    ChatEntry("c5", "reaction", "all", "Jo", 1, "clover", "Good luck", NOON),
)
"""A line of each kind."""


def chatter(language: Language) -> Markup:
    """Return drawn lines of a chat."""
    return Markup("").join(fragment(language, CHAT, "line", entry) for entry in SAID)


def chat_to(language: Language, kind: str) -> Markup:
    """Return whom the viewer writes to, drawn."""
    return fragment(language, CHAT, "to", ChatTo(kind))


def table(  # noqa: PLR0917 - what a sample shows, in order of importance
    game: Game,
    viewer: int | None,
    held: tuple[int, ...] = (),
    me: bool = True,
    finished: Finish | None = None,
    paused: PauseCard | None = None,
) -> Sample:
    """Return the page of a table with a match, as a seat or a spectator sees it."""

    def sample(language: Language) -> str:
        presenter = discovery.presenter("zdwa")
        seat = Seat(viewer) if viewer else None
        legal = RULES.legal(game.state, seat) if seat else ()
        names = NAMES[: game.seats]
        away = tuple(Seat(names.index(name) + 1) for name in (paused.absent if paused else ()))
        seen = Seen(RULES.view(game.state, seat), seat, names, legal, held, away)
        parts = {
            key: fragment(language, GAME, region.macro, region.model)
            for key, region in presenter.regions(seen).items()  # type: ignore[arg-type]
        }
        layout = presenter.layout(seen)  # type: ignore[arg-type]
        for place in ("board", "side", "dock"):
            parts[place] = safe(draw(language, GAME, place, layout, parts))
        parts["bar"] = fragment(language, SHELL, "bar", _bar(game, seat, paused))
        parts["pause"] = fragment(language, SHELL, "pause", paused)
        teams = "choice" if game.seats == len("ABAB") else "all"
        parts["chat-to"] = chat_to(language, teams if viewer else "watchers")
        if finished is not None:
            parts["finish"] = fragment(language, SHELL, "finish", finished)
        return page(
            language,
            "web/table.html",
            me=person(viewer or 4) if me else None,
            title=TITLE,
            game="zdwa",
            table="4F7K",
            layout="playing" if finished is None else "finished",
            match="m1",
            seen=len(game.steps),
            command="c1",
            parts=parts,
            log=_log(game, language),
        )

    return sample


def _bar(game: Game, viewer: Seat | None, paused: PauseCard | None = None) -> Bar:
    to_move = RULES.to_move(game.state)
    if isinstance(to_move, Deciding):
        is_mine = viewer in to_move.seats
        text = "It is your turn" if is_mine else "%(who)s is to move"
        status, who = Line(text), NAMES[to_move.seats[0] - 1]
        tone = "you" if is_mine else "other"
    else:
        status, who, tone = Line("The match is over"), "", "over"
    if paused is not None:
        status, tone = Line("The match is paused"), "waiting"
    ways = Ways("4F7K", can_pause=paused is None, cost=COST) if viewer and tone != "over" else None
    labels = (MODES[game.seats - 1],)
    return Bar("4F7K", "zdwa", TITLE, labels, status, who, tone, ways)


def pause(*absent: str, is_asked: bool = False, is_seated: bool = True) -> PauseCard:
    """Return a pause with seven minutes left."""
    return PauseCard("4F7K", 0, 7, is_asked, absent, is_seated, False, 0, 1, COST)


def _log(game: Game, language: Language) -> Markup:
    presenter = discovery.presenter("zdwa")
    told = [(step, presenter.line(step)) for step in game.steps]  # type: ignore[arg-type]
    lines = [
        LogLine(f"e{n}", catalogue(language).line(line, NAMES[line.seat - 1]), line.seat - 1)
        for n, (_, line) in enumerate(told, 1)
        if line is not None and line.seat is not None
    ]
    log = Markup("").join(fragment(language, SHELL, "log_line", line) for line in lines)
    return log + chatter(language)


def waiting(
    seats: tuple[SeatCard, ...],
    me: int,
    *,
    owner: bool = False,
    known: bool = True,
    password: str = "",
    computers: bool = False,
) -> Sample:
    """Return the page of a table before its first match; `me` is the viewer's seat or 0.

    With `computers` the taken seats behind the first are theirs.
    """
    if computers:
        seats = tuple(_computer(s) if s.person and s.number > 1 else s for s in seats)

    def sample(language: Language) -> str:
        mine = next((seat for seat in seats if seat.number == me), None)
        model = Waiting(
            table="4F7K",
            seats=seats,
            my_seat=me,
            is_ready=mine is not None and mine.is_ready,
            is_owner=owner,
            is_member=mine is not None,
            free=sum(seat.person is None for seat in seats),
            seal="9f3c51e07b2ad48c" * 4,
            is_protected=password != "",
            invitation=_invitation(password) if mine is not None else None,
            levels=people.level_cards("zdwa") if any(not s.person for s in seats) else (),
            paces=tuple(Choice(p, PACES[p], p is Pace.NORMAL) for p in Pace) if computers else (),
        )
        labels = (MODES[len(seats) - 1], *((people.WITH_COMPUTERS,) if computers else ()))
        status = Line("Waiting for everybody")
        bar = Bar("4F7K", "zdwa", TITLE, labels, status, "", "waiting", is_protected=password != "")
        return page(
            language,
            "web/table.html",
            me=person(me or 4) if known else None,
            title=TITLE,
            game="zdwa",
            table="4F7K",
            layout="waiting",
            match="",
            seen=0,
            command="c1",
            parts={
                "bar": fragment(language, SHELL, "bar", bar),
                "waiting": fragment(language, SHELL, "waiting", model),
                "chat-to": chat_to(language, "all"),
            },
            log=chatter(language),
        )

    return sample


def _computer(seat: SeatCard) -> SeatCard:
    who = people.person(f"Computer {seat.number - 1}", Seat(seat.number))
    level = people.level_cards("zdwa")[seat.number % 2]
    return seat._replace(person=who, is_ready=True, level=level)


def _invitation(password: str) -> Invitation:
    path = "/i/4f7k51e07b2ad48c9f3c51e07b2ad48c"
    return Invitation("4F7K", path, f"http://192.168.178.20:8000{path}", password)


def closed(language: Language) -> str:
    """Return the page of a closed table."""
    bar = Bar("4F7K", "zdwa", TITLE, (MODES[1],), Line("This table is closed."), "", "over")
    return page(
        language,
        "web/table.html",
        title=TITLE,
        game="zdwa",
        table="4F7K",
        layout="closed",
        match="",
        seen=0,
        command="c1",
        parts={"bar": fragment(language, SHELL, "bar", bar)},
        log=Markup(""),
    )


def seats(*taken: str, me: int = 1) -> tuple[SeatCard, ...]:
    """Return seats: "" is free, "+" ready, "-" not yet; `me` is the viewer's, 0 for none."""
    team = "ABAB" if len(taken) == 4 else " " * 4
    return tuple(
        SeatCard(
            number=number,
            team=team[number - 1].strip(),
            person=person(number) if mark else None,
            is_ready=mark == "+",
            is_me=number == me,
            is_owner=number == 1,
        )
        for number, mark in enumerate(taken, 1)
    )


def finish_of(game: Game, viewer: int, again: tuple[int, ...] = ()) -> Finish:
    """Return the standing of a finished match."""
    parties = RULES.parties(game.state)
    totals = RULES.totals(game.state)
    over = RULES.to_move(game.state)
    assert isinstance(over, Over)
    trace = tuple(
        tuple(sheet.total for sheet in step.after.sheets)
        for step in game.steps
        if step.text.startswith("write")
    )
    start = (0,) * len(parties)
    names = ("A", "B") if game.seats == 4 else NAMES[: len(parties)]
    places = (
        Place(
            place,
            "AB"[party[0] - 1] if len(party) > 1 else "",
            tuple(person(seat) for seat in party),
            total,
            viewer in party,
        )
        for place, party, total in zip(over.places, parties, totals, strict=True)
    )
    everybody = range(1, game.seats + 1)
    return Finish(
        table="4F7K",
        match="m1",
        places=tuple(sorted(places, key=lambda row: row.place)),
        chart=charts.chart_of((start, *trace), names),
        minutes=42,
        throws=361,
        seal="9f3c51e07b2ad48c" * 4,
        secrets=("51e07b2ad48c9f3c" * 4,),
        server_shares=("Jo",) if game.seats > 1 else (),
        next_seal="d48c9f3c51e07b2a" * 4,
        is_seated=viewer > 0,
        wants_again=viewer in again,
        again=tuple(person(seat) for seat in everybody if seat in again),
        missing=tuple(person(seat) for seat in everybody if seat not in again),
    )


def past(finish: Finish) -> Finish:
    """Return a finished match as its own page tells it."""
    gone = finish._replace(table="", next_seal="", is_seated=False, again=(), missing=())
    return gone._replace(date="12.11.2026")


def match(game: Game, finished: Finish) -> Sample:
    """Return the page of a finished match."""

    def sample(language: Language) -> str:
        presenter = discovery.presenter("zdwa")
        seen = Seen(RULES.view(game.state, None), None, NAMES[: game.seats], ())
        parts = {
            key: fragment(language, GAME, region.macro, region.model)
            for key, region in presenter.regions(seen).items()  # type: ignore[arg-type]
        }
        layout = presenter.layout(seen)  # type: ignore[arg-type]
        parts["board"] = safe(draw(language, GAME, "board", layout, parts))
        parts["bar"] = fragment(language, SHELL, "bar", _bar(game, None)._replace(table=""))
        parts["finish"] = fragment(language, SHELL, "finish", finished)
        log = _log(game, language)
        return page(language, "web/match.html", title=TITLE, game="zdwa", parts=parts, log=log)

    return sample


def lobby(
    lists: LobbyLists, *, known: bool = True, problem: str = "", password: str = ""
) -> Sample:
    """Return the lobby."""

    def sample(language: Language) -> str:
        return page(
            language,
            "web/lobby.html",
            me=person(1) if known else None,
            games=people.game_cards(),
            notice=catalogue(language).gettext(ABORTED) if known else "",
            watching=WATCHING,
            **{key: safe(html) for key, html in draw_lists(language, lists).items()},
            shown="",
            log=chatter(language),
            problem=catalogue(language).gettext(problem),
            name="Anna" if problem else "",
            back="/",
            password=password,
        )

    return sample


def table_card(
    name: str,
    taken: tuple[SeatCard, ...],
    status: str,
    *,
    is_mine: bool = False,
    is_my_turn: bool = False,
    turn: str = "",
) -> TableCard:
    """Return a table of the lobby."""
    return TableCard(
        id=name,
        game="zdwa",
        title=TITLE,
        labels=(MODES[len(taken) - 1],),
        seats=taken,
        status=status,
        owner=next(seat.person.name for seat in taken if seat.person),
        is_mine=is_mine,
        is_my_turn=is_my_turn,
        can_join=status == "waiting",
        turn=turn,
    )


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
        text=words.gettext("this column is filled from top to bottom"),
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
        account = Account(AccountId("a"), NAMES[0], "anna", LONG_AGO) if known else None
        preferences = Preferences(language, Theme.AUTO, is_muted=True, quick_entry=True)
        words = catalogue(language).gettext
        problems = {
            "name": words("This name, or one that looks like it, is taken."),
            "password": words("Name and password do not fit together."),
        }
        days = (
            catalogue(language).date(Millis(at), "long")
            for at in (1_796_000_000_000, 1_796_900_000_000)
        )
        return page(
            language,
            "web/settings.html",
            me=person(1) if known else None,
            choices=choices_of(Visit(account, language, preferences)),
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


def invited(*, known: bool, has_seat: bool = True) -> Sample:
    """Return the page of an invitation."""

    def sample(language: Language) -> str:
        return page(
            language,
            "web/invitation.html",
            me=person(2) if known else None,
            title=TITLE,
            labels=(MODES[3],),
            owner=NAMES[0],
            has_seat=has_seat,
            problem="",
            name="",
        )

    return sample


def _playing() -> Mapping[str, Sample]:
    two, three, teams = (new_game(n).play(turns) for n, turns in ((2, 38), (3, 50), (4, 44)))
    late = new_game(2).play(80, seed=3)
    solo, hard = new_game(1).play(17), new_game(2, "yes").play(30)
    thrown = two.say("roll", "* 6 6 4 6 5")
    second = two.say("roll", "* 6 6 4 2 5", "keep 1 2", "* 4 6 3")
    last = second.say("keep 1 2 4", "* 1 6")
    said = two.say("roll", "* 6 6 4 6 5", "announce P")
    written = two.say("roll", "* 1 2 3 5 6").play(1)
    return {
        "start": table(new_game(2), 1),
        "roll": table(two, 1),
        "throw-1": table(thrown, 1),
        "throw-2": table(second, 1, held=(1, 2, 4)),
        "all-held": table(second, 1, held=(1, 2, 3, 4, 5)),
        "throw-3": table(last, 1, held=(1, 2, 4)),
        "announced": table(said, 1, held=(1, 2, 4)),
        "announced-seen": table(said, 2, held=(1, 2, 4)),
        "correctable": table(written, 1),
        "correcting": table(written.say("correct"), 1),
        "correcting-seen": table(written.say("correct"), 2),
        "others-turn": table(written.say("roll", "* 3 3 4 6 1"), 1, held=(1, 2)),
        "late": table(late.say("roll", "* 2 2 4 6 1"), 1, held=(1, 2)),
        "paused": table(second, 1, held=(1, 2, 4), paused=pause(is_asked=True)),
        "absent": table(three, 1, paused=pause("Jo", "Mira")),
        "absent-watched": table(thrown, None, paused=pause("Jo", is_seated=False)),
        "solo": table(solo.say("keep 1 2", "* 4 4 1"), 1, held=(1, 2)),
        "hardcore": table(hard, 1),
        "three": table(three.say("roll", "* 3 3 1 6 2"), 3, held=(1, 2)),
        "teams": table(teams.say("roll", "* 5 5 1 6 2"), 1, held=(1, 2)),
        "teams-other": table(teams.say("roll", "* 5 5 1 6 2"), 3, held=(1, 2)),
        "watch-two": table(thrown, None, held=(1, 2, 4)),
        "watch-three": table(three, None, me=False),
    }


def _must_announce() -> Game:
    """Return a position in which only cells of the announced column are free (Z19)."""
    game = new_game(2)
    while any(None in column for column in game.state.sheet[:3]) or game.state.seat != 1:
        game = game.play(1, seed=RULES.turns(game.state))
    return game.say("roll", "* 2 2 4 6 1")


def _over() -> Mapping[str, Sample]:
    games = {n: new_game(n).play(96 if n == 4 else 48 * n) for n in (1, 2, 3, 4)}
    return {
        "finished-solo": table(games[1], 1, finished=finish_of(games[1], 1)),
        "finished-two": table(games[2], 1, finished=finish_of(games[2], 1, again=(2,))),
        "finished-three": table(games[3], 2, finished=finish_of(games[3], 2, again=(2,))),
        "finished-teams": table(games[4], None, finished=finish_of(games[4], 0)),
        "match": match(games[3], past(finish_of(games[3], 2))),
        "match-teams": match(games[4], past(finish_of(games[4], 3))),
    }


def _around() -> Mapping[str, Sample]:
    taken = seats("-", "", "", "")
    mine = table_card("4F7K", seats("-", "-"), "playing", is_mine=True, is_my_turn=True)
    later = table_card("8QRT", seats("-", "-", "-"), "playing", is_mine=True, turn="Mira")
    others = (
        table_card("2ABC", taken, "waiting"),
        table_card("3DEF", seats("-", "-", ""), "waiting"),
        table_card("5GHJ", seats("+", "+"), "playing"),
    )
    return {
        "welcome": lobby(LobbyLists(), known=False),
        "welcome-problem": lobby(
            LobbyLists((), others), known=False, problem="Please choose a name first."
        ),
        "lobby-empty": lobby(LobbyLists()),
        "lobby": lobby(LobbyLists((mine, later), others)),
        "waiting-two": waiting(seats("-", ""), 1, owner=True),
        "waiting-three": waiting(seats("-", "+", "-"), 1, owner=True),
        "waiting-ready": waiting(seats("+", "+", "", "-"), 1, owner=True),
        "waiting-guest": waiting(seats("+", "", "", "-", me=0), 0),
        "waiting-unknown": waiting(seats("+", "", me=0), 0, known=False),
        "waiting-protected": waiting(seats("-", ""), 1, owner=True, password="kellerbar"),
        "waiting-computers": waiting(seats("-", "+", "+", "+"), 1, owner=True, computers=True),
        "waiting-computers-guest": waiting(seats("+", "+", "+", "", me=4), 0, computers=True),
        "waiting-solo": waiting(seats("-"), 1, owner=True),
        "lobby-password": lobby(
            LobbyLists((), tuple(card._replace(is_protected=True) for card in others)),
            password="kellerbar",
        ),
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
        "invitation-full": invited(known=False, has_seat=False),
        "closed": closed,
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
    must = {"must-announce": table(_must_announce(), 1)}
    zdwa = {**_around(), **_playing(), **must, **_over()}
    others = (domino_samples, doelauer_samples, wuerfelmania_samples, list_samples)
    return {**zdwa, **{name: each for made in others for name, each in made(page).items()}}
