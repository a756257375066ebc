"""Who visits, and in which language."""

from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection

from pasch.matches.model import Account, AccountId
from pasch.web.house import house_of
from pasch.web.i18n import Language, choose_language

ACCESS_COOKIE: Final = "pasch"
LANGUAGE_COOKIE: Final = "language"
COOKIE_SECONDS: Final = 400 * 24 * 60 * 60
"""How long stored access lasts: the longest that browsers grant."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The person behind a request or socket (None: nobody yet) and the language to answer in."""

    account: Account | None
    language: Language

    @property
    def account_id(self) -> AccountId | None:
        """The id of the account, or None."""
        return self.account.id if self.account is not None else None


def language_of(connection: HTTPConnection) -> Language:
    """Return the language of a request."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE)
    return choose_language(chosen, connection.headers.get("accept-language", ""))


async def visit_of(connection: HTTPConnection) -> Visit:
    """Return who is behind a request or socket."""
    accounts = house_of(connection).accounts
    account = await accounts.signed_in(connection.cookies.get(ACCESS_COOKIE))
    return Visit(account, language_of(connection))
