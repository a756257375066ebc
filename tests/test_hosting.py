"""What the files for hosts say is true: options, variables, probes, addresses, commands."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml  # type: ignore[import-untyped]

from pasch import cli
from pasch.config import HOME as DEFAULT_HOME
from pasch.config import Settings
from pasch.matches.counts import Counts
from pasch.ops.metrics import _of_counts
from pasch.ops.patience import (
    HEAD_LIMIT,
    HEAD_SECONDS,
    KEEP_FOR_PROXY_SECONDS,
    KEEP_SECONDS,
    STALL_SECONDS,
)
from pasch.web.outbox import LIMIT
from pasch.web.security import BODY_LIMIT, BODY_SECONDS
from tests.api.parlour import Parlour
from tests.missing import missing
from tests.server import RunningServer

HOME = Path(__file__).parents[1]
DOCKERFILE = (HOME / "Dockerfile").read_text("utf-8").replace("\\\n", "")
HOSTING = (HOME / "docs" / "hosting.md").read_text("utf-8")
FILES = [
    "Dockerfile",
    "compose.yaml",
    "docs/hosting.md",
    "docs/examples/pasch.service",
    "docs/examples/nginx.conf",
    "docs/examples/Caddyfile",
]


def options_of(command: str) -> set[str]:
    """Return the options of a command."""
    group = typer.main.get_command(cli.app)
    parameters = group.commands[command].params  # type: ignore[attr-defined]
    return {name for each in parameters for name in each.opts if name.startswith("--")}


def test_every_option_is_described_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `(--[\w-]+)` \|.*\| (.+?) \|$", HOSTING, re.MULTILINE))
    assert set(rows) == options_of("serve") - {"--help"}
    defaults = Settings.model_construct()
    for option, said in rows.items():
        value = getattr(defaults, option[2:].replace("-", "_"))
        words = {"": "none", None: "none", DEFAULT_HOME / "data": "`data` in the checkout"}
        expected = words.get(value, str(value))
        assert said == ("SQLite in the data folder" if option == "--database" else expected)


@pytest.mark.parametrize("file", FILES)
def test_options_and_variables_exist(file: str) -> None:
    text = (HOME / file).read_text("utf-8")
    known = {f"PASCH_{name}".upper() for name in Settings.model_fields} | {"PASCH_PYTHON"}
    assert set(re.findall(r"\bPASCH_[A-Z_]+[A-Z]", text)) <= known
    for line in re.findall(r"(?:/run|\./run|pasch serve)((?: --[a-z-]+(?: [^-\s]\S*)?)+)", text):
        assert set(re.findall(r"--[a-z-]+", line)) <= options_of("serve")
    for command, line in re.findall(r"pasch (backup|restore)((?: \S+)+)", text):
        assert set(re.findall(r"(--[a-z]+)", line)) <= options_of(command)


@pytest.mark.parametrize("file", [*FILES, "docs/bot-api.md"])
def test_links_lead_somewhere(file: str) -> None:
    text = (HOME / file).read_text("utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (HOME / file).parent.joinpath(target).exists(), target


@pytest.mark.parametrize(
    ("what", "limit"),
    [
        ("head of a request", f"{HEAD_LIMIT // 1024} KiB, {HEAD_SECONDS:.0f} s"),
        ("body of a request", f"{BODY_LIMIT // 1024} KiB, {BODY_SECONDS:.0f} s"),
        ("message of a live page", f"{BODY_LIMIT // 1024} KiB"),
        (
            "idle connection between requests",
            f"{KEEP_SECONDS} s; {KEEP_FOR_PROXY_SECONDS} s with `--trusted-proxy`",
        ),
        ("client that reads nothing of what waits for it", f"{STALL_SECONDS:.0f} s"),
        ("messages that wait for a live page", str(LIMIT)),
    ],
)
def test_limits_are_those_of_the_program(what: str, limit: str) -> None:
    assert f"| {what} | {limit} |" in HOSTING


def test_metrics_are_described() -> None:
    described = set(re.findall(r"`(pasch_\w+)(?:\{|`)", HOSTING))
    counted = {family.name for family in _of_counts(Counts())} | {"pasch_tables"}
    totals = {name.removesuffix("_total") for name in described}
    assert totals == counted


# --- The container


def test_what_the_image_takes_is_there() -> None:
    sources = re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE)
    allowed = (HOME / ".dockerignore").read_text("utf-8").splitlines()
    for source in sources:
        assert (HOME / source).exists()
        assert f"!{source}" in allowed


def test_image_runs_as_nobody_special() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.findall(r"^USER (.+)$", last, re.MULTILINE) == ["10001:10001"]
    assert re.findall(r"^VOLUME (.+)$", last, re.MULTILINE) == ["/data"]


def test_image_has_the_python_of_the_tests() -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    bases = set(re.findall(r"^FROM python:(\d+\.\d+)-slim", DOCKERFILE, re.MULTILINE))
    assert len(bases) == 1
    if os.environ.get("CI"):
        assert bases == {version}


def healthy(server: RunningServer) -> bool:
    """Run the image's probe against a server."""
    found = re.search(r"^HEALTHCHECK.*? CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert found is not None
    program, *arguments = json.loads(found[1])
    assert program == "python"
    environment = os.environ | {"PASCH_PORT": str(server.port)}
    probe = [sys.executable, *arguments]
    return subprocess.run(probe, env=environment, capture_output=True, check=False).returncode == 0


def test_probe_of_the_image(own_server: RunningServer) -> None:
    assert healthy(own_server)
    own_server.stop()
    assert not healthy(own_server)


def test_compose_opens_only_what_it_must() -> None:
    compose: dict[str, Any] = yaml.safe_load((HOME / "compose.yaml").read_text("utf-8"))
    service = compose["services"]["pasch"]
    assert service["ports"] == ["127.0.0.1:8000:8000"]
    assert service["volumes"] == ["data:/data"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert compose["volumes"] == {"data": None}


# --- The API


BOT_API = (HOME / "docs" / "bot-api.md").read_text("utf-8")
EXAMPLES = re.findall(r"^    (curl .+)$", BOT_API, re.MULTILINE)


def test_examples_of_the_api_work(parlour: Parlour, tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        missing("curl is missing: the examples of the API cannot be tried.")
    places = {
        "PASCH": parlour.server.url,
        "TABLE": parlour.running[0].table,
        "MATCH": parlour.finished[0].match,
    }
    assert len(EXAMPLES) >= 7
    for example in EXAMPLES:
        done = subprocess.run(
            ["sh", "-c", example],
            cwd=tmp_path,
            env=os.environ | places,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), example
        if "output" not in example and "compare" not in example:
            json.loads(done.stdout)
    assert json.loads((tmp_path / "table.json").read_text())["id"] == places["TABLE"]
    verify = [sys.executable, "-c", "from pasch.cli import main; main()", "verify", "record.txt"]
    environment = os.environ | {"PYTHONPATH": str(HOME / "src")}
    subprocess.run(verify, cwd=tmp_path, env=environment, check=True, capture_output=True)


def test_addresses_of_the_api_are_described(parlour: Parlour) -> None:
    schema = parlour.client.get("/api/openapi.json").json()
    described = re.findall(r"^\| `GET /api(\S+)` \|", BOT_API, re.MULTILINE)
    assert described == list(schema["paths"])
