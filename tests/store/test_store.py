"""What every store does: the one in memory, SQLite, PostgreSQL."""

import asyncio
from dataclasses import replace

import pytest

from pasch.kernel.actors import CHANCE, Seat
from pasch.matches.model import (
    DEFAULT_PREFERENCES,
    Access,
    AccountId,
    MatchId,
    MatchStatus,
    Millis,
    TableId,
    TableStatus,
)
from pasch.matches.ports import (
    AddAccount,
    AddMatch,
    AddSession,
    AppendEvents,
    ForgetAccount,
    NoteCommand,
    PutTable,
    Rename,
    SetBan,
    Store,
    Write,
)
from tests.store.conftest import Kind
from tests.store.samples import (
    ANNA,
    BEGIN,
    BERT,
    FULL_TABLE,
    MATCH,
    NOTED,
    NOW,
    SESSION,
    TABLE,
    account,
    append,
    end,
    event,
    note,
    session,
    table,
)

pytestmark = pytest.mark.anyio

CALLERS = 200


async def test_account_comes_back(store: Store) -> None:
    assert await store.commit([AddAccount(ANNA), AddSession(SESSION)])
    assert await store.account(ANNA.id) == ANNA
    assert await store.access(SESSION.token_hash) == Access(SESSION, ANNA, DEFAULT_PREFERENCES)
    assert await store.account_named(ANNA.name_key) == ANNA


async def test_table_comes_back_with_its_seats(store: Store) -> None:
    assert await store.commit([AddAccount(ANNA), PutTable(TABLE)])
    assert await store.table(TABLE.id) == TABLE


async def test_table_without_sitters_comes_back(store: Store) -> None:
    empty = replace(TABLE, sitters=(None, None), options=())
    assert await store.commit([AddAccount(ANNA), PutTable(empty)])
    assert await store.table(TABLE.id) == empty


async def test_table_replaces_its_revision_before(store: Store) -> None:
    await store.commit(BEGIN)
    assert await store.commit([PutTable(FULL_TABLE)])
    assert await store.table(TABLE.id) == FULL_TABLE
    emptied = replace(FULL_TABLE, sitters=(None, None, None), match=None, revision=3)
    assert await store.commit([PutTable(emptied)])
    assert await store.table(TABLE.id) == emptied


async def test_table_may_change_twice_in_a_unit(store: Store) -> None:
    await store.commit(BEGIN)
    last = replace(FULL_TABLE, sitters=TABLE.sitters, revision=3)
    assert await store.commit([PutTable(FULL_TABLE), PutTable(last)])
    assert await store.table(TABLE.id) == last


async def test_match_comes_back_with_its_players(store: Store) -> None:
    await store.commit(BEGIN)
    assert await store.match(MATCH.id) == MATCH


@pytest.mark.parametrize("status", [MatchStatus.FINISHED, MatchStatus.ABORTED])
async def test_match_ends(store: Store, status: MatchStatus) -> None:
    await store.commit(BEGIN)
    assert await store.commit([end(status=status)])
    assert await store.match(MATCH.id) == replace(MATCH, status=status, ended_at=end().at)


async def test_match_may_begin_with_its_table(store: Store) -> None:
    at_once = replace(TABLE, match=MATCH.id, status=TableStatus.PLAYING)
    accounts = (AddAccount(ANNA), AddAccount(BERT))
    assert await store.commit([*accounts, PutTable(at_once), AddMatch(MATCH)])
    assert await store.table(TABLE.id) == at_once


async def test_log_comes_back_in_order(store: Store) -> None:
    await store.commit(BEGIN)
    log = (event(1), event(2, Seat(1), "keep 1 2 4"), event(3, Seat(9), "# „ “ 𝄞"), event(4))
    assert await store.commit([AppendEvents(MATCH.id, log[:3])])
    assert await store.commit([AppendEvents(MATCH.id, log[3:])])
    assert await store.events(MATCH.id) == log
    assert await store.events(MATCH.id, after=2) == log[2:]
    assert await store.events(MATCH.id, after=4) == ()
    assert (await store.events(MATCH.id))[0].actor == CHANCE


async def test_log_may_be_long(store: Store) -> None:
    await store.commit(BEGIN)
    log = tuple(event(seq) for seq in range(1, 1000))
    assert await store.commit([AppendEvents(MATCH.id, log)])
    assert await store.events(MATCH.id) == log


async def test_command_comes_back(store: Store) -> None:
    await store.commit(BEGIN)
    assert await store.commit([NoteCommand(MATCH.id, ANNA.id, NOTED)])
    assert await store.command(MATCH.id, ANNA.id, NOTED.id) == NOTED
    assert await store.command(MATCH.id, BERT.id, NOTED.id) is None
    assert await store.commit([NoteCommand(MATCH.id, BERT.id, NOTED)])


async def test_unknown_things_are_not_there(store: Store) -> None:
    assert await store.account(AccountId("nobody")) is None
    assert await store.access(b"nothing") is None
    assert await store.account_named("nobody") is None
    assert await store.sessions(AccountId("nobody")) == ()
    assert await store.ended_sessions(Millis(0)) == ()
    assert await store.password_hash(AccountId("nobody")) is None
    assert await store.tables_of(AccountId("nobody")) == ()
    assert await store.matches_of(AccountId("nobody")) == ()
    assert await store.table_invited_to("nowhere") is None
    assert await store.table(TableId("nowhere")) is None
    assert await store.open_tables() == ()
    assert await store.match(MatchId("never")) is None
    assert await store.events(MatchId("never")) == ()
    assert await store.command(MatchId("never"), ANNA.id, "c1") is None


async def test_open_tables_wait_or_play_and_the_oldest_comes_first(store: Store) -> None:
    await store.commit(BEGIN)
    sitters = FULL_TABLE.sitters
    ages = {
        TableStatus.PLAYING: -2,
        TableStatus.CLOSED: -1,
        TableStatus.FINISHED: 1,
        TableStatus.WAITING: 2,
    }
    added = [
        replace(TABLE, id=TableId(s), status=s, created_at=Millis(NOW + age), sitters=sitters)
        for s, age in ages.items()
    ]
    assert await store.commit([PutTable(new) for new in reversed(added)])
    assert await store.open_tables() == (added[0], TABLE, added[3])


async def test_nothing_to_write_is_written(store: Store) -> None:
    assert await store.commit([])


CONFLICTS: dict[str, Write] = {
    "account's id": AddAccount(replace(ANNA, name="C", name_key="c")),
    "name": AddAccount(replace(ANNA, id=AccountId("c"))),
    "name of somebody else": Rename(BERT.id, ANNA.name, ANNA.name_key),
    "account that plays": ForgetAccount(ANNA.id, "nobody", "#anna", NOW),
    "ban of nobody": SetBan(AccountId("nobody"), NOW),
    "session": AddSession(replace(SESSION, account=BERT.id)),
    "first revision of a table": PutTable(replace(TABLE, game="domino")),
    "revision of a table, again": PutTable(replace(FULL_TABLE, game="domino")),
    "revision of a table, too far": PutTable(replace(FULL_TABLE, revision=4)),
    "table that is not there": table("t9", revision=2),
    "match": AddMatch(replace(MATCH, players=())),
    "end of a match that has ended": end(replace(MATCH, id=MatchId("m2"))),
    "end of no match": end(replace(MATCH, id=MatchId("m9"))),
    "place of an event": append(2),
    "place of the last event": append(4, 3),
    "the same place twice": append(4, 4),
    "command": NoteCommand(MATCH.id, ANNA.id, replace(NOTED, digest=b"another")),
}


@pytest.fixture
async def played(store: Store) -> Store:
    """Return a store in which something is there to conflict with."""
    second = replace(MATCH, id=MatchId("m2"))
    await store.commit([*BEGIN, AddSession(SESSION), append(1, 2, 3), AddMatch(second)])
    await store.commit([NoteCommand(MATCH.id, ANNA.id, NOTED), PutTable(FULL_TABLE), end(second)])
    return store


async def contents(store: Store) -> object:
    """Return what can be seen of what `played` made."""
    return (
        await store.account(ANNA.id),
        await store.account(AccountId("c")),
        await store.access(SESSION.token_hash),
        await store.table(TABLE.id),
        await store.open_tables(),
        await store.match(MATCH.id),
        await store.match(MatchId("m2")),
        await store.match(MatchId("m9")),
        await store.events(MATCH.id),
        await store.command(MATCH.id, ANNA.id, NOTED.id),
    )


@pytest.mark.parametrize("write", CONFLICTS.values(), ids=CONFLICTS)
async def test_conflict_leaves_all_as_it_was(played: Store, write: Write) -> None:
    before = await contents(played)
    assert not await played.commit([write])
    assert before == await contents(played)


@pytest.mark.parametrize("write", CONFLICTS.values(), ids=CONFLICTS)
async def test_unit_with_a_conflict_writes_nothing(played: Store, write: Write) -> None:
    free: list[Write] = [account("new"), session(b"new"), table("new"), append(5), note("new")]
    assert not await played.commit([*free, write])
    assert not await played.commit([write, *free])
    assert await played.account(AccountId("id of new")) is None
    assert await played.access(b"new") is None
    assert await played.table(TableId("new")) is None
    assert await played.events(MATCH.id, after=3) == ()
    assert await played.command(MATCH.id, ANNA.id, "new") is None


@pytest.mark.parametrize("write", CONFLICTS.values(), ids=CONFLICTS)
async def test_conflict_does_not_touch_neighbours(played: Store, write: Write) -> None:
    units: list[list[Write]] = [
        [append(5), note("before")],
        [table("new"), write],
        [append(6), note("behind"), table("t2")],
    ]
    assert await asyncio.gather(*map(played.commit, units)) == [True, False, True]
    assert [found.seq for found in await played.events(MATCH.id, after=4)] == [5, 6]
    assert await played.command(MATCH.id, ANNA.id, "behind")
    assert await played.table(TableId("t2"))
    assert await played.table(TableId("new")) is None


REFERENCES_TO_NOTHING: dict[str, Write] = {
    "session": session(b"x", replace(ANNA, id=AccountId("nobody"))),
    "owner": PutTable(replace(TABLE, id=TableId("x"), owner=AccountId("nobody"))),
    "match": AddMatch(replace(MATCH, id=MatchId("x"), table=TableId("nowhere"))),
    "event": append(1, match=MatchId("never")),
    "command": note("x", AccountId("nobody")),
}


@pytest.mark.parametrize("write", REFERENCES_TO_NOTHING.values(), ids=REFERENCES_TO_NOTHING)
async def test_error_reaches_its_caller_only(kind: Kind, played: Store, write: Write) -> None:
    units: list[list[Write]] = [[append(5)], [table("new"), write], [append(6)], [append(2)]]
    outcomes = await asyncio.gather(*map(played.commit, units), return_exceptions=True)
    assert [outcomes[0], *outcomes[2:]] == [True, True, False]
    assert isinstance(outcomes[1], kind.error)
    assert [found.seq for found in await played.events(MATCH.id, after=4)] == [5, 6]
    assert await played.table(TableId("new")) is None


async def test_of_many_callers_each_has_its_place(store: Store) -> None:
    await store.commit(BEGIN)
    units: list[list[Write]] = [
        [append(seq, text=f"number {seq}"), note(f"c{seq}")] for seq in range(1, CALLERS + 1)
    ]
    assert all(await asyncio.gather(*map(store.commit, units)))
    log = await store.events(MATCH.id)
    assert [f"number {seq}" for seq in range(1, CALLERS + 1)] == [found.text for found in log]


async def test_of_many_callers_one_wins_a_place(store: Store) -> None:
    await store.commit(BEGIN)
    units: list[list[Write]] = [
        [append(1, text=f"by {caller}"), note(f"c{caller}")] for caller in range(CALLERS)
    ]
    outcomes = await asyncio.gather(*map(store.commit, units))
    assert outcomes.count(True) == 1
    (found,) = await store.events(MATCH.id)
    winner = outcomes.index(True)
    assert found.text == f"by {winner}"
    assert await store.command(MATCH.id, ANNA.id, f"c{winner}")
    assert await store.command(MATCH.id, ANNA.id, f"c{winner + 1}") is None
