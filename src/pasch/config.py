"""Settings: from the command line, else from `PASCH_…` in the environment, else the defaults.

An empty variable counts as one that is not there, as compose files pass them on.
"""

import re
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Final, get_args
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from pasch.kernel.quoting import clip
from pasch.ops.logs import Format, Level
from pasch.store import engines

HOME: Final = Path(__file__).resolve().parents[2]
"""The checkout."""

PREFIX: Final = "PASCH_"
"""How the names of the variables begin."""

MAX_PORT: Final = 65_535

MAX_CONNECTIONS: Final = 1_000_000
"""About as many files as Linux lets one process open."""

EXPECTED: Final = {
    "host": "an address or a name, such as 127.0.0.1, 0.0.0.0 or ::1",
    "port": f"a number from 0 to {MAX_PORT}",
    "data": "a folder",
    "database": "sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME",
    "public_url": "http:// or https:// and a host without a path, such as https://pasch.example",
    "trusted_proxy": "IP addresses or networks, such as 127.0.0.1 or 172.16.0.0/12",
    "connections": f"a number from 1 to {MAX_CONNECTIONS}",
    "log_format": " or ".join(get_args(Format)),
    "log_level": ", ".join(get_args(Level)),
    "metrics_port": f"a number from 1 to {MAX_PORT} that is not the server's own port",
}
"""What each setting may be, in words."""

_SECRET: Final = frozenset({"database"})
"""Settings that may hold a password: they are not quoted."""

_PUBLIC_URL: Final = re.compile(r"https?://[^\s/?#@]+/?", re.IGNORECASE)


def _check_host(host: str) -> str:
    if not re.fullmatch(r"[^\s/]+", host):
        raise ValueError(host)
    if ":" in host:
        ip_address(host)
    return host


def _check_database(url: str) -> str:
    if url:
        engines.address(url)
    return url


def _check_public_url(url: str) -> str:
    if url:
        parts = urlsplit(url)
        # Reading the port raises where it is no number.
        if not (_PUBLIC_URL.fullmatch(url) and parts.hostname and parts.port != 0):
            raise ValueError(url)
    return url


def _check_proxies(proxies: str) -> str:
    if proxies and proxies != "*":
        for each in proxies.split(","):
            ip_network(each.strip())
    return proxies


class Settings(BaseSettings):
    """How a server is run.

    `data` is the folder of the database and of the host's texts, `database` an SQLAlchemy address
    (empty: SQLite in the data folder), `public_url` the address that people use when a proxy
    stands before the server, `trusted_proxy` the proxy's own address, whose forwarding headers are
    believed. `connections` bounds how many there are at a time. `log_level` and `log_format` say
    what is written of what happens. Counts are served at `metrics_port` of this machine alone, and
    at `/metrics` to who knows `metrics_token`.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    host: Annotated[str, AfterValidator(_check_host)] = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=MAX_PORT)
    data: Path = HOME / "data"
    database: Annotated[str, AfterValidator(_check_database)] = Field(default="", repr=False)
    public_url: Annotated[str, AfterValidator(_check_public_url)] = ""
    trusted_proxy: Annotated[str, AfterValidator(_check_proxies)] = ""
    connections: int = Field(default=4000, ge=1, le=MAX_CONNECTIONS)
    log_format: Format = "console"
    log_level: Level = "warning"
    metrics_port: int | None = Field(default=None, ge=1, le=MAX_PORT)
    metrics_token: SecretStr = SecretStr("")

    @field_validator("metrics_port")
    @classmethod
    def _is_apart(cls, port: int | None, before: ValidationInfo) -> int | None:
        if port is not None and port == before.data.get("port"):
            raise ValueError(port)
        return port

    @property
    def database_url(self) -> str:
        """The address of the database."""
        return self.database or f"sqlite:///{self.data / 'pasch.sqlite'}"

    @property
    def tables(self) -> Path:
        """The folder of the tables of solved games."""
        return self.data / "tables"

    def make_data_folder(self) -> None:
        """Make the data folder, for its owner alone; raise `OSError` when that is impossible."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)


class BadSetting(Exception):
    """A setting cannot be what it was set to; the text is one line that says what it may be."""

    def __init__(self, name: str, value: object, *, is_option: bool) -> None:
        """Name the option or the variable, as it was given."""
        where = f"--{name.replace('_', '-')}" if is_option else f"{PREFIX}{name.upper()}"
        quote = "" if name in _SECRET else f" “{clip(str(value))}”"
        super().__init__(f"{where}{quote}: expected {EXPECTED[name]}")


def settings(given: Mapping[str, Any]) -> Settings:
    """Return the settings; what `given` has as None comes from the environment.

    Raise `BadSetting` for the first one that is wrong.
    """
    options = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**options)
    except ValidationError as error:
        first = error.errors()[0]
    name = str(first["loc"][0])
    raise BadSetting(name, first["input"], is_option=name in options)
