"""German and English: which one a request gets, and how texts are filled in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.kernel.page import Line, Term, counted
from pasch.kernel.refusals import Reason
from pasch.web.i18n import LANGUAGES, Catalogue, Language, catalogue, choose_language
from pasch.web.pages import environment

CHOICES = {
    "nothing said": (None, "", "de"),
    "German": (None, "de", "de"),
    "English": (None, "en", "en"),
    "a region": (None, "en-GB", "en"),
    "capitals": (None, "EN-us", "en"),
    "the first of equals": (None, "en, de", "en"),
    "the heavier one": (None, "de;q=0.4, en;q=0.5", "en"),
    "no weight is 1": (None, "en;q=0.9, de", "de"),
    "as browsers write it": (None, "fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "en"),
    "blanks around the weight": (None, "de ; q = 0.1 , en ; q=0.2", "en"),
    "another parameter": (None, "de;level=1;q=0.1, en;q=0.2", "en"),
    "not acceptable": (None, "de;q=0, en;q=0.1", "en"),
    "nothing acceptable": (None, "fr;q=0.5, de;q=0, en;q=0", "de"),
    "others only": (None, "fr, it;q=0.8", "de"),
    "a longer tag": (None, "den, eng", "de"),
    "no number as weight": (None, "en;q=high, de;q=0.1", "de"),
    "NaN as weight": (None, "en;q=nan, de;q=0.1", "de"),
    "infinite weight": (None, "de;q=0.5, en;q=inf", "de"),
    "the cookie wins": ("en", "de", "en"),
    "an unknown cookie": ("fr", "en", "en"),
    "an empty cookie": ("", "en", "en"),
}


@pytest.mark.parametrize(("cookie", "accept", "language"), CHOICES.values(), ids=CHOICES)
def test_language_of_a_request(cookie: str | None, accept: str, language: Language) -> None:
    assert choose_language(cookie, accept) == language


@given(st.one_of(st.none(), st.text()), st.text())
def test_any_header_gives_a_language(cookie: str | None, accept: str) -> None:
    assert choose_language(cookie, accept) in LANGUAGES


WORDS = Catalogue("de", {"hello": "hallo", "%(n)d die": ("%(n)d Würfel", "%(n)d die Würfel")})


def test_unknown_text_is_shown_as_it_is() -> None:
    assert WORDS.gettext("goodbye") == "goodbye"
    assert WORDS.ngettext("a die", "%(num)d dice", 2) == "%(num)d dice"
    assert catalogue("en").gettext("Sit down") == "Sit down"


@pytest.mark.parametrize(("n", "form"), [(0, 1), (1, 0), (2, 1), (11, 1), (101, 1)])
def test_number_chooses_the_form(n: int, form: int) -> None:
    forms = ("One seat is free", "%(num)d seats are free")
    assert catalogue("en").ngettext(*forms, n) == forms[form]
    german = ("Ein Platz ist frei", "%(num)d Plätze sind frei")
    assert catalogue("de").ngettext(*forms, n) == german[form]


def test_names_and_terms_are_filled_in() -> None:
    line = Line("%(who)s says %(word)s, %(count)d times", (("word", Term("hello")), ("count", 3)))
    assert WORDS.line(line, "Anna") == "Anna says hallo, 3 times"
    reason = Reason("no %(word)s for you", "Z1", (("word", "hello"),))
    assert WORDS.reason(reason) == "No hello for you.", "a plain text is no term"


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("the match is over", "The match is over."),
        ("This seat is taken.", "This seat is taken."),
        ("really?", "Really?"),
        ("“keep” names dice", "“keep” names dice."),
        ("einen Würfel übrig lassen", "Einen Würfel übrig lassen."),
        ("übrig", "Übrig."),
    ],
)
def test_reason_is_a_sentence(message: str, sentence: str) -> None:
    assert catalogue("en").reason(Reason(message)) == sentence


def test_names_with_percent_signs_are_no_places() -> None:
    line = Line("%(who)s is to move")
    assert catalogue("de").line(line, "100% %(who)s") == "100% %(who)s ist am Zug"


TEMPLATES = {
    "plain": ('{{ _("Sit down") }}', "Hinsetzen"),
    "escaped": ('{{ _("Table of %(name)s", name="<b>&") }}', "Tisch von &lt;b&gt;&amp;"),
    "number": ('{{ ngettext("One seat is free", "%(num)d seats are free", 3) }}', "3 Plätze"),
    "percent in a name": ('{{ _("Table of %(name)s", name="%(x)s %") }}', "Tisch von %(x)s %"),
}


@pytest.mark.parametrize(("source", "expected"), TEMPLATES.values(), ids=TEMPLATES)
def test_templates_translate(source: str, expected: str) -> None:
    assert expected in environment("de").from_string(source).render()


FORMS = ("%(who)s goes out: one point", "%(who)s goes out: %(points)d points")


@pytest.mark.parametrize(
    ("points", "english", "german"),
    [
        (1, "Anna goes out: one point", "Anna macht aus: 1 Punkt"),
        (2, "Anna goes out: 2 points", "Anna macht aus: 2 Punkte"),
    ],
)
def test_number_in_a_line_chooses_its_form(points: int, english: str, german: str) -> None:
    line = counted(FORMS, "points", (("points", points),))
    said: dict[Language, str] = {"en": english, "de": german}
    for language, text in said.items():
        assert catalogue(language).line(line, "Anna") == text
        source = '{% from "web/words.html" import say %}{{ say(line, "Anna") }}'
        assert environment(language).from_string(source).render(line=line).strip() == text


def test_word_cannot_choose_a_form() -> None:
    with pytest.raises(TypeError, match="points"):
        catalogue("en").line(counted(FORMS, "points", (("points", "4 + 80"),)), "Anna")
