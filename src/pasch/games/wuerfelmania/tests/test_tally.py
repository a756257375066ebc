"""Totals of whole matches, added up anew from the record by another program than the rules."""

import pytest

from pasch.games.wuerfelmania.meta import META
from pasch.games.wuerfelmania.rules import RULES
from pasch.games.wuerfelmania.tests.naive import points
from pasch.kernel.record import Event
from tests.playing import Setting, play_match, settings_of


def tally(events: tuple[Event, ...], seats: int, fives: str) -> tuple[int, ...]:
    """Return the totals, from the dice that lay when a seat wrote."""
    totals, prizes = [0] * seats, [0] * seats
    has_scored = [False] * seats
    dice, held = [0] * 5, set[int]()
    for event in events:
        match [str(event.actor), *event.text.split(" ")]:
            case ["*", *faces] if faces[0] != "start":
                thrown = iter(map(int, faces))
                dice = [d if i in held else next(thrown) for i, d in enumerate(dice, 1)]
            case [_, "roll"]:
                held = set()
            case [_, "keep", *places]:
                held = set(map(int, places))
            case [seat, "write", cell]:
                index = int(seat) - 1
                is_five = len(set(dice)) == 1
                prize = (50, 75, 110)[min(prizes[index], 2)]
                if fives == "count":
                    if is_five and cell in ("5W", "KS", "GS"):
                        totals[index] += prize
                        prizes[index] += 1
                    else:
                        totals[index] += points(cell, dice)
                    continue
                totals[index] += {"KS": 30, "GS": 40}.get(cell, 0) if is_five else 0
                totals[index] += points(cell, dice)
                if is_five and (has_scored[index] or cell == "5W"):
                    totals[index] += prize if has_scored[index] else 0
                    prizes[index] += 1
                    has_scored[index] = True
            case _:
                assert event.text.startswith("start ")
    return tuple(totals)


@pytest.mark.parametrize("setting", settings_of(META), ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_totals(setting: Setting, seed: int) -> None:
    match = play_match(RULES, setting, seed)
    fives = dict(setting.options)["fives"]
    assert tally(match.events, setting.seats, fives) == match.rules.totals(match.last)
