"""What the terminal says: where the server can be reached, and why it cannot start."""

import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pasch import app
from pasch.cli import app as commands
from pasch.config import Settings


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
