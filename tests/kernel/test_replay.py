"""Replaying and verifying records, by the small game of the conformance suite."""

from dataclasses import replace

import pytest

from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.record import BadRecord, Event, Provenance, Record
from pasch.kernel.refusals import Refusal, Unreadable
from pasch.kernel.replay import BadEvent, Difference, replay, verify
from pasch.kernel.report import Report, report
from tests.conformance.toy import State, Toy, View
from tests.playing import Setting, play_match

RULES = Toy()
DEAL, BID, FOLD = Event(CHANCE, "b a c"), Event(Seat(1), "bid 2"), Event(Seat(2), "fold")
RECORD = Record("toy", 1, (), ("Anna", "Ben"), (DEAL, BID, FOLD))
PLAYED = play_match(RULES, Setting(2, ()), seed=7).record


def test_states_before_and_after_each_event() -> None:
    played = replay(RULES, RECORD)
    assert played.states == (
        State(),
        State((1, 0, 2)),
        State((1, 0, 2), (2,)),
        State((1, 0, 2), (2, 0)),
    )
    assert played.last == played.states[-1]


@pytest.mark.parametrize(
    ("events", "wrong", "code"),
    [
        pytest.param((BID,), 0, "illegal", id="chance is due first"),
        pytest.param((DEAL, DEAL), 1, "illegal", id="chance is not due"),
        pytest.param((DEAL, FOLD), 1, "not-your-turn", id="another is to move"),
        pytest.param((DEAL, Event(Seat(1), "bid 9")), 1, "unreadable", id="unreadable"),
        pytest.param((DEAL, Event(Seat(3), "fold")), 1, "unreadable", id="no such seat"),
        pytest.param((DEAL, BID, FOLD, FOLD), 3, "match-over", id="after the end"),
    ],
)
def test_refused_events(events: tuple[Event, ...], wrong: int, code: str) -> None:
    with pytest.raises(BadEvent) as caught:
        replay(RULES, replace(RECORD, events=events))
    assert caught.value.event is events[wrong]
    assert caught.value.refusal.code == code
    assert caught.value.reason == caught.value.refusal.reason


@pytest.mark.parametrize(
    ("record", "line", "text"),
    [
        (replace(RECORD, rules=2), 2, "rules: 2"),
        (replace(RECORD, options=(("pace", "slow"),)), 3, "options: pace=slow"),
        (replace(RECORD, seats=("Anna",)), 4, "seats: Anna"),
    ],
)
def test_refused_headers(record: Record, line: int, text: str) -> None:
    with pytest.raises(BadRecord) as caught:
        replay(RULES, record)
    assert (caught.value.line, caught.value.text) == (line, text)


def test_report() -> None:
    partial = replace(RECORD, events=(DEAL,))
    assert report(RULES, partial) == Report(
        game="toy",
        events=1,
        over=False,
        to_move=(Seat(1),),
        legal={Seat(1): ("bid 1", "bid 2", "fold")},
        totals=(0, 0),
        view=View(None, ()),
    )
    beginning = report(RULES, replace(RECORD, events=()))
    assert (beginning.to_move, beginning.legal) == ((CHANCE,), {})
    end = report(RULES, RECORD)
    assert (end.over, end.to_move, end.legal, end.totals) == (True, (), {}, (2, 0))


def test_played_record_verifies() -> None:
    assert list(verify(RULES, PLAYED)) == []


def test_other_outcome_is_found() -> None:
    deal, *others = PLAYED.events
    cards = deal.text.split(" ")
    other = Event(CHANCE, " ".join(cards[::-1]))
    forged = replace(PLAYED, events=(other, *others))
    assert list(verify(RULES, forged)) == [Difference(1, other, deal.text)]


def _with(**changes: object) -> Record:
    assert PLAYED.provenance is not None
    return replace(PLAYED, provenance=replace(PLAYED.provenance, **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("record", "words"),
    [
        pytest.param(RECORD, "carries no secrets", id="no secrets"),
        pytest.param(_with(shares=(bytes(16),)), "each seat needs its share", id="a share"),
        pytest.param(_with(seals=(bytes(32),)), "secret 1 does not fit", id="another seal"),
        pytest.param(_with(secrets=(bytes(32),)), "secret 1 does not fit", id="another secret"),
        pytest.param(_with(secrets=(), seals=()), "secret 1 is missing", id="too few secrets"),
    ],
)
def test_unverifiable(record: Record, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        list(verify(RULES, record))


@pytest.mark.parametrize(
    "changed", [{"match": "other"}, {"shares": (bytes(16), bytes([1] * 16))}], ids=str
)
def test_match_and_shares_count(changed: dict[str, object]) -> None:
    records = [PLAYED, *(play_match(RULES, Setting(2, ()), seed).record for seed in range(8, 16))]
    assert any(list(verify(RULES, replace(r, provenance=_changed(r, changed)))) for r in records)


def _changed(record: Record, changed: dict[str, object]) -> Provenance:
    assert record.provenance is not None
    return replace(record.provenance, **changed)  # type: ignore[arg-type]


def test_verify_refuses_what_replay_refuses() -> None:
    with pytest.raises(Refusal):
        list(verify(RULES, replace(PLAYED, events=(*PLAYED.events, FOLD))))
