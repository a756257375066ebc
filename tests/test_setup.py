"""A fresh checkout sets itself up: scripts, requirement files, no address of any index."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ("run", ".ci/run", "tools/requirements", "tools/setup.sh")
REQUIREMENTS = ("run", "dev", "uv")
# Written in two halves, so that this file does not find itself.
INDEX_HOSTS = tuple(
    "".join(halves)
    for halves in (
        ("pypi", ".org"),
        ("python", "hosted.org"),
        ("registry.", "npmjs"),
        ("registry.", "yarnpkg"),
        ("deb.", "debian.org"),
        ("astral", ".sh/"),
    )
)
INDEX_SETTING = re.compile(r"(index|index-url|index_url|find-links)\b\W{0,4}(https?|file)://")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

# Stands in for Python where only its command line or its version matters.
ECHO = '#!/bin/sh\nprintf "%s\\n" "$@"\n'
PYTHON_3_9 = '#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2\nexit 1\n'


def committed_files() -> list[Path]:
    git = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z"]
    try:
        listed = subprocess.run(git, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git checkout: what is committed cannot be told")
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def pinned(name: str) -> dict[str, Requirement]:
    """Read a requirement file: package name to its `==` line, without the hashes."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").replace("\\\n", "")
    lines = [Requirement(line.partition(" --hash")[0]) for line in text.splitlines() if line]
    return {normal(line.name): line for line in lines}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> list[tuple[str, str]]:
    """List each dependency of pyproject.toml with the requirement file that must pin it."""
    groups = PROJECT["dependency-groups"]
    files = (
        ("run", PROJECT["project"]["dependencies"]),
        ("dev", PROJECT["project"]["dependencies"]),
        ("dev", groups["dev"]),
        ("uv", groups["setup"]),
    )
    return [(file, line) for file, lines in files for line in lines]


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_a_valid_shell_script(name: str) -> None:
    subprocess.run(["sh", "-n", ROOT / name], check=True)


@pytest.mark.parametrize("name", [name for name in SCRIPTS if not name.endswith(".sh")])
def test_script_is_executable(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)


def test_no_address_of_an_index_is_committed() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {address}"
        for path in committed_files()
        for text in [path.read_text("utf-8", errors="replace")]
        for address in (*INDEX_HOSTS, *(match[0] for match in INDEX_SETTING.finditer(text)))
        if address in text
    ]
    assert found == []


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_every_requirement_is_pinned_and_hashed(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    assert "://" not in text
    for entry in text.replace("\\\n", "").splitlines():
        assert re.fullmatch(
            r"[\w.-]+(\[[\w,]+\])?==\S+( ; .+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*", entry
        )


@pytest.mark.parametrize(("file", "dependency"), declared())
def test_requirement_file_is_up_to_date(file: str, dependency: str) -> None:
    wanted = Requirement(dependency)
    line = pinned(file)[normal(wanted.name)]
    version = next(iter(line.specifier)).version
    assert wanted.specifier.contains(version, prereleases=True), "run tools/requirements"


def test_tests_run_on_the_versions_of_the_server() -> None:
    server, tests = pinned("run"), pinned("dev")
    assert {name: tests.get(name) for name in server} == server


def test_source_imports_only_what_the_server_gets() -> None:
    """A package of the tests' tools must not be needed by ./run, which does not install them."""
    owners = packages_distributions()
    server = pinned("run")
    strangers = [
        f"{path.relative_to(ROOT)}: {module}"
        for path in (ROOT / "src").rglob("*.py")
        if "tests" not in path.parts
        for module in imported(ast.parse(path.read_bytes()))
        if module != "pasch" and module not in sys.stdlib_module_names
        if not server.keys() & {normal(owner) for owner in owners.get(module, ())}
    ]
    assert strangers == []


def imported(source: ast.Module) -> set[str]:
    """Return the top-level names of the packages that a module imports anywhere."""
    names = set()
    for node in ast.walk(source):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout in a folder with a space, set up with a Python that prints its arguments.

    It lacks tools/setup.sh: a warm start that tried to set up anything would fail.
    """
    checkout = tmp_path / "a parlour"
    (checkout / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "run", checkout)
    shutil.copytree(ROOT / "requirements", checkout / "requirements")
    for name in ("run.txt", "dev.txt"):
        shutil.copy(ROOT / "requirements" / name, checkout / ".venv")
    executable(checkout / ".venv" / "bin" / "python", ECHO)
    return checkout


def executable(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    path.chmod(0o755)


def run(checkout: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [checkout / "run", *arguments],
        cwd="/",
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "passed_on"),
    [
        ([], ["serve"]),
        (["--host", "a b"], ["serve", "--host", "a b"]),
        (["pasch", "verify", "a record.txt"], ["verify", "a record.txt"]),
        (["pasch"], []),
        (["test", "-k", "a or b"], ["-m", "pytest", "-k", "a or b"]),
        (["test-long", "-x"], ["-m", "pytest", "-m", "long", "--timeout", "3600", "-x"]),
    ],
)
def test_warm_start_passes_the_arguments_on(
    checkout: Path, arguments: list[str], passed_on: list[str]
) -> None:
    result = run(checkout, *arguments)
    assert result.stderr == ""
    printed = result.stdout.splitlines()
    assert passed_on == printed[len(printed) - len(passed_on) :]


def test_unknown_word_is_refused(checkout: Path) -> None:
    result = run(checkout, "tset")
    assert result.returncode == 2
    assert './run does not know "tset".' in result.stderr


def test_old_python_is_refused_with_advice(checkout: Path, tmp_path: Path) -> None:
    (checkout / ".venv" / "run.txt").write_text("other\n")
    shutil.copytree(ROOT / "tools", checkout / "tools")
    executable(tmp_path / "python3", PYTHON_3_9)
    result = run(checkout, PASCH_PYTHON=str(tmp_path / "python3"))
    assert result.returncode == 1
    assert "needs Python 3.11 or newer" in result.stderr
    assert "Python 3.9.2" in result.stderr
