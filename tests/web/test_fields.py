"""Fields of forms: what can be read, and that every fault is named."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.web.fields import LONGEST_FIELD, BadField, Fields, flag, number, share, text
from pasch.web.messages import Request, read_request

READABLE: dict[str, tuple[Callable[[Fields, str], object], str, object]] = {
    "text": (text, "keep 1", "keep 1"),
    "longest text": (text, "x" * LONGEST_FIELD, "x" * LONGEST_FIELD),
    "blank": (text, " ", " "),
    "number": (number, "17", 17),
    "nought": (number, "0", 0),
    "leading nought": (number, "007", 7),
    "largest number": (number, "999999", 999_999),
    "yes": (flag, "1", True),
    "no": (flag, "0", False),
    "share": (lambda fields, _: share(fields), "00ff" * 8, b"\x00\xff" * 8),
    "share in capitals": (lambda fields, _: share(fields), "00FF" * 8, b"\x00\xff" * 8),
    "no share": (lambda fields, _: share(fields), "", None),
}


@pytest.mark.parametrize(("reader", "value", "expected"), READABLE.values(), ids=READABLE)
def test_readable_field(
    reader: Callable[[Fields, str], object], value: str, expected: object
) -> None:
    assert reader({"share": value}, "share") == expected


WRONG: dict[str, tuple[Callable[[Fields, str], object], str]] = {
    "empty text": (text, ""),
    "endless text": (text, "x" * (LONGEST_FIELD + 1)),
    "empty number": (number, ""),
    "number in words": (number, "two"),
    "negative number": (number, "-1"),
    "signed number": (number, "+1"),
    "fraction": (number, "1.0"),
    "number with blanks": (number, " 1"),
    "grouped number": (number, "1_000"),
    "too large number": (number, "1000000"),
    "full-width number": (number, "１"),
    "Arabic number": (number, "٣"),
    "superscript": (number, "²"),
    "perhaps": (flag, "2"),
    "true": (flag, "true"),
    "empty flag": (flag, ""),
    "share in words": (lambda fields, _: share(fields), "share"),
    "short share": (lambda fields, _: share(fields), "00" * 15),
    "long share": (lambda fields, _: share(fields), "00" * 17),
    "half a byte": (lambda fields, _: share(fields), "0" * 31),
    "full-width share": (lambda fields, _: share(fields), "０" * 32),
}


@pytest.mark.parametrize(("reader", "value"), WRONG.values(), ids=WRONG)
def test_wrong_field_is_named(reader: Callable[[Fields, str], object], value: str) -> None:
    with pytest.raises(BadField) as caught:
        reader({"share": value}, "share")
    assert caught.value.reason.params == (("name", "share"),)


@pytest.mark.parametrize("reader", [text, number])
def test_missing_field_is_named(reader: Callable[[Fields, str], object]) -> None:
    with pytest.raises(BadField, match="“seat”"):
        reader({}, "seat")


def test_missing_flag_is_no() -> None:
    assert not flag({}, "confirmed")


@given(st.text())
def test_any_text_is_a_request_or_none(sent: str) -> None:
    assert read_request(sent) is None or sent.strip().startswith("{")


@given(st.text(), st.text(), st.dictionaries(st.text(), st.text()))
def test_request_is_read_as_it_was_sent(id_: str, do: str, fields: dict[str, str]) -> None:
    request = Request(id_, do, fields)
    try:
        sent = msgspec.json.encode(request).decode()
    except UnicodeEncodeError:
        return  # A lone surrogate cannot be sent.
    assert read_request(sent) == request
