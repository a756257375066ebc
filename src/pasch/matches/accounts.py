"""People: a name, stored access by a random token that only the browser has, maybe a password."""

import base64
import hashlib
from dataclasses import dataclass, field, replace
from typing import Final

from pasch.kernel.refusals import N_, Reason
from pasch.matches.attempts import (
    SIGN_IN_FROM_ADDRESS,
    SIGN_IN_TO_ACCOUNT,
    Attempt,
    Attempts,
)
from pasch.matches.model import (
    DEFAULT_PREFERENCES,
    Access,
    Account,
    AccountId,
    Preferences,
    Session,
)
from pasch.matches.names import clean_name, name_key
from pasch.matches.passwords import Passwords, check_password
from pasch.matches.ports import (
    AddAccount,
    AddSession,
    Clock,
    EndSession,
    EndSessions,
    Entropy,
    PutPreferences,
    Rename,
    SetBan,
    SetPassword,
    Store,
    Write,
)
from pasch.matches.refusals import Banned, NameTaken, WrongPassword

TOKEN_BYTES: Final = 32
ACCOUNT_ID_BYTES: Final = 9


@dataclass(frozen=True, slots=True)
class Attempted:
    """A name and a password, and the network address from which they come."""

    name: str
    password: str = field(repr=False)
    address: str


class Accounts:
    """The people of the parlour."""

    def __init__(self, store: Store, clock: Clock, entropy: Entropy, attempts: Attempts) -> None:
        """Work on a store, with a clock, a source of random bytes, and counted attempts."""
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._attempts = attempts
        self._passwords = Passwords()

    # --- Access

    async def sign_up(
        self, raw_name: str, preferences: Preferences = DEFAULT_PREFERENCES
    ) -> tuple[Account, str]:
        """Make a guest and return it with the token of its stored access.

        Raise `BadName` or `NameTaken`.
        """
        account = self._new_account(raw_name)
        token, session = self._new_session(account.id)
        writes: list[Write] = [AddAccount(account), AddSession(session)]
        if preferences != DEFAULT_PREFERENCES:
            writes.append(PutPreferences(account.id, preferences))
        await self._add(writes)
        return account, token

    async def sign_in(self, attempted: Attempted) -> tuple[Account, str]:
        """Let somebody with a password in and return a new token.

        Raise `WrongPassword`, whoever the name belongs to, `TooManyAttempts`, or `Banned`.
        """
        key = name_key(attempted.name)
        of_account = Attempt(SIGN_IN_TO_ACCOUNT, (key,))
        of_address = Attempt(SIGN_IN_FROM_ADDRESS, (attempted.address,))
        self._attempts.check(of_account, of_address)
        # Counted before the thread is waited for, so that many at once do not slip through.
        self._attempts.count(of_account, of_address)
        account = await self.named(attempted.name)
        known = await self._store.password_hash(account.id) if account is not None else None
        if not await self._passwords.is_right(known, attempted.password) or account is None:
            raise WrongPassword
        self._attempts.forget(of_account)
        if account.banned_at is not None:
            raise Banned
        token, session = self._new_session(account.id)
        await self._store.commit((AddSession(session),))
        return account, token

    async def access(self, token: str | None) -> Access | None:
        """Return what a token gives access to, None for none; raise `Banned`."""
        found = await self._store.access(token_hash(token)) if token else None
        if found is None or found.account.deleted_at is not None:
            return None
        if found.account.banned_at is not None:
            raise Banned
        return found if found.session.ended_at is None else None

    async def signed_in(self, token: str | None) -> Account | None:
        """Return whose stored access the token is, or None; raise `Banned`."""
        found = await self.access(token)
        return found.account if found is not None else None

    async def open_sessions(self, account: AccountId) -> tuple[Session, ...]:
        """Return where somebody is signed in now, the oldest first."""
        found = await self._store.sessions(account)
        return tuple(session for session in found if session.ended_at is None)

    async def sign_out(self, session: Session) -> None:
        """End one session."""
        await self._store.commit((EndSession(session.token_hash, self._clock.now()),))

    async def sign_out_everywhere(self, account: AccountId) -> None:
        """End all sessions of an account."""
        await self._store.commit((EndSessions(account, self._clock.now()),))

    # --- What somebody changes

    async def rename(self, account: Account, raw_name: str) -> Account:
        """Give an account another name and return it; raise `BadName` or `NameTaken`."""
        name = clean_name(raw_name)
        after = replace(account, name=name, name_key=name_key(name))
        if not await self._store.commit((Rename(account.id, name, after.name_key),)):
            raise _name_taken()
        return after

    async def has_password(self, account: AccountId) -> bool:
        """Return whether an account has a password."""
        return await self._store.password_hash(account) is not None

    async def check_password(self, attempted: Attempted, account: AccountId) -> None:
        """Let somebody who is signed in prove to be it; accounts without a password need not.

        Raise `WrongPassword` or `TooManyAttempts`.
        """
        known = await self._store.password_hash(account)
        if known is None:
            return
        attempt = Attempt(SIGN_IN_TO_ACCOUNT, (name_key(attempted.name),))
        self._attempts.check(attempt)
        self._attempts.count(attempt)
        if not await self._passwords.is_right(known, attempted.password):
            raise WrongPassword(N_("That is not your password."))
        self._attempts.forget(attempt)

    async def set_password(self, account: AccountId, password: str, kept: Session | None) -> None:
        """Give an account a password and end all its sessions but one; raise `BadPassword`."""
        check_password(password)
        hashed, now = await self._passwords.hash(password), self._clock.now()
        but = kept.token_hash if kept is not None else b""
        await self._store.commit(
            (SetPassword(account, hashed, now), EndSessions(account, now, but))
        )

    async def prefer(self, account: AccountId, preferences: Preferences) -> None:
        """Note how somebody wants the pages."""
        await self._store.commit((PutPreferences(account, preferences),))

    # --- For the host

    async def create(self, raw_name: str, password: str) -> Account:
        """Make an account with a password; raise `BadName`, `NameTaken` or `BadPassword`."""
        check_password(password)
        account = self._new_account(raw_name)
        hashed = await self._passwords.hash(password)
        await self._add((AddAccount(account), SetPassword(account.id, hashed, account.created_at)))
        return account

    async def named(self, name: str) -> Account | None:
        """Return the account that bears a name, or one that looks like it."""
        key = name_key(name)
        # Not every store takes every character.
        return await self._store.account_named(key) if key.isprintable() else None

    async def ban(self, account: AccountId) -> None:
        """End all sessions of an account and let it begin no other."""
        now = self._clock.now()
        await self._store.commit((SetBan(account, now), EndSessions(account, now)))

    async def lift_ban(self, account: AccountId) -> None:
        """Let somebody in again."""
        await self._store.commit((SetBan(account, None),))

    def _new_account(self, raw_name: str) -> Account:
        name = clean_name(raw_name)
        id_ = AccountId(self._text(ACCOUNT_ID_BYTES))
        return Account(id_, name, name_key(name), self._clock.now())

    def _new_session(self, account: AccountId) -> tuple[str, Session]:
        token = self._text(TOKEN_BYTES)
        return token, Session(token_hash(token), account, self._clock.now())

    async def _add(self, writes: tuple[Write, ...] | list[Write]) -> None:
        if not await self._store.commit(writes):
            raise _name_taken()

    def _text(self, size: int) -> str:
        return base64.urlsafe_b64encode(self._entropy(size)).decode("ascii").rstrip("=")


def token_hash(token: str) -> bytes:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _name_taken() -> NameTaken:
    return NameTaken(Reason(N_("This name, or one that looks like it, is taken.")))
