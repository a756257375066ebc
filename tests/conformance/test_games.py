"""Every game that is found keeps the contract; a new folder is tested without a change here."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from pasch.games import discovery
from pasch.kernel.meta import OptionSpec
from pasch.kernel.record import read_record, write_record
from pasch.kernel.replay import verify
from pasch.kernel.report import report
from tests.conformance.hidden import twins_of
from tests.conformance.suite import CHECKS, check_hidden, check_pages_hide
from tests.playing import MAX_VALUES, Playthrough, Setting, play_match, settings_of

SEED: Final = 20_260_101

SETTINGS: Final = [
    pytest.param(slug, setting, id=f"{slug} {setting}")
    for slug in discovery.slugs()
    for setting in settings_of(discovery.meta(slug))
]


def records_of(slug: str) -> list[Path]:
    """Return a game's golden records."""
    return sorted((discovery.home(slug) / "tests" / "records").glob("*.txt"))


@pytest.mark.parametrize(("slug", "setting"), SETTINGS)
@pytest.mark.parametrize("check", CHECKS)
def test_contract(check: Callable[[Playthrough], None], slug: str, setting: Setting) -> None:
    check(play_match(discovery.rules(slug), setting, SEED))


@pytest.mark.parametrize(("slug", "setting"), SETTINGS)
def test_hidden_facts_stay_hidden(slug: str, setting: Setting) -> None:
    check_hidden(play_match(discovery.rules(slug), setting, SEED), twins_of(slug))


@pytest.mark.parametrize(
    ("slug", "setting"),
    [param for param in SETTINGS if param.values[0] in discovery.playable()],
)
def test_pages_hide_what_is_hidden(slug: str, setting: Setting) -> None:
    match = play_match(discovery.rules(slug), setting, SEED)
    check_pages_hide(match, twins_of(slug), discovery.presenter(slug))


@pytest.mark.parametrize(
    "path", [path for slug in discovery.slugs() for path in records_of(slug)], ids=lambda p: p.stem
)
def test_golden_record_ends_and_verifies(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    rules = discovery.rules(record.game)
    assert write_record(record) == text
    assert report(rules, record).over
    assert list(verify(rules, record)) == []


@pytest.mark.parametrize("slug", discovery.slugs())
def test_golden_records_cover_every_option(slug: str) -> None:
    records = [read_record(path.read_text(encoding="utf-8")) for path in records_of(slug)]
    meta = discovery.meta(slug)
    assert records
    played = {pair for r in records for pair in meta.resolve(dict(r.options), len(r.seats))}
    assert {pair for spec in meta.options for pair in _pairs(spec)} <= played


@pytest.mark.parametrize("slug", discovery.slugs())
def test_rankings_rank_what_matches_give(slug: str) -> None:
    """Each list has a name and a figure that some match gives; what is kept apart is an option."""
    meta, rules = discovery.meta(slug), discovery.rules(slug)
    matches = [play_match(rules, setting, SEED) for setting in settings_of(meta)]
    given = {name for m in matches for figures in rules.figures(m.last) for name in figures}
    names = [ranking.name for ranking in meta.rankings]
    assert names
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z-]+", name) for name in names)
    assert {ranking.figure for ranking in meta.rankings} <= given
    options = {spec.name for spec in meta.options if not spec.by_seats}
    assert set(meta.apart) <= options


def test_orders_of_games_differ() -> None:
    """The lobby shows them in the order that their cards say, not in that of the alphabet."""
    orders = [discovery.meta(slug).order for slug in discovery.slugs()]
    assert len(set(orders)) == len(orders)


def _pairs(spec: OptionSpec) -> set[tuple[str, str]]:
    """Return the values of an option that is no number."""
    is_number = len(spec.values) > MAX_VALUES
    return set() if is_number else {(spec.name, value) for value in spec.values}
