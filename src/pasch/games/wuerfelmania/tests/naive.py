"""What dice bring in a cell, as a person would see it by looking at them."""

from collections.abc import Sequence


def points(cell: str, dice: Sequence[int]) -> int:
    """Return what dice bring in a cell, five equal in `5W` 50."""
    most = max(map(dice.count, dice))
    faces = "".join(map(str, sorted(set(dice))))
    table = {
        "3P": sum(dice) * (most >= 3),
        "4P": sum(dice) * (most >= 4),
        "FH": 25 * (sorted(map(dice.count, set(dice))) == [2, 3]),
        "KS": 30 * any(row in faces for row in ("1234", "2345", "3456")),
        "GS": 40 * (faces in ("12345", "23456")),
        "5W": 50 * (most == 5),
        "CH": sum(dice),
    }
    return table[cell] if cell in table else sum(die for die in dice if str(die) == cell)
