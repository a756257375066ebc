"""Computers at tables: who sets them there, when they act, and what a match with them counts."""

from dataclasses import dataclass
from typing import Final

import pytest

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.kernel.refusals import Stale, Unreadable
from pasch.matches.archive import Archive
from pasch.matches.chatting import partners
from pasch.matches.deadlines import COMPUTERS_WAIT_MILLIS, Deadlines
from pasch.matches.lines import LineKind
from pasch.matches.model import (
    Account,
    Deadline,
    DeadlineKind,
    MatchStatus,
    Millis,
    Pace,
    TableId,
    TableStatus,
)
from pasch.matches.refusals import BadName, NotOwner, Paused, SeatTaken, WrongMoment
from pasch.matches.turns import CORRECTION_MILLIS, PACE_MILLIS, turn_in
from tests.matches.hall import GAME, NOON, SHARES, Hall, Play, check_table
from tests.matches.plain import show_plainly

pytestmark = pytest.mark.anyio

EASY: Final = "first"
NORMAL: Final = PACE_MILLIS[Pace.NORMAL]
HIDING: Final = next(slug for slug in discovery.slugs() if discovery.meta(slug).has_hands)
MOST: Final = 6_000


async def open_with(
    hall: Hall, owner: Account, seats: int = 2, game: str = GAME, **options: str
) -> Play:
    """Open a table of somebody on which computers take all other seats."""
    table = await hall.parlour.open_table(owner, game, seats, options, computers=EASY)
    return Play(hall, table.id, (owner,))


async def begin_with(
    hall: Hall, owner: Account, seats: int = 2, game: str = GAME, **options: str
) -> Play:
    """Begin a match of somebody against computers."""
    play = await open_with(hall, owner, seats, game, **options)
    await hall.parlour.say_ready(owner, play.table, SHARES[0])
    return play


async def names_at(hall: Hall, table: TableId) -> list[str]:
    sitters = (await hall.look(table)).table.sitters
    return [sitter.name if sitter is not None else "" for sitter in sitters]


async def due_at(hall: Hall, table: TableId) -> int | None:
    """Return in how many milliseconds a computer is due, as the store says."""
    found = (d for d in await hall.store.deadlines() if d.kind is DeadlineKind.COMPUTER)
    return next((d.due_at - hall.clock.now() for d in found if d.table == table), None)


async def act(play: Play) -> None:
    """Let the computer act that is due, at its time."""
    wait = await due_at(play.hall, play.table)
    assert wait is not None
    play.hall.clock.move(max(0, wait))
    await play.hall.computers.act(play.table)


async def person_acts(play: Play, seat: Seat) -> None:
    """Let a person say what a computer would say."""
    legal = await play.legal(seat)
    await play.do(seat, legal[0])


# --- Setting them there


async def test_computers_fill_the_free_seats(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await open_with(hall, anna, 4)
    assert await names_at(hall, play.table) == ["Anna", "Computer 1", "Computer 2", "Computer 3"]
    table = (await hall.look(play.table)).table
    assert [s.ready for s in table.sitters if s is not None] == [False, True, True, True]
    assert table.status is TableStatus.WAITING, "people say when it begins"
    await check_table(hall, play.table)


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
async def test_the_partner_is_computer_2(hall: Hall, seat: int) -> None:
    """Numbered from behind the owner on, so that the one opposite is the second."""
    anna = await hall.guest("Anna")
    table = (await hall.parlour.open_table(anna, GAME, 4, {})).id
    await hall.parlour.sit(anna, table, Seat(seat))
    for free in (3, 1, 4, 2):
        if free != seat:
            await hall.parlour.add_computers(anna, table, EASY, Seat(free))
    opposite = (seat + 1) % 4 + 1
    assert (await names_at(hall, table))[opposite - 1] == "Computer 2"


async def test_numbers_close_up(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await open_with(hall, anna, 4)
    await hall.parlour.remove(anna, play.table, Seat(3))
    assert await names_at(hall, play.table) == ["Anna", "Computer 1", "", "Computer 2"]
    told = [line.text + " " + line.name for line in (await hall.look(play.table)).chat]
    assert told == ["removed Computer 2"]
    ben = await hall.guest("Ben")
    await hall.parlour.sit(ben, play.table, None)
    assert await names_at(hall, play.table) == ["Anna", "Computer 1", "Ben", "Computer 2"]


async def test_only_the_owner_and_only_on_free_seats(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben, seats=3)
    with pytest.raises(NotOwner):
        await hall.parlour.add_computers(ben, table, EASY)
    with pytest.raises(NotOwner):
        await hall.parlour.set_pace(ben, table, Pace.SLOW)
    for seat in (Seat(2), Seat(4), Seat(0)):
        with pytest.raises(SeatTaken):
            await hall.parlour.add_computers(anna, table, EASY, seat)
    with pytest.raises(Unreadable):
        await hall.parlour.add_computers(anna, table, "unheard of")
    with pytest.raises(Unreadable):
        await hall.parlour.open_table(anna, GAME, 2, {}, computers="unheard of")
    await hall.parlour.add_computers(anna, table, EASY)
    with pytest.raises(SeatTaken):
        await hall.parlour.add_computers(anna, table, EASY)
    await hall.parlour.say_ready(anna, table, SHARES[0])
    await hall.parlour.say_ready(ben, table, SHARES[1])
    with pytest.raises(WrongMoment):
        await hall.parlour.add_computers(anna, table, EASY)


async def test_nobody_can_be_a_computer(hall: Hall) -> None:
    for name in ("Computer 1", "computer 7", "Cοmputer 2", "Computer"):
        with pytest.raises(BadName):
            await hall.guest(name)


async def test_the_last_person_takes_the_table_along(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben, seats=4)
    await hall.parlour.add_computers(anna, table, EASY)
    await hall.parlour.leave(anna, table)
    found = await hall.look(table)
    assert found.table.owner == ben.id, "a computer owns nothing"
    await hall.parlour.leave(ben, table)
    found = await hall.look(table)
    assert found.table.status is TableStatus.CLOSED
    assert found.table.sitters == (None,) * 4


async def test_the_server_makes_the_shares_of_computers(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna, 3)
    players = (await play.position()).match.players
    assert [player.share_by_server for player in players] == [False, True, True]
    assert len({player.share for player in players}) == 3
    assert [player.level for player in players] == ["", EASY, EASY]


# --- Playing


async def test_a_whole_match_against_a_computer(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna, hardcore="yes")
    for _ in range(MOST):
        position = await play.position()
        if position.is_over:
            break
        if turn_in(position) is None:
            await play.turn()
        else:
            await act(play)
    match = (await play.position()).match
    assert match.status is MatchStatus.FINISHED
    assert match.names == ("Anna", "Computer 1")
    assert await due_at(hall, play.table) is None
    await check_table(hall, play.table)
    record = await Archive(hall.store).record(match.id)
    assert record.seats == ("Anna", "Computer 1")
    results = await hall.store.results(match.id)
    assert [result.counts for result in results] == [False, False]
    for person in (anna.id, match.players[1].account):
        assert await hall.store.tallies(person) == ()
        assert await hall.store.history(person, 0, 10) == ()


async def test_the_next_match_has_the_same_computers(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna, 4, hardcore="yes")
    while not (await play.position()).is_over:
        if turn_in(await play.position()) is None:
            await play.turn()
        else:
            await act(play)
    first = (await play.position()).match
    await hall.parlour.say_ready(anna, play.table, SHARES[1])
    second = (await play.position()).match
    assert second.id != first.id
    assert second.names == ("Computer 1", "Computer 2", "Computer 3", "Anna")
    assert await due_at(hall, play.table) == NORMAL, "now a computer begins"


async def test_due_is_a_row_of_the_same_transaction(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna)
    assert await due_at(hall, play.table) is None, "the person begins"
    await play.turn()
    assert await due_at(hall, play.table) == CORRECTION_MILLIS
    await act(play)
    assert await due_at(hall, play.table) == NORMAL
    assert (await play.stored())[-1].startswith("* ")
    while await due_at(hall, play.table) is not None:
        await act(play)
    assert await play.seat_to_move() == 1


@pytest.mark.parametrize("pace", list(Pace))
async def test_the_owner_sets_the_pace(hall: Hall, pace: Pace) -> None:
    anna = await hall.guest("Anna")
    play = await open_with(hall, anna, hardcore="yes")
    await hall.parlour.set_pace(anna, play.table, pace)
    await check_table(hall, play.table)
    await hall.parlour.say_ready(anna, play.table, SHARES[0])
    await play.turn()
    assert await due_at(hall, play.table) == PACE_MILLIS[pace], "hardcore has no corrections"


async def test_it_does_not_act_before_its_time(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna)
    await play.turn()
    before = await play.version()
    hall.clock.move(CORRECTION_MILLIS - 1)
    await hall.computers.act(play.table)
    assert await play.version() == before
    hall.clock.move(1)
    await hall.computers.act(play.table)
    assert await play.version() > before
    await hall.computers.close()


async def test_it_waits_while_a_correction_is_open(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna)
    await play.turn()
    await play.do(1, "correct")
    assert await due_at(hall, play.table) is None
    hall.clock.move(60_000)
    await hall.computers.act(play.table)
    assert (await play.stored())[-1] == "1 correct"
    await play.do(1, "cancel")
    assert await due_at(hall, play.table) == CORRECTION_MILLIS


async def test_it_does_not_act_while_the_match_is_paused(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna)
    await play.turn()
    await hall.parlour.pauses.ask(anna, play.table)
    assert await due_at(hall, play.table) is None
    before = await play.version()
    hall.clock.move(60_000)
    await hall.computers.act(play.table)
    assert await play.version() == before
    await hall.parlour.pauses.resume(anna, play.table)
    assert await due_at(hall, play.table) == CORRECTION_MILLIS


async def test_aborting_ends_its_turn(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna)
    await play.turn()
    await hall.parlour.pauses.quit(anna, play.table, is_confirmed=True)
    assert await due_at(hall, play.table) is None
    assert (await hall.look(play.table)).table.status is TableStatus.CLOSED
    await hall.computers.act(play.table)
    assert await hall.store.deadlines() == ()


# --- Presence


async def test_one_person_among_computers_is_not_waited_for(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna, 3)
    await hall.parlour.pauses.note_absent(anna.id, play.table)
    assert (await hall.look(play.table)).pause is None


async def test_only_people_are_absent_after_a_restart(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben, seats=3)
    await hall.parlour.add_computers(anna, table, EASY)
    for person, share in zip((anna, ben), SHARES, strict=False):
        await hall.parlour.say_ready(person, table, share)
    alone = await begin_with(hall, anna)
    deadlines = Deadlines(hall.store, hall.parlour.pauses, hall.clock, hall.computers.nudge)
    await deadlines.wake()
    await hall.restart()
    pause = (await hall.look(table)).pause
    assert pause is not None
    assert pause.absent == (1, 2)
    assert (await hall.look(alone.table)).pause is None
    await hall.parlour.pauses.note_present(anna.id, table)
    await hall.parlour.pauses.note_present(ben.id, table)
    assert (await hall.look(table)).pause is None


async def test_due_survives_a_restart(hall: Hall) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna)
    await play.turn()
    hall.clock.move(40_000)
    await Deadlines(hall.store, hall.parlour.pauses, hall.clock, hall.computers.nudge).wake()
    await hall.restart()
    assert await due_at(hall, play.table) == COMPUTERS_WAIT_MILLIS
    hall.clock.move(COMPUTERS_WAIT_MILLIS)
    nudged: list[TableId] = []
    await Deadlines(hall.store, hall.parlour.pauses, hall.clock, nudged.append).take_due()
    assert nudged == [play.table]
    before = await play.version()
    await hall.computers.act(play.table)
    assert await play.version() > before
    assert (await play.stored())[before].startswith("2 ")


async def test_a_partner_who_is_a_computer_is_no_team_to_write_to(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben, seats=4)
    await hall.parlour.add_computers(anna, table, EASY)
    for person, share in zip((anna, ben), SHARES, strict=False):
        await hall.parlour.say_ready(person, table, share)
    assert partners(await hall.look(table), anna.id) == ()
    notices = [line for line in (await hall.look(table)).chat if line.kind is LineKind.NOTICE]
    assert [line.name for line in notices][:3] == ["Ben", "Computer 1", "Computer 2"]


# --- Answers that come too late


@dataclass
class Slow:
    """A thinker in whose thoughts something happens at the table."""

    hall: Hall
    play: Play
    meanwhile: str

    async def choose(self, game: str, turn: object) -> str:
        if self.meanwhile == "pause":
            await self.hall.parlour.pauses.ask(self.play.people[0], self.play.table)
        else:
            await self.play.do(1, *self.meanwhile.split(","))
        return "roll"

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("meanwhile", "refusal"),
    [("correct", Stale), ("correct,cancel", Stale), ("pause", Paused)],
)
async def test_an_answer_to_an_old_position_is_dropped_case_28(
    hall: Hall, meanwhile: str, refusal: type[Exception]
) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna)
    await play.turn()
    hall.clock.move(CORRECTION_MILLIS)
    hall.computers._thinker = Slow(hall, play, meanwhile)
    with pytest.raises(refusal):
        await hall.computers.act(play.table)
    said = [line for line in await play.stored() if line.startswith("2 ")]
    assert said == []


# --- Decisions of several


@pytest.fixture
def hiding(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a game in which several seats decide at once."""
    if HIDING not in discovery.playable():
        show_plainly(monkeypatch, HIDING)
    return HIDING


async def test_computers_never_decide_before_people_d25(hall: Hall, hiding: str) -> None:
    """What is theirs alone they decide at once, and nobody waits for them with the next hand."""
    anna, ben = await hall.guests(2)
    table = await hall.parlour.open_table(anna, hiding, 4, {"variant": "fives", "target": "200"})
    await hall.parlour.sit(ben, table.id, Seat(3))
    await hall.parlour.add_computers(anna, table.id, "greedy")
    play = Play(hall, table.id, (anna, ben, ben, ben))
    for person, share in zip((anna, ben), SHARES, strict=False):
        await hall.parlour.say_ready(person, table.id, share)
    said, shared = set[tuple[str, ...]](), 0
    for _ in range(MOST):
        position = await play.position()
        if position.is_over:
            break
        due = position.to_move.seats  # type: ignore[union-attr]
        people = [seat for seat in due if seat in position.match.people]
        turn = turn_in(position)
        if turn is None:
            shared += len(people) < len(due)
            # What is passed over is there to be taken by others: by people first.
            legal = position.rules.legal(position.state, people[0])
            await play.do(people[0], "continue" if "continue" in legal else legal[0])
        else:
            if people:
                assert await due_at(hall, table.id) == (0 if turn.legal == ("next",) else NORMAL)
                said.add(turn.legal)
            await act(play)
    assert (await play.position()).is_over
    assert shared > 0
    assert said == {("next",), ("claim", "continue")}


async def test_a_computer_is_asked_with_its_own_view(hall: Hall, hiding: str) -> None:
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna, 4, hiding, teams="yes")
    for _ in range(40):
        position = await play.position()
        turn = turn_in(position)
        if turn is None:
            await person_acts(play, Seat(1))
            continue
        await act(play)
        asked = hall.thinker.asked[-1]
        assert asked == turn
        assert asked.view == position.rules.view(position.state, turn.seat)
    assert {turn.seat for turn in hall.thinker.asked} == {2, 3, 4}
    assert (await play.position()).match.names[2] == "Computer 2"


async def test_the_row_says_what_is_due(hall: Hall) -> None:
    """One row a table, at its time, of its kind."""
    anna = await hall.guest("Anna")
    play = await begin_with(hall, anna, hardcore="yes")
    await play.turn()
    rows = [d for d in await hall.store.deadlines() if d.kind is DeadlineKind.COMPUTER]
    assert rows == [Deadline(play.table, DeadlineKind.COMPUTER, Millis(NOON + NORMAL))]
