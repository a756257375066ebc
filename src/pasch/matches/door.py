"""Who may come to a table: anybody, or where it is protected whoever knows the password.

Members may always; the key of an invitation stands for the password. Everything that leads to a
seat or shows the table asks here.
"""

import hmac
import unicodedata
from dataclasses import dataclass, field
from typing import Final

from pasch.kernel.refusals import N_, Reason
from pasch.matches.attempts import TABLE_BY_ACCOUNT, TABLE_FROM_ADDRESS, Attempt, Attempts
from pasch.matches.model import AccountId, Table, TableStatus
from pasch.matches.refusals import BadTablePassword, Locked, NotSeated, WrongTablePassword

LONGEST: Final = 40
"""Length of a table's password in characters."""

_UNUSABLE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories of controls, halves of characters, and ends of lines."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What somebody shows at the door: a password, the key of an invitation, or neither.

    `address` is the one in the network from which they come.
    """

    password: str = field(default="", repr=False)
    invitation: str = field(default="", repr=False)
    address: str = ""


NOTHING: Final = Shown()


class Door:
    """Lets people in; wrong passwords are counted."""

    def __init__(self, attempts: Attempts) -> None:
        """Count the attempts there."""
        self._attempts = attempts

    def check(self, table: Table, account: AccountId | None, shown: Shown) -> None:
        """Raise `Locked`, `WrongTablePassword` or `TooManyAttempts` unless somebody may come in."""
        if _needs_no_password(table, account, shown):
            return
        if not shown.password:
            raise Locked
        attempts = _attempts(table, account, shown)
        self._attempts.check(*attempts)
        if not is_open_to(table, account, shown):
            self._attempts.count(*attempts)
            raise WrongTablePassword


def is_open_to(table: Table, account: AccountId | None, shown: Shown) -> bool:
    """Return whether somebody may come to a table, without counting it as an attempt."""
    return _needs_no_password(table, account, shown) or (
        bool(shown.password) and _is_equal(table.password or "", shown.password)
    )


def _needs_no_password(table: Table, account: AccountId | None, shown: Shown) -> bool:
    return (
        not table.is_protected
        or table.status is TableStatus.CLOSED  # Nothing is left to be seen there.
        or (account is not None and table.seat_of(account) is not None)
        or (bool(shown.invitation) and _is_equal(table.invitation, shown.invitation))
    )


def _attempts(table: Table, account: AccountId | None, shown: Shown) -> tuple[Attempt, ...]:
    of_address = Attempt(TABLE_FROM_ADDRESS, (table.id, shown.address))
    if account is None:
        return (of_address,)
    return Attempt(TABLE_BY_ACCOUNT, (table.id, account)), of_address


def _is_equal(known: str, shown: str) -> bool:
    """Compare in a time that tells nothing of where two texts differ."""
    return hmac.compare_digest(known.encode(), shown.encode("utf-8", "surrogatepass"))


def password_for(account: AccountId, table: Table) -> str | None:
    """Return a table's password to one of its members, None if it has none; raise `NotSeated`."""
    if table.seat_of(account) is None:
        raise NotSeated
    return table.password


def clean_table_password(raw: str) -> str:
    """Return a password for tables as it is compared; raise `BadTablePassword`."""
    password = unicodedata.normalize("NFC", raw).strip()
    if len(password) > LONGEST:
        params = (("longest", LONGEST),)
        message = N_("A table’s password has at most %(longest)d characters.")
        raise BadTablePassword(Reason(message, None, params))
    if any(unicodedata.category(char) in _UNUSABLE for char in password):
        raise BadTablePassword(Reason(N_("A table’s password is one line of text.")))
    return password
