"""What chance may be asked for: a throw of dice, the choice of one of n, a shuffled set.

A request knows the form of its outcome in record text, lists its distinguishable outcomes with
integer weights for solvers, and checks an outcome that a record claims. A reader may be given the
number of the rule that makes the event due; its `Illegal` then carries it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final

from pasch.kernel.refusals import N_, Illegal, Reason, Unreadable

FACES: Final = 6
"""Faces of a die."""

_NUMERALS: Final = {str(number): number for number in range(1, 1000)}
"""Numbers as record text writes them: ASCII digits without a leading zero."""


def read_number(word: str) -> int:
    """Read a positive number of at most three digits; raise `Unreadable` for any other form."""
    number = _NUMERALS.get(word)
    if number is None:
        raise Unreadable(Reason(N_("“%(word)s” is not a number"), params=(("word", word),)))
    return number


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of `dice` dice; its outcome is their faces by place, such as `6 6 4`."""

    dice: int

    def read(self, text: str, rule: str | None = None) -> tuple[int, ...]:
        """Read the faces; raise `Unreadable` for what is no throw, `Illegal` for a wrong count."""
        faces = tuple(read_number(word) for word in text.split(" "))
        if any(face > FACES for face in faces):
            raise Unreadable(Reason(N_("a die shows 1 to 6")))
        if len(faces) != self.dice:
            reason = N_("%(due)d dice are thrown here, not %(given)d")
            params = (("due", self.dice), ("given", len(faces)))
            raise Illegal(Reason(reason, rule, params))
        return faces

    def write(self, faces: tuple[int, ...]) -> str:
        """Return the record text of the faces."""
        return " ".join(map(str, faces))

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield every multiset of faces, ascending, with the number of ways to throw it."""
        for faces in combinations_with_replacement(range(1, FACES + 1), self.dice):
            repeats = prod(factorial(count) for count in Counter(faces).values())
            yield faces, factorial(self.dice) // repeats


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice of one of `of`, counted from 1; written as `WORD N`, such as `start 2`."""

    word: str
    of: int

    def read(self, text: str, rule: str | None = None) -> tuple[int, ...]:
        """Read the chosen number; raise `Unreadable` or `Illegal`."""
        word, _, number = text.partition(" ")
        if word != self.word:
            reason = N_("expected “%(word)s” and a number")
            raise Unreadable(Reason(reason, params=(("word", self.word),)))
        chosen = read_number(number)
        if chosen > self.of:
            reason = N_("the highest choice is %(of)d")
            raise Illegal(Reason(reason, rule, (("of", self.of),)))
        return (chosen,)

    def write(self, outcome: tuple[int, ...]) -> str:
        """Return the record text of the choice."""
        return f"{self.word} {outcome[0]}"

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield every choice; all have the same weight."""
        for chosen in range(1, self.of + 1):
            yield (chosen,), 1


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A shuffle of `items`, which stand in ascending order; written as the items, by place."""

    items: tuple[str, ...]

    def read(self, text: str, rule: str | None = None) -> tuple[int, ...]:
        """Read the order as indices into `items`; raise `Unreadable` or `Illegal`."""
        index = {item: place for place, item in enumerate(self.items)}
        words = text.split(" ")
        for word in words:
            if word not in index:
                reason = N_("“%(word)s” is not in the set")
                raise Unreadable(Reason(reason, params=(("word", word),)))
        order = tuple(index[word] for word in words)
        if len(order) != len(self.items) or len(set(order)) != len(self.items):
            raise Illegal(Reason(N_("a shuffle lists the whole set, each item once"), rule))
        return order

    def write(self, order: tuple[int, ...]) -> str:
        """Return the record text of the order."""
        return " ".join(self.items[place] for place in order)

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Raise: the orders of a set are too many to list."""
        raise OverflowError(f"{len(self.items)}! orders cannot be listed")


ChanceRequest = Throw | Choice | Shuffle
