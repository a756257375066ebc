"""Positions for the tables of the tests: hands and tables by text, events as in a record."""

from dataclasses import dataclass, replace

import pytest
from _pytest.mark.structures import ParameterSet

from pasch.games.domino.dealing import highest_double
from pasch.games.domino.layout import End, Layout, Shape, extended, opened
from pasch.games.domino.rules import RULES
from pasch.games.domino.state import Hand, Notes, State, Tiles
from pasch.games.domino.tiles import TILES
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.refusals import Refusal
from pasch.kernel.replay import play


def start(options: str = "", seats: int = 2) -> State:
    """Return the position before the first deal; options as in a record's header."""
    pairs = dict(pair.split("=") for pair in options.split())
    return RULES.start(RULES.meta.resolve(pairs, seats), seats)


def at(
    hands: str,
    body: str = "",
    *,
    options: str = "",
    stock: str = "",
    table: str = "",
    turn: int | None = None,
    scores: tuple[int, ...] = (),
) -> State:
    """Return the position after the events of `body`, written as in a record but with `;`.

    `hands` are the tiles of each seat, separated by commas; they may be of any size. `table` lists
    what lies already: the opening tile, then tiles with their ends, separated by commas. The
    holder of the highest double is to move, or the seat `turn`.
    """
    held = tuple(map(tiles, hands.split(", ")))
    state = start(options, len(held))
    layout = laid(state.variant.shape, table)
    seat = Seat(turn or opener(held))
    hand = Hand(held, tiles(stock), layout, seat, (Notes(),) * len(held))
    state = replace(state, hand=hand, scores=scores or state.scores)
    return follow(state, body)


def tiles(text: str) -> Tiles:
    """Return the tiles of a text such as `6-6 3-0`; `-` stands for none."""
    return tuple(TILES[word] for word in text.split() if word != "-")


def opener(held: tuple[Tiles, ...]) -> int:
    """Return the seat with the highest double."""
    doubles = [highest_double(tiles) for tiles in held]
    highest = max(double for double in doubles if double is not None)
    return doubles.index(highest) + 1


def laid(shape: Shape, table: str) -> Layout:
    """Return the layout of a text such as `6-6, 6-3 1, 6-4 2`."""
    layout = Layout(shape)
    for words in map(str.split, filter(None, table.split(", "))):
        tile = TILES[words[0]]
        is_opening = layout.opening is None
        layout = opened(layout, tile) if is_opening else extended(layout, tile, End(int(words[1])))
    return layout


def follow(state: State, body: str) -> State:
    """Return the position after more events."""
    for event in filter(None, body.split("; ")):
        actor, text = event_of(event)
        state = play(RULES, state, actor, text)
    return state


def hand_of(state: State) -> Hand:
    """Return the hand of a position in which it is dealt."""
    assert state.hand is not None
    return state.hand


def event_of(line: str) -> tuple[Actor, str]:
    """Return an event's actor and text."""
    word, _, text = line.partition(" ")
    return (CHANCE if word == CHANCE else Seat(int(word))), text


def refusal_of(state: State, event: str) -> Refusal | None:
    """Return why the event is refused, or None when it is accepted."""
    try:
        follow(state, event)
    except Refusal as refusal:
        return refusal
    return None


@dataclass(frozen=True, slots=True)
class Row:
    """An event in a position, and the rule that refuses it; no rule when it is legal.

    The name begins with the number of the rule that the row is about.
    """

    name: str
    hands: str
    body: str
    event: str
    refused_by: str | None = None
    options: str = ""
    stock: str = ""
    table: str = ""
    turn: int | None = None

    @property
    def state(self) -> State:
        """The position."""
        return at(
            self.hands,
            self.body,
            options=self.options,
            stock=self.stock,
            table=self.table,
            turn=self.turn,
        )

    def check(self) -> None:
        """Compare what `apply` and `legal` say with what the row expects."""
        state = self.state
        refusal = refusal_of(state, self.event)
        rule = refusal.reason.rule if refusal else None
        assert (refusal is None, rule) == (self.refused_by is None, self.refused_by), str(refusal)
        actor, text = event_of(self.event)
        if actor != CHANCE:
            assert (text in RULES.legal(state, actor)) == (refusal is None)


def table(*rows: Row) -> list[ParameterSet]:
    """Return the rows as parameters of a test, each with its name as id."""
    return [pytest.param(row, id=row.name) for row in rows]


def deal_text(state: State, hands: str) -> str:
    """Return the chance event that deals these hands; the other tiles follow in their order."""
    dealt_tiles = [str(tile) for held in hands.split(", ") for tile in tiles(held)]
    rest = [text for text, tile in TILES.items() if tile.high <= state.variant.set]
    return " ".join([*dealt_tiles, *(text for text in rest if text not in dealt_tiles)])
