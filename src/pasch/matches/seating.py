"""Changes of a table that are not part of a match: sitting, being ready, leaving, closing.

Each function takes a table and returns the next one, or raises a refusal.
"""

from dataclasses import replace

from pasch.kernel.actors import Seat
from pasch.kernel.refusals import N_, Reason
from pasch.matches.model import (
    Account,
    AccountId,
    Pace,
    Sitter,
    Table,
    TableStatus,
    computer_account,
    computer_name,
)
from pasch.matches.refusals import NotOwner, NotSeated, SeatTaken, WrongMoment

Sitters = tuple[Sitter | None, ...]


def sit(table: Table, account: Account, seat: Seat | None) -> Table:
    """Put a person on a seat (None: the first free one); who sits already changes the seat."""
    _require(table, TableStatus.WAITING)
    current = table.seat_of(account.id)
    if seat is None:
        seat = current or next(iter(table.free_seats), None)
    if seat is not None and seat == current:
        return table
    if seat not in table.free_seats:
        raise SeatTaken
    emptied = tuple(s if s is None or s.account != account.id else None for s in table.sitters)
    return replace(table, sitters=_put(emptied, seat, Sitter(account.id, account.name)))


def leave(table: Table, account: AccountId) -> Table:
    """Free a person's seat; the table passes to the next person, or closes with the last one.

    A finished table whose group breaks up waits for new people.
    """
    _require(table, TableStatus.WAITING, TableStatus.FINISHED)
    return _free(table, _seat_of(table, account))


def remove(table: Table, owner: AccountId, seat: Seat) -> Table:
    """Let the owner free the seat of a guest."""
    _require(table, TableStatus.WAITING, TableStatus.FINISHED)
    _require_owner(table, owner)
    sitter = table.sitter(seat) if 1 <= seat <= len(table.sitters) else None
    if sitter is None or sitter.account == owner:
        raise WrongMoment(Reason(N_("There is no guest on this seat.")))
    return _free(table, seat)


def add_computers(table: Table, owner: AccountId, level: str, seat: Seat | None = None) -> Table:
    """Let the owner set a computer of a level on a free seat (None: on all free ones)."""
    _require(table, TableStatus.WAITING)
    _require_owner(table, owner)
    seats = table.free_seats if seat is None else (seat,)
    if not seats or not set(seats) <= set(table.free_seats):
        raise SeatTaken
    sitters = table.sitters
    for free in seats:
        computer = Sitter(computer_account(free), computer_name(free), ready=True, level=level)
        sitters = _put(sitters, free, computer)
    return numbered(replace(table, sitters=sitters))


def numbered(table: Table) -> Table:
    """Return the table with its computers numbered as they sit, from behind the owner on.

    So with one person in two teams the partner, who sits opposite, is always Computer 2.
    """
    if not table.has_computer:
        return table
    count, first = len(table.sitters), table.seat_of(table.owner) or Seat(1)
    order = [Seat((first - 1 + step) % count + 1) for step in range(1, count + 1)]
    sitters, number = table.sitters, 0
    for seat in order:
        sitter = table.sitter(seat)
        if sitter is not None and sitter.is_computer:
            number += 1
            account, name = computer_account(number), computer_name(number)
            sitters = _put(sitters, seat, replace(sitter, account=account, name=name))
    return replace(table, sitters=sitters)


def set_pace(table: Table, owner: AccountId, pace: Pace) -> Table:
    """Let the owner say how long computers wait; also while they play."""
    _require(table, TableStatus.WAITING, TableStatus.PLAYING, TableStatus.FINISHED)
    _require_owner(table, owner)
    return replace(table, pace=pace)


def close(table: Table, owner: AccountId) -> Table:
    """Let the owner close a table at which nobody plays."""
    _require(table, TableStatus.WAITING, TableStatus.FINISHED)
    _require_owner(table, owner)
    return replace(table, status=TableStatus.CLOSED, sitters=(None,) * len(table.sitters))


def let_watch(table: Table, owner: AccountId, *, allowed: bool) -> Table:
    """Let the owner say whether people without a seat may watch."""
    _require(table, TableStatus.WAITING, TableStatus.FINISHED)
    _require_owner(table, owner)
    return replace(table, watchable=allowed)


def renew_invitation(table: Table, owner: AccountId, key: str) -> Table:
    """Let the owner put another key in the place of the invitation's, which leads nowhere then."""
    _require(table, TableStatus.WAITING, TableStatus.PLAYING, TableStatus.FINISHED)
    _require_owner(table, owner)
    return replace(table, invitation=key)


def rename(table: Table, account: AccountId, name: str) -> Table:
    """Show somebody at the table under another name; a match keeps the one it began with."""
    sitters = (
        replace(sitter, name=name) if sitter is not None and sitter.account == account else sitter
        for sitter in table.sitters
    )
    return replace(table, sitters=tuple(sitters))


def say_ready(table: Table, account: AccountId, share: bytes, *, by_server: bool) -> Table:
    """Note that a person is ready for the next match, with the seat's share in its throws."""
    _require(table, TableStatus.WAITING, TableStatus.FINISHED)
    seat = _seat_of(table, account)
    sitter = table.sitter(seat)
    if sitter is None or sitter.ready:
        return table
    ready = replace(sitter, ready=True, share=share, share_by_server=by_server)
    return replace(table, sitters=_put(table.sitters, seat, ready))


def take_back_ready(table: Table, account: AccountId) -> Table:
    """Note that a person is not ready any more; the share lapses."""
    _require(table, TableStatus.WAITING, TableStatus.FINISHED)
    seat = _seat_of(table, account)
    sitters = (
        _unready(sitter) if number == seat else sitter
        for number, sitter in enumerate(table.sitters, 1)
    )
    return replace(table, sitters=tuple(sitters))


def is_complete(table: Table) -> bool:
    """Return whether every seat is taken and everybody is ready; computers always are."""
    return all(sitter is not None and sitter.ready for sitter in table.sitters)


def rotated(sitters: Sitters) -> Sitters:
    """Return the seats for a rematch: everybody moves one seat forward, the first to the last."""
    return (*sitters[1:], sitters[0])


def all_unready(sitters: Sitters) -> Sitters:
    """Return the seats with nobody ready."""
    return tuple(map(_unready, sitters))


def _unready(sitter: Sitter | None) -> Sitter | None:
    if sitter is None or sitter.is_computer:
        return sitter
    return Sitter(sitter.account, sitter.name)


def _put(sitters: Sitters, seat: Seat, sitter: Sitter | None) -> Sitters:
    return (*sitters[: seat - 1], sitter, *sitters[seat:])


def _free(table: Table, seat: Seat) -> Table:
    sitters = _put(all_unready(table.sitters), seat, None)
    left = [s.account for s in sitters if s is not None and not s.is_computer]
    if not left:
        return replace(table, status=TableStatus.CLOSED, sitters=(None,) * len(sitters))
    owner = table.owner if table.owner in left else left[0]
    return replace(table, status=TableStatus.WAITING, sitters=sitters, owner=owner)


def _seat_of(table: Table, account: AccountId) -> Seat:
    seat = table.seat_of(account)
    if seat is None:
        raise NotSeated
    return seat


def _require(table: Table, *statuses: TableStatus) -> None:
    if table.status not in statuses:
        raise WrongMoment(Reason(_MOMENTS[table.status]))


def _require_owner(table: Table, account: AccountId) -> None:
    if table.owner != account:
        raise NotOwner


_MOMENTS = {
    TableStatus.WAITING: N_("The match has not begun yet."),
    TableStatus.PLAYING: N_("A match is being played at this table."),
    TableStatus.FINISHED: N_("The match at this table is over."),
    TableStatus.CLOSED: N_("This table is closed."),
}
