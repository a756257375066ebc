"""What may be seen of a position, built from nothing.

A seat sees its own tiles, of the others how many they hold, how many they have drawn and on which
numbers they have passed; a spectator sees no tile in a hand. After a hand everything is shown.
"""

from dataclasses import dataclass

from pasch.games.domino.layout import Arm, End, Layout, end_sum, open_ends
from pasch.games.domino.notation import EVENTS, Play
from pasch.games.domino.state import Decisions, Ending, Hand, Laid, Notes, Result, State, Tiles
from pasch.games.domino.tiles import Eyes, Tile
from pasch.games.domino.variant import Claims, Variant
from pasch.kernel.actors import Seat
from pasch.kernel.rules import Over, ToMove


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile of an arm: `inner` is the half towards the start of the arm. Doubles lie across."""

    tile: str
    inner: Eyes
    outer: Eyes


@dataclass(frozen=True, slots=True)
class ArmView:
    """A row of the table (D14).

    It starts beside the tile `root`, of which it is arm number `side`, with the number `start`.
    `number` is what its end `end` shows, `is_open` whether the end takes a tile at all (D12).
    """

    end: End
    root: str
    side: int
    start: Eyes
    tiles: tuple[PlacedTile, ...]
    number: Eyes
    is_open: bool


@dataclass(frozen=True, slots=True)
class HeldTile:
    """A tile of the viewer.

    `ends` are those where it may be played now, `opens` says that it may be the opening tile now.
    """

    tile: str
    ends: tuple[End, ...]
    opens: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody knows of a seat.

    It holds `tiles` tiles, has drawn `drawn` in this hand, the last when the open numbers were
    `drew_on`, and has passed on the numbers `passed`. `shown` are its tiles and `rest` their eyes,
    both only after the hand (else empty and None). `is_ready` for the next hand (D26).
    """

    seat: Seat
    party: int
    tiles: int
    drawn: int
    drew_on: tuple[Eyes, ...]
    passed: tuple[Eyes, ...]
    shown: tuple[str, ...]
    rest: int | None
    is_ready: bool


@dataclass(frozen=True, slots=True)
class LatestTile:
    """The latest tile, who played it, and where; `end` is None for the opening tile."""

    seat: Seat
    tile: str
    end: End | None


@dataclass(frozen=True, slots=True)
class MugginsView:
    """Points that `seat` has passed over and the seats `asked` may take (D22)."""

    seat: Seat
    points: int
    asked: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    """How the hand ended.

    `winner` is the party that gets `points`, None when nobody does; `shares` is what each party
    brings. `stock` are the tiles that were left.
    """

    ending: Ending
    winner: int | None
    points: int
    shares: tuple[int, ...]
    stock: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DominoView:
    """A position as one viewer sees it.

    Options: `variant` to `target`, `set` as its highest number; `claims` is `none` where end sums
    do not score. `hand` is the number of the hand, from 1; `scores` stand by
    party. `turn` is the seat whose turn it is, None between hands and after the match; it acts when
    nobody has to decide.

    `own` are the viewer's tiles as they came, the one drawn last at the end. `stock` counts the
    tiles of the stock, `drawable` those of them that may still be drawn (D7 to D9). `end_sum` is
    None until it has been decided whether the latest tile scores (D21), and where sums do not
    count. `claimer` is the seat that has yet to decide that, `muggins` what else is open.
    `legal` are the viewer's events, none for a spectator. `places`, by party, are empty before
    the end of the match.
    """

    variant: str
    set: int
    teams: bool
    spinner: bool
    claims: Claims
    target: int
    hand: int
    scores: tuple[int, ...]
    parties: tuple[tuple[Seat, ...], ...]
    seats: tuple[SeatView, ...]
    turn: Seat | None
    opening: str | None
    arms: tuple[ArmView, ...]
    latest: LatestTile | None
    stock: int
    drawable: int
    own: tuple[HeldTile, ...]
    end_sum: int | None
    claimer: Seat | None
    muggins: MugginsView | None
    result: ResultView | None
    legal: tuple[str, ...]
    places: tuple[int, ...]


def view_of(
    state: State, viewer: Seat | None, to_move: ToMove, legal: tuple[str, ...]
) -> DominoView:
    """Return what `viewer` may know; `to_move` acts next, `legal` are the viewer's events."""
    variant, hand = state.variant, state.hand or _no_hand(state.variant)
    return DominoView(
        variant=variant.name,
        set=variant.set,
        teams=len(variant.parties) < len(variant.seats),
        spinner=variant.spinner,
        claims=variant.claims,
        target=variant.target,
        hand=state.number,
        scores=state.scores,
        parties=variant.parties,
        seats=tuple([_seat(state, hand, seat) for seat in variant.seats]),
        turn=_turn(state, hand),
        opening=str(hand.layout.opening) if hand.layout.opening else None,
        arms=_arms(hand.layout),
        latest=_latest(hand.latest),
        stock=len(hand.stock),
        drawable=_drawable(variant, hand),
        own=() if viewer is None else _own(hand.held[viewer - 1], legal),
        end_sum=_end_sum(variant, hand),
        claimer=hand.decisions.claimer,
        muggins=_muggins(hand.decisions),
        result=_result(hand, state.result),
        legal=legal,
        places=to_move.places if isinstance(to_move, Over) else (),
    )


def _no_hand(variant: Variant) -> Hand:
    """Return the hand of a position in which the deal is due: nothing is there yet."""
    seats = variant.seats
    return Hand(((),) * len(seats), (), Layout(variant.shape), seats[0], (Notes(),) * len(seats))


def _seat(state: State, hand: Hand, seat: Seat) -> SeatView:
    held, notes, result = hand.held[seat - 1], hand.notes[seat - 1], state.result
    return SeatView(
        seat=seat,
        party=state.variant.party_of[seat - 1],
        tiles=len(held),
        drawn=notes.drawn,
        drew_on=notes.drew_on,
        passed=notes.passed,
        shown=_texts(held) if result else (),
        rest=result.rests[seat - 1] if result else None,
        is_ready=seat in state.ready,
    )


def _turn(state: State, hand: Hand) -> Seat | None:
    return None if hand.is_finished or state.result else hand.seat


def _arms(layout: Layout) -> tuple[ArmView, ...]:
    open_now = open_ends(layout)
    roots = [arm.root for arm in layout.arms]
    return tuple(
        ArmView(
            end=End(number),
            root=str(arm.root),
            side=roots[:number].count(arm.root),
            start=arm.start,
            tiles=_placed(arm),
            number=arm.number,
            is_open=number in open_now,
        )
        for number, arm in enumerate(layout.arms, 1)
    )


def _placed(arm: Arm) -> tuple[PlacedTile, ...]:
    placed, inner = list[PlacedTile](), arm.start
    for tile in arm.tiles:
        outer = tile.across(inner)
        placed.append(PlacedTile(str(tile), inner, outer))
        inner = outer
    return tuple(placed)


def _latest(laid: Laid | None) -> LatestTile | None:
    return None if laid is None else LatestTile(laid.seat, str(laid.tile), laid.end)


def _drawable(variant: Variant, hand: Hand) -> int:
    is_drawn = variant.kind.drawing != "never"
    return max(0, len(hand.stock) - variant.kind.reserve) if is_drawn else 0


def _own(held: Tiles, legal: tuple[str, ...]) -> tuple[HeldTile, ...]:
    events = [EVENTS[text] for text in legal]
    plays = [(event.tile, event.end) for event in events if isinstance(event, Play)]
    return tuple([_held_tile(tile, plays) for tile in held])


def _held_tile(tile: Tile, plays: list[tuple[Tile, End | None]]) -> HeldTile:
    ends = [end for played, end in plays if played == tile]
    return HeldTile(str(tile), tuple([end for end in ends if end]), None in ends)


def _end_sum(variant: Variant, hand: Hand) -> int | None:
    is_decided = hand.layout.opening is not None and hand.decisions.claimer is None
    return end_sum(hand.layout) if is_decided and variant.claims != "none" else None


def _muggins(decisions: Decisions) -> MugginsView | None:
    left = decisions.on_offer
    return None if left is None else MugginsView(left.seat, left.points, decisions.asked)


def _result(hand: Hand, result: Result | None) -> ResultView | None:
    if result is None:
        return None
    return ResultView(
        result.ending, result.winner, result.points, result.shares, _texts(hand.stock)
    )


def _texts(tiles: Tiles) -> tuple[str, ...]:
    return tuple(map(str, tiles))
