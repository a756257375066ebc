"""What the files for hosts say is true: options, variables, probes, addresses, commands."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml  # type: ignore[import-untyped]

from pasch import cli
from pasch.app import OTHER_FILES, SHUTDOWN_SECONDS
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
COMPOSE: dict[str, Any] = yaml.safe_load((HOME / "compose.yaml").read_text("utf-8"))
GRACE_SECONDS = int(COMPOSE["services"]["pasch"]["stop_grace_period"].removesuffix("s"))
UNIT = (HOME / "docs" / "examples" / "pasch.service").read_text("utf-8")
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


def healthy(port: int) -> bool:
    """Run the image's probe against the server at a port."""
    found = re.search(r"^HEALTHCHECK.*? CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert found is not None
    program, *arguments = json.loads(found[1])
    assert program == "python"
    environment = os.environ | {"PASCH_PORT": str(port)}
    probe = [sys.executable, *arguments]
    return subprocess.run(probe, env=environment, capture_output=True, check=False).returncode == 0


def test_probe_of_the_image(own_server: RunningServer) -> None:
    assert healthy(own_server.port)
    own_server.stop()
    assert not healthy(own_server.port)


def in_image(pattern: str) -> str:
    """Return the first group of what stands once in the Dockerfile."""
    (found,) = re.findall(pattern, DOCKERFILE, re.MULTILINE)
    return str(found)


def test_image_can_install_what_it_lists() -> None:
    """Let pip resolve the list against what is installed here, with the options of the image."""
    base = f"{sys.base_prefix}/bin/python3"
    pip = [base, "-m", "pip", "--python", sys.executable]
    if subprocess.run([*pip, "--version"], capture_output=True, check=False).returncode:
        missing(f"{base} has no pip: the image's list of packages cannot be resolved.")
    line = in_image(r"pip (install .+)$").replace("/build/", f"{HOME}/requirements/")
    offline = [*pip, *shlex.split(line), "--dry-run", "--no-index"]
    done = subprocess.run(offline, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    # What only another package asks for has no hash in the list: the image would refuse it.
    assert "->" not in done.stdout


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """Return a folder in which the image's `/opt` and `/data` are, its packages those of here."""
    venv = tmp_path / "opt" / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to(sys.executable)
    (venv / "lib").symlink_to(Path(sys.prefix, "lib"))
    (venv / "pyvenv.cfg").write_text(f"home = {sys.base_prefix}/bin\n")
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(HOME / "src", tmp_path / "opt" / "pasch" / "src", ignore=skip)
    (tmp_path / "data").mkdir(mode=0o700)
    command = in_image(r"^RUN (printf .+)$").replace("/opt/", f"{tmp_path}/opt/")
    subprocess.run(["sh", "-c", command], check=True)
    return tmp_path


def environment_of(image: Path) -> dict[str, str]:
    """Return the variables of the image and, as far as nothing else is set, of compose."""
    line = re.sub("/(?=opt/|data)", f"{image}/", in_image(r"^ENV (.+)$"))
    of_image = dict(each.split("=", 1) for each in line.split())
    of_image["PATH"] = of_image["PATH"].replace("$PATH", os.environ["PATH"])
    of_compose = dict.fromkeys(COMPOSE["services"]["pasch"]["environment"], "")
    return of_image | of_compose | {"PASCH_PORT": "0"}


def test_image_serves(image: Path) -> None:
    command = [*json.loads(in_image("^ENTRYPOINT (.+)$")), *json.loads(in_image("^CMD (.+)$"))]
    served = subprocess.Popen(
        command,
        cwd=image / "data",
        env=environment_of(image),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert served.stdout is not None
        greeting = re.fullmatch(r"Pasch is open at \S+:(\d+)\n", served.stdout.readline())
        assert greeting is not None
        assert healthy(int(greeting[1]))
    finally:
        served.send_signal(signal.SIGTERM)
        served.communicate(timeout=GRACE_SECONDS)
    # The server ends in good order, which leaves no companions of the database, then as asked.
    assert served.returncode == -signal.SIGTERM
    assert {path.name for path in (image / "data").iterdir()} == {
        "pasch.sqlite",
        "pasch.sqlite.lock",
    }


def test_compose_opens_only_what_it_must() -> None:
    service = COMPOSE["services"]["pasch"]
    assert service["ports"] == ["127.0.0.1:8000:8000"]
    assert service["volumes"] == ["data:/data"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert GRACE_SECONDS > SHUTDOWN_SECONDS
    assert COMPOSE["volumes"] == {"data": None}


# --- The service


def directives() -> dict[str, list[str]]:
    """Return what the unit says, as `Section.Key` with its values; check each line's form."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in UNIT.splitlines():
        if line and not line.startswith("#"):
            header = re.fullmatch(r"\[(Unit|Service|Install)\]", line)
            section = header[1] if header else section
            if not header:
                key, equals, value = line.partition("=")
                assert re.fullmatch("[A-Z][A-Za-z]+", key), line
                assert (bool(section), equals) == (True, "=")
                found.setdefault(f"{section}.{key}", []).append(value)
    return found


def test_unit_fits_the_program() -> None:
    said = directives()
    program, *options = said["Service.ExecStart"][0].split()
    assert program == f"{said['Service.WorkingDirectory'][0]}/run"
    assert options == ["--data", f"/var/lib/{said['Service.StateDirectory'][0]}"]
    assert int(said["Service.TimeoutStopSec"][0]) > SHUTDOWN_SECONDS
    defaults = Settings.model_construct()
    assert int(said["Service.LimitNOFILE"][0]) >= defaults.connections + OTHER_FILES


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="systemd-analyze is missing: the unit was read by the test before this one alone.",
)
def test_unit_is_one_for_systemd(tmp_path: Path) -> None:
    checkout = tmp_path / "pasch"
    checkout.symlink_to(HOME)
    unit = tmp_path / "pasch.service"
    unit.write_text(UNIT.replace("/opt/pasch", str(checkout)), "utf-8")
    verify = ["systemd-analyze", "verify", "--man=no", str(unit)]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    about = [line for line in done.stderr.splitlines() if unit.name in line]
    assert (done.returncode, about) == (0, [])


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
