"""Sample pages of Würfelmania's table, drawn by the real screens; see `samples`.

A plain player plays some turns with seeded dice: it keeps what there is most of and writes where
most is to be had.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Final

from pasch.games import discovery
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.chance import Choice, Throw
from pasch.kernel.page import Advice
from pasch.kernel.rules import ChanceDue
from pasch.matches.model import (
    AccountId,
    LoggedEvent,
    Match,
    MatchId,
    MatchStatus,
    Millis,
    Player,
    Sitter,
    Table,
    TableId,
    TableStatus,
)
from pasch.matches.position import Position, resume
from pasch.matches.registry import OpenTable
from pasch.web.drawing import draw_log, draw_parts
from pasch.web.i18n import Language
from pasch.web.pages import safe
from pasch.web.screens import screen_of

Page = Callable[..., str]
Sample = Callable[[Language], str]
Event = tuple[Actor, str]

GAME: Final = "wuerfelmania"
NAMES: Final = ("Anna", "Jo", "Mira", "Klaus-Dieter", "Zoë", "Ben Bergmann")
NOON: Final = Millis(1_796_000_000_000)
SECRET: Final = b"s" * 32


def match_of(seats: int, fives: str) -> Match:
    """Return a match of so many people."""
    players = tuple(
        Player(AccountId(name), name, b"h" * 16, share_by_server=False) for name in NAMES[:seats]
    )
    return Match(
        id=MatchId("m1"),
        table=TableId("4F7K"),
        game=GAME,
        rules_version=1,
        options=discovery.meta(GAME).resolve({"fives": fives}, seats),
        players=players,
        secret=SECRET,
        status=MatchStatus.RUNNING,
        started_at=NOON,
        ended_at=None,
    )


def played(seats: int, turns: int, *said: str, fives: str = "count", seed: int = 3) -> Position:
    """Return the position after some turns, then what the seat to move says (`* 1 2`: throws)."""
    match, random = match_of(seats, fives), Random(seed)
    rules = discovery.rules(GAME)
    log: list[LoggedEvent] = []
    state = rules.start(match.options, seats)

    def say(actor: Actor, text: str) -> object:
        log.append(LoggedEvent(len(log) + 1, actor, text, Millis(NOON + 9_000 * len(log))))
        return rules.apply(state, actor, text)

    while rules.turns(state) < turns or isinstance(rules.to_move(state), ChanceDue):
        state = say(*_choice(state, random))
    for text in said:
        actor = CHANCE if text.startswith("* ") else _mover(state)
        state = say(actor, text.removeprefix("* "))
    return resume(match, log)


def _mover(state: object) -> Seat:
    return state.seat  # type: ignore[attr-defined, no-any-return]


def _choice(state: object, random: Random) -> Event:
    rules = discovery.rules(GAME)
    to_move = rules.to_move(state)
    if isinstance(to_move, ChanceDue):
        request = to_move.request
        if isinstance(request, Choice):
            return CHANCE, request.write((1,))
        assert isinstance(request, Throw)
        return CHANCE, request.write(tuple(random.randint(1, 6) for _ in range(request.dice)))
    seat = _mover(state)
    legal = rules.legal(state, seat)
    if "roll" in legal:
        return seat, "roll"
    dice = rules.view(state, seat).turn.dice  # type: ignore[attr-defined]
    most = max(dice, key=lambda face: (dice.count(face), face))
    keep = " ".join(["keep", *(str(n) for n, face in enumerate(dice, 1) if face == most)])
    if keep in legal and dice.count(most) < 5:
        return seat, keep
    offers = rules.view(state, seat).offers  # type: ignore[attr-defined]
    best = max(offers, key=lambda offer: offer.points - (12 if offer.cell == "CH" else 0))
    return seat, f"write {best.cell}"


def open_table(
    position: Position, held: tuple[int, ...] = (), advice: Advice | None = None
) -> OpenTable:
    """Return the table of a match, which is over when the position is."""
    match = position.match
    sitters = tuple(Sitter(player.account, player.name) for player in match.players)
    status = TableStatus.FINISHED if position.is_over else TableStatus.PLAYING
    table = Table(
        id=match.table,
        game=GAME,
        options=match.options,
        owner=sitters[0].account,
        status=status,
        sitters=sitters,
        match=match.id,
        secret=SECRET,
        revision=1,
        created_at=NOON,
        touched_at=NOON,
    )
    found = OpenTable(table)
    if position.is_over:
        ended = replace(match, status=MatchStatus.FINISHED, ended_at=Millis(NOON + 900_000))
        position = replace(position, match=ended)
    found.follow(position)
    found.held = held
    found.advice = (found.spot, advice) if advice is not None else None
    return found


def wuerfelmania_samples(page: Page) -> Mapping[str, Sample]:
    """Return all samples; `page` renders a template with the frame's context."""

    def table(
        position: Position,
        viewer: int | None,
        held: tuple[int, ...] = (),
        advice: Advice | None = None,
    ) -> Sample:
        def sample(language: Language) -> str:
            found = open_table(position, held, advice)
            screen = screen_of(found, Seat(viewer) if viewer else None, language)
            return page(
                language,
                "web/table.html",
                title=discovery.meta(GAME).title,
                game=GAME,
                rules=f"/rules/{GAME}",
                table="4F7K",
                layout=screen.stage,
                match="m1",
                seen=position.version,
                parts=draw_parts(language, screen),
                log=safe("".join(draw_log(language, position))),
            )

        return sample

    thrown = "roll", "* 2 3 4 5 6"
    five = "roll", "* 4 4 4 4 4"
    return {
        "mania-first": table(played(2, 0), 1),
        "mania-first-seen": table(played(2, 0), 2),
        "mania-two": table(played(2, 14, *thrown), 1, (1, 2, 3, 4)),
        "mania-late": table(played(2, 20, "roll", "* 1 1 1 3 2"), 1, (1, 2, 3)),
        "mania-bonus": table(played(2, 20, *five, fives="bonus", seed=28), 1),
        "mania-turn-of-other": table(played(2, 15, *thrown), 1, (2,)),
        "mania-practice": table(played(1, 5, *thrown), 1),
        "mania-hint": table(played(1, 5, *thrown), 1, (1,), Advice("keep 1 2 3 4", 130, "write 6")),
        "mania-three": table(played(3, 18, *thrown), 1, (1, 2)),
        "mania-six": table(played(6, 40, *thrown), None, (1, 2)),
        "mania-finished": table(played(2, 26), 1),
        "mania-finished-six": table(played(6, 78), 3),
    }
