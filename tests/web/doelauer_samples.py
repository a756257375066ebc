"""Sample pages of Dölauer; see `samples`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from markupsafe import Markup

from pasch.games.doelauer.meta import META
from pasch.games.doelauer.pages.present import PRESENTER
from pasch.games.doelauer.rules import RULES
from pasch.games.doelauer.state import State
from pasch.games.doelauer.tests.positions import at, event_of
from pasch.games.doelauer.view import DoelauerView
from pasch.kernel.actors import Seat, seats_of
from pasch.kernel.meta import Leaving
from pasch.kernel.page import Line, Seen, Step
from pasch.kernel.replay import play
from pasch.kernel.rules import Deciding, Over
from pasch.web import people
from pasch.web.charts import chart_of
from pasch.web.i18n import Language, catalogue
from pasch.web.pages import draw, fragment, safe
from pasch.web.shell import Bar, ChatTo, Finish, LogLine, Place, SeatCard, Waiting, Ways

Page = Callable[..., str]
Sample = Callable[[Language], str]

GAME: Final = "doelauer/table.html"
SHELL: Final = "web/fragments.html"
NAMES: Final = (
    "Anna", "Bo", "Eva", "Klaus-Dieter Freiherr von", "Mira", "Zoë", "Ben Bergmann", "Jo"
)  # fmt: skip
SCORES: Final = (34, 96, 71, 118, 0, 55, 12, 103)
FIRST: Final = "* start 1"
SIX_ONES: Final = "1 roll; * 1 1 1 1 1 1"
DOELL: Final = "1 roll; * 3 3 5 5 6 6; 1 take doell"


@dataclass(frozen=True)
class Match:
    """A position with what led to it."""

    state: State
    steps: tuple[Step[DoelauerView], ...] = ()

    def say(self, body: str) -> "Match":
        """Return the position after more events, written as in a record but with `;`."""
        state, steps = self.state, list(self.steps)
        for line in filter(None, body.split("; ")):
            actor, text = event_of(line)
            before, state = state, play(RULES, state, actor, text)
            steps.append(Step(RULES.view(before, None), actor, text, RULES.view(state, None)))
        return Match(state, tuple(steps))


def match(seats: int, body: str = "", *, scores: tuple[int, ...] | None = None) -> Match:
    """Return a match after some events, with scores as they may be in its midst."""
    drawn = Match(at("", seats=seats)).say(FIRST)
    begun = replace(
        drawn.state, scores=SCORES[:seats] if scores is None else scores, turns=8 * seats
    )
    return Match(begun, drawn.steps).say(body)


def table(page: Page, game: Match, viewer: int | None, finish: Finish | None = None) -> Sample:
    """Return the page of a table as a seat or a spectator sees it."""

    def sample(language: Language) -> str:
        seat = Seat(viewer) if viewer else None
        parts = drawn_parts(language, game, seat, "playing" if finish is None else "finished")
        parts["chat-to"] = part(language, "web/chat.html", "to", ChatTo("all"))
        if finish is not None:
            parts["finish"] = part(language, SHELL, "finish", finish)
        return page(
            language,
            "web/table.html",
            me=people.person(NAMES[(viewer or 8) - 1], Seat(viewer or 8)),
            title=META.title,
            game=META.slug,
            table="4F7K",
            layout="playing" if finish is None else "finished",
            match="m1",
            seen=len(game.steps),
            command="c1",
            rules="/rules/doelauer",
            parts=parts,
            log=drawn_log(language, game),
        )

    return sample


def part(language: Language, template: str, macro: str, model: object) -> Markup:
    """Return a region, ready to be placed."""
    return safe(fragment(language, template, macro, model))


def drawn_parts(
    language: Language, game: Match, seat: Seat | None, stage: str
) -> dict[str, Markup]:
    """Return all regions of a position and what they are placed in."""
    state = game.state
    names = NAMES[: len(state.scores)]
    legal = RULES.legal(state, seat) if seat else ()
    seen = Seen(RULES.view(state, seat), seat, names, legal, away=(Seat(2),) if seat == 3 else ())
    parts = {
        key: part(language, GAME, region.macro, region.model)
        for key, region in PRESENTER.regions(seen).items()
    }
    layout = PRESENTER.layout(seen)
    for place in ("board", "side", "dock"):
        parts[place] = safe(draw(language, GAME, place, layout, parts))
    parts["bar"] = part(language, SHELL, "bar", bar_of(state, seat, stage))
    parts["pause"] = part(language, SHELL, "pause", None)
    return parts


def bar_of(state: State, seat: Seat | None, stage: str) -> Bar:
    """Return the line above the board."""
    to_move = RULES.to_move(state)
    labels = (META.seat_labels[len(state.scores) - 2],)
    if stage == "finished" or not isinstance(to_move, Deciding):
        return Bar("4F7K", META.slug, META.title, labels, Line("The match is over"), "", "over")
    is_mine = seat in to_move.seats
    status = Line("It is your turn" if is_mine else "%(who)s is to move")
    who = NAMES[to_move.seats[0] - 1]
    ways = Ways("4F7K", can_pause=True, cost=Leaving().cost) if seat else None
    tone = "you" if is_mine else "other"
    return Bar("4F7K", META.slug, META.title, labels, status, who, tone, ways)


def drawn_log(language: Language, game: Match) -> Markup:
    """Return the lines of the log."""
    lines = []
    for number, step in enumerate(game.steps, 1):
        line = PRESENTER.line(step)
        if line is not None and line.seat is not None:
            text = catalogue(language).line(line, NAMES[line.seat - 1])
            lines.append(
                part(language, SHELL, "log_line", LogLine(f"e{number}", text, line.seat - 1))
            )
    return Markup("").join(lines)


def finish_of(game: Match, viewer: int) -> Finish:
    """Return the standing of a finished match; the way to it is made up."""
    state = game.state
    over = RULES.to_move(state)
    assert isinstance(over, Over)
    seats = seats_of(len(state.scores))
    persons = {seat: people.person(NAMES[seat - 1], seat) for seat in seats}
    places = (
        Place(place, "", (persons[seat],), score, seat == viewer)
        for place, seat, score in zip(over.places, seats, state.scores, strict=True)
    )
    rounds = 9
    trace = tuple(
        tuple(score * step // rounds // 2 * 2 for score in state.scores) for step in range(rounds)
    )
    return Finish(
        table="4F7K",
        match="m1",
        places=tuple(sorted(places, key=lambda row: row.place)),
        chart=chart_of((*trace, state.scores), NAMES[: len(seats)]),
        minutes=17,
        throws=142,
        seal="9f3c51e07b2ad48c" * 4,
        secrets=("51e07b2ad48c9f3c" * 4,),
        server_shares=("Bo",),
        next_seal="d48c9f3c51e07b2a" * 4,
        is_seated=True,
        missing=tuple(persons.values()),
    )


def waiting(page: Page, seats: int) -> Sample:
    """Return a table before its first match, with a seat that is free."""

    def sample(language: Language) -> str:
        cards = tuple(
            SeatCard(
                number=seat,
                team="",
                person=people.person(NAMES[seat - 1], seat) if seat != seats - 1 else None,
                is_ready=seat % 2 == 0,
                is_me=seat == 1,
                is_owner=seat == 1,
            )
            for seat in seats_of(seats)
        )
        model = Waiting("4F7K", cards, 1, False, True, True, 1, "9f3c51e07b2ad48c" * 4)
        labels = (META.seat_labels[seats - 2],)
        status = Line("Waiting for everybody")
        bar = Bar("4F7K", META.slug, META.title, labels, status, "", "waiting")
        parts = {
            "bar": part(language, SHELL, "bar", bar),
            "waiting": part(language, SHELL, "waiting", model),
            "chat-to": part(language, "web/chat.html", "to", ChatTo("all")),
        }
        return page(
            language,
            "web/table.html",
            title=META.title,
            game=META.slug,
            table="4F7K",
            layout="waiting",
            match="",
            seen=0,
            command="c1",
            parts=parts,
            log=Markup(""),
        )

    return sample


def doelauer_samples(page: Page) -> Mapping[str, Sample]:
    """Return all samples; `page` renders a template with the frame's context."""
    chain = f"{DOELL}; {SIX_ONES}"
    lay = "1 roll; * 2 2 5 4 6 3; 1 roll; * 3 4 5 6; 1 roll; * 1 1 5 5"
    lost = f"{SIX_ONES}; 1 roll; * 2 3 4 5 6 6; 1 roll; * 2 3 4 5; 1 roll; * 2 3 4 5"
    won = match(3, f"{SIX_ONES}; 1 roll; * 4 4 4 2 5 1; 1 stop", scores=(40, 96, 71))
    eight = match(8, "1 roll; * 4 4 4 1 5 2; 1 stop", scores=(117, *SCORES[1:]))
    games: dict[str, tuple[Match, int | None]] = {
        "start": (match(2, scores=(0, 0)), 1),
        "begin-watched": (match(3, scores=(0, 0, 0)), None),
        "throw-1": (match(3, "1 roll; * 4 4 4 1 5 2"), 1),
        "throw-2": (match(3, "1 roll; * 4 4 4 1 5 2; 1 roll; * 2 5 1"), 1),
        "pair": (match(2, "1 roll; * 4 4 3 1 5 2"), 1),
        "pending": (match(3, SIX_ONES), 1),
        "pending-seen": (match(3, SIX_ONES), 3),
        "confirming": (match(3, f"{SIX_ONES}; 1 roll; * 4 4 4 2 5 1; 1 roll; * 2 5 1"), 1),
        "confirming-nothing": (
            match(4, f"{SIX_ONES}; 1 roll; * 4 4 3 2 5 1; 1 roll; * 2 5 1 6"),
            1,
        ),
        "chain": (match(4, chain), 1),
        "confirmed": (
            match(3, f"{SIX_ONES}; 1 roll; * 4 4 4 2 5 1; 1 stop", scores=(2, 96, 71)),
            2,
        ),
        "lost": (match(3, lost), 2),
        "choice-lay": (match(3, "1 roll; * 2 2 2 4 5 3; 1 roll; * 6 6 6"), 1),
        "choice-lay-seen": (match(3, "1 roll; * 2 2 2 4 5 3; 1 roll; * 6 6 6"), 2),
        "choice-three": (match(3, lay), 1),
        "choice-strasse": (match(3, "1 roll; * 5 3 1 2 6 4"), 1),
        "choice-doell": (match(3, "1 roll; * 3 5 3 5 6 6"), 1),
        "winning": (match(4, "1 roll; * 6 6 6 6 2 1", scores=(112, 96, 71, 120)), 1),
        "four": (match(4, "1 roll; * 4 4 4 1 5 2; 1 roll; * 2 5 1"), 1),
        "eight": (match(8, "1 roll; * 4 4 4 1 5 2"), 1),
        "eight-chain": (match(8, chain), 5),
    }
    named = {name: table(page, game, viewer) for name, (game, viewer) in games.items()}
    named["finished"] = table(page, won, 1, finish_of(won, 1))
    named["finished-eight"] = table(page, eight, 2, finish_of(eight, 2))
    named |= {f"waiting-{seats}": waiting(page, seats) for seats in (5, 6, 7, 8)}
    return {f"doelauer-{name}": sample for name, sample in named.items()}
