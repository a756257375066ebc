"""What every game must fulfil, whatever its rules: one function a promise of the contract.

Each takes a playthrough and raises `AssertionError` when the promise is broken. The module knows
no game; `test_games.py` runs it over those that are found, `test_suite.py` over faulty ones.
"""

import json
import random
import re
from collections.abc import Callable, Iterable
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from itertools import pairwise
from typing import Final

import pytest

from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.chance import Shuffle
from pasch.kernel.meta import TOTAL, WON
from pasch.kernel.page import Presenter, Seen, Step
from pasch.kernel.plain import plain
from pasch.kernel.record import Event, Record, read_record, write_record
from pasch.kernel.refusals import Illegal, MatchOver, Reason, Refusal
from pasch.kernel.replay import play, replay
from pasch.kernel.report import report_at
from pasch.kernel.rules import ChanceDue, Deciding, Over, all_legal
from tests.playing import MAX_EVENTS, Playthrough

Twins = Callable[[object, Seat | None], Iterable[object]]
"""Given a state and a viewer, the states that differ from it only in what the viewer cannot know.

A game with hidden facts provides it as `twins` in its `tests/hidden.py`.
"""

MOMENTS: Final = 30
"""Positions of a playthrough that are looked at closely."""

TEXTS: Final = 80
"""Texts that are tried in each of them for each seat."""

FEW_TEXTS: Final = 12
"""Texts that are tried where each of them is tried in many states."""

_RULE: Final = re.compile(r"[A-Z][1-9][0-9]?")
_CODES: Final = {"unreadable", "illegal", "not-your-turn", "match-over"}


def check_ends(match: Playthrough) -> None:
    """A match ends within a bound, with a place for each party, and takes nothing afterwards."""
    rules, over = match.rules, match.rules.to_move(match.last)
    assert isinstance(over, Over), f"no end after {len(match.events)} events"
    assert len(match.events) < MAX_EVENTS
    parties = rules.parties(match.last)
    assert sorted(seat for party in parties for seat in party) == list(match.seats)
    assert len(over.places) == len(rules.totals(match.last)) == len(parties)
    assert min(over.places) == 1
    for event in match.events:
        assert isinstance(_refusal(match, match.last, event), Refusal)
        if event.actor != CHANCE:
            assert isinstance(_refusal(match, match.last, event), MatchOver)


def check_somebody_acts(match: Playthrough) -> None:
    """Until the end somebody acts: seats that must have something to say, or chance alone."""
    for state in match.states:
        legal = all_legal(match.rules, state, len(match.seats))
        match match.rules.to_move(state):
            case Deciding(seats=seats):
                assert seats
                assert seats == tuple(sorted(set(seats)))
                assert set(seats) <= set(legal), f"seats {seats} have no legal event"
            case _:
                assert legal == {}


def check_legal_is_accepted(match: Playthrough) -> None:
    """An event is accepted if and only if it is in `legal`; also texts of other positions."""
    chooser = random.Random(match.dealer.seed)
    said = sorted({event.text for event in match.events})
    for state in _moments(match):
        legal = all_legal(match.rules, state, len(match.seats))
        texts = [text for events in legal.values() for text in events]
        for seat in match.seats:
            events = legal.get(seat, ())
            assert isinstance(events, tuple)
            assert len(set(events)) == len(events)
            for text in _tried([*said, *texts], chooser, {*events}):
                refusal = _refusal(match, state, Event(seat, text))
                assert (refusal is None) == (text in events), f"{seat} {text}: {refusal}"


def check_chance(match: Playthrough) -> None:
    """Chance acts when it is due, with an outcome of the request, and never otherwise."""
    for state, event in zip(match.states, match.events, strict=False):
        due = match.rules.to_move(state)
        assert (event.actor == CHANCE) == isinstance(due, ChanceDue)
        if isinstance(due, ChanceDue):
            assert due.request.write(due.request.read(event.text)) == event.text
            for text in _misspelt(event.text):
                assert _refusal(match, state, Event(CHANCE, text)) is not None
        else:
            assert _refusal(match, state, Event(CHANCE, "1")) is not None


def check_refusals(match: Playthrough) -> None:
    """A refusal has a known code and a reason; one by the rules names the rule."""
    chooser = random.Random(match.dealer.seed)
    said = sorted({event.text for event in match.events})
    for state in _moments(match):
        for seat in match.seats:
            for text in _tried(said, chooser, set()):
                refusal = _refusal(match, state, Event(seat, text))
                if refusal is not None:
                    _check_refusal(refusal, text)


def _check_refusal(refusal: Refusal, text: str) -> None:
    assert refusal.code in _CODES
    assert str(refusal)
    if isinstance(refusal, Illegal):
        assert _RULE.fullmatch(refusal.reason.rule or ""), f"{text}: “{refusal}” names no rule"


def check_replay(match: Playthrough) -> None:
    """A record, written and read again, leads through the same states, also a partial one."""
    for part in (match, match.until(len(match.events) // 2), match.until(0)):
        text = write_record(part.record)
        record = read_record(text)
        assert record == part.record
        assert write_record(record) == text
        assert replay(part.rules, record).states == part.states


def check_values(match: Playthrough) -> None:
    """States and views are frozen values; views become JSON."""
    for state in _moments(match):
        _check_frozen(state)
        for viewer in (None, *match.seats):
            view = match.rules.view(state, viewer)
            _check_frozen(view)
            assert is_dataclass(view)
            assert _written(view)


def check_who_has_nothing_to_decide(match: Playthrough) -> None:
    """Where nothing is hidden, who has nothing to decide knows what spectators know."""
    if match.rules.meta.has_hands:
        return
    for state in _moments(match):
        for seat in match.seats:
            if not match.rules.legal(state, seat):
                assert match.rules.view(state, seat) == match.rules.view(state, None)


def check_unchanged(match: Playthrough) -> None:
    """Looking at a state and playing on from it does not change it."""
    for state in _moments(match):
        before = repr(state)
        _look_at(match, state)
        for seat in match.seats:
            for text in match.rules.legal(state, seat):
                _look_at(match, match.rules.apply(state, seat, text))
        assert repr(state) == before


def check_confirmations(match: Playthrough) -> None:
    """What needs a confirmation is legal all the same."""
    for state in _moments(match):
        for seat in match.seats:
            legal = match.rules.legal(state, seat)
            for text in legal:
                reason = match.rules.needs_confirmation(state, seat, text)
                assert reason is None or isinstance(reason, Reason)
                assert _refusal(match, state, Event(seat, text)) is None
            assert match.rules.legal(state, seat) == legal


def check_holding(match: Playthrough) -> None:
    """Only seats that must act may hold something, and nothing is held that is not there."""
    for state in match.states:
        due = match.rules.to_move(state)
        for seat in match.seats:
            if match.rules.holdable(state, seat):
                assert isinstance(due, Deciding)
                assert seat in due.seats
        assert all(place > 0 for place in match.rules.held(state))


def check_sharers(match: Playthrough) -> None:
    """A decision is shared by seats that must act: a computer waits for nobody else."""
    for state in _moments(match):
        due = match.rules.to_move(state)
        due_seats = due.seats if isinstance(due, Deciding) else ()
        for seat in due_seats:
            for text in match.rules.legal(state, seat):
                sharers = match.rules.sharers(state, seat, text)
                assert {seat} <= {*sharers} <= {*due_seats}, f"{seat} {text} is of {sharers}"


def check_parties(match: Playthrough) -> None:
    """Who wins together stays the same from the first to the last event."""
    assert len({match.rules.parties(state) for state in match.states}) == 1


def check_turns(match: Playthrough) -> None:
    """Turns are counted from 0; an event finishes one at most, or takes one back."""
    counts = [match.rules.turns(state) for state in match.states]
    assert counts[0] == 0
    assert all(abs(after - before) <= 1 for before, after in pairwise(counts))


def check_figures(match: Playthrough) -> None:
    """A finished match gives each party its numbers, the total among them."""
    rules, over = match.rules, match.rules.to_move(match.last)
    assert isinstance(over, Over)
    figures = rules.figures(match.last)
    assert tuple(each.get(TOTAL) for each in figures) == rules.totals(match.last)
    for each, place in zip(figures, over.places, strict=True):
        assert each.get(WON, 1) == 1
        assert WON not in each or place == 1
        for name, value in each.items():
            assert re.fullmatch(r"[a-z-]+", name)
            assert isinstance(value, int)


def check_hidden(match: Playthrough, twins: Twins | None) -> None:
    """Nobody sees a difference between states that differ only in what is hidden from them."""
    dues = [match.rules.to_move(state) for state in match.states]
    hides = any(isinstance(due, ChanceDue) and isinstance(due.request, Shuffle) for due in dues)
    assert twins or not hides, "a game that shuffles hides something: it needs tests/hidden.py"
    if twins is None:
        return
    found, record, texts = 0, match.record, _few_texts(match)
    for state in _moments(match):
        for viewer in (None, *match.seats):
            known = _known(match, record, state, viewer, texts)
            for twin in twins(state, viewer):
                found += twin != state
                assert _known(match, record, twin, viewer, texts) == known
    assert found, "the twins of tests/hidden.py do not differ"


def check_pages_hide(match: Playthrough, twins: Twins | None, presenter: Presenter[object]) -> None:
    """No page shows what is hidden: by regions, layout, log, cues or words that are read out."""
    for before, event, after in zip(match.states, match.events, match.states[1:], strict=False):
        step = _step(match, before, event.text, event, after)
        for text in _other_deals(match, before, event.text):
            other = _step(match, before, text, event, after)
            assert presenter.line(other) == presenter.line(step), "the log tells of the deal"
            assert presenter.cues(other) == presenter.cues(step), "cues tell of the deal"
            for viewer in (None, *match.seats):
                told = presenter.spoken(step, viewer)
                assert presenter.spoken(other, viewer) == told, "words tell of the deal"
    for state in _moments(match):
        for viewer in (None, *match.seats):
            shown = _shown(match, presenter, state, viewer)
            for twin in twins(state, viewer) if twins else ():
                assert _shown(match, presenter, twin, viewer) == shown


def _step(
    match: Playthrough, before: object, text: str, event: Event, after: object
) -> Step[object]:
    view = match.rules.view
    return Step(view(before, None), event.actor, text, view(after, None))


def _other_deals(match: Playthrough, state: object, text: str) -> list[str]:
    """Return other orders of what is shuffled in an event, none for events of other kinds."""
    due = match.rules.to_move(state)
    if not isinstance(due, ChanceDue) or not isinstance(due.request, Shuffle):
        return []
    words = text.split(" ")
    return [" ".join(reversed(words)), " ".join(sorted(words))]


def _shown(
    match: Playthrough, presenter: Presenter[object], state: object, viewer: Seat | None
) -> tuple[object, ...]:
    """Return everything on the page of a viewer; `presenter` gets nothing but what they know."""
    rules = match.rules
    legal = () if viewer is None else rules.legal(state, viewer)
    names = tuple(f"Person {seat}" for seat in match.seats)
    is_over = isinstance(rules.to_move(state), Over)
    seen = Seen(rules.view(state, viewer), viewer, names, legal, rules.held(state), is_over=is_over)
    return presenter.layout(seen), dict(presenter.regions(seen))


def _few_texts(match: Playthrough) -> list[str]:
    said = sorted({event.text for event in match.events if event.actor != CHANCE})
    return random.Random(match.dealer.seed).sample(said, min(len(said), FEW_TEXTS))


def _known(
    match: Playthrough, record: Record, state: object, viewer: Seat | None, texts: list[str]
) -> bytes:
    """Return all that a viewer can find out: a seat also by trying what it may say.

    What the report on a record tells of the seats' choices is for those who know the whole record.
    """
    rules = match.rules
    public = replace(report_at(rules, record, state), legal={})
    legal = () if viewer is None else rules.legal(state, viewer)
    seen = _written(rules.view(state, viewer))
    more = rules.parties(state), rules.turns(state), rules.secret_index(state), rules.held(state)
    tried = [] if viewer is None else [str(_refusal(match, state, Event(viewer, t))) for t in texts]
    return seen + json.dumps((plain(public), legal, more, tried)).encode()


def _moments(match: Playthrough) -> list[object]:
    """Return some states of the match, the first and the last among them, in order."""
    step = max(1, len(match.states) // MOMENTS)
    return [*match.states[::step], match.last]


def _tried(texts: Iterable[str], chooser: random.Random, always: set[str]) -> list[str]:
    """Return a sample of the texts, all of `always`, and some of both misspelt."""
    pool = sorted({*texts} - always)
    sample = [*sorted(always), *chooser.sample(pool, min(len(pool), TEXTS))]
    odd = [chooser.choice(_misspelt(text)) for text in sample]
    return [*sample, *odd, "", " ", "0", CHANCE]


def _misspelt(text: str) -> list[str]:
    """Return texts that look like `text`; a reader may know none but those that are legal."""
    words = text.split(" ")
    return [
        f" {text}",
        f"{text} ",
        f"{text} x",
        f"{text} 1",
        f"{text}\n",
        text.replace(" ", "  ", 1) if len(words) > 1 else f"{text}\t",
        text.upper() if text.upper() != text else text.title() + "!",
        re.sub(r"([0-9])", r"0\1", text, count=1) + ("" if re.search("[0-9]", text) else "."),
        text.translate({ord("0") + digit: ord("０") + digit for digit in range(10)}) + "\u200b",
    ]


def _refusal(match: Playthrough, state: object, event: Event) -> Refusal | None:
    """Return why the event is refused, or None; any other error is a fault of the game."""
    try:
        play(match.rules, state, event.actor, event.text)
    except Refusal as refusal:
        return refusal
    return None


def _look_at(match: Playthrough, state: object) -> None:
    """Ask everything that the contract knows of a state."""
    rules = match.rules
    for question in (rules.to_move, rules.totals, rules.parties, rules.turns, rules.held):
        question(state)
    for viewer in (None, *match.seats):
        rules.view(state, viewer)
    for seat in match.seats:
        rules.legal(state, seat)


def _written(view: object) -> bytes:
    return json.dumps(plain(view)).encode()


def _check_frozen(value: object) -> None:
    if is_dataclass(value):
        for field in fields(value):
            part = getattr(value, field.name)
            with pytest.raises(FrozenInstanceError):
                setattr(value, field.name, part)
            _check_frozen(part)
    elif isinstance(value, tuple | frozenset):
        for part in value:
            _check_frozen(part)
    else:
        assert value is None or isinstance(value, int | str), f"{value!r} is no plain value"


CHECKS: Final = (
    check_ends,
    check_somebody_acts,
    check_legal_is_accepted,
    check_chance,
    check_refusals,
    check_replay,
    check_values,
    check_who_has_nothing_to_decide,
    check_unchanged,
    check_confirmations,
    check_holding,
    check_sharers,
    check_parties,
    check_turns,
    check_figures,
)
