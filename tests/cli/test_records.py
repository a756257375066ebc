"""`pasch replay` and `pasch verify`: one JSON object, or one line that says what is wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from pasch import cli
from pasch.cli import app
from pasch.games import discovery
from pasch.kernel.record import read_record
from pasch.kernel.refusals import Reason

RECORDS = discovery.home("zdwa") / "tests" / "records"
KEYS = ["game", "events", "over", "to_move", "legal", "totals", "view"]

HEAD = "game: zdwa\nrules: 1\noptions: mode=two hardcore=no\nseats: Anna, Ben\n\n"
SOLO = "game: zdwa\nrules: 1\noptions:\nseats: Anna\n\n"
FIRST = "1 roll\n* 6 6 4 6 2\n"


def run(command: str, text: str | bytes, *, file: str = "-") -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, [command, file], input=text)


def position(text: str) -> dict[str, object]:
    """Return the JSON object that `pasch replay` prints."""
    result = run("replay", text)
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def refusal(command: str, text: str | bytes, *, file: str = "-") -> str:
    """Return the one line on standard error."""
    result = run(command, text, file=file)
    assert (result.exit_code, result.stdout) == (2, "")
    line = result.stderr.removesuffix("\n")
    assert line
    assert line.isprintable()
    assert len(line) <= 200
    return line


def test_example_of_the_rulebook() -> None:
    text = SOLO + "* 6 6 4 6 2\n1 keep 1 2 4\n* 6 3\n1 write free P\n"
    found = position(text)
    assert list(found) == KEYS
    assert found["game"] == "zdwa"
    assert found["events"] == 4
    assert found["over"] is False
    assert found["to_move"] == ["*"]
    assert found["legal"] == {}
    assert found["totals"] == [74]


def test_no_events() -> None:
    found = position(HEAD)
    assert (found["events"], found["to_move"]) == (0, [1])
    assert found["legal"] == {"1": ["roll"]}
    assert (found["totals"], found["over"]) == ([0, 0], False)


def test_seat_that_may_act_without_having_to() -> None:
    found = position(HEAD + FIRST + "1 write free 6\n")
    assert found["to_move"] == [2]
    assert found["legal"] == {"1": ["correct"], "2": ["roll"]}
    assert found["totals"] == [18, 0]


def test_entry_that_is_being_corrected() -> None:
    found = position(HEAD + FIRST + "1 write free 6\n1 correct\n")
    assert (found["to_move"], found["totals"]) == ([1], [0, 0])
    legal = found["legal"]
    assert isinstance(legal, dict)
    assert list(legal) == ["1"]
    assert legal["1"][-1] == "cancel"


@pytest.mark.parametrize("slug", discovery.slugs())
def test_every_golden_record(slug: str) -> None:
    for path in (discovery.home(slug) / "tests" / "records").glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        found = position(text)
        assert list(found) == KEYS
        assert (found["over"], found["to_move"], found["legal"]) == (True, [], {})
        verified = run("verify", "", file=str(path))
        assert (verified.exit_code, verified.stderr) == (0, "")
        _check_partial(text)


def _check_partial(text: str) -> None:
    head, body = text.split("\n\n")
    lines = body.splitlines()
    for count in (0, 1, len(lines) // 2, len(lines) - 1):
        found = position("\n".join([head, "", *lines[:count]]))
        assert (found["events"], found["over"]) == (count, False)
        assert found["to_move"]


LINES = [
    pytest.param(HEAD + "1 keep 1", 6, "1 keep 1", "(Z12)", id="held before the first throw"),
    pytest.param(HEAD + "2 roll", 6, "2 roll", "(Z11)", id="not your turn"),
    pytest.param(HEAD + "* 1 2 3 4 5", 6, "* 1 2 3 4 5", "(Z11)", id="thrown before the roll"),
    pytest.param(HEAD + "1 roll\n* 1 2 3 4", 7, "* 1 2 3 4", "(Z11)", id="four dice"),
    pytest.param(HEAD + "1 roll\n1 roll", 7, "1 roll", "(Z11)", id="chance is due"),
    pytest.param(HEAD + FIRST + "1 write down 2", 8, "1 write down 2", "(Z14)", id="not in order"),
    pytest.param(
        HEAD + FIRST + "# a comment\n\n1  write   up 1 # here", 10, "1 write up 1", "(Z14)",
        id="comments and empty lines count",
    ),
    pytest.param(SOLO + "1 roll", 6, "1 roll", "(Z11)", id="roll alone"),
    pytest.param(HEAD + "1 keep 2 1", 6, "1 keep 2 1", "", id="places out of order"),
    pytest.param(HEAD + "1 rol", 6, "1 rol", "", id="no such event"),
    pytest.param(HEAD + "01 roll", 6, "01 roll", "", id="seat 01"),
    pytest.param(HEAD + "１ roll", 6, "１ roll", "", id="full-width seat"),
    pytest.param(HEAD + "3 roll", 6, "3 roll", "", id="no such seat"),
    pytest.param(HEAD + "1 roll\n* 1 2 3 4 7", 7, "* 1 2 3 4 7", "", id="a die of 7"),
    pytest.param(HEAD + "1 roll\r\n", 6, "1 roll\\r", "", id="carriage return"),
    pytest.param(HEAD.replace("zdwa", "chess"), 1, "game: chess", "", id="unknown game"),
    pytest.param(HEAD.replace("rules: 1", "rules: 2"), 2, "rules: 2", "", id="unknown rules"),
    pytest.param(HEAD.replace("rules: 1", "rules: one"), 2, "rules: one", "", id="bad rules"),
    pytest.param(HEAD.replace("hardcore", "softcore"), 3, "options: mode=two softcore=no", "",
                 id="unknown option"),
    pytest.param(HEAD.replace("=no", "=maybe"), 3, "options: mode=two hardcore=maybe", "",
                 id="unknown value"),
    pytest.param(HEAD.replace("two", "solo"), 3, "options: mode=solo hardcore=no", "",
                 id="misfit of options and seats"),
    pytest.param("# first\n" + HEAD.replace("two", "solo"), 4, "options: mode=solo hardcore=no",
                 "", id="misfit behind a comment"),
    pytest.param(HEAD.replace("Ben", "Ben, C, D, E"), 4, "seats: Anna, Ben, C, D, E", "",
                 id="too many seats"),
    pytest.param(HEAD.replace("Anna, Ben", ""), 4, "seats: ", "", id="no seats"),
    pytest.param("", 1, "", "", id="an empty file"),
    pytest.param("\n\n\n", 1, "", "", id="empty lines"),
    pytest.param("hello", 1, "hello", "", id="no header"),
    pytest.param("game: zdwa\nseats: Anna\n", 2, "seats: Anna", "", id="headers missing"),
]  # fmt: skip


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(("text", "line", "quoted", "rule"), LINES)
def test_refused(command: str, text: str, line: int, quoted: str, rule: str) -> None:
    if command == "verify":
        text = _with_secrets(text)
        line += 4 * (line > 4)
    told = refusal(command, text)
    where = f"line {line}: {quoted}: " if quoted else f"line {line}: "
    assert told.startswith(where)
    assert told.endswith(rule)
    assert ("(Z" in told) == bool(rule)


def _with_secrets(text: str) -> str:
    """Return the record with headers that could be true, so that only the rest is wrong."""
    provenance = read_record((RECORDS / "two.txt").read_text(encoding="utf-8")).provenance
    assert provenance is not None
    names = text.partition("seats: ")[2].partition("\n")[0]
    headers = f"match: m\nshares: {' '.join(['00' * 16] * len(names.split(', ')))}\n"
    headers += f"seals: {provenance.seals[0].hex()}\nsecrets: {provenance.secrets[0].hex()}\n"
    return text.replace("\n\n", f"\n{headers}\n", 1) if "seats: " in text else text


@pytest.mark.parametrize(
    ("content", "line"),
    [(b"\xff", 1), (HEAD.encode() + b"1 roll\n\xe4\n", 7), (b"game: zdwa\x80\n", 1)],
)
def test_not_utf_8(content: bytes, line: int) -> None:
    assert refusal("replay", content) == f"line {line}: the text is not UTF-8"


NINES = "9" * 5000
QUOTED = "“" + "9" * 39 + "…”"
LONG = [
    pytest.param(HEAD + "1 " + "keep " * 1000, "line 6: 1 keep keep", "ascending order",
                 id="many words"),
    pytest.param("x" * 1000, "line 1: xxx", "this is no header of a record", id="no header"),
    pytest.param(HEAD + "ä" * 1000, "line 6: äää", "…” is no actor: expected * or the number of"
                 " a seat", id="no actor"),
    pytest.param(HEAD + f"{NINES} roll", "line 6: 999", f"{QUOTED} is no actor: expected * or the"
                 " number of a seat", id="a seat of many digits"),
    pytest.param(HEAD + f"1 roll\n* {NINES} 1 1 1 1", "line 7: * 999", f"{QUOTED} is not a number",
                 id="a die of many digits"),
    pytest.param(HEAD.replace("rules: 1", f"rules: {NINES}"), "line 2: rules: 999",
                 f"{QUOTED} is not a number", id="rules of many digits"),
    pytest.param(HEAD.replace("zdwa", NINES), "line 1: game: 999", f"unknown game {QUOTED}",
                 id="a game of many letters"),
    pytest.param(HEAD.replace("mode=two", NINES), "line 3: options: 999",
                 f"{QUOTED} is not of the form name=value", id="a word that is no option"),
    pytest.param(HEAD.replace("=no", f"={NINES}"), "line 3: options: mode=two",
                 f"option “hardcore” cannot be {QUOTED}", id="a long value"),
    pytest.param(HEAD.replace("hardcore=no", f"{NINES}={NINES}"), "line 3: options: mode=two",
                 f"unknown option {QUOTED}", id="a long option"),
    pytest.param(HEAD + "1 roll\n* " + "\x07" * 1000, "line 7: * \\x07\\x07", "…” is not a number",
                 id="odd characters"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "where", "reason"), LONG)
def test_long_lines_are_shortened(text: str, where: str, reason: str) -> None:
    told = refusal("replay", text)
    assert told.startswith(where)
    assert told.endswith(reason)
    assert "…: " in told


def test_rule_stands_in_a_line_that_is_shortened(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit):
        cli._refuse("line 6: 1 roll: ", Reason("no " * 100, "Z14"))
    line = capsys.readouterr().err.removesuffix("\n")
    assert (len(line), line[-7:]) == (200, "… (Z14)")


def test_unreadable_files(tmp_path: Path) -> None:
    missing = str(tmp_path / "nowhere")
    assert refusal("replay", "", file=missing).startswith("No such file or directory: ")
    assert refusal("verify", "", file=str(tmp_path)).startswith("Is a directory: ")
    assert len(refusal("replay", "", file="/" + "x" * 300)) == 200
    assert "\\n" in refusal("replay", "", file=missing + "\n")


def test_verify_says_which_throws_differ() -> None:
    path = RECORDS / "two.txt"
    head, body = path.read_text(encoding="utf-8").split("\n\n")
    lines = body.splitlines()
    forged = ["1 roll", "* 6 6 6 6 6", "1 write free 60"]
    result = run("verify", "\n".join([head, "", *forged]))
    assert result.exit_code == 1
    assert result.stdout == f"line 11: * 6 6 6 6 6: expected {lines[1]}\n"


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("secrets: ", "secrets: 00" + "00" * 31 + " #", "line 8: secrets: "),
        ("match: ", "match: !", "line 5: match: "),
        ("shares: ", "shares: " + "00" * 16 + " ", "line 6: shares: "),
    ],
)
def test_verify_needs_true_headers(old: str, new: str, where: str) -> None:
    text = (RECORDS / "two.txt").read_text(encoding="utf-8")
    assert refusal("verify", text.replace(old, new, 1)).startswith(where)


def test_verify_needs_secrets() -> None:
    assert "carries no secrets" in refusal("verify", HEAD)


def test_as_a_program() -> None:
    program = [sys.executable, "-c", "from pasch.cli import main; main()", "replay", "-"]
    text = (RECORDS / "two.txt").read_bytes()
    done = subprocess.run(program, input=text, capture_output=True, check=True)
    assert list(json.loads(done.stdout)) == KEYS
    assert done.stderr == b""


def test_program_imports_neither_web_nor_database() -> None:
    code = (
        "import sys, pasch.cli; print([m for m in sys.modules if m in ('fastapi', 'sqlalchemy')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"[]\n"


@pytest.mark.parametrize("arguments", [[], ["replay"], ["replay", "a", "b"], ["play", "-"]])
def test_usage_errors_end_with_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(app, arguments).exit_code == 2
