"""Sample pages of Dölauer; see `samples`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pasch.games.doelauer.state import State
from pasch.matches.position import Position
from tests.web.sample_tables import (
    Around,
    Page,
    Sample,
    begun,
    set_by_hand,
    table,
    told,
    waiting,
    waiting_table,
)

GAME: Final = "doelauer"
NAMES: Final = (
    "Anna", "Bo", "Eva", "Klaus-Dieter Freiherr v.", "Mira", "Zoë", "Ben Bergmann", "Jo"
)  # fmt: skip
"""The names on the seats, one of them as long as names can be."""

SCORES: Final = (34, 96, 71, 118, 0, 55, 12, 103)
SIX_ONES: Final = "1 roll; * 1 1 1 1 1 1"
DOELL: Final = "1 roll; * 3 3 5 5 6 6; 1 take doell"


def match(seats: int, body: str = "", *, scores: tuple[int, ...] = SCORES) -> Position:
    """Return a match after some events, with scores as they may be in its midst."""
    drawn = told(begun(GAME, seats, names=NAMES), "* start 1")
    assert isinstance(drawn.state, State)
    turns = 8 * seats if any(scores) else 0
    return told(set_by_hand(drawn, replace(drawn.state, scores=scores[:seats], turns=turns)), body)


def doelauer_samples(page: Page) -> Mapping[str, Sample]:
    """Return all samples; `page` renders a template with the frame's context."""
    chain = f"{DOELL}; {SIX_ONES}"
    lay = "1 roll; * 2 2 5 4 6 3; 1 roll; * 3 4 5 6; 1 roll; * 1 1 5 5"
    lost = f"{SIX_ONES}; 1 roll; * 2 3 4 5 6 6; 1 roll; * 2 3 4 5; 1 roll; * 2 3 4 5"
    won = match(3, f"{SIX_ONES}; 1 roll; * 4 4 4 2 5 1; 1 stop", scores=(40, 96, 71))
    eight = match(8, "1 roll; * 4 4 4 1 5 2; 1 stop", scores=(117, *SCORES[1:]))
    games: dict[str, tuple[Position, int | None]] = {
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
    named["absent"] = table(page, match(3, SIX_ONES), 3, Around(absent=(2,)))
    named["finished"] = table(page, won, 1)
    named["finished-eight"] = table(page, eight, 2)
    for seats in (5, 6, 7, 8):
        row = waiting_table(GAME, f"{'-+' * 4}"[: seats - 2] + "." + "+-"[seats % 2], names=NAMES)
        named[f"waiting-{seats}"] = waiting(page, row, 1)
    return {f"doelauer-{name}": sample for name, sample in named.items()}
