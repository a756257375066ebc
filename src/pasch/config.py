"""Settings: from the command line, else from `PASCH_…` in the environment, else the defaults."""

from pathlib import Path
from typing import Final

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from pasch.ops.logs import Format, Level

HOME: Final = Path(__file__).resolve().parents[2]
"""The checkout."""


class Settings(BaseSettings):
    """How a server is run.

    `data` is the folder of the database and of the host's texts, `database` an SQLAlchemy address
    (empty: SQLite in the data folder), `public_url` the address that people use when a proxy
    stands before the server, `trusted_proxy` the proxy's own address, whose forwarding headers are
    believed. `connections` bounds how many there are at a time. `log_level` and `log_format` say
    what is written of what happens. Counts are served at `metrics_port` of this machine alone, and
    at `/metrics` to who knows `metrics_token`.
    """

    model_config = SettingsConfigDict(env_prefix="PASCH_", frozen=True)

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = HOME / "data"
    database: str = Field(default="", repr=False)  # may hold a password
    public_url: str = ""
    trusted_proxy: str = ""
    connections: int = 4000
    log_format: Format = "console"
    log_level: Level = "warning"
    metrics_port: int | None = None
    metrics_token: SecretStr = SecretStr("")

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
