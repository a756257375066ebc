"""Dice and ends of series in words."""

from typing import Final

from pasch.games.doelauer.state import Ending
from pasch.kernel.page import Line, Term
from pasch.kernel.refusals import N_

COUNTS: Final = (
    "",
    N_("a"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
)
"""Numbers of dice as words; German and English both say them before the face."""

SINGLES: Final = (
    "",
    N_("lone one"),
    N_("lone two"),
    N_("lone three"),
    N_("lone four"),
    N_("lone five"),
    N_("lone six"),
)
"""What one die of a face is called."""

FACES: Final = (
    "",
    N_("ones"),
    N_("twos"),
    N_("threes"),
    N_("fours"),
    N_("fives"),
    N_("sixes"),
)
"""What several dice of a face are called."""

SPECIALS: Final = {
    "strasse": N_("%(who)s: Straße! %(points)d points to be confirmed"),
    "doell": N_("%(who)s: Döll! %(points)d points to be confirmed"),
}

Words = tuple[tuple[str, str | int | Term], ...]


def combination(face: int, count: int) -> Words:
    """Return the parameters `count` and `face` for so many dice of a face."""
    names = SINGLES if count == 1 else FACES
    return (("count", Term(COUNTS[count])), ("face", Term(names[face])))


def sum_of(points: int, pending: int) -> str:
    """Return points as they add up, such as “4 + 80”."""
    return " + ".join(str(part) for part in (points, pending) if part)


def ending_line(last: Ending) -> Line:
    """Return how a series ended."""
    if last.special:
        return Line(SPECIALS[last.special], (("points", last.points),), last.seat)
    if not last.points:
        if last.lost:
            message = N_("%(who)s confirms nothing: %(lost)d points are lost")
            return Line(message, (("lost", last.lost),), last.seat)
        return Line(N_("%(who)s: no points"), (), last.seat)
    dice = combination(last.dice[last.places[0] - 1], len(last.places))
    if last.is_pending:
        message = N_("%(who)s: %(count)s %(face)s! %(points)d points to be confirmed")
        return Line(message, (("points", last.points), *dice), last.seat)
    if last.scored == last.points:
        message = N_("%(who)s: %(count)s %(face)s, %(points)d points")
        return Line(message, (("points", last.points), *dice), last.seat)
    message = N_("%(who)s confirms: %(pending)d + %(points)d = %(scored)d points")
    pending = last.scored - last.points
    words = (("pending", pending), ("points", last.points), ("scored", last.scored))
    return Line(message, words, last.seat)
