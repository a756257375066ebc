"""`pasch admin`: accounts made, helped, banned, handed out and deleted by the host."""

import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner, Result

from pasch.cli import app
from pasch.web.open_tabs import LOOK_SECONDS, SESSION_ENDED
from tests.server import HOME, RunningServer
from tests.web.visitors import Page, Visitors

RUNNER: Final = CliRunner()
PRINTED: Final = re.compile(r"^(?P<name>.+) can sign in with the password (?P<password>\S{16})\n$")


def admin(data: Path, *arguments: str, typed: str = "") -> Result:
    """Run a command of `pasch admin` on a data folder."""
    return RUNNER.invoke(app, ["admin", *arguments, "--data", str(data)], input=typed)


def password_of(result: Result, name: str) -> str:
    """Return the password that was printed, once."""
    assert result.exit_code == 0, result.output
    found = PRINTED.match(result.stdout)
    assert found is not None, result.stdout
    assert found["name"] == name
    return found["password"]


def refused(result: Result, text: str) -> None:
    """Hold that a command ended with one line on standard error."""
    assert (result.exit_code, result.stdout) == (1, "")
    assert text in result.stderr
    assert result.stderr.count("\n") == 1


# --- Without a server


def test_create(tmp_path: Path) -> None:
    password = password_of(admin(tmp_path, "create", " Anna "), "Anna")
    with closing(sqlite3.connect(tmp_path / "pasch.sqlite")) as database:
        rows = database.execute("SELECT hash FROM passwords").fetchall()
    assert password not in repr(rows)
    refused(admin(tmp_path, "create", "ANNA"), "is taken")
    refused(admin(tmp_path, "create", "x"), "2 to 24 characters")


def test_reset_makes_another_password(tmp_path: Path) -> None:
    first = password_of(admin(tmp_path, "create", "Anna"), "Anna")
    second = password_of(admin(tmp_path, "reset-password", "anna"), "Anna")
    assert first != second


@pytest.mark.parametrize("command", ["reset-password", "ban", "export", "delete"])
def test_nobody_of_this_name(tmp_path: Path, command: str) -> None:
    refused(admin(tmp_path, command, "Nobody"), "nobody here is called Nobody")


def test_export(tmp_path: Path) -> None:
    admin(tmp_path, "create", "Änna")
    found = json.loads(admin(tmp_path, "export", "änna").stdout)
    assert found["account"]["name"] == "Änna"
    file = tmp_path / "anna.json"
    assert admin(tmp_path, "export", "Änna", "--to", str(file)).stdout == ""
    assert json.loads(file.read_text("utf-8")) == found


def test_delete_asks_first(tmp_path: Path) -> None:
    admin(tmp_path, "create", "Anna")
    result = admin(tmp_path, "delete", "Anna", typed="n\n")
    assert result.exit_code == 1
    assert "Delete the account of Anna?" in result.output
    assert admin(tmp_path, "export", "Anna").exit_code == 0
    assert admin(tmp_path, "delete", "Anna", typed="y\n").exit_code == 0
    refused(admin(tmp_path, "export", "Anna"), "nobody here is called Anna")


def test_delete_without_asking(tmp_path: Path) -> None:
    admin(tmp_path, "create", "Anna")
    result = admin(tmp_path, "delete", "Anna", "--yes")
    assert (result.exit_code, result.stdout) == (0, "The account of Anna is deleted.\n")


def test_unusable_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "pasch.sqlite").write_text("no database")
    refused(admin(tmp_path, "export", "Anna"), "cannot open the database")


def test_other_commands_load_no_database(tmp_path: Path) -> None:
    program = (
        "import sys; from pasch.cli import app; "
        "print(*(name for name in ('sqlalchemy', 'argon2', 'fastapi') if name in sys.modules))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(HOME / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == ""


# --- Beside a running server


@pytest.fixture
def visitors(own_server: RunningServer) -> Visitors:
    """Let people come to a server whose host does something."""
    return Visitors(own_server)


def test_host_helps_somebody_in(own_server: RunningServer, visitors: Visitors) -> None:
    wanda, other = visitors.come(), visitors.stranger()
    tab = wanda.watch("/")
    result = admin(own_server.database.parent, "reset-password", wanda.name)
    password = password_of(result, wanda.name)
    assert tab.closed() == SESSION_ENDED, "it is signed out everywhere"
    answer = other.post("/sign-in", {"name": wanda.name, "password": password})
    assert answer.status_code == 303
    assert wanda.name in other.page("/").text
    assert "Wie heißt du?" in wanda.page("/").text
    visitors.leave()


def test_ban_is_told_on_every_page(own_server: RunningServer, visitors: Visitors) -> None:
    data = own_server.database.parent
    duel = visitors.begun(2)
    wanda, willi = duel.people
    tab = wanda.watch(duel.table)
    tab.snapshot()
    assert admin(data, "ban", wanda.name).stdout == f"{wanda.name} is banned.\n"
    assert tab.closed() == SESSION_ENDED, f"within {LOOK_SECONDS} s"
    for path in ("/", duel.table, "/settings"):
        answer = wanda.get(path)
        assert answer.status_code == 403
        page = Page(answer.text)
        assert "Dein Konto wurde vom Betreiber dieser Spielstube gesperrt." in page.text
        assert page.hidden.keys() >= {"/settings/sign-out"}, "a way to be somebody else"
    assert wanda.watch(duel.table).closed() >= 4400
    assert wanda.watch("/").closed() == SESSION_ENDED
    assert wanda.post(f"{duel.table}/play", {}).status_code == 403
    assert willi.get(duel.table).status_code == 200
    wanda.post("/settings/sign-out")
    assert "Wie heißt du?" in wanda.page("/").text
    assert admin(data, "ban", wanda.name, "--lift").exit_code == 0
    visitors.leave()


def test_banned_password_is_refused_with_a_page(
    own_server: RunningServer, visitors: Visitors
) -> None:
    data = own_server.database.parent
    password = password_of(admin(data, "create", "Berta"), "Berta")
    admin(data, "ban", "Berta")
    stranger = visitors.stranger()
    answer = stranger.post("/sign-in", {"name": "Berta", "password": password})
    assert answer.status_code == 403
    assert "gesperrt" in Page(answer.text).text
    assert "pasch" not in stranger.client.cookies
    wrong = stranger.post("/sign-in", {"name": "Berta", "password": "geraten, geraten"})
    assert "gesperrt" not in Page(wrong.text).text, "only who knows the password is told"
    visitors.leave()


def test_delete_reaches_open_tables(own_server: RunningServer, visitors: Visitors) -> None:
    data = own_server.database.parent
    wanda, willi = visitors.come(), visitors.come()
    table = wanda.open_table(3)
    willi.act(table, "sit")
    tab, own = willi.watch(table), wanda.watch("/")
    tab.snapshot()
    assert admin(data, "delete", wanda.name, "--yes").exit_code == 0
    assert own.closed() == SESSION_ENDED
    tab.until(lambda tab: wanda.name not in tab.regions.get("waiting", wanda.name))
    assert wanda.name not in willi.page(table).html
    visitors.leave()


def test_delete_waits_for_a_match(own_server: RunningServer, visitors: Visitors) -> None:
    duel = visitors.begun(2)
    wanda = duel.people[0]
    result = admin(own_server.database.parent, "delete", wanda.name, "--yes")
    refused(result, f"a match of {wanda.name} is still running")
    assert wanda.name in wanda.page("/").text
    visitors.leave()
