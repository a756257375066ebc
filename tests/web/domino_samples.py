"""Sample pages of Domino in every state that asks somebody for something; see `samples`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final

from markupsafe import Markup

from pasch.games import discovery
from pasch.games.domino.pages.people import busy_seats
from pasch.games.domino.rules import RULES
from pasch.games.domino.state import State
from pasch.games.domino.tests.positions import at, event_of, start
from pasch.games.domino.tiles import set_of
from pasch.games.domino.view import DominoView
from pasch.kernel.actors import CHANCE, Actor, Seat, seats_of
from pasch.kernel.meta import Leaving
from pasch.kernel.page import Line, Presenter, Region, Seen, Step
from pasch.kernel.rules import Deciding, Over
from pasch.web import charts, people
from pasch.web.chat import CHAT
from pasch.web.i18n import Language, catalogue
from pasch.web.pages import draw, fragment, safe
from pasch.web.people import labels_of
from pasch.web.shell import Bar, ChatTo, Finish, LogLine, Place, Ways

Page = Callable[..., str]
Sample = Callable[[Language], str]
Condition = Callable[[State], bool]

SHELL: Final = "web/fragments.html"
GAME: Final = "domino/table.html"
_DOUBLE: Final = re.compile(r"play (\d+)-\1\b")
NAMES: Final = ("Anna", "Jo", "Mira", "Klaus-Dieter", "Bo")
PRESENTER: Final[Presenter[DominoView]] = discovery.presenter("domino")  # type: ignore[assignment]


@dataclass(frozen=True)
class Game:
    """A position with the options as in a record, and the steps that led there."""

    state: State
    options: str = ""
    steps: tuple[Step[DominoView], ...] = ()

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.state.variant.seats)

    def say(self, actor: Actor, text: str) -> "Game":
        """Return the game after an event."""
        state = RULES.apply(self.state, actor, text)
        step = Step(RULES.view(self.state, None), actor, text, RULES.view(state, None))
        return Game(state, self.options, (*self.steps, step))

    def follow(self, body: str) -> "Game":
        """Return the game after the events of a text such as `1 draw; 2 pass`."""
        game = self
        for event in body.split("; "):
            game = game.say(*event_of(event))
        return game


def game(hands: str, body: str = "", options: str = "", stock: str = "") -> Game:
    """Return the game that begins with these hands; see `positions.at`."""
    begun = Game(at(hands, options=options, stock=stock), options)
    return begun.follow(body) if body else begun


def played(options: str, seats: int, is_there: Condition) -> Game:
    """Return a game played at random, but doubles first, at the first fitting moment of all."""
    for seed in count():
        chooser, now = Random(seed), Game(start(options, seats), options)
        while not is_there(now.state) and not now.state.is_over:
            now = _on(now, chooser)
        if is_there(now.state):
            return now
    raise AssertionError


def _on(now: Game, chooser: Random) -> Game:
    """Return the game after one more event."""
    due = RULES.to_move(now.state)
    if isinstance(due, Deciding):
        seat = chooser.choice(due.seats)
        return now.say(seat, _choice(RULES.legal(now.state, seat), chooser))
    tiles = [str(tile) for tile in set_of(now.state.variant.set)]
    chooser.shuffle(tiles)
    return now.say(CHANCE, " ".join(tiles))


def _choice(legal: tuple[str, ...], chooser: Random) -> str:
    return chooser.choice([text for text in legal if _DOUBLE.search(text)] or legal)


def domino_samples(page: Page) -> Mapping[str, Sample]:
    """Return all samples; `page` renders a template with the frame's context."""

    def table(now: Game, viewer: int | None, *, away: int = 0) -> Sample:
        def sample(language: Language) -> str:
            return _table(page, language, now, Seat(viewer) if viewer else None, away)

        return sample

    fives = "variant=fives"
    two = "6-6 5-5 1-0 2-0, 6-3 6-4 4-4 3-1"
    three = "6-6 5-5 1-0 2-0, 6-3 5-1 5-0, 6-4 6-1 4-0"
    stock = "3-2 4-1 4-2"
    fifteen = game(two, "1 play 6-6; 1 continue; 2 play 6-3 1", options=fives, stock=stock)
    forgotten = game(
        three,
        "1 play 6-6; 1 continue; 2 play 6-3 1; 2 continue; 3 play 6-4 2",
        options=fives,
        stock=stock,
    )
    cross = played("variant=cross9", 3, lambda state: _laid(state) > 14 and _has_choice(state))
    twelve = played("variant=cross12", 2, lambda state: _laid(state) >= 60)
    over = played("variant=block", 3, lambda state: state.result is not None)
    teams = "variant=block teams=yes"
    five = played("variant=draw", 5, lambda state: _laid(state) == 6)
    line = played("variant=draw set=9", 2, lambda state: _laid(state) > 9 and _has_choice(state))
    ended = played("variant=block target=50", 3, lambda state: state.is_over)
    blocked = Game(at("6-6, 5-5", table="1-1", turn=1)).follow("1 pass; 2 pass")
    return {
        "domino-open": table(game(two), 1),
        "domino-open-fives": table(game(two, options=fives), 1),
        "domino-waits": table(game(two), 2),
        "domino-choose": table(line, line.state.hand.seat if line.state.hand else 1),
        "domino-draw": table(
            game(two, "1 play 6-6; 2 play 6-3 1", options="variant=draw", stock=stock), 1
        ),
        "domino-draw-one": table(fifteen.follow("2 claim"), 1),
        "domino-knock": table(game("6-6 5-5, 6-3 1-0", "1 play 6-6; 2 play 6-3 1"), 1),
        "domino-claim": table(fifteen, 2),
        "domino-claim-seen": table(fifteen, 1),
        "domino-muggins": table(forgotten, 1),
        "domino-both": table(forgotten, 3),
        "domino-both-watched": table(forgotten, None),
        "domino-hand-over": table(over, 1),
        "domino-hand-ready": table(over.follow("1 next"), 1),
        "domino-blocked": table(blocked, 1),
        "domino-cross": table(cross, cross.state.hand.seat if cross.state.hand else 1),
        "domino-twelve": table(twelve, twelve.state.hand.seat if twelve.state.hand else 1),
        "domino-five": table(five, 2, away=4),
        "domino-teams": table(played(teams, 4, lambda state: _laid(state) == 9), 1),
        "domino-watch": table(cross, None),
        "domino-over": table(ended, 1),
    }


def _laid(state: State) -> int:
    """Return how many tiles lie on the table while a seat is to move."""
    hand = state.hand
    if hand is None or hand.layout.opening is None or hand.decisions.is_open or state.result:
        return 0
    return 1 + sum(len(arm.tiles) for arm in hand.layout.arms)


def _has_choice(state: State) -> bool:
    """Return whether a tile of the seat to move fits several ends, and an end several tiles."""
    assert state.hand is not None
    own = RULES.view(state, state.hand.seat).own
    ends = [end for held in own for end in held.ends]
    return len(own) > 1 and any(len(held.ends) > 1 for held in own) and len(ends) > len({*ends})


def _fragment(language: Language, template: str, region: Region) -> Markup:
    return safe(fragment(language, template, region.macro, region.model))


def _table(page: Page, language: Language, now: Game, viewer: Seat | None, away: int) -> str:
    names, state = NAMES[: now.seats], now.state
    legal = RULES.legal(state, viewer) if viewer else ()
    absent = (Seat(away),) if away else ()
    seen = Seen(RULES.view(state, viewer), viewer, names, legal, away=absent)
    regions = PRESENTER.regions(seen)
    parts = {key: _fragment(language, GAME, region) for key, region in regions.items()}
    for place in ("board", "side", "dock"):
        parts[place] = safe(draw(language, GAME, place, PRESENTER.layout(seen), parts))
    parts["bar"] = _fragment(language, SHELL, Region("bar", _bar(now, viewer)))
    parts["pause"] = _fragment(language, SHELL, Region("pause", None))
    to = ChatTo("all" if viewer else "watchers")
    parts["chat-to"] = _fragment(language, CHAT, Region("to", to))
    if state.is_over:
        parts["finish"] = _fragment(language, SHELL, Region("finish", _finish(now, viewer)))
    return page(
        language,
        "web/table.html",
        title="Domino",
        game="domino",
        table="4F7K",
        layout="finished" if state.is_over else "playing",
        match="m1",
        seen=len(now.steps),
        command="c1",
        parts=parts,
        log=_log(now, language),
        rules="/rules/domino",
    )


def _bar(now: Game, viewer: Seat | None) -> Bar:
    options = RULES.meta.resolve(dict(p.split("=") for p in now.options.split()), now.seats)
    busy = busy_seats(RULES.view(now.state, None))
    who = ", ".join(NAMES[seat - 1] for seat in busy)
    tone = "you" if viewer in busy else "other" if busy else "over"
    status = {"you": "It is your turn", "other": "%(who)s is to move", "over": "The match is over"}
    if tone == "other" and len(busy) > 1:
        status["other"] = "Waiting for %(who)s"
    labels = labels_of("domino", now.seats, options)
    ways = Ways("4F7K", can_pause=True, cost=Leaving().cost) if viewer and busy else None
    return Bar("4F7K", "domino", "Domino", labels, Line(status[tone]), who, tone, ways)


def _log(now: Game, language: Language) -> Markup:
    told = [(number, PRESENTER.line(step)) for number, step in enumerate(now.steps, 1)]
    drawn = Markup("")
    for number, line in told:
        if line is not None:
            name = NAMES[line.seat - 1] if line.seat else ""
            text = catalogue(language).line(line, name)
            model = LogLine(f"e{number}", text, people.person(name, line.seat).hue)
            drawn += _fragment(language, SHELL, Region("log_line", model))
    return drawn


def _finish(now: Game, viewer: Seat | None) -> Finish:
    due = RULES.to_move(now.state)
    assert isinstance(due, Over)
    scores = [(0,) * now.seats]
    scores += [s.after.scores for s in now.steps if s.after.result and not s.before.result]
    places = tuple(
        Place(place, "", (people.person(NAMES[seat - 1], seat, "/p/anna"),), total, seat == viewer)
        for place, seat, total in zip(
            due.places, seats_of(now.seats), now.state.scores, strict=True
        )
    )
    return Finish(
        table="4F7K",
        match="m1",
        places=tuple(sorted(places, key=lambda row: row.place)),
        chart=charts.chart_of(tuple(scores), NAMES[: now.seats]),
        minutes=12,
        throws=5,
        seal="9f3c51e07b2ad48c" * 4,
        secrets=("51e07b2ad48c9f3c" * 4,),
        server_shares=(),
        next_seal="ad48c51e9f3c07b2" * 4,
        is_seated=True,
    )
