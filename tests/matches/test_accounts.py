"""People: names are taken once; access is a token that the store does not know, or a password."""

import asyncio

import pytest

from pasch.matches.refusals import BadName, NameTaken
from pasch.matches.registry import OpenTable
from tests.matches.hall import NOON, Hall

pytestmark = pytest.mark.anyio


async def test_guest_is_signed_in_by_the_token(hall: Hall) -> None:
    account, token = await hall.accounts.sign_up("  Anna  ")
    assert (account.name, account.created_at) == ("Anna", NOON)
    assert await hall.accounts.signed_in(token) == account
    assert await hall.store.account(account.id) == account


async def test_token_works_after_a_restart(hall: Hall) -> None:
    account, token = await hall.accounts.sign_up("Anna")
    await hall.restart()
    assert await hall.accounts.signed_in(token) == account


@pytest.mark.parametrize("token", [None, "", "x", "\ud800", "A" * 5000, "a\x00b"])
async def test_other_token_signs_nobody_in(hall: Hall, token: str | None) -> None:
    await hall.accounts.sign_up("Anna")
    assert await hall.accounts.signed_in(token) is None


async def test_tokens_and_ids_differ(hall: Hall) -> None:
    made = [await hall.accounts.sign_up(name) for name in ("Anna", "Ben")]
    assert len({account.id for account, _ in made}) == 2
    assert len({token for _, token in made}) == 2
    assert {43} == {len(token) for _, token in made}, "256 bits"


@pytest.mark.parametrize("name", ["Anna", "ANNA", "Änna", "Аnnа"])
async def test_name_is_taken_once(hall: Hall, name: str) -> None:
    await hall.accounts.sign_up("Anna")
    with pytest.raises(NameTaken):
        await hall.accounts.sign_up(name)


async def test_bad_name_makes_no_account(hall: Hall) -> None:
    with pytest.raises(BadName):
        await hall.accounts.sign_up("A")
    assert await hall.store.account_named("a") is None


async def test_of_fifty_with_the_same_name_one_gets_it(hall: Hall) -> None:
    tries = (hall.accounts.sign_up("Anna") for _ in range(50))
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(outcome, NameTaken) for outcome in outcomes) == 49


async def test_secrets_are_in_no_text(hall: Hall) -> None:
    """What a log may show of a value must not betray it."""
    people = await hall.guests(1)
    table = (await hall.look(await hall.open_table(*people, seats=2))).table
    shown = f"{table!r} {OpenTable(table)!r}"
    assert table.secret.hex() not in shown
    assert repr(table.secret) not in shown
