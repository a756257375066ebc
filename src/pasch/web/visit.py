"""Who visits, in which language, and what they show at the doors of tables."""

from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from pasch.matches.door import NOTHING, Shown
from pasch.matches.model import (
    DEFAULT_PREFERENCES,
    Account,
    AccountId,
    Preferences,
    Session,
    Theme,
)
from pasch.web import cookies
from pasch.web.house import house_of
from pasch.web.i18n import LANGUAGES, Language, choose_language

MUTED = "off"
"""The value of the sound's cookie for silence."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The person behind a request or socket (None: nobody yet) and how to answer."""

    account: Account | None
    language: Language
    preferences: Preferences = DEFAULT_PREFERENCES
    session: Session | None = field(default=None, repr=False)
    shown: Shown = NOTHING

    @property
    def account_id(self) -> AccountId | None:
        """The id of the account, or None."""
        return self.account.id if self.account is not None else None


def passer_by(connection: HTTPConnection) -> Visit:
    """Return a visit by whoever it may be: what they want is in cookies."""
    preferences = _preferences_in_cookies(connection)
    return Visit(None, _language(connection, preferences), preferences)


async def visit_of(connection: HTTPConnection) -> Visit:
    """Return who is behind a request or socket; raise `Banned`."""
    accounts = house_of(connection).accounts
    access = await accounts.access(connection.cookies.get(cookies.ACCESS))
    shown = _shown(connection)
    if access is None:
        preferences = _preferences_in_cookies(connection)
        return Visit(None, _language(connection, preferences), preferences, shown=shown)
    language = _language(connection, access.preferences)
    return Visit(access.account, language, access.preferences, access.session, shown)


def _language(connection: HTTPConnection, preferences: Preferences) -> Language:
    wanted = preferences.language or connection.cookies.get(cookies.LANGUAGE)
    return choose_language(wanted, connection.headers.get("accept-language", ""))


def _preferences_in_cookies(connection: HTTPConnection) -> Preferences:
    """Return what somebody without an account has chosen; such a browser has no quick entry."""
    found = connection.cookies
    language, theme = found.get(cookies.LANGUAGE, ""), found.get(cookies.THEME)
    return Preferences(
        language=language if language in LANGUAGES else "",
        theme=Theme(theme) if theme in set(Theme) else Theme.AUTO,
        is_muted=found.get(cookies.SOUND) == MUTED,
    )


def _shown(connection: HTTPConnection) -> Shown:
    return Shown(
        password=cookies.text_of(connection, cookies.TABLE_PASSWORD),
        invitation=connection.cookies.get(cookies.INVITATION, ""),
        address=connection.client.host if connection.client is not None else "",
    )
