"""One tree of refusals: every "no" has a stable code, a reason and, where there is one, a rule.

Reasons are English message ids with named parameters (`%(cell)s`); the pages translate them with
gettext. `N_` and `NN_` mark them for extraction and return their arguments.
"""

from dataclasses import dataclass
from typing import ClassVar


def N_(message: str) -> str:
    """Mark `message` as a text to be translated later; return it unchanged."""
    return message


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark the two forms of a text with a number, for one and for any other; return both."""
    return one, many


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused.

    `message` is an English message id, `rule` the rulebook's number such as "Z14" or None,
    `params` the values for the message's named places.
    """

    message: str
    rule: str | None = None
    params: tuple[tuple[str, str | int], ...] = ()

    def __str__(self) -> str:
        """Return the reason in English, with its rule's number in brackets."""
        text = self.message % dict(self.params) if self.params else self.message
        return f"{text} ({self.rule})" if self.rule else text


class Refusal(Exception):
    """The base of everything that is refused. `code` is stable and part of the API."""

    code: ClassVar[str] = "refused"

    def __init__(self, reason: Reason) -> None:
        """Keep the reason; `str()` of the refusal is the reason in English."""
        super().__init__(str(reason))
        self.reason = reason


class Unreadable(Refusal):
    """The text is no event, header or option of this game, whatever the position."""

    code = "unreadable"


class Illegal(Refusal):
    """The event is readable and its actor may act, but a rule forbids it now."""

    code = "illegal"


class NotYourTurn(Refusal):
    """The actor has nothing to decide now."""

    code = "not-your-turn"


class Stale(Refusal):
    """The command was meant for an older position."""

    code = "stale"


class MatchOver(Refusal):
    """The match has ended; nothing can be added to it."""

    code = "match-over"
