"""Hypothesis strategies: beginnings of matches, and text that is nearly a record."""

from typing import Final

from hypothesis import settings
from hypothesis import strategies as st

from pasch.games import discovery
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.draws import SECRET_BYTES, SHARE_BYTES
from pasch.kernel.record import SEAL_BYTES, Event, Provenance, Record, write_record
from tests.playing import Playthrough, play_match, settings_of

# The first example with a seed plays a whole match, which says nothing about the code under test.
settings.register_profile("matches", deadline=None)
settings.load_profile("matches")

SEEDS: Final = st.integers(0, 9)
"""Few, because a match is played once for each seed and then remembered."""


@st.composite
def playthroughs(draw: st.DrawFn, slug: str) -> Playthrough:
    """Return the beginning of a random match of a game; shrinks to shorter ones."""
    setting = draw(st.sampled_from(settings_of(discovery.meta(slug))))
    match = play_match(discovery.rules(slug), setting, draw(SEEDS))
    return match.until(draw(st.integers(0, len(match.events))))


def _words(alphabet: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    words = st.text(alphabet, min_size=1)
    return st.lists(words, min_size=1, max_size=4).map(" ".join)


_PRINTABLE: Final = st.characters(codec="utf-8", exclude_characters=" ,#\n=:")
_ACTORS: Final[st.SearchStrategy[Actor]] = st.just(CHANCE) | st.integers(1, 9).map(Seat)
EVENTS: Final = st.builds(Event, _ACTORS, _words(_PRINTABLE))
"""Events of no particular game."""


def _bytes(size: int, count: int) -> st.SearchStrategy[tuple[bytes, ...]]:
    return st.lists(st.binary(min_size=size, max_size=size), min_size=count, max_size=count).map(
        tuple
    )


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Return a record of no particular game, with or without secrets."""
    seats = draw(st.lists(_words(_PRINTABLE), min_size=1, max_size=9))
    hands = draw(st.integers(1, 3))
    provenance = st.builds(
        Provenance,
        match=st.from_regex(r"[0-9A-Za-z_-]+", fullmatch=True),
        shares=_bytes(SHARE_BYTES, len(seats)),
        seals=_bytes(SEAL_BYTES, hands),
        secrets=_bytes(SECRET_BYTES, hands),
    )
    word = st.text(_PRINTABLE, min_size=1)
    return Record(
        game=draw(word),
        rules=draw(st.integers(1, 999)),
        options=tuple(draw(st.dictionaries(word, word)).items()),
        seats=tuple(seats),
        events=tuple(draw(st.lists(EVENTS))),
        provenance=draw(st.none() | provenance),
    )


@st.composite
def record_texts(draw: st.DrawFn) -> str:
    """Return any text, or a record with a piece put in or cut out somewhere."""
    if draw(st.booleans()):
        return draw(st.text())
    text = write_record(draw(records()))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(start + 3, len(text))))
    pieces = st.sampled_from(["", " ", "\n", "\n\n", "#", ": ", ", ", "=", "0", "０", "\t", "\r"])
    return text[:start] + draw(pieces) + text[end:]
