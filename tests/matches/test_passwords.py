"""Passwords of accounts: signing in elsewhere, wrong ones, and how often they may be tried."""

import asyncio
import time
from collections.abc import Iterator

import pytest
import time_machine
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError
from argon2.low_level import Type

from pasch.kernel.refusals import Refusal
from pasch.matches import attempts, passwords
from pasch.matches.accounts import Attempted, token_hash
from pasch.matches.model import Account, Session
from pasch.matches.passwords import NOBODYS, Passwords
from pasch.matches.refusals import (
    BadPassword,
    Banned,
    NameTaken,
    TooManyAttempts,
    WrongPassword,
)
from tests.matches.hall import Hall

pytestmark = pytest.mark.anyio

PASSWORD = "Zwei Esel, drei Würfel"
OTHER = "Drei Esel, zwei Würfel"
HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture
async def anna(hall: Hall) -> Account:
    """Return somebody with a password."""
    account, _ = await hall.accounts.sign_up("Anna")
    await hall.accounts.set_password(account.id, PASSWORD, None)
    return account


@pytest.fixture
def minutes() -> Iterator[time_machine.Traveller]:
    """Yield the time that attempts are counted by, which stands still."""
    with time_machine.travel(time.time(), tick=False) as traveller:
        yield traveller


async def sign_in(
    hall: Hall, name: str = "Anna", password: str = PASSWORD, address: str = HERE
) -> str:
    """Sign somebody in and return the token."""
    _, token = await hall.accounts.sign_in(Attempted(name, password, address))
    return token


async def session(hall: Hall, token: str) -> Session:
    """Return the session of a token that is good."""
    access = await hall.accounts.access(token)
    assert access is not None
    return access.session


# --- Hashes


async def test_costs_are_those_of_the_design(hall: Hall, anna: Account) -> None:
    known = await hall.store.password_hash(anna.id)
    assert known is not None
    assert PASSWORD not in known
    for hashed in (known, NOBODYS):
        found = extract_parameters(hashed)
        costs = (found.type, found.memory_cost, found.time_cost, found.parallelism)
        assert costs == (Type.ID, 19 * 1024, 2, 1)


async def test_without_a_hash_as_much_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown name takes as long as a wrong password: one hash of the same costs."""
    verified: list[str] = []

    def note(_hasher: PasswordHasher, hashed: str, _password: bytes) -> bool:
        verified.append(hashed)
        raise VerifyMismatchError

    monkeypatch.setattr(PasswordHasher, "verify", note)
    for known in (None, "known", None):
        assert not await Passwords().is_right(known, PASSWORD)
    assert verified == [NOBODYS, "known", NOBODYS]


async def test_event_loop_goes_on_meanwhile() -> None:
    known = Passwords()
    hashing = asyncio.create_task(known.hash(PASSWORD))
    turns = 0
    while not hashing.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 10
    assert await known.is_right(await hashing, PASSWORD)


@pytest.mark.parametrize("written", ["Würfel und Esel", "Wu\u0308rfel und Esel"])
async def test_keyboards_compose_letters_in_their_own_ways(written: str) -> None:
    known = Passwords()
    assert await known.is_right(await known.hash("Würfel und Esel"), written)


@pytest.mark.parametrize("length", [passwords.SHORTEST - 1, passwords.LONGEST + 1])
async def test_length_of_a_password(hall: Hall, length: int) -> None:
    account, _ = await hall.accounts.sign_up("Anna")
    with pytest.raises(BadPassword):
        await hall.accounts.set_password(account.id, "x" * length, None)
    assert not await hall.accounts.has_password(account.id)


@pytest.mark.parametrize("length", [passwords.SHORTEST, passwords.LONGEST])
async def test_password_may_hold_anything(hall: Hall, length: int) -> None:
    account, _ = await hall.accounts.sign_up("Anna")
    odd = "\u202e<b>\u200b\ud800é"
    password = odd + "x" * (length - len(odd))
    await hall.accounts.set_password(account.id, password, None)
    await sign_in(hall, password=password)


# --- Signing in


async def test_password_lets_in_elsewhere(hall: Hall, anna: Account) -> None:
    token = await sign_in(hall, "  ANNA ")
    assert await hall.accounts.signed_in(token) == anna


async def test_guest_without_a_password_stays_in_the_browser(hall: Hall) -> None:
    await hall.accounts.sign_up("Anna")
    for password in ("", PASSWORD, "nobody"):
        with pytest.raises(WrongPassword):
            await sign_in(hall, password=password)


async def test_answer_does_not_tell_names(hall: Hall, anna: Account) -> None:
    """Unknown, without a password, wrong: the same answer in all cases."""
    await hall.accounts.sign_up("Ben")
    answers = []
    for name in ("Anna", "Ben", "Nobody", "", "\x00", "\ud800"):
        with pytest.raises(WrongPassword) as refused:
            await sign_in(hall, name, OTHER)
        answers.append(refused.value.reason)
    assert len(set(answers)) == 1


async def test_changed_password_ends_other_sessions(hall: Hall, anna: Account) -> None:
    first, second = await sign_in(hall), await sign_in(hall)
    await hall.accounts.set_password(anna.id, OTHER, await session(hall, second))
    assert await hall.accounts.signed_in(first) is None
    assert await hall.accounts.signed_in(second) == anna
    with pytest.raises(WrongPassword):
        await sign_in(hall)
    await sign_in(hall, password=OTHER)


async def test_proof_of_an_open_session(hall: Hall, anna: Account) -> None:
    await hall.accounts.check_password(Attempted("Anna", PASSWORD, HERE), anna.id)
    with pytest.raises(WrongPassword):
        await hall.accounts.check_password(Attempted("Anna", OTHER, HERE), anna.id)
    ben, _ = await hall.accounts.sign_up("Ben")
    await hall.accounts.check_password(Attempted("Ben", "", HERE), ben.id)


# --- Too often


async def wrong(hall: Hall, name: str = "Anna", address: str = HERE) -> type[Refusal]:
    """Try a wrong password; return how it was refused."""
    with pytest.raises((WrongPassword, TooManyAttempts)) as refused:
        await sign_in(hall, name, OTHER, address)
    return refused.type


async def test_account_may_be_tried_so_often(
    hall: Hall, anna: Account, minutes: time_machine.Traveller
) -> None:
    allowed = attempts.SIGN_IN_TO_ACCOUNT.amount
    for n in range(allowed):
        assert await wrong(hall, address=f"192.0.2.{n}") is WrongPassword
    with pytest.raises(TooManyAttempts) as refused:
        await sign_in(hall, address=THERE)
    assert refused.value.reason.params == (("minutes", attempts.WINDOW_MINUTES),)
    minutes.shift(60 * attempts.WINDOW_MINUTES + 1)
    await sign_in(hall, address=THERE)


async def test_unknown_name_may_be_tried_as_often(
    hall: Hall, minutes: time_machine.Traveller
) -> None:
    """Else the limit itself would tell which names there are."""
    refused = [await wrong(hall, "Nobody") for _ in range(attempts.SIGN_IN_TO_ACCOUNT.amount + 1)]
    assert {WrongPassword} == set(refused[:-1])
    assert refused[-1] is TooManyAttempts


async def test_address_may_try_so_many_names(
    hall: Hall, anna: Account, minutes: time_machine.Traveller
) -> None:
    for n in range(attempts.SIGN_IN_FROM_ADDRESS.amount):
        assert await wrong(hall, f"Name {n}") is WrongPassword
    assert await wrong(hall, "Other") is TooManyAttempts
    await sign_in(hall, address=THERE)


async def test_right_password_forgives_wrong_ones(
    hall: Hall, anna: Account, minutes: time_machine.Traveller
) -> None:
    for _ in range(3):
        for _ in range(attempts.SIGN_IN_TO_ACCOUNT.amount - 1):
            await wrong(hall)
        await sign_in(hall)


async def test_of_many_at_once_no_more_get_through(
    hall: Hall, anna: Account, minutes: time_machine.Traveller
) -> None:
    tries = (sign_in(hall, password=OTHER) for _ in range(30))
    answers = await asyncio.gather(*tries, return_exceptions=True)
    tried = [answer for answer in answers if isinstance(answer, WrongPassword)]
    assert len(tried) == attempts.SIGN_IN_TO_ACCOUNT.amount


# --- Signing out, names, bans


async def test_sign_out_here(hall: Hall, anna: Account) -> None:
    here, there = await sign_in(hall), await sign_in(hall)
    await hall.accounts.sign_out(await session(hall, here))
    assert await hall.accounts.signed_in(here) is None
    assert await hall.accounts.signed_in(there) == anna
    assert [token_hash(there)] == [
        each.token_hash for each in await hall.accounts.open_sessions(anna.id)
    ]


async def test_sign_out_everywhere(hall: Hall, anna: Account) -> None:
    tokens = [await sign_in(hall) for _ in range(3)]
    await hall.accounts.sign_out_everywhere(anna.id)
    assert [await hall.accounts.signed_in(token) for token in tokens] == [None] * 3
    assert await hall.accounts.open_sessions(anna.id) == ()


async def test_new_name_signs_in(hall: Hall, anna: Account) -> None:
    renamed = await hall.accounts.rename(anna, " Anna  B ")
    assert renamed.name == "Anna B"
    with pytest.raises(WrongPassword):
        await sign_in(hall)
    assert await hall.accounts.signed_in(await sign_in(hall, "anna b")) == renamed


async def test_name_follows_the_rules_of_signing_up(hall: Hall, anna: Account) -> None:
    await hall.accounts.sign_up("Ben")
    with pytest.raises(NameTaken):
        await hall.accounts.rename(anna, "BEN")
    for name in ("A", "a,b", "Pasch", "gelöschtes Konto", "deleted account", "a\u202eb"):
        with pytest.raises(Refusal):
            await hall.accounts.rename(anna, name)
    assert await hall.store.account(anna.id) == anna
    await hall.accounts.rename(anna, "ANNA")


async def test_old_name_is_free_again(hall: Hall, anna: Account) -> None:
    await hall.accounts.rename(anna, "Berta")
    await hall.accounts.sign_up("Anna")


async def test_ban_ends_sessions_and_refuses_new_ones(hall: Hall, anna: Account) -> None:
    token = await sign_in(hall)
    await hall.accounts.ban(anna.id)
    with pytest.raises(Banned):
        await hall.accounts.access(token)
    with pytest.raises(Banned):
        await sign_in(hall)
    with pytest.raises(WrongPassword):
        await sign_in(hall, password=OTHER)
    await hall.accounts.lift_ban(anna.id)
    assert await hall.accounts.signed_in(token) is None
    assert await hall.accounts.signed_in(await sign_in(hall)) is not None


async def test_host_makes_an_account(hall: Hall) -> None:
    account = await hall.accounts.create("Anna", PASSWORD)
    assert await hall.accounts.signed_in(await sign_in(hall)) == account
    assert await hall.accounts.named("ANNA") == account
    assert await hall.accounts.named("Ben") is None
    with pytest.raises(NameTaken):
        await hall.accounts.create("anna", PASSWORD)
    with pytest.raises(BadPassword):
        await hall.accounts.create("Ben", "short")
