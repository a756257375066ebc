"""What every store does with accounts, their sessions, and protected tables."""

from dataclasses import replace

import pytest

from pasch.matches.model import (
    DEFAULT_PREFERENCES,
    Access,
    MatchId,
    Millis,
    Preferences,
    TableId,
    TableStatus,
    Theme,
)
from pasch.matches.ports import (
    AddAccount,
    AddMatch,
    AddSession,
    EndSession,
    EndSessions,
    ForgetAccount,
    PutPreferences,
    PutTable,
    Rename,
    SetBan,
    SetPassword,
    Store,
    Write,
)
from tests.store.samples import (
    ANNA,
    BEGIN,
    BERT,
    FULL_TABLE,
    MATCH,
    NOW,
    SESSION,
    TABLE,
    end,
    session,
    table,
)

pytestmark = pytest.mark.anyio

LATER = Millis(NOW + 7)
WANTED = Preferences("en", Theme.DARK, is_muted=True, quick_entry=True)
FORGET = ForgetAccount(ANNA.id, "nobody", "#anna", LATER)


@pytest.fixture
async def people(store: Store) -> Store:
    """Return a store with two people, a match and two sessions of Anna's."""
    await store.commit(BEGIN)
    await store.commit([AddSession(SESSION), session(b"second"), session(b"bert's", BERT)])
    return store


async def access(store: Store, token_hash: bytes = SESSION.token_hash) -> Access:
    """Return what a session leads to."""
    found = await store.access(token_hash)
    assert found is not None
    return found


# --- Sessions


async def test_session_ends_once(people: Store) -> None:
    assert await people.commit([EndSession(SESSION.token_hash, LATER)])
    assert await people.commit([EndSession(SESSION.token_hash, Millis(LATER + 1))])
    assert await people.commit([EndSession(b"nobody's", LATER)])
    assert (await access(people)).session.ended_at == LATER
    assert (await access(people, b"second")).session.ended_at is None
    assert await people.ended_sessions(LATER) == (replace(SESSION, ended_at=LATER),)
    assert await people.ended_sessions(Millis(LATER + 1)) == ()


async def test_all_sessions_of_an_account_end(people: Store) -> None:
    assert await people.commit([EndSessions(ANNA.id, LATER)])
    ends = [found.ended_at for found in await people.sessions(ANNA.id)]
    assert ends == [LATER, LATER]
    assert (await access(people, b"bert's")).session.ended_at is None


async def test_one_session_may_be_kept(people: Store) -> None:
    await people.commit([EndSessions(ANNA.id, LATER, kept=b"second")])
    assert (await access(people)).session.ended_at == LATER
    assert (await access(people, b"second")).session.ended_at is None


async def test_sessions_come_back_oldest_first(people: Store) -> None:
    old = replace(SESSION, token_hash=b"old", created_at=Millis(NOW - 1))
    await people.commit([AddSession(old)])
    assert old == (await people.sessions(ANNA.id))[0]
    assert {b"old", b"second", SESSION.token_hash} == {
        found.token_hash for found in await people.sessions(ANNA.id)
    }


# --- Names, passwords, preferences, bans


async def test_account_bears_a_new_name(people: Store) -> None:
    assert await people.commit([Rename(ANNA.id, "Anna B", "annab")])
    assert await people.account_named("annab") == replace(ANNA, name="Anna B", name_key="annab")
    assert await people.account_named(ANNA.name_key) is None
    assert (await access(people)).account.name == "Anna B"


async def test_name_may_change_its_spelling(people: Store) -> None:
    assert await people.commit([Rename(ANNA.id, "ANNA", ANNA.name_key)])
    assert (await access(people)).account.name == "ANNA"


async def test_name_of_somebody_else_is_a_conflict(people: Store) -> None:
    assert not await people.commit([Rename(ANNA.id, "BERT", BERT.name_key)])
    assert (await access(people)).account == ANNA


async def test_preferences_replace_those_before(people: Store) -> None:
    assert (await access(people)).preferences == DEFAULT_PREFERENCES
    await people.commit([PutPreferences(ANNA.id, replace(WANTED, language=""))])
    assert await people.commit([PutPreferences(ANNA.id, WANTED)])
    assert (await access(people)).preferences == WANTED
    assert await people.preferences(ANNA.id) == WANTED
    assert await people.preferences(BERT.id) == DEFAULT_PREFERENCES
    assert (await access(people, b"bert's")).preferences == DEFAULT_PREFERENCES


async def test_password_replaces_the_one_before(people: Store) -> None:
    await people.commit([SetPassword(ANNA.id, "first", NOW)])
    assert await people.commit([SetPassword(ANNA.id, "second", LATER)])
    assert await people.password_hash(ANNA.id) == "second"
    assert await people.password_hash(BERT.id) is None


async def test_ban_is_set_and_lifted(people: Store) -> None:
    assert await people.commit([SetBan(ANNA.id, LATER)])
    assert (await access(people)).account.banned_at == LATER
    assert await people.commit([SetBan(ANNA.id, None)])
    assert (await access(people)).account.banned_at is None


# --- Deleted accounts


async def test_name_goes_wherever_it_stands(people: Store) -> None:
    await people.commit([end(), SetPassword(ANNA.id, "hash", NOW), PutPreferences(ANNA.id, WANTED)])
    assert await people.commit([FORGET])
    found = await people.account(ANNA.id)
    assert found == replace(ANNA, name="nobody", name_key="#anna", deleted_at=LATER)
    assert await people.account_named(ANNA.name_key) is None
    assert await people.password_hash(ANNA.id) is None
    assert (await access(people)).preferences == DEFAULT_PREFERENCES
    assert (await access(people)).session.ended_at == LATER
    match, at_table = await people.match(MATCH.id), await people.table(TABLE.id)
    assert match is not None
    assert at_table is not None
    assert match.names == ("Bert", "nobody")
    assert [sitter and sitter.name for sitter in at_table.sitters] == ["nobody", None, None]
    assert await people.account(BERT.id) == BERT


@pytest.mark.parametrize("before", [(), (end(), FORGET)], ids=["playing", "deleted"])
async def test_account_is_not_deleted(people: Store, before: tuple[Write, ...]) -> None:
    """Not while a match of its runs, and not twice."""
    await people.commit(before)
    found = await people.account(ANNA.id)
    assert not await people.commit([FORGET])
    assert await people.account(ANNA.id) == found


async def test_deleted_account_gets_no_name(people: Store) -> None:
    await people.commit([end()])
    await people.commit([FORGET])
    assert not await people.commit([Rename(ANNA.id, "Anna", "anna")])


async def test_conflict_of_one_leaves_its_neighbours(people: Store) -> None:
    """What cannot be written is a unit of its own; the others stand."""
    assert not await people.commit([EndSessions(BERT.id, LATER), FORGET])
    assert (await access(people, b"bert's")).session.ended_at is None


# --- Where an account sits and plays


async def test_tables_of_an_account(people: Store) -> None:
    of_bert = PutTable(replace(TABLE, id=TableId("t2"), created_at=LATER, sitters=(None,)))
    closed = replace(TABLE, id=TableId("t3"), status=TableStatus.CLOSED)
    finished = replace(
        FULL_TABLE, id=TableId("t4"), status=TableStatus.FINISHED, revision=1, created_at=LATER
    )
    await people.commit([of_bert, PutTable(closed), PutTable(finished)])
    assert (TABLE, finished) == await people.tables_of(ANNA.id)
    assert (finished,) == await people.tables_of(BERT.id)


async def test_matches_of_an_account(people: Store) -> None:
    sooner = replace(MATCH, id=MatchId("m0"), started_at=Millis(NOW - 1))
    alone = replace(MATCH, id=MatchId("m2"), players=MATCH.players[:1])
    await people.commit([AddMatch(sooner), AddMatch(alone)])
    assert (sooner.id, MATCH.id) == await people.matches_of(ANNA.id)
    assert (sooner.id, MATCH.id, alone.id) == await people.matches_of(BERT.id)


# --- Protected tables

PROTECTED = replace(TABLE, id=TableId("t9"), password="\u202e<b>\u200bä", invitation="key")


async def test_password_and_invitation_come_back(people: Store) -> None:
    await people.commit([PutTable(PROTECTED)])
    assert await people.table(PROTECTED.id) == PROTECTED
    assert PROTECTED in await people.open_tables()
    assert await people.table_invited_to("key") == PROTECTED.id
    assert await people.table_invited_to("other") is None
    assert await people.table_invited_to("") is None


async def test_invitation_may_be_renewed(people: Store) -> None:
    await people.commit([PutTable(PROTECTED)])
    assert await people.commit([PutTable(replace(PROTECTED, invitation="new", revision=2))])
    assert await people.table_invited_to("key") is None
    assert await people.table_invited_to("new") == PROTECTED.id


async def test_tables_without_invitation_are_many(people: Store) -> None:
    assert await people.commit([table("t5"), table("t6")])


async def test_new_account_may_come_with_all_it_has(store: Store) -> None:
    new: tuple[Write, ...] = (
        AddAccount(ANNA),
        AddSession(SESSION),
        SetPassword(ANNA.id, "hash", NOW),
        PutPreferences(ANNA.id, WANTED),
    )
    assert await store.commit(new)
    assert Access(SESSION, ANNA, WANTED) == await access(store)
