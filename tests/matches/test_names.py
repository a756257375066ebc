"""Which names people may bear, and which of them are too alike."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pasch.kernel.record import Record, read_record, write_record
from pasch.matches.names import LONGEST, clean_name, name_key
from pasch.matches.refusals import BadName

COMBINED = "e" + "\u0301"

GOOD = {
    "plain": ("Anna", "Anna"),
    "shortest": ("Jo", "Jo"),
    "longest": ("x" * LONGEST, "x" * LONGEST),
    "blanks are squeezed": ("  Anna \t Maria\n", "Anna Maria"),
    "wide blanks too": ("Anna\u2003\u00a0Maria", "Anna Maria"),
    "letters are composed": (f"Ren{COMBINED}e", "Ren\u00e9e"),
    "combining marks do not count": ("x\u0323" * LONGEST, "x\u0323" * LONGEST),
    "umlauts": ("Jörg Übel", "Jörg Übel"),
    "Chinese": ("李小龍", "李小龍"),
    "Arabic": ("ليلى", "ليلى"),
    "emoji": ("🎲🎲", "🎲🎲"),
    "markup is text": ("<b>&amp;</b>", "<b>&amp;</b>"),
    "a quote": ('O\'Neil "Al"', 'O\'Neil "Al"'),
    "percent": ("%(who)s 100%", "%(who)s 100%"),
    "asterisk": ("* 6 6 4", "* 6 6 4"),
}


@pytest.mark.parametrize(("raw", "shown"), GOOD.values(), ids=GOOD)
def test_good_name(raw: str, shown: str) -> None:
    assert clean_name(raw) == shown


BAD = {
    "nothing": "",
    "blanks": " \t\u3000",
    "one letter": "A",
    "a letter and blanks": " A ",
    "too long": "x" * (LONGEST + 1),
    "too many marks": "x" + "\u0323" * (2 * LONGEST),
    "comma": "Anna, Ben",
    "comment": "Anna #1",
    "NUL": "An\x00na",
    "escape": "An\x1b[31mna",
    "zero width blank": "An\u200bna",
    "zero width joiner": "An\u200dna",
    "word joiner": "An\u2060na",
    "byte order mark": "\ufeffAnna",
    "soft hyphen": "An\u00adna",
    "right to left": "An\u202ena",
    "isolate": "\u2066Anna\u2069",
    "left to right mark": "Anna\u200e",
    "tag": "Anna\U000e0041",
    "private": "An\ue000na",
    "unassigned": "An\u0378na",
    "lone surrogate": "An\ud800na",
    "Hangul filler": "\u3164\u3164",
    "half-width filler": "An\uffa0na",
    "Braille blank": "\u2800\u2800",
    "only marks": "\u0301\u0301\u0301",
    "only grapheme joiners": "\u034f\u034f\u034f",
    "only variation selectors": "\ufe0f\ufe0f\ufe0f",
    "only Khmer vowels without a glyph": "\u17b4\u17b5\u17b4",
    "a letter and variation selectors": "A\ufe0f\ufe0f",
    "the house": "Pasch",
    "the house, disguised": "PАSСH 2",
    "a computer": "Computer 3",
    "a server": "Sérver",
    "a system": "system",
}


@pytest.mark.parametrize("raw", BAD.values(), ids=BAD)
def test_bad_name(raw: str) -> None:
    with pytest.raises(BadName):
        clean_name(raw)


ALIKE = {
    "case": ("Anna", "aNNA"),
    "blanks": ("Anna Maria", "AnnaMaria"),
    "marks": ("Anna", "Änna"),
    "hyphens": ("Anna-Maria", "Anna.Maria"),
    "sharp s": ("Strauß", "STRAUSS"),
    "full width": ("Anna", "Ａｎｎａ"),
    "ligature": ("Steffi", "Ste\ufb03"),
    "zero": ("Otto", "0tt0"),
    "one": ("Paul", "Pau1"),
    "capital i": ("Paul", "PauI"),
    "bar": ("Paul", "Pau|"),
    "dotless i": ("Mia", "Mıa"),
    "Cyrillic": ("Anna", "Аnnа"),
    "Cyrillic capitals": ("BEATE", "ВЕАТЕ"),
    "Greek": ("Otto", "Οττο"),
    "Greek capitals": ("ANNA", "ΑΝΝΑ"),
    "more Greek capitals": ("HYMMEZ", "ΗΥΜΜΕΖ"),
    "variation selector": ("Anna", "Anna\ufe0f"),
}


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


DIFFERENT = {
    "one letter more": ("Anna", "Annas"),
    "another letter": ("Anna", "Anne"),
    "another number": ("Anna 2", "Anna 3"),
    "Chinese": ("李小龍", "李小虎"),
    "Cyrillic": ("Даша", "Маша"),
    "emoji": ("🎲🎲", "🎲🎉"),
    "punctuation alone": ("!!", "??"),
}


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_names_that_differ(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def _name_or_nothing(raw: str) -> str | None:
    try:
        return clean_name(raw)
    except BadName:
        return None


@given(st.text(max_size=30))
@example("\u0344\u0344ab")  # its composed form is longer
def test_clean_name_is_clean(raw: str) -> None:
    name = _name_or_nothing(raw)
    if name is not None:
        assert clean_name(name) == name
        assert name_key(name)
        assert name_key(unicodedata.normalize("NFD", name)) == name_key(name)


@given(st.lists(st.text(max_size=12).map(_name_or_nothing), min_size=1, max_size=4))
def test_clean_names_stand_in_a_record(names: list[str | None]) -> None:
    seats = tuple(name for name in names if name is not None)
    if seats:
        record = Record("zdwa", 1, (), seats)
        assert read_record(write_record(record)).seats == seats
