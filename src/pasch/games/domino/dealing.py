"""Dealing (Geben): each seat's tiles, who opens, the next hand (D1 to D4, D26)."""

from dataclasses import replace
from functools import cache

from pasch.games.domino.layout import Layout
from pasch.games.domino.state import Hand, Notes, State, Tiles
from pasch.games.domino.tiles import Tile, set_of
from pasch.games.domino.variant import Variant
from pasch.kernel.actors import Seat
from pasch.kernel.chance import Shuffle


@cache
def shuffle_of(highest: int) -> Shuffle:
    """Return the chance event that deals the double-`highest` set (D1)."""
    return Shuffle(tuple(map(str, set_of(highest))))


def dealt(state: State, text: str) -> State:
    """Return the position after a deal; raise `Unreadable` or `Illegal` for a wrong one.

    When nobody holds a double it stays as it was, and a new deal is due (D3).
    """
    variant = state.variant
    order = shuffle_of(variant.set).read(text, "D1")
    tiles = [set_of(variant.set)[place] for place in order]
    held = _shared(tiles, variant)
    doubles = [double for double in map(highest_double, held) if double is not None]
    if not doubles:
        return state
    opener = next(seat for seat in variant.seats if max(doubles) in held[seat - 1])
    stock = tuple(tiles[variant.tiles_each * len(held) :])
    notes = (Notes(),) * len(held)
    return replace(state, hand=Hand(held, stock, Layout(variant.shape), opener, notes))


def _shared(tiles: list[Tile], variant: Variant) -> tuple[Tiles, ...]:
    """Return the tiles of each seat: seat 1 gets the first (D1)."""
    each = variant.tiles_each
    return tuple(tuple(tiles[each * (seat - 1) : each * seat]) for seat in variant.seats)


def highest_double(tiles: Tiles) -> Tile | None:
    """Return the highest double among the tiles, or None."""
    return max((tile for tile in tiles if tile.is_double), default=None)


def next_hand(state: State, seat: Seat) -> State:
    """Return the position with one more seat ready; the last one lets the next deal be due."""
    ready = tuple(sorted((*state.ready, seat)))
    if len(ready) < len(state.variant.seats):
        return replace(state, ready=ready)
    return State(state.variant, state.scores, state.number + 1)
