"""Several seats act at once: what others do makes no command stale, what one does oneself does."""

import asyncio

import pytest

from pasch.games import discovery
from pasch.kernel.refusals import Stale
from tests.matches import vote
from tests.matches.hall import Hall, Play, check_table

pytestmark = pytest.mark.anyio


def use(rules: vote.Vote, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the service find one game only."""
    monkeypatch.setattr(discovery, "meta", lambda _slug: rules.meta)
    monkeypatch.setattr(discovery, "rules", lambda _slug: rules)
    monkeypatch.setattr(discovery, "presenter", lambda _slug: vote.PRESENTER)


@pytest.fixture
async def council(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Return a match of the voting game that has just begun."""
    use(vote.RULES, monkeypatch)
    return await hall.begin(await hall.guests(3), game=vote.SLUG)


async def test_all_vote_at_once(council: Play) -> None:
    votes = [await council.command(seat, "yes") for seat in (1, 2, 3)]
    assert {0} == {command.seen for command in votes}
    assert await asyncio.gather(*map(council.send, votes)) == [1, 2, 4]
    assert [line[0] for line in await council.stored()] == ["1", "2", "3", "*"]
    await check_table(council.hall, council.table)


async def test_vote_for_an_older_version_counts_in_any_order(council: Play) -> None:
    votes = [await council.command(seat, "no") for seat in (3, 1, 2)]
    for command in votes:
        await council.send(command)
    assert (await council.stored())[:3] == ("3 no", "1 no", "2 no")


async def test_second_vote_for_one_version_is_stale(council: Play) -> None:
    votes = [await council.command(2, text) for text in ("yes", "no")]
    outcomes = await asyncio.gather(*map(council.send, votes), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int, Stale]
    assert await council.stored() == ("2 yes",)


async def test_late_vote_does_not_count_in_the_next_round(council: Play) -> None:
    """A second tab's vote comes when the seat may say the same again, in another round."""
    late = await council.command(2, "no")
    for seat in (1, 2, 3):
        await council.do(seat, "yes")
    assert await council.legal(2) == ("yes", "no")
    with pytest.raises(Stale):
        await council.send(late)
    assert len(await council.stored()) == 4


async def test_vote_for_a_version_without_choices_is_stale_in_the_next_round(council: Play) -> None:
    await council.do(1, "yes")
    early = await council.command(1, "no")
    for seat in (2, 3):
        await council.do(seat, "yes")
    with pytest.raises(Stale):
        await council.send(early)


async def test_match_of_votes_goes_to_its_end(council: Play) -> None:
    for _ in range(vote.ROUNDS):
        votes = [await council.command(seat, "yes") for seat in (1, 2, 3)]
        await asyncio.gather(*map(council.send, votes))
    assert (await council.position()).is_over
    await check_table(council.hall, council.table)


async def test_own_event_makes_an_older_command_stale_even_if_nothing_else_does(
    council: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(vote.SHOUTING, monkeypatch)
    shouts = [await council.command(seat, "yes") for seat in (1, 2, 1)]
    outcomes = await asyncio.gather(*map(council.send, shouts), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int, int, Stale]
