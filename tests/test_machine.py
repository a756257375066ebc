"""The programs that other tests lean on work on this machine."""

import pytest
from playwright.sync_api import Browser
from sqlalchemy import create_engine, text

from tests.missing import missing


def test_postgres_answers(postgres_database: str) -> None:
    engine = create_engine(postgres_database)
    try:
        with engine.connect() as connection:
            assert connection.scalar(text("SELECT 1")) == 1
    finally:
        engine.dispose()


def test_chromium_renders(browser: Browser) -> None:
    page = browser.new_page()
    try:
        page.goto("data:text/html,<h1>Pasch</h1><script>document.title = 1 + 1</script>")
        assert page.get_by_role("heading").inner_text() == "Pasch"
        assert page.title() == "2"
    finally:
        page.close()


@pytest.mark.parametrize(
    ("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)]
)
def test_missing_program_is_a_failure_only_under_ci(
    ci: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="no such program"):
        missing("no such program")
