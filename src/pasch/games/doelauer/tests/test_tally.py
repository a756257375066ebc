"""Scores of whole matches, counted anew from the record by another program than the rules."""

from collections.abc import Iterator

import pytest

from pasch.games.doelauer.meta import META
from pasch.games.doelauer.rules import RULES
from pasch.kernel.record import Event
from tests.playing import Setting, play_match, settings_of

ORDER = "165432"
"""The faces, the highest in rank first."""


def tally(events: tuple[Event, ...], seats: int) -> list[int]:
    """Return the scores; what lies is a text of equal digits here, such as `111`."""
    scores = [0] * seats
    log = iter(events)
    next(log)
    seat = "*"
    while (event := next(log, None)) is not None:
        seat = str(event.actor)
        total, is_confirmed = 0, False
        while not is_confirmed:
            points = series(log)
            total += abs(points)
            is_confirmed = points >= 0
            total *= points != 0
            if not is_confirmed:
                assert next(log).text == "roll"
        scores[int(seat) - 1] += total
    return scores


def series(log: Iterator[Event]) -> int:
    """Return the points of a series whose first `roll` was read; negative if to be confirmed."""
    lying = ""
    for throw in (1, 2, 3):
        new = next(log).text.replace(" ", "")
        options = possibilities(throw, lying, new)
        if not options:
            return 0
        chosen = options[0] if len(options) == 1 else said(next(log).text, options)
        if chosen in ("strasse", "doell"):
            return {"strasse": -35, "doell": -5}[chosen]
        lying = chosen
        if throw == 3 or len(lying) == 6 or next(log).text == "stop":
            return worth(lying)
    raise AssertionError(lying)


def possibilities(throw: int, lying: str, new: str) -> list[str]:
    """Return what may lie after a throw of `new`."""
    groups = [face * new.count(face) for face in ORDER if face in new]
    everything = "".join(sorted(lying + new))
    pairs = "".join(everything[::2])
    is_doell = len({*pairs}) == 3 and everything == "".join(digit * 2 for digit in pairs)
    options = []
    if throw == 1:
        options = sorted(groups, key=len, reverse=True)[:1]
        options += ["strasse"] * (everything == "123456")
    else:
        face = lying[0]
        options = [lying + face * new.count(face)] * (throw == 2 or face in new)
        options += [
            group
            for group in groups
            if group[0] != face
            if len(group) > len(lying)
            or (len(group) == len(lying) and ORDER.index(group[0]) < ORDER.index(face))
        ]
    return options + ["doell"] * (is_doell and throw != 2)


def said(text: str, options: list[str]) -> str:
    """Return the possibility that was said."""
    word = text.rpartition(" ")[2]
    return options[0] if text == "lay" else next(o for o in options if o == word or o[0] == word)


def worth(lying: str) -> int:
    """Return the points of equal dice; negative if to be confirmed."""
    if len(lying) < 3:
        return 0
    base = 10 if lying[0] == "1" else int(lying[0])
    return (base << len(lying) - 3) * (-1 if len(lying) == 6 else 1)


@pytest.mark.parametrize("setting", settings_of(META), ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_scores(setting: Setting, seed: int) -> None:
    match = play_match(RULES, setting, seed)
    assert tuple(tally(match.events, setting.seats)) == match.rules.totals(match.last)
