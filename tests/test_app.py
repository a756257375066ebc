"""What the terminal says: where the server can be reached, and why it cannot start."""

import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pasch import app
from pasch.cli import app as commands
from pasch.config import EXPECTED, Settings


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, ["Pasch is open at http://127.0.0.1:8000"]),
        ({"host": "::1"}, ["Pasch is open at http://[::1]:8000"]),
        ({"public_url": "https://pasch.example"}, ["Pasch is open at https://pasch.example"]),
        (
            {"host": "0.0.0.0"},  # noqa: S104 - nothing listens
            [
                "Pasch is open at http://127.0.0.1:8000",
                "Others in your network: http://192.0.2.7:8000",
            ],
        ),
    ],
)
def test_greeting(
    settings: dict[str, str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "network_addresses", lambda: ("192.0.2.7",))
    assert app.greeting(Settings.model_validate(settings), 8000) == expected


def test_network_addresses_are_no_loopback() -> None:
    assert not [address for address in app.network_addresses() if address.startswith("127.")]


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASCH_PORT", "8123")
    assert Settings().port == 8123
    assert Settings(port=9000).port == 9000


WRONG = [
    ("host", ""),
    ("host", "http://0.0.0.0"),
    ("host", "127.0.0.1:8000"),
    ("port", "x"),
    ("port", "-1"),
    ("port", "65536"),
    ("public-url", "pasch.example"),
    ("public-url", "https:pasch.example"),
    ("public-url", "ftp://pasch.example"),
    ("public-url", "https://"),
    ("public-url", "https://:443"),
    ("public-url", "https://pasch.example:port"),
    ("public-url", "https://pasch.example/games"),
    ("public-url", "https://pasch.example "),
    ("trusted-proxy", "xx"),
    ("trusted-proxy", "localhost"),
    ("trusted-proxy", "127.0.0.1:8000"),
    ("trusted-proxy", "172.16.0.1/12"),
    ("trusted-proxy", "127.0.0.1,"),
    ("connections", "0"),
    ("connections", "many"),
    ("connections", "9" * 30),
    ("log-level", "foo"),
    ("log-level", "INFO\n"),
    ("log-format", "xml"),
    ("metrics-port", "0"),
    ("metrics-port", "65536"),
    ("metrics-port", "8000"),
]


@pytest.mark.parametrize(("option", "value"), WRONG)
def test_a_wrong_option_is_named(option: str, value: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    result = CliRunner().invoke(commands, ["serve", f"--{option}", value, "--data", str(data)])
    shown, expected = value.replace("\n", "\\n"), EXPECTED[option.replace("-", "_")]
    assert result.stderr == f"--{option} “{shown}”: expected {expected}\n"
    assert (result.exit_code, result.stdout, data.exists()) == (2, "", False)


@pytest.mark.parametrize(
    "url", ["nonsense", "mysql://x:hunter2@y/z", "sqlite://", "postgresql://x:hunter2@y:z/pasch"]
)
@pytest.mark.parametrize(
    "command", [["serve"], ["migrate"], ["backup", "copy"], ["admin", "create", "Anna"]]
)
def test_a_wrong_database_is_not_quoted(command: list[str], url: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    result = CliRunner().invoke(commands, [*command, "--database", url, "--data", str(data)])
    assert result.stderr == f"--database: expected {EXPECTED['database']}\n"
    assert (result.exit_code, data.exists()) == (2, False)


@pytest.mark.parametrize(("option", "value"), [case for case in WRONG if case[1]])
def test_a_wrong_variable_is_named(
    option: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = option.replace("-", "_")
    monkeypatch.setenv(f"PASCH_{name.upper()}", value)
    for command in (["serve"], ["admin", "create", "Anna"]):
        result = CliRunner().invoke(commands, [*command, "--data", str(tmp_path / "data")])
        assert result.stderr.startswith(f"PASCH_{name.upper()} “")
        assert result.stderr.endswith(f"”: expected {EXPECTED[name]}\n")
        assert (result.exit_code, list(tmp_path.iterdir())) == (2, [])


def test_the_line_about_a_long_value_is_short(tmp_path: Path) -> None:
    arguments = ["serve", "--data", str(tmp_path / "data"), "--log-level", "x" * 1000]
    result = CliRunner().invoke(commands, arguments)
    assert result.stderr.endswith(f"xx…”: expected {EXPECTED['log_level']}\n")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("host", "localhost"),
        ("host", "::1"),
        ("host", "fe80::1%eth0"),
        ("public_url", "http://localhost:8000/"),
        ("public_url", "https://[2001:db8::1]:8443"),
        ("public_url", "HTTPS://Spiele.Example"),
        ("trusted_proxy", "127.0.0.1, ::1"),
        ("trusted_proxy", "172.16.0.0/12"),
        ("trusted_proxy", "*"),
        ("database", "postgresql://pasch:secret@localhost/pasch"),
    ],
)
def test_options_that_are_right(option: str, value: str) -> None:
    assert getattr(Settings.model_validate({option: value}), option) == value


@pytest.mark.parametrize("name", Settings.model_fields)
def test_an_empty_variable_is_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"PASCH_{name.upper()}", "")
    assert Settings() == Settings.model_construct()


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = CliRunner().invoke(commands, ["serve", "--port", port, "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Pasch cannot start: 127.0.0.1:{port} cannot be listened at")


def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    result = CliRunner().invoke(commands, ["migrate", "--data", str(file / "inside")])
    assert result.exit_code == 1
    assert str(file) in result.stderr


def test_migrate_says_what_it_did(tmp_path: Path) -> None:
    first = CliRunner().invoke(commands, ["migrate", "--data", str(tmp_path)])
    again = CliRunner().invoke(commands, ["migrate", "--data", str(tmp_path)])
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert "was empty" in first.stdout
    assert "is up to date" in again.stdout
