"""What holds in every position of every match, however it is played."""

from hypothesis import given

from pasch.games.zdwa.rules import RULES
from pasch.games.zdwa.state import State
from pasch.kernel.actors import Seat
from pasch.kernel.record import Event
from tests.playing import Playthrough
from tests.strategies import playthroughs

HIGHEST_SHEET = 2068


def _state(match: Playthrough) -> State:
    assert isinstance(match.last, State)
    return match.last


def _texts_since(events: tuple[Event, ...], word: str) -> list[str]:
    """Return the texts after the last event with the word, all when there is none."""
    texts = [event.text for event in events]
    places = [place for place, text in enumerate(texts) if text.startswith(word)]
    return texts[places[-1] + 1 :] if places else texts


@given(playthroughs("zdwa"))
def test_totals_stay_within_a_sheet_z9(match: Playthrough) -> None:
    assert all(0 <= total <= HIGHEST_SHEET for total in RULES.totals(_state(match)))


@given(playthroughs("zdwa"))
def test_offers_are_the_legal_writes_with_their_points_z13(match: Playthrough) -> None:
    state = _state(match)
    for seat in match.seats:
        offers = RULES.view(state, seat).offers
        writes = [text for text in RULES.legal(state, seat) if text.startswith("write")]
        assert [f"write {offer.column} {offer.cell}" for offer in offers] == writes
        for offer, text in zip(offers, writes, strict=True):
            entry = RULES.apply(state, seat, text).last
            assert entry is not None
            assert entry.points == offer.points
            needs = RULES.needs_confirmation(state, seat, text) is not None
            assert needs == (offer.points == 0)


@given(playthroughs("zdwa"))
def test_right_to_correct_follows_from_the_log_z20(match: Playthrough) -> None:
    state = _state(match)
    is_over = RULES.view(state, None).turn is None
    since = _texts_since(match.events, "write")
    written = len(since) < len(match.events)
    stands = written and all(text in ("correct", "cancel") for text in since)
    is_open = since.count("correct") > since.count("cancel")
    has_right = stands and not (is_open or is_over) and state.variant.corrects
    rights = [seat for seat in match.seats if "correct" in RULES.legal(state, seat)]
    if not has_right:
        assert rights == []
    elif rights == []:
        turn = [event.text for event in match.events[: len(match.events) - len(since)]]
        last_roll = len(turn) - 1 - turn[::-1].index("roll")
        assert any(text.startswith("announce") for text in turn[last_roll:])
    else:
        assert [state.last and state.last.seat] == rights


@given(playthroughs("zdwa"))
def test_columns_are_filled_in_their_order_z14(match: Playthrough) -> None:
    for sheet in _state(match).sheets:
        down, _, up, _ = ([points is None for points in column] for column in sheet)
        assert down == sorted(down)
        assert up == sorted(up, reverse=True)


@given(playthroughs("zdwa"))
def test_seats_have_played_equally_often_z11(match: Playthrough) -> None:
    state = _state(match)
    if not state.is_correcting:
        assert state.seat == Seat(RULES.turns(state) % len(match.seats) + 1)
