"""Results are written with the last event, never stand in its way, and can be made again."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pasch.games import discovery
from pasch.kernel.actors import Seat
from pasch.matches import archive
from pasch.matches.archive import Archive
from pasch.matches.model import AccountId, Match, MatchId, MatchStatus, TableStatus
from pasch.matches.ports import AddMatch, EndMatch, PutResults, Store, Write
from pasch.matches.refusals import UnknownMatch
from pasch.matches.results import LARGEST, Result
from tests.matches.hall import NOON, Hall, Play, check_table, stored_table

pytestmark = pytest.mark.anyio

NORMAL = (("hardcore", "no"),)
HARDCORE = (("hardcore", "yes"),)


async def finished(hall: Hall, seats: int) -> Play:
    """Play a match of hardcore to its end, which comes a minute after its beginning."""
    play = await hall.begin(await hall.guests(seats), hardcore="yes")
    hall.clock.move(60_000)
    await play.play_on()
    return play


async def results(play: Play) -> tuple[Result, ...]:
    """Return what the store holds of the match."""
    return await play.hall.store.results((await play.position()).match.id)


def break_figures(monkeypatch: pytest.MonkeyPatch, value: int | None = None) -> None:
    """Let the game fail to say its numbers, or say a strange one."""

    def figures(_state: object) -> tuple[dict[str, int], ...]:
        if value is None:
            raise ZeroDivisionError
        return ({"total": value}, {"total": 1})

    monkeypatch.setattr(discovery.rules("zdwa"), "figures", figures, raising=False)


async def test_last_event_brings_the_results(hall: Hall) -> None:
    play = await finished(hall, 2)
    position = await play.position()
    totals = position.rules.totals(position.state)
    first, second = await results(play)
    is_won = totals[0] > totals[1]
    expected = Result(
        match=position.match.id,
        seat=Seat(1),
        account=play.people[0].id,
        game="zdwa",
        options=(("mode", "two"), ("hardcore", "yes")),
        apart=HARDCORE,
        seats=2,
        party=1,
        place=1 if is_won else 2,
        total=totals[0],
        finished_at=NOON + 60_000,  # type: ignore[arg-type]
        figures=(("total", totals[0]), *((("won", 1),) if is_won else ())),
    )
    assert first == expected
    assert (second.account, second.total, second.party) == (play.people[1].id, totals[1], 2)


async def test_partners_share_a_result(hall: Hall) -> None:
    play = await finished(hall, 4)
    found = await results(play)
    assert [(each.seat, each.party) for each in found] == [(1, 1), (2, 2), (3, 1), (4, 2)]
    assert [each.account for each in found] == [person.id for person in play.people]
    for one, other in ((0, 2), (1, 3)):
        assert found[one].total == found[other].total
        assert found[one].place == found[other].place
        assert found[one].figures == found[other].figures


async def test_alone_nobody_wins(hall: Hall) -> None:
    (only,) = await results(await finished(hall, 1))
    assert only.place == 1
    assert only.figures == (("total", only.total),)


async def test_aborted_match_has_none(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(2), hardcore="yes")
    await play.play_on(20)
    match = (await play.position()).match.id
    await hall.parlour.pauses.ask(play.people[0], play.table)
    await hall.parlour.pauses.abort(play.people[0], play.table)
    assert await hall.store.results(match) == ()
    assert await Archive(hall.store).add_missing_results() == 0
    assert await hall.store.results(match) == ()


@pytest.mark.parametrize("value", [None, LARGEST + 1])
async def test_failing_figures_do_not_hide_the_end_case_21(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, value: int | None
) -> None:
    with monkeypatch.context() as broken:
        break_figures(broken, value)
        play = await finished(hall, 2)
        assert (await play.position()).is_over
        assert (await stored_table(hall, play.table)).status is TableStatus.FINISHED
        assert await results(play) == ()
        assert await Archive(hall.store).add_missing_results() == 0, "it fails still"
    await check_table(hall, play.table)
    assert await Archive(hall.store).add_missing_results() == 1
    assert len(await results(play)) == 2


@pytest.mark.parametrize("value", [LARGEST, -LARGEST])
async def test_largest_figures_are_kept(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, value: int
) -> None:
    break_figures(monkeypatch, value)
    first, _ = await results(await finished(hall, 2))
    assert first.figures == (("total", value),)


async def test_rematch_has_results_of_its_own(hall: Hall) -> None:
    play = await finished(hall, 2)
    before = await results(play)
    await play.all_ready()
    match = (await play.position()).match
    people = {person.id: person for person in play.people}
    play.people = tuple(people[player.account] for player in match.players)
    await play.play_on()
    after = await results(play)
    assert [each.account for each in after] == [each.account for each in before[::-1]]
    assert await hall.store.results(before[0].match) == before


# What is missing is made again.


async def without_results(hall: Hall, monkeypatch: pytest.MonkeyPatch, seats: int = 2) -> Play:
    """Play a match as an older version did, which wrote no results."""
    commit = hall.store.commit

    async def older(writes: Sequence[Write]) -> bool:
        return await commit([write for write in writes if not isinstance(write, PutResults)])

    with monkeypatch.context() as past:
        past.setattr(hall.store, "commit", older)
        return await finished(hall, seats)


async def test_missing_results_are_those_of_the_end(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await without_results(hall, monkeypatch)
    assert await results(play) == ()
    written: list[Sequence[Write]] = []
    commit = hall.store.commit

    async def noting(writes: Sequence[Write]) -> bool:
        written.append(writes)
        return await commit(writes)

    monkeypatch.setattr(hall.store, "commit", noting)
    assert await Archive(hall.store).add_missing_results() == 1
    found = await results(play)
    position = await play.position()
    assert tuple(each.total for each in found) == position.rules.totals(position.state)
    assert {each.finished_at for each in found} == {NOON + 60_000}
    assert len(written) == 1
    assert await Archive(hall.store).add_missing_results() == 0, "there is nothing to do"
    assert len(written) == 1


async def test_match_that_cannot_be_folded_stops_no_other(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MATCHES_A_READ", 1)
    play = await without_results(hall, monkeypatch, 1)
    match = (await play.position()).match
    for name in ("0", "zzzz"):
        await add_finished(hall.store, replace(match, id=MatchId(name), game="gone"))
        await add_finished(hall.store, replace(match, id=MatchId(f"{name}x")))
    assert await Archive(hall.store).add_missing_results() == 1
    assert len(await results(play)) == 1


async def add_finished(store: Store, match: Match) -> None:
    """Write a finished match without a log, which its game cannot tell the end of."""
    await store.commit([AddMatch(match), EndMatch(match.id, MatchStatus.FINISHED, NOON)])


# Finished matches can be looked at.


async def test_finished_match_is_what_it_was(hall: Hall) -> None:
    play = await finished(hall, 2)
    known = await play.position()
    folded = await Archive(hall.store).position(known.match.id)
    assert folded.match == known.match
    assert folded.state == known.state
    assert folded.trace == known.trace
    assert folded.lines == known.lines


async def test_folded_matches_are_kept_and_names_are_read_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await finished(hall, 1)
    match = (await play.position()).match
    shelf = Archive(hall.store)
    first = await shelf.position(match.id)
    renamed = replace(match, players=(replace(match.players[0], name="Somebody"),))

    async def read(_match: MatchId) -> Match:
        return renamed

    monkeypatch.setattr(hall.store, "match", read)
    again = await shelf.position(match.id)
    assert again.moments is first.moments
    assert again.match.names == ("Somebody",)


async def test_only_some_folded_matches_are_kept(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "POSITIONS_KEPT", 1)
    play = await finished(hall, 1)
    first = (await play.position()).match.id
    shelf = Archive(hall.store)
    known = await shelf.position(first)
    await play.all_ready()
    await play.play_on()
    second = (await play.position()).match.id
    await shelf.position(second)
    assert (await shelf.position(first)).moments is not known.moments


async def test_nothing_else_can_be_looked_at(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(2), hardcore="yes")
    match = (await play.position()).match.id
    shelf = Archive(hall.store)
    for name in (match, MatchId("never"), MatchId(""), MatchId("a\x00b"), MatchId("\ud800")):
        with pytest.raises(UnknownMatch):
            await shelf.position(name)
    await hall.parlour.pauses.quit(play.people[0], play.table, is_confirmed=True)
    with pytest.raises(UnknownMatch):
        await shelf.position(match)


async def test_somebody_who_is_not_there_has_no_history(hall: Hall) -> None:
    assert await hall.store.history(AccountId("nobody"), 0, 10) == ()
