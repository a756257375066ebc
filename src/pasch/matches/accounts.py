"""Guests: a name, and stored access by a random token that only the browser has."""

import base64
import hashlib
from typing import Final

from pasch.kernel.refusals import N_, Reason
from pasch.matches.model import Account, AccountId, Session
from pasch.matches.names import clean_name, name_key
from pasch.matches.ports import AddAccount, AddSession, Clock, Entropy, Store
from pasch.matches.refusals import NameTaken

TOKEN_BYTES: Final = 32
ACCOUNT_ID_BYTES: Final = 9


class Accounts:
    """The people of the parlour."""

    def __init__(self, store: Store, clock: Clock, entropy: Entropy) -> None:
        """Work on a store, with a clock and a source of random bytes."""
        self._store = store
        self._clock = clock
        self._entropy = entropy

    async def sign_up(self, raw_name: str) -> tuple[Account, str]:
        """Make a guest and return it with the token of its stored access.

        Raise `BadName` or `NameTaken`.
        """
        name = clean_name(raw_name)
        now = self._clock.now()
        account = Account(AccountId(self._text(ACCOUNT_ID_BYTES)), name, name_key(name), now)
        token = self._text(TOKEN_BYTES)
        session = Session(_hash(token), account.id, now)
        if not await self._store.commit((AddAccount(account), AddSession(session))):
            raise NameTaken(Reason(N_("This name, or one that looks like it, is taken.")))
        return account, token

    async def signed_in(self, token: str | None) -> Account | None:
        """Return whose stored access the token is, or None."""
        return await self._store.account_of_session(_hash(token)) if token else None

    def _text(self, size: int) -> str:
        return base64.urlsafe_b64encode(self._entropy(size)).decode("ascii").rstrip("=")


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
