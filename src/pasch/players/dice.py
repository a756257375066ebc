"""Which dice a simple player holds: numbers only, of no certain game."""

from collections import Counter


def places_showing(face: int, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places of the dice that show a face, counted from 1."""
    return tuple(place for place, shown in enumerate(dice, 1) if shown == face)


def commonest(dice: tuple[int, ...]) -> int:
    """Return the face that most dice show, the higher one among equals."""
    counts = Counter(dice)
    return max(counts, key=lambda face: (counts[face], face))


def keeping(places: tuple[int, ...]) -> str:
    """Return the record text of holding these places and throwing the others."""
    return " ".join(("keep", *map(str, places)))
