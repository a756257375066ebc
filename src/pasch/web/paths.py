"""The addresses of pages that others lead to."""

from functools import cache
from typing import NamedTuple

from pasch.games import discovery
from pasch.kernel.refusals import N_, Reason
from pasch.matches.model import AccountId, MatchId
from pasch.web.i18n import Catalogue

FAIR_DICE = "/help/fair-dice"


class RuleLink(NamedTuple):
    """Where the rule stands that a refusal names, in words and as an address; both may be ""."""

    label: str = ""
    href: str = ""


def person_page(account: AccountId) -> str:
    """Return the address of somebody's page."""
    return f"/p/{account}"


def match_page(match: MatchId) -> str:
    """Return the address of a finished match's page."""
    return f"/m/{match}"


def lobby_after(ended: str, table: str) -> str:
    """Return where everybody meets whose match was "aborted" or "left"."""
    return f"/?{ended}={table}"


@cache
def rules_page(game: str) -> str:
    """Return the address of a game's rules, "" when it has none."""
    has_rules = any((discovery.home(game) / "pages").glob("help.*.md"))
    return f"/rules/{game}" if has_rules else ""


def rule_link(words: Catalogue, game: str | None, reason: Reason) -> RuleLink:
    """Return the link to the rule that a reason names."""
    page = rules_page(game) if game is not None and reason.rule is not None else ""
    if not page:
        return RuleLink()
    label = words.gettext(N_("Rule %(rule)s")) % {"rule": reason.rule}
    return RuleLink(label, f"{page}#{reason.rule}")
