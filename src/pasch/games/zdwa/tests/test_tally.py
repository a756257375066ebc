"""Whole matches against a second reading of the rulebook that shares no code with the first."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest

from pasch.games.zdwa.meta import META
from pasch.games.zdwa.rules import RULES
from pasch.kernel.record import Event
from tests.playing import Setting, play_match, settings_of

CELLS = ("1", "2", "3", "4", "5", "6", "+", "-", "K", "F", "P", "60")


@dataclass
class Turn:
    """What a person with a pencil remembers of a turn."""

    dice: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    throw: int = 0
    announced: str | None = None
    first_four: int | None = None

    def throw_dice(self, faces: list[int]) -> None:
        thrown = iter(faces)
        held = {place: self.dice[place - 1] for place in self.kept}
        self.dice = [held.get(place) or next(thrown) for place in range(1, 6)]
        self.throw += 1
        if self.first_four is None and max(Counter(self.dice).values()) > 3:
            self.first_four = self.throw

    def points(self, cell: str) -> int:
        [(face, most), *_] = Counter(self.dice).most_common()
        kinds = len(set(self.dice))
        match cell:
            case "K":
                return 35 if kinds == 5 else 0
            case "F":
                return 40 + 3 * face if most == 5 or (most, kinds) == (3, 2) else 0
            case "P":
                in_time = self.throw == self.first_four or self.announced == "P"
                return 50 + 4 * face if most == 5 or (most == 4 and in_time) else 0
            case "60":
                return 60 + 5 * face if most == 5 else 0
            case "+" | "-":
                return sum(self.dice)
            case _:
                return int(cell) * self.dice.count(int(cell))


def tally(events: Iterable[Event], seats: int, bonus_from: int) -> tuple[int, ...]:
    """Return the totals that a scorekeeper arrives at who hears the events."""
    parties = 2 if seats == 4 else seats
    sheet: dict[tuple[int, str, str], int] = {}
    turn, is_fresh = Turn(), True
    at = (0, "", "")
    old = 0
    for event in events:
        match str(event).split(" "):
            case ["*", *faces]:
                turn = Turn() if is_fresh else turn
                is_fresh = False
                turn.throw_dice([int(face) for face in faces])
            case [_, "keep", *places]:
                turn.kept = [int(place) for place in places]
            case [_, "announce", cell]:
                turn.announced = cell
            case [_, "retract"]:
                turn.announced = None
            case [seat, "write", column, cell]:
                at = ((int(seat) - 1) % parties, column, cell)
                assert at not in sheet
                sheet[at] = old = turn.points(cell)
                is_fresh = True
            case [_, "correct"]:
                del sheet[at]
            case [_, "cancel"]:
                sheet[at] = old
            case _:
                assert str(event).endswith("roll")
    return tuple(_total(sheet, party, bonus_from) for party in range(parties))


def _total(sheet: dict[tuple[int, str, str], int], party: int, bonus_from: int) -> int:
    total = 0
    for column in ("down", "free", "up", "said"):
        ones, *others, plus, minus, kenter, full, poker, sixty = (
            sheet[party, column, cell] for cell in CELLS
        )
        upper = ones + sum(others)
        total += upper + (30 if upper >= bonus_from else 0)
        total += max(0, ones * (plus - minus)) + kenter + full + poker + sixty
    return total


@pytest.mark.parametrize("setting", settings_of(META), ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_totals(setting: Setting, seed: int) -> None:
    match = play_match(RULES, setting, seed)
    bonus_from = 40 if dict(setting.options)["hardcore"] == "yes" else 60
    assert tally(match.events, setting.seats, bonus_from) == match.rules.totals(match.last)
