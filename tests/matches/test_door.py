"""Protected tables: every way to a seat asks for the password, and so does looking on."""

import time
import unicodedata
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

import pytest
import time_machine

from pasch.kernel.actors import Seat
from pasch.kernel.refusals import Refusal
from pasch.matches import attempts, door
from pasch.matches.door import Shown, clean_table_password, password_for
from pasch.matches.model import Account, TableId, TableStatus
from pasch.matches.refusals import (
    BadTablePassword,
    Locked,
    NotOwner,
    NotSeated,
    TooManyAttempts,
    UnknownInvitation,
    WrongMoment,
    WrongTablePassword,
)
from tests.matches.hall import GAME, SHARES, Hall, Play, stored_table

pytestmark = pytest.mark.anyio

PASSWORD = "kellerbar"
HERE = "192.0.2.1"
RIGHT = Shown(PASSWORD, address=HERE)
WRONG = Shown("weinkeller", address=HERE)
NOTHING = Shown(address=HERE)


@dataclass
class Group:
    """A protected table of two seats at which its owner sits, and somebody before its door."""

    hall: Hall
    table: TableId
    owner: Account
    other: Account

    async def invitation(self) -> Shown:
        """Return what shows the invitation of now."""
        key = (await self.hall.look(self.table)).table.invitation
        return Shown(invitation=key, address=HERE)

    async def sit(self, shown: Shown, who: Account | None = None) -> None:
        """Let somebody take a seat."""
        await self.hall.parlour.sit(who or self.other, self.table, None, shown)

    async def has_seat(self) -> bool:
        """Return whether the other one sits at the table, here and in the store."""
        found = (await self.hall.look(self.table)).table
        assert found == await stored_table(self.hall, self.table)
        return found.seat_of(self.other.id) is not None


@pytest.fixture
async def group(hall: Hall) -> Group:
    """Return a protected table."""
    anna, ben = await hall.guests(2)
    table = await hall.parlour.open_table(anna, GAME, 2, {"hardcore": "yes"}, PASSWORD)
    return Group(hall, table.id, anna, ben)


@pytest.fixture
def minutes() -> Iterator[time_machine.Traveller]:
    """Yield the time that attempts are counted by, which stands still."""
    with time_machine.travel(time.time(), tick=False) as traveller:
        yield traveller


# --- The door


async def test_right_password_leads_to_a_seat(group: Group) -> None:
    await group.sit(RIGHT)
    assert await group.has_seat()


async def test_invitation_stands_for_the_password(group: Group) -> None:
    await group.sit(await group.invitation())
    assert await group.has_seat()


@pytest.mark.parametrize(
    ("shown", "refusal"),
    [
        (NOTHING, Locked),
        (WRONG, WrongTablePassword),
        (Shown(PASSWORD.upper()), WrongTablePassword),
        (Shown(PASSWORD + " "), WrongTablePassword),
        (Shown(PASSWORD[:-1]), WrongTablePassword),
        (Shown("\ud800\x00"), WrongTablePassword),
        (Shown(invitation="x"), Locked),
        (Shown(invitation=PASSWORD), Locked),
        (Shown("weinkeller", invitation="ä\ud800"), WrongTablePassword),
    ],
    ids=str,
)
async def test_anything_else_does_not(group: Group, shown: Shown, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal) as refused:
        await group.sit(shown)
    assert refused.type is refusal
    assert PASSWORD not in str(refused.value.reason)
    assert not await group.has_seat()


async def test_key_of_another_table_opens_nothing(group: Group) -> None:
    other = await group.hall.parlour.open_table(group.other, GAME, 2, {}, "dachboden")
    with pytest.raises(Locked):
        await group.sit(Shown(invitation=other.invitation))
    assert other.invitation != (await group.invitation()).invitation


Way = Callable[[Group, Shown], Awaitable[object]]

WAYS: dict[str, Way] = {
    "look": lambda g, shown: g.hall.parlour.come_in(g.other.id, g.table, shown),
    "look without a name": lambda g, shown: g.hall.parlour.come_in(None, g.table, shown),
    "sit on the first free seat": lambda g, shown: g.sit(shown),
    "sit on a seat": lambda g, shown: g.hall.parlour.sit(g.other, g.table, Seat(2), shown),
    "sit on a taken seat": lambda g, shown: g.hall.parlour.sit(g.other, g.table, Seat(1), shown),
    "sit on no seat": lambda g, shown: g.hall.parlour.sit(g.other, g.table, Seat(9), shown),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
async def test_every_way_asks(group: Group, way: Way) -> None:
    """Case 24: and nothing is told before it is answered, such as which seats are taken."""
    for shown, refusal in ((NOTHING, Locked), (WRONG, WrongTablePassword)):
        with pytest.raises(refusal):
            await way(group, shown)
    assert not await group.has_seat()


async def test_no_other_action_leads_to_a_seat(group: Group) -> None:
    parlour = group.hall.parlour
    for action in (
        parlour.say_ready(group.other, group.table, SHARES[0]),
        parlour.take_back_ready(group.other, group.table),
        parlour.leave(group.other, group.table),
    ):
        with pytest.raises(NotSeated):
            await action
    with pytest.raises(NotOwner):
        await parlour.renew_invitation(group.other, group.table)
    assert not await group.has_seat()


async def test_members_need_no_password(group: Group) -> None:
    await group.sit(RIGHT)
    for account in (group.owner, group.other):
        await group.hall.parlour.come_in(account.id, group.table)
        await group.hall.parlour.sit(account, group.table, None)


async def test_who_has_left_does(group: Group) -> None:
    await group.sit(RIGHT)
    await group.hall.parlour.leave(group.other, group.table)
    with pytest.raises(Locked):
        await group.sit(NOTHING)


async def test_open_table_asks_nobody(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.parlour.open_table(anna, GAME, 2, {}, "  ")
    assert not table.is_protected
    await hall.parlour.come_in(None, table.id, WRONG)
    await hall.parlour.sit(ben, table.id, None, WRONG)


async def test_closed_table_has_nothing_to_protect(group: Group) -> None:
    await group.hall.parlour.close(group.owner, group.table)
    found = await group.hall.parlour.come_in(None, group.table)
    assert found.table.status is TableStatus.CLOSED
    with pytest.raises(WrongMoment):
        await group.sit(NOTHING)


# --- It stays


async def test_password_survives_a_restart(group: Group) -> None:
    await group.hall.restart()
    with pytest.raises(WrongTablePassword):
        await group.sit(WRONG)
    await group.sit(RIGHT)
    assert await group.has_seat()


async def test_password_survives_another_match(group: Group) -> None:
    """The match, its end, the rematch: nobody comes in at any of them."""
    await group.sit(RIGHT)
    play = Play(group.hall, group.table, (group.owner, group.other))
    cleo = await group.hall.guest("Cleo")
    for _ in range(2):
        await play.all_ready()
        await check_locked(group, cleo)
        await play.play_on()
        await check_locked(group, cleo)
        play.people = (*play.people[1:], play.people[0])
    await group.hall.parlour.leave(group.other, group.table)
    await check_locked(group, cleo)
    await group.sit(await group.invitation(), cleo)


async def check_locked(group: Group, stranger: Account) -> None:
    """Nobody looks on or sits down without the password."""
    for shown, refusal in ((NOTHING, Locked), (WRONG, WrongTablePassword)):
        with pytest.raises(refusal):
            await group.hall.parlour.come_in(stranger.id, group.table, shown)
        with pytest.raises(refusal):
            await group.sit(shown, stranger)


# --- Invitations


async def test_invitation_leads_to_its_table(group: Group) -> None:
    key = (await group.invitation()).invitation
    assert (await group.hall.parlour.invited_to(key)).table.id == group.table
    for other in ("", "x", key[:-1], key + "A", "\ud800", "a\x00", group.table):
        with pytest.raises(UnknownInvitation):
            await group.hall.parlour.invited_to(other)


async def test_renewed_invitation_revokes_the_old_one(group: Group) -> None:
    old = await group.invitation()
    await group.hall.parlour.renew_invitation(group.owner, group.table)
    new = await group.invitation()
    assert old != new
    with pytest.raises(UnknownInvitation):
        await group.hall.parlour.invited_to(old.invitation)
    with pytest.raises(Locked):
        await group.sit(old)
    await group.hall.restart()
    with pytest.raises(Locked):
        await group.sit(old)
    await group.sit(new)


async def test_only_the_owner_renews(group: Group) -> None:
    await group.sit(RIGHT)
    with pytest.raises(NotOwner):
        await group.hall.parlour.renew_invitation(group.other, group.table)


async def test_invitation_to_a_closed_table_leads_nowhere(group: Group) -> None:
    key = (await group.invitation()).invitation
    await group.hall.parlour.close(group.owner, group.table)
    with pytest.raises(UnknownInvitation):
        await group.hall.parlour.invited_to(key)


# --- Too often


async def test_wrong_passwords_are_counted_by_account(
    group: Group, minutes: time_machine.Traveller
) -> None:
    allowed = attempts.TABLE_BY_ACCOUNT.amount
    for n in range(allowed):
        with pytest.raises(WrongTablePassword):
            await group.sit(Shown("x", address=f"192.0.2.{n}"))
    with pytest.raises(TooManyAttempts):
        await group.sit(RIGHT)
    await group.sit(await group.invitation())
    await group.hall.parlour.leave(group.other, group.table)
    minutes.shift(60 * attempts.WINDOW_MINUTES + 1)
    await group.sit(RIGHT)


async def test_wrong_passwords_are_counted_by_address(
    group: Group, minutes: time_machine.Traveller
) -> None:
    """Whoever makes a new account for each attempt gets no further."""
    tried = 0
    for n in range(attempts.TABLE_FROM_ADDRESS.amount + 3):
        guest = await group.hall.guest(f"Guest {n:02}")
        with pytest.raises((WrongTablePassword, TooManyAttempts)) as refused:
            await group.sit(WRONG, guest)
        tried += refused.type is WrongTablePassword
    assert tried == attempts.TABLE_FROM_ADDRESS.amount
    await group.sit(Shown(PASSWORD, address="192.0.2.2"))


async def test_one_table_is_counted_apart_from_others(
    group: Group, minutes: time_machine.Traveller
) -> None:
    other = await group.hall.parlour.open_table(group.owner, GAME, 2, {}, PASSWORD)
    for _ in range(attempts.TABLE_BY_ACCOUNT.amount + 1):
        with pytest.raises((WrongTablePassword, TooManyAttempts)):
            await group.sit(WRONG)
    await group.hall.parlour.sit(group.other, other.id, None, RIGHT)


async def test_right_password_and_none_are_no_attempts(
    group: Group, minutes: time_machine.Traveller
) -> None:
    for _ in range(2 * attempts.TABLE_FROM_ADDRESS.amount):
        await group.hall.parlour.come_in(group.other.id, group.table, RIGHT)
        with pytest.raises(Locked):
            await group.hall.parlour.come_in(group.other.id, group.table, NOTHING)
    await group.sit(RIGHT)


# --- What it is


async def test_members_may_ask_for_it(group: Group) -> None:
    table = (await group.hall.look(group.table)).table
    assert password_for(group.owner.id, table) == PASSWORD
    with pytest.raises(NotSeated):
        password_for(group.other.id, table)
    open_table = await group.hall.parlour.open_table(group.owner, GAME, 2, {})
    assert password_for(group.owner.id, open_table) is None


async def test_it_stands_in_no_text(group: Group) -> None:
    """What a log may show of a value must not betray it."""
    found = await group.hall.look(group.table)
    key = (await group.invitation()).invitation
    for shown in (found, found.table, RIGHT, Shown(invitation=key)):
        assert PASSWORD not in repr(shown)
        assert key not in repr(shown)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("  kellerbar ", PASSWORD),
        ("", ""),
        ("   ", ""),
        ("u\u0308ber", "über"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("\u202eabc\u200b", "\u202eabc\u200b"),
        ("x" * door.LONGEST, "x" * door.LONGEST),
    ],
)
def test_password_of_a_table(raw: str, clean: str) -> None:
    assert clean_table_password(raw) == clean
    assert unicodedata.is_normalized("NFC", clean)


@pytest.mark.parametrize("raw", ["x" * (door.LONGEST + 1), "a\nb", "a\x00b", "a\ud800", "a\u2028b"])
def test_no_password_of_a_table(raw: str) -> None:
    with pytest.raises(BadTablePassword):
        clean_table_password(raw)


async def test_bad_password_opens_no_table(group: Group) -> None:
    before = await group.hall.store.open_tables()
    with pytest.raises(BadTablePassword):
        await group.hall.parlour.open_table(group.owner, GAME, 2, {}, "x" * 999)
    assert before == await group.hall.store.open_tables()
