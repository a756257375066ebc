"""A second reading of the rulebook that shares no code with the first: slow, mutable, by lists.

The referee hears the events, keeps every tile, knows whose turn it is and what may be played, and
tells the scores.
"""

from dataclasses import dataclass, field

Pair = tuple[int, int]


def pair(text: str) -> Pair:
    """Return the numbers of a tile."""
    high, low = text.split("-")
    return int(high), int(low)


@dataclass
class Row:
    """Tiles from the middle outwards, with what they show outside; `first` is what they meet."""

    middle: Pair
    first: int
    shown: list[int] = field(default_factory=list)
    tiles: list[Pair] = field(default_factory=list)

    @property
    def open(self) -> int:
        return self.shown[-1] if self.shown else self.first


@dataclass
class Referee:
    """What a person knows who sees all tiles."""

    variant: str
    seats: int
    teams: bool
    spinner: bool
    auto: bool
    target: int
    scores: list[int] = field(default_factory=list)
    hands: list[list[Pair]] = field(default_factory=list)
    stock: list[Pair] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    opening: Pair | None = None
    first_double: Pair | None = None
    played: list[Pair] = field(default_factory=list)
    turn: int = 0
    said_pass: int = 0
    claim_by: int | None = None
    forgotten: tuple[int, int] | None = None
    offered: int = 0
    undecided: set[int] = field(default_factory=set)
    ended: str = ""

    def __post_init__(self) -> None:
        self.scores = [0] * (2 if self.teams else self.seats)

    @property
    def is_fives(self) -> bool:
        return self.variant.startswith("fives")

    def hear(self, actor: str, text: str) -> None:
        """Follow an event."""
        word, *rest = text.split(" ")
        if actor == "*":
            self.deal([pair(tile) for tile in text.split(" ")])
            return
        seat = int(actor) - 1
        match word:
            case "play":
                self.play(seat, pair(rest[0]), int(rest[1]) if rest[1:] else 0)
            case "draw":
                self.hands[seat].append(self.stock.pop(0))
                self.said_pass = 0
                if self.is_fives:
                    self.turn = (seat + 1) % self.seats
            case "pass":
                self.said_pass += 1
                self.turn = (seat + 1) % self.seats
            case "claim":
                self.claim_by = None
                self.credit(seat, self.worth())
            case "muggins":
                self.credit(seat, self.offered)
                self.undecided = set()
            case "continue":
                self.go_on(seat)
            case _:
                assert word == "next"
        self.look_for_end()

    def deal(self, tiles: list[Pair]) -> None:
        each = self.tiles_each(len(tiles))
        self.hands = [tiles[each * seat : each * (seat + 1)] for seat in range(self.seats)]
        self.stock = tiles[each * self.seats :]
        self.rows, self.played, self.opening, self.first_double = [], [], None, None
        self.said_pass, self.claim_by, self.forgotten, self.undecided = 0, None, None, set()
        self.ended = ""
        doubles = [
            (max(t), seat) for seat, hand in enumerate(self.hands) for t in hand if t[0] == t[1]
        ]
        self.turn = max(doubles, default=(0, 0))[1]

    def tiles_each(self, size: int) -> int:
        if self.is_fives:
            return 5
        if self.variant == "block":
            if self.seats == 4:
                return {28: 6, 55: 9, 91: 12}[size]
            return {2: 8, 3: 6, 5: 5}[self.seats]
        if self.variant in ("draw", "cross"):
            return {2: 7, 3: 5, 4: 4, 5: 3}[self.seats]
        return 7 if self.seats < 4 else 5

    def play(self, seat: int, tile: Pair, end: int) -> None:
        self.hands[seat].remove(tile)
        self.said_pass = 0
        self.turn = (seat + 1) % self.seats
        is_double = tile[0] == tile[1]
        if self.opening is None:
            self.opening = tile
            many = 4 if self.variant.startswith("cross") else 2
            self.rows = [Row(tile, tile[place % 2]) for place in range(many)]
        else:
            row = self.rows[end - 1]
            assert row.open in tile
            row.shown.append(sum(tile) - row.open)
            row.tiles.append(tile)
            if is_double and self.variant in ("cross9", "cross12"):
                self.rows += [Row(tile, tile[0]), Row(tile, tile[0])]
        self.played.append(tile)
        if is_double and self.first_double is None:
            self.first_double = tile
        self.grow_sides()
        self.count_ends(seat)

    def grow_sides(self) -> None:
        """Let the first double have its side rows once nothing of it is open in the line."""
        double = self.first_double
        if self.spinner and double and len(self.rows) == 2 and not self.is_outside(double):
            self.rows += [Row(double, double[0]), Row(double, double[0])]

    def is_outside(self, tile: Pair) -> bool:
        return any((row.tiles[-1] if row.tiles else row.middle) == tile for row in self.rows[:2])

    def end_sum(self) -> int:
        """Add up each tile that lies open, once."""
        assert self.opening is not None
        total = 0
        for row in self.rows:
            if row.tiles:
                high, low = row.tiles[-1]
                total += high + low if high == low else row.open
        bare = [row for row in self.rows[:2] if not row.tiles]
        if self.opening[0] == self.opening[1]:
            return total + (sum(self.opening) if bare else 0)
        return total + sum(row.first for row in bare)

    def worth(self) -> int:
        total = self.end_sum()
        fits = total % 5 == 0 or (self.variant == "fives-threes" and total % 3 == 0)
        return total if fits else 0

    def count_ends(self, seat: int) -> None:
        if not self.is_fives:
            return
        if self.auto:
            self.credit(seat, self.worth())
            return
        self.undecided = set()
        if self.forgotten:
            self.offered = self.forgotten[1]
            self.undecided = set(range(self.seats)) - {self.forgotten[0]}
        self.claim_by, self.forgotten = seat, None

    def go_on(self, seat: int) -> None:
        if self.claim_by == seat:
            self.claim_by = None
            if self.worth():
                self.forgotten = (seat, self.worth())
        else:
            self.undecided.remove(seat)

    def credit(self, seat: int, points: int) -> None:
        self.scores[seat % 2 if self.teams else seat] += points

    def look_for_end(self) -> None:
        if self.ended:
            return
        if max(self.scores) >= self.target:
            self.ended = "target"
        elif self.claim_by is None and not self.undecided:
            if [] in self.hands:
                self.ended = "out"
                self.score_out(self.hands.index([]))
            elif self.said_pass == self.seats:
                self.ended = "blocked"
                self.score_blocked()

    def score_out(self, winner: int) -> None:
        for seat, hand in enumerate(self.hands):
            is_partner = self.teams and (seat - winner) % 2 == 0
            if seat != winner and not is_partner:
                self.credit(winner, self.near(self.rest(hand)))

    def score_blocked(self) -> None:
        rests = [self.rest(hand) for hand in self.hands]
        if self.teams:
            rests = [rests[0] + rests[2], rests[1] + rests[3]]
        [lowest, second, *_] = sorted(rests)
        if lowest != second:
            winner = rests.index(lowest)
            self.scores[winner] += sum(self.near(rest - lowest) for rest in rests)

    def rest(self, hand: list[Pair]) -> int:
        return sum(map(sum, hand))

    def near(self, eyes: int) -> int:
        """Return the multiple of five with the smallest distance in `fives`."""
        if self.variant != "fives":
            return eyes
        return min(range(0, eyes + 5, 5), key=lambda multiple: abs(multiple - eyes))

    def plays(self, seat: int) -> list[str]:
        """Return all that the seat could play, each end for itself."""
        hand = self.hands[seat]
        if self.opening is None:
            highest = max(tile for tile in hand if tile[0] == tile[1])
            return [f"play {a}-{b}" for a, b in (hand if self.is_fives else [highest])]
        ends = list(range(1, len(self.rows) + 1))
        if self.variant.startswith("cross"):
            ends = [end for end in ends[:4] if not self.rows[end - 1].tiles] or ends
        fits = [(tile, end) for tile in hand for end in ends if self.rows[end - 1].open in tile]
        return [f"play {high}-{low} {end}" for (high, low), end in fits]

    def could_draw(self) -> bool:
        """Return whether the stock has a tile for who cannot play."""
        if self.variant == "block":
            return False
        return len(self.stock) > (2 if self.is_fives else 0)

    def moves(self) -> tuple[str, ...]:
        """Return what the seat whose turn it is may say (D4 to D9, D12)."""
        return tuple(self.plays(self.turn) or ["draw" if self.could_draw() else "pass"])
