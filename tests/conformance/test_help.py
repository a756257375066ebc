"""The rules of every game that are written can be led to, number by number, in both languages."""

import ast
import re
from collections.abc import Iterator

import pytest

from pasch.games import discovery
from pasch.web.guide import Guide, rules_guide
from pasch.web.i18n import LANGUAGES, Language
from pasch.web.paths import rules_page

WRITTEN = [slug for slug in discovery.slugs() if rules_page(slug)]
RULE = re.compile(r"[A-Z][1-9][0-9]?")
IN_BRACKETS = re.compile(r"\[[a-z]+ [^\]<]*\]")
LINK_WITHIN = re.compile(r'<a [^>]*href="#([^"]*)"')


def guide(slug: str, language: Language) -> Guide:
    """Return the rules of a game, which must be written."""
    found = rules_guide(slug, language)
    assert found is not None, f"help.{language}.md is missing"
    return found


def named_rules(slug: str) -> Iterator[str]:
    """Yield every rule's number that a module of a game holds as a text, as refusals do."""
    home = discovery.home(slug)
    for path in home.rglob("*.py"):
        if "tests" not in path.relative_to(home).parts:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield from RULE.findall(node.value) if RULE.fullmatch(node.value) else ()


@pytest.mark.parametrize("slug", WRITTEN)
def test_every_rule_that_a_refusal_can_name_has_an_anchor(slug: str) -> None:
    named = set(named_rules(slug))
    assert named, "no refusal names a rule"
    for language in LANGUAGES:
        found = guide(slug, language)
        assert named <= set(found.rules), language
        for rule in found.rules:
            assert found.body.count(f'id="{rule}"') == 1, f"{rule} in {language}"


@pytest.mark.parametrize("slug", WRITTEN)
def test_all_rules_are_there_in_both_languages(slug: str) -> None:
    """Numbers run from 1 without a gap; both languages tell the rules in the same order."""
    german, english = (guide(slug, language).rules for language in LANGUAGES)
    assert german == english
    (letter,) = {rule[0] for rule in german}
    assert {f"{letter}{number}" for number in range(1, len(german) + 1)} == set(german)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", WRITTEN)
def test_everything_in_brackets_is_drawn(slug: str, language: Language) -> None:
    assert IN_BRACKETS.findall(guide(slug, language).body) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", WRITTEN)
def test_links_within_the_page_lead_somewhere(slug: str, language: Language) -> None:
    found = guide(slug, language)
    ids = set(re.findall(r'id="([^"]*)"', found.body))
    assert {heading.id for heading in found.headings} <= ids
    assert set(LINK_WITHIN.findall(found.body)) <= ids


@pytest.mark.parametrize("slug", WRITTEN)
def test_both_languages_say_the_same_in_pictures(slug: str) -> None:
    """The same examples in the same order; headings stand at the same places."""
    german, english = (guide(slug, language) for language in LANGUAGES)
    drawn = re.compile(r'<use href="#([^"]*)"')
    assert drawn.findall(german.body) == drawn.findall(english.body)
    assert len(german.headings) == len(english.headings)
    assert german.title
    assert english.title
