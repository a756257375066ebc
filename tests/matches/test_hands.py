"""Games with hidden facts take a new secret for each hand, and open it when the hand is over."""

from dataclasses import replace
from typing import Final

import pytest

from pasch.games import discovery
from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.draws import HANDS_A_CHAIN, hand_secret, seal
from pasch.kernel.page import Step
from pasch.kernel.record import read_record, write_record
from pasch.kernel.replay import verify
from pasch.kernel.rules import Deciding
from pasch.matches.archive import Archive
from pasch.matches.model import MatchStatus
from pasch.matches.position import Position
from pasch.matches.records import record_of
from tests.matches.hall import Hall, Play, check_table
from tests.matches.plain import show_plainly

GAME: Final = "domino"
MOST: Final = 4_000

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _plain_page(monkeypatch: pytest.MonkeyPatch) -> None:
    show_plainly(monkeypatch, GAME)


async def step(play: Play) -> None:
    """Let the first seat that has to act say the first thing that it may."""
    position = await play.position()
    assert isinstance(position.to_move, Deciding)
    seat = position.to_move.seats[0]
    await play.do(seat, (await play.legal(seat))[0])


async def until_hand(play: Play, hand: int) -> Position:
    """Play until a hand, counted from 0, is dealt."""
    for _ in range(MOST):
        position = await play.position()
        if position.rules.secret_index(position.state) >= hand:
            return position
        await step(play)
    raise AssertionError(f"hand {hand} never came")


async def begun(hall: Hall, seats: int = 2) -> Play:
    return await hall.begin(await hall.guests(seats), game=GAME)


def test_secrets_form_a_chain() -> None:
    root = bytes(range(32))
    secrets = [hand_secret(root, hand) for hand in range(HANDS_A_CHAIN + 2)]
    assert len(set(secrets)) == len(secrets)
    for hand in range(1, HANDS_A_CHAIN):
        assert seal(secrets[hand]) == secrets[hand - 1].hex()
    assert root not in secrets
    assert seal(root) not in {secret.hex() for secret in secrets}, "the last one leads nowhere"
    assert seal(secrets[HANDS_A_CHAIN + 1]) == secrets[HANDS_A_CHAIN].hex()


def test_every_game_that_shuffles_says_that_it_has_hands() -> None:
    assert {slug: discovery.meta(slug).has_hands for slug in discovery.slugs()} == {
        slug: (discovery.home(slug) / "tests" / "hidden.py").exists() for slug in discovery.slugs()
    }


async def test_one_seal_before_the_shares_binds_all_hands(hall: Hall) -> None:
    people = await hall.guests(2)
    table = await hall.open_table(*people, game=GAME)
    shown = (await hall.look(table)).table.seal
    play = Play(hall, table, people)
    await play.all_ready()
    position = await until_hand(play, 2)
    assert position.match.seal == shown
    assert [seal(secret) for secret in position.open_secrets] == [
        shown,
        position.open_secrets[0].hex(),
    ]


async def test_a_secret_is_opened_when_its_hand_is_over(hall: Hall) -> None:
    play = await begun(hall)
    opened = []
    for hand in range(3):
        position = await until_hand(play, hand)
        assert len(position.open_secrets) == hand
        opened.append(position.open_secrets)
    assert opened[2][: len(opened[1])] == opened[1]


async def test_each_deal_comes_from_its_own_secret(hall: Hall) -> None:
    play = await begun(hall, 3)
    position = await until_hand(play, 2)
    log = await hall.store.events(position.match.id)
    over = replace(position.match, status=MatchStatus.ABORTED)
    record = read_record(write_record(record_of(over, log)))
    assert record.provenance is not None
    assert len(record.provenance.secrets) == 3
    assert record.provenance.secrets[:2] == position.open_secrets
    assert record.provenance.seals[0].hex() == position.match.seal
    assert list(verify(position.rules, record)) == []
    swapped = replace(
        record.provenance,
        secrets=record.provenance.secrets[::-1],
        seals=record.provenance.seals[::-1],
    )
    deals = [event for event in record.events if event.actor == CHANCE]
    assert len(list(verify(position.rules, replace(record, provenance=swapped)))) >= len(deals) - 1


async def test_a_finished_match_opens_all_secrets(hall: Hall) -> None:
    play = await begun(hall)
    for _ in range(MOST):
        if (await play.position()).is_over:
            break
        await step(play)
    position = await play.position()
    record = await Archive(hall.store).record(position.match.id)
    assert record.provenance is not None
    assert record.provenance.secrets == position.open_secrets
    assert len(position.open_secrets) == position.rules.turns(position.state)
    assert list(verify(position.rules, record)) == []


async def test_the_next_hand_after_a_restart_comes_from_the_same_chain(hall: Hall) -> None:
    play = await begun(hall)
    before = await until_hand(play, 1)
    await hall.restart()
    await check_table(hall, play.table)
    position = await play.position()
    assert (position.secrets, position.open_secrets) == (before.secrets, before.open_secrets)
    after = await until_hand(play, 2)
    assert after.open_secrets[:1] == before.open_secrets


async def test_a_running_match_has_no_record_and_tells_no_deal(hall: Hall) -> None:
    """Presenters are told that somebody dealt, not what."""
    play = await begun(hall)
    position = await until_hand(play, 1)
    steps = [moment.step for moment in position.moments if moment.step is not None]
    dealt = [step for step in steps if step.actor == CHANCE]
    assert dealt
    assert {step.text for step in dealt} == {""}
    assert all(isinstance(step, Step) for step in steps)
    log = await hall.store.events(position.match.id)
    assert record_of(position.match, log).provenance is None


async def test_throws_are_told(hall: Hall) -> None:
    play = await hall.begin(await hall.guests(2))
    await play.do(Seat(1), "roll")
    step = (await play.position()).moments[-1].step
    assert step is not None
    assert (step.actor, len(step.text.split())) == (CHANCE, 5)
    assert (await play.position()).open_secrets == ()
