"""Playing a hand: a tile at an end (anlegen), drawing (ziehen), knocking (klopfen) (D5 to D12).

Functions that ask why not take a hand in which no decision is open, and speak of its seat to move.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pasch.games.domino.dealing import highest_double
from pasch.games.domino.layout import End, ends_by_number, extended, open_ends, opened
from pasch.games.domino.notation import PLAYS, Play
from pasch.games.domino.state import Hand, Laid, Notes, Tiles
from pasch.games.domino.tiles import Eyes, Tile
from pasch.games.domino.variant import Kind, Variant
from pasch.kernel.refusals import N_, Reason

_NOT_HELD: Final = Reason(N_("you do not hold this tile"), "D5")
_HIGHEST_FIRST: Final = Reason(N_("the highest double opens"), "D4")
_NO_END_YET: Final = Reason(N_("the opening tile is played without an end"), "D5")
_WHICH_END: Final = Reason(N_("name the end at which the tile is played"), "D5")
_NO_SUCH_END: Final = Reason(N_("the layout has no end with this number"), "D5")
_NO_FIT: Final = Reason(N_("no half of the tile fits this end"), "D5")
_BARE_FIRST: Final = Reason(N_("first each side of the opening double gets a tile"), "D12")
_MUST_PLAY: Final = Reason(N_("a tile of yours fits: play it"), "D6")
_NEVER_DRAWN: Final = Reason(N_("in this variant nothing is drawn"), "D7")
_EMPTY: Final = Reason(N_("the stock is empty: pass"), "D8")
_RESERVED: Final = Reason(N_("the last two tiles are never drawn: pass"), "D9")
_DRAW_ON: Final = Reason(N_("draw until a tile fits or the stock is empty"), "D8")
_DRAW_ONE: Final = Reason(N_("draw a tile: your turn is over then"), "D9")


def moves(hand: Hand, kind: Kind) -> tuple[str, ...]:
    """Return what the seat to move may say: who can play must play (D6)."""
    found = plays(hand, kind)
    if found:
        return found
    return ("draw",) if can_draw(hand, kind) else ("pass",)


def plays(hand: Hand, kind: Kind) -> tuple[str, ...]:
    """Return the texts of all tiles that may be played, by tile and end."""
    held = hand.held[hand.seat - 1]
    if hand.layout.opening is None:
        return tuple([PLAYS[tile][0] for tile in openings(held, kind)])
    ends = ends_by_number(hand.layout)
    return tuple([PLAYS[tile][end] for tile in held for end in fitting(tile, ends)])


def fitting(tile: Tile, ends: Mapping[Eyes, tuple[End, ...]]) -> tuple[End, ...]:
    """Return the ends that the tile fits, ascending; `ends` are all by their number."""
    if tile.low not in ends or tile.is_double:
        return ends.get(tile.high, ())
    return tuple(sorted(ends.get(tile.high, ()) + ends[tile.low]))


def openings(held: Tiles, kind: Kind) -> Tiles:
    """Return the tiles with which who holds the highest double may open (D4)."""
    double = highest_double(held)
    return held if kind.opens_freely or double is None else (double,)


def can_play(hand: Hand) -> bool:
    """Return whether the seat to move has a tile that fits (D6)."""
    numbers = open_numbers(hand)
    held = hand.held[hand.seat - 1]
    return not numbers or any(tile.high in numbers or tile.low in numbers for tile in held)


def open_numbers(hand: Hand) -> frozenset[Eyes]:
    """Return the numbers that take a tile, none before the opening."""
    return frozenset([hand.layout.arms[end - 1].number for end in open_ends(hand.layout)])


def can_draw(hand: Hand, kind: Kind) -> bool:
    """Return whether the stock has a tile that may be drawn (D7 to D9)."""
    return kind.drawing != "never" and len(hand.stock) > kind.reserve


def against_play(hand: Hand, kind: Kind, event: Play) -> Reason | None:
    """Return why the tile cannot be played there, or None."""
    held = hand.held[hand.seat - 1]
    if event.tile not in held:
        return _NOT_HELD
    if hand.layout.opening is None:
        return _against_opening(held, kind, event)
    return _against_end(hand, event)


def _against_opening(held: Tiles, kind: Kind, event: Play) -> Reason | None:
    if event.end is not None:
        return _NO_END_YET
    return None if event.tile in openings(held, kind) else _HIGHEST_FIRST


def _against_end(hand: Hand, event: Play) -> Reason | None:
    layout, tile = hand.layout, event.tile
    if event.end is None:
        return _WHICH_END
    if event.end > len(layout.arms):
        return _NO_SUCH_END
    if layout.arms[event.end - 1].number not in (tile.high, tile.low):
        return _NO_FIT
    return None if event.end in open_ends(layout) else _BARE_FIRST


def against_draw(hand: Hand, kind: Kind) -> Reason | None:
    """Return why nothing can be drawn, or None."""
    if kind.drawing == "never":
        return _NEVER_DRAWN
    if can_play(hand):
        return _MUST_PLAY
    if can_draw(hand, kind):
        return None
    return _RESERVED if kind.reserve else _EMPTY


def against_pass(hand: Hand, kind: Kind) -> Reason | None:
    """Return why the seat cannot pass, or None."""
    if can_play(hand):
        return _MUST_PLAY
    if not can_draw(hand, kind):
        return None
    return _DRAW_ONE if kind.drawing == "one" else _DRAW_ON


def played(hand: Hand, variant: Variant, event: Play) -> Hand:
    """Return the hand with the tile on the table and the next seat to move."""
    layout, tile, end = hand.layout, event.tile, event.end
    left = tuple([other for other in hand.held[hand.seat - 1] if other != tile])
    return replace(
        hand,
        held=_with_held(hand, left),
        layout=opened(layout, tile) if end is None else extended(layout, tile, end),
        seat=variant.after(hand.seat),
        passes=0,
        latest=Laid(hand.seat, tile, end),
    )


def drawn(hand: Hand, variant: Variant) -> Hand:
    """Return the hand with the stock's first tile drawn; who draws only one has moved (D9).

    Nobody has passed before: the stock never grows, so who passes finds the last tile gone (D10).
    """
    first, *rest = hand.stock
    notes = hand.notes[hand.seat - 1]
    noted = replace(notes, drawn=notes.drawn + 1, drew_on=tuple(sorted(open_numbers(hand))))
    return replace(
        hand,
        held=_with_held(hand, (*hand.held[hand.seat - 1], first)),
        stock=tuple(rest),
        seat=variant.after(hand.seat) if variant.kind.drawing == "one" else hand.seat,
        notes=_with_notes(hand, noted),
    )


def passed(hand: Hand, variant: Variant) -> Hand:
    """Return the hand with the next seat to move."""
    notes = hand.notes[hand.seat - 1]
    noted = replace(notes, passed=tuple(sorted(open_numbers(hand).union(notes.passed))))
    return replace(
        hand,
        seat=variant.after(hand.seat),
        passes=hand.passes + 1,
        notes=_with_notes(hand, noted),
    )


def _with_held(hand: Hand, tiles: Tiles) -> tuple[Tiles, ...]:
    """Return everybody's tiles with those of the seat to move replaced."""
    return (*hand.held[: hand.seat - 1], tiles, *hand.held[hand.seat :])


def _with_notes(hand: Hand, notes: Notes) -> tuple[Notes, ...]:
    """Return everybody's notes with those of the seat to move replaced."""
    return (*hand.notes[: hand.seat - 1], notes, *hand.notes[hand.seat :])
