"""Every text for people has a German one, with the same places for numbers and names."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import pasch
from pasch.web.i18n import catalogue_files

HOME = Path(pasch.__file__).parent
METHODS = {".py": "python", ".html": "jinja2.ext:babel_extract"}
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "N_": None,
    "NN_": (1, 2),
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
}
PLACE = re.compile(r"%\((\w+)\)([a-z])")
SOURCES = sorted(
    path
    for suffix in METHODS
    for path in HOME.rglob(f"*{suffix}")
    if "tests" not in path.relative_to(HOME).parts
)


def messages(path: Path) -> Iterator[tuple[str, ...]]:
    """Yield the texts of a module or template, each with its plural if it has one."""
    options = {"trimmed": "true", "silent": "false"} if path.suffix == ".html" else {}
    for _, found, _, _ in extract_from_file(
        METHODS[path.suffix], path, keywords=KEYWORDS, options=options
    ):
        # Jinja's extractor gives every argument of a call, of which some are no texts.
        ids = found if isinstance(found, tuple) else (found,)
        texts = tuple(text for text in ids[:2] if text)
        if texts:
            yield texts


@cache
def german() -> dict[str, Message]:
    """Return every message of the German catalogues by its id."""
    found: dict[str, Message] = {}
    for path in catalogue_files():
        with path.open(encoding="utf-8") as file:
            for message in read_po(file, locale="de"):
                if message.id:
                    key = message.id if isinstance(message.id, str) else message.id[0]
                    found.setdefault(key, message)
    return found


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return the forms of a text, singular and plural, or the only one."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def places(text: str) -> set[tuple[str, ...]]:
    """Return the places of a text that are filled in, with the kind of their value."""
    return set(PLACE.findall(text))


def test_extractor_finds_texts_of_every_layer() -> None:
    """What is not found cannot be missed: one text of each kind is known to be there."""
    found = {text for path in SOURCES for texts in messages(path) for text in texts}
    assert found >= {
        "a die shows 1 to 6",
        "This seat is taken.",
        "That was too much text.",
        "Sit down",
        "%(num)d seats are free",
    }


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(HOME)))
def test_every_text_is_there_in_german(path: Path) -> None:
    missing = [texts[0] for texts in messages(path) if texts[0] not in german()]
    assert missing == []


def test_number_of_forms_is_the_same() -> None:
    known = german()
    plural = {t[0] for path in SOURCES for t in messages(path) if len(t) > 1}
    assert plural == {key for key, message in known.items() if len(forms(message.id)) > 1}
    assert {2} == {len(forms(known[key].string)) for key in plural}


@pytest.mark.parametrize("message", german().values(), ids=lambda m: str(forms(m.id)[0])[:40])
def test_german_text_has_the_same_places(message: Message) -> None:
    english, translated = forms(message.id), forms(message.string)
    assert translated
    assert all(translated), "an empty text"
    assert "fuzzy" not in message.flags
    for here, there in zip(english, translated, strict=True):
        assert places(there) == places(here)
        rest = PLACE.sub("", there).replace("%%", "")
        assert "%" not in rest, "a percent sign must be doubled"


def test_no_text_is_translated_twice_differently() -> None:
    found: dict[str, tuple[str, ...]] = {}
    for path in catalogue_files():
        with path.open(encoding="utf-8") as file:
            for message in read_po(file, locale="de"):
                if message.id:
                    text = forms(message.string)
                    key = forms(message.id)[0]
                    assert found.setdefault(key, text) == text, key


def test_no_german_text_without_a_use() -> None:
    used = {texts[0] for path in SOURCES for texts in messages(path)}
    assert [key for key in german() if key not in used] == []


FORMAL = re.compile(r"\b(Sie|Ihr|Ihre|Ihren|Ihnen)\b")


def test_german_says_du() -> None:
    spoken = [text for message in german().values() for text in forms(message.string)]
    assert [text for text in spoken if FORMAL.search(text)] == []
