"""The record's text: one written form, and a reader that forgives extra spaces and comments."""

import pytest
from hypothesis import given

from pasch.kernel.actors import CHANCE, Seat
from pasch.kernel.record import (
    BadRecord,
    Event,
    Record,
    bad_header,
    read_record,
    squeeze,
    write_record,
)
from pasch.kernel.refusals import Reason
from tests.strategies import record_texts, records

HEAD = """\
game: zdwa
rules: 1
options: mode=solo hardcore=no
seats: Anna
"""
TEXT = f"""{HEAD}
* 6 6 4 6 2
1 keep 1 2 4
* 6 3
1 write free P
"""
RECORD = Record(
    game="zdwa",
    rules=1,
    options=(("mode", "solo"), ("hardcore", "no")),
    seats=("Anna",),
    events=(
        Event(CHANCE, "6 6 4 6 2"),
        Event(Seat(1), "keep 1 2 4"),
        Event(CHANCE, "6 3"),
        Event(Seat(1), "write free P"),
    ),
)
MATCH = "match: Ab-9_\n"
SHARES = f"shares: {'0a' * 16}\n"
SEALS = f"seals: {'1b' * 32}\n"
SECRETS = f"secrets: {'2c' * 32}\n"


def test_written_form() -> None:
    assert write_record(RECORD) == TEXT
    assert read_record(TEXT) == RECORD


@given(records())
def test_reader_and_writer_are_inverse(record: Record) -> None:
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(TEXT.replace("seats: ", "seats:   "), id="spaces after the colon"),
        pytest.param(TEXT.replace("1 keep 1 2", " 1  keep   1 2 "), id="spaces in an event"),
        pytest.param(TEXT.replace("solo hard", "solo   hard"), id="spaces between options"),
        pytest.param(TEXT.replace("* 6 3\n", "* 6 3 # two dice\n"), id="comment after an event"),
        pytest.param(TEXT.replace("* 6 3\n", "# second\n* 6 3#throw\n"), id="comment on its line"),
        pytest.param(TEXT.replace("* 6 3\n", "\n* 6 3\n   \n"), id="empty lines between events"),
        pytest.param("# a record\n" + TEXT.replace("rules", "# or so\nrules"), id="in headers"),
        pytest.param(TEXT.replace("Anna", "Anna # the first"), id="comment after a header"),
        pytest.param(TEXT.removesuffix("\n"), id="no line break at the end"),
        pytest.param(TEXT.replace("Anna\n\n", "Anna\n  \n"), id="the empty line has spaces"),
    ],
)
def test_reader_forgives(text: str) -> None:
    assert read_record(text) == RECORD


@pytest.mark.parametrize("text", [HEAD, HEAD.removesuffix("\n"), HEAD + "\n", HEAD + "\n# none"])
def test_record_without_events(text: str) -> None:
    assert read_record(text).events == ()


def test_names_are_separated_by_a_comma_and_a_blank() -> None:
    assert read_record(HEAD.replace("Anna", "Anna  Maria ,  Ben")).seats == ("Anna Maria", "Ben")


def test_empty_options() -> None:
    text = HEAD.replace(" mode=solo hardcore=no", "") + "\n"
    assert read_record(text).options == ()
    assert write_record(read_record(text)) == text


def test_lines_of_headers_and_events() -> None:
    record = read_record("# one\ngame: zdwa\n# three\n" + TEXT.partition("\n")[2])
    assert record.header_lines == (2, 4, 5, 6)
    assert [event.line for event in record.events] == [8, 9, 10, 11]
    refusal = bad_header(record, "options", Reason("no"))
    assert (refusal.line, refusal.text) == (5, "options: mode=solo hardcore=no")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        pytest.param("", 1, "“game” is missing", id="nothing"),
        pytest.param("\n" + TEXT, 1, "“game” is missing", id="an empty line first"),
        pytest.param("game: zdwa\nrules: 1\n", 3, "“options” is missing", id="headers missing"),
        pytest.param("\ufeff" + TEXT, 1, "no header", id="a mark at the beginning"),
        pytest.param("hello\n", 1, "no header", id="no colon"),
        pytest.param("Game: zdwa\n", 1, "no header", id="capitals"),
        pytest.param("game : zdwa\n", 1, "no header", id="a blank before the colon"),
        pytest.param("game:zdwa\n", 1, "blank must follow", id="no blank"),
        pytest.param("rules: 1\n", 1, "not in its place", id="wrong order"),
        pytest.param("game: zdwa\ngame: zdwa\n", 2, "not in its place", id="twice"),
        pytest.param(HEAD + SHARES, 5, "not in its place", id="shares before the match"),
        pytest.param(HEAD + MATCH + SHARES + SEALS + SECRETS + MATCH, 9, "place", id="too many"),
        pytest.param(TEXT.replace("rules: 1", "rules: 01"), 2, "not a number", id="rules 01"),
        pytest.param(TEXT.replace("rules: 1", "rules: １"), 2, "not a number", id="full width"),
        pytest.param(TEXT.replace("rules: 1", "rules: x"), 2, "not a number", id="rules x"),
        pytest.param(TEXT.replace("=solo", ""), 3, "name=value", id="option without a value"),
        pytest.param(TEXT.replace("mode=", "="), 3, "name=value", id="option without a name"),
        pytest.param(TEXT.replace("hardcore", "mode"), 3, "given twice", id="option twice"),
        pytest.param(TEXT.replace("Anna", "Anna,Ben"), 4, "comma and a blank", id="no blank"),
        pytest.param(TEXT.replace("Anna", "Anna, "), 4, "comma and a blank", id="empty name"),
        pytest.param(TEXT.replace(" Anna", ""), 4, "comma and a blank", id="no names"),
        pytest.param(HEAD + MATCH + "\n", 6, "“shares” is missing", id="secrets missing"),
        pytest.param(
            HEAD + MATCH.replace("_", "!") + SHARES + SEALS + SECRETS, 5, "no id", id="match id"
        ),
        pytest.param(
            HEAD + MATCH + SHARES.upper().replace("SHARES", "shares") + SEALS + SECRETS,
            6,
            "lower-case hex",
            id="capitals in hex",
        ),
        pytest.param(
            HEAD + MATCH + SHARES.replace("0a", "", 1) + SEALS + SECRETS,
            6,
            "16 bytes",
            id="a share too short",
        ),
        pytest.param(
            HEAD + MATCH + SHARES + SEALS.replace("\n", f" {'00' * 32}\n") + SECRETS,
            8,
            "its secret",
            id="more seals than secrets",
        ),
        pytest.param(f"{HEAD}\nroll\n", 6, "“roll” is no actor", id="no actor"),
        pytest.param(f"{HEAD}\n01 roll\n", 6, "“01” is no actor", id="seat 01"),
        pytest.param(f"{HEAD}\n１ roll\n", 6, "no actor", id="full-width seat"),
        pytest.param(f"{HEAD}\n0 roll\n", 6, "no actor", id="seat 0"),
        pytest.param(f"{HEAD}\n1\troll\n", 6, "no actor", id="tab"),
        pytest.param(f"{HEAD}\n1\n", 6, "event is missing", id="no event"),
        pytest.param(f"{HEAD}\n1 # roll\n", 6, "event is missing", id="only a comment"),
    ],
)
def test_unreadable(text: str, line: int, words: str) -> None:
    with pytest.raises(BadRecord, match=words) as caught:
        read_record(text)
    assert caught.value.line == line
    assert caught.value.reason.rule is None


@given(record_texts())
def test_any_text_is_read_or_refused(text: str) -> None:
    read = _read_or_refuse(text)
    if isinstance(read, Record):
        assert read_record(write_record(read)) == read
    else:
        assert 1 <= read.line <= text.count("\n") + 1
        assert str(read)


def _read_or_refuse(text: str) -> Record | BadRecord:
    try:
        return read_record(text)
    except BadRecord as refusal:
        return refusal


@pytest.mark.parametrize(
    ("text", "squeezed"), [("keep  1   2", "keep 1 2"), ("roll", "roll"), ("a\tb", "a\tb")]
)
def test_squeeze(text: str, squeezed: str) -> None:
    assert squeeze(text) == squeezed
