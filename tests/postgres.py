"""A throw-away PostgreSQL server for the tests."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from tests.missing import missing

# Debian keeps the server's programs out of PATH, one folder a major version.
DEBIAN_PROGRAMS = Path("/usr/lib/postgresql")
# PostgreSQL refuses to run as root; the first of these accounts that exists runs it then.
UNPRIVILEGED = ("postgres", "nobody")
# Another process may take the free port between our finding it and the server's binding it.
ATTEMPTS = 3
SETTINGS = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",  # a test's data need not survive a power cut
    "full_page_writes=off",
)


def programs() -> Path:
    """Return the folder with initdb and pg_ctl of the newest PostgreSQL; skip if there is none."""
    in_path = shutil.which("initdb")
    if in_path and shutil.which("pg_ctl"):
        return Path(in_path).resolve().parent
    versions = sorted(DEBIAN_PROGRAMS.glob("*/bin/initdb"), key=_major_version)
    if not versions:
        missing("PostgreSQL is missing: no initdb in PATH or /usr/lib/postgresql/*/bin.")
    return versions[-1].parent


@contextmanager
def server() -> Iterator[str]:
    """Start a server of its own on a free port of 127.0.0.1.

    Yields the `postgresql+psycopg://` URL of its first database; stops the server and removes its
    files at the end.
    """
    found = programs()
    # Not below pytest's own folder: only the account that runs pytest may enter that.
    home = Path(tempfile.mkdtemp(prefix="pasch-postgres-"))
    try:
        cluster = _Cluster(found, home)
        port = cluster.start()
        try:
            yield f"postgresql+psycopg://pasch@127.0.0.1:{port}/postgres"
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(home)


@contextmanager
def database(server_url: str, name: str) -> Iterator[str]:
    """Create an empty database on the server, yield its URL and drop it at the end."""
    url = make_url(server_url)
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        quoted = psycopg.sql.Identifier(name)
        connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(quoted))
        try:
            yield url.set(database=name).render_as_string(hide_password=False)
        finally:
            # A test that failed may have left connections open.
            connection.execute(psycopg.sql.SQL("DROP DATABASE {} WITH (FORCE)").format(quoted))


class _Cluster:
    """The files of one server, and the account that owns and runs it (None: our own)."""

    def __init__(self, found: Path, home: Path) -> None:
        self._programs = found
        self._home = home
        self._account = _unprivileged_account() if os.geteuid() == 0 else None
        if self._account:
            os.chown(home, self._account.pw_uid, self._account.pw_gid)
        self._run("initdb", "--auth=trust", "--username=pasch", "--encoding=UTF8", "--locale=C")

    def start(self) -> int:
        """Start the server, wait until it answers, and return its port."""
        for _ in range(ATTEMPTS):
            port = free_port()
            options = " ".join(f"-c {setting}" for setting in (*SETTINGS, f"port={port}"))
            try:
                self._run("pg_ctl", "start", "--wait", f"--log={self._log}", f"--options={options}")
            except subprocess.CalledProcessError:
                continue
            return port
        pytest.fail(f"PostgreSQL does not start:\n{self._log.read_text()}", pytrace=False)

    def stop(self) -> None:
        """Stop the server without care for its data."""
        self._run("pg_ctl", "stop", "--mode=immediate")

    @property
    def _log(self) -> Path:
        return self._home / "log"

    def _run(self, program: str, *arguments: str) -> None:
        account = self._account
        # No pipes: the server would inherit and hold them open for as long as it runs.
        subprocess.run(
            [self._programs / program, f"--pgdata={self._home / 'data'}", *arguments],
            check=True,
            cwd=self._home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            user=account.pw_uid if account else None,
            group=account.pw_gid if account else None,
            extra_groups=[] if account else None,
        )


def _major_version(initdb: Path) -> int:
    version = initdb.parent.parent.name
    return int(version) if version.isdigit() else 0


def _unprivileged_account() -> pwd.struct_passwd:
    for name in UNPRIVILEGED:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    missing("PostgreSQL does not run as root, and there is no account to run it as.")


def free_port() -> int:
    """Return a port of 127.0.0.1 that is free at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
