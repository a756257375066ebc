"""The command line: one function a command.

Commands on records need the kernel and the games alone; a command that needs more imports it when
it runs, so that these stay quick.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from pasch.admin import admin
from pasch.games import discovery
from pasch.kernel.actors import CHANCE
from pasch.kernel.plain import plain
from pasch.kernel.quoting import clip
from pasch.kernel.record import BadRecord, Record, bad_header, read_record
from pasch.kernel.refusals import Reason, Unreadable
from pasch.kernel.replay import BadEvent, verify
from pasch.kernel.report import report
from pasch.kernel.rules import Rules

if TYPE_CHECKING:
    from pasch.config import Settings

DataFolder = Annotated[Path | None, typer.Option(help="Folder of the database.", file_okay=False)]

DatabaseUrl = Annotated[
    str | None,
    typer.Option(help="SQLAlchemy address of a PostgreSQL database; without it SQLite is used."),
]

NUMBER: Final = "NUMBER"
"""What help calls a number that the settings read, which say of every mistake what is expected."""

app = typer.Typer(
    name="pasch",
    help="A self-hosted parlour for dice and domino games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

app.add_typer(admin, name="admin")

RecordFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A record; - reads it from standard input.")
]

REFUSED: Final = 2
"""Exit code when a setting, a record or one of its events is refused."""

DIFFERENT: Final = 1
"""Exit code when a chance event of a record is not what its secrets give."""

MAX_LINE: Final = 200
"""Longest line on standard error, in characters."""

PROGRESS_STEPS: Final = 1000
"""Steps of a progress bar."""

MAX_WORD: Final = 40
"""Longest word of a record that a reason quotes, in characters: two of them fit."""


def main() -> None:
    """Run the command that the arguments name."""
    app()


@app.command("replay")
def replay_record(file: RecordFile) -> None:
    """Replay a record, whole or partial; print where it stands as one JSON object."""
    with _refusals(file):
        record = _read(file)
        position = report(_rules_of(record), record)
    typer.echo(json.dumps(plain(position)))


@app.command("verify")
def verify_record(file: RecordFile) -> None:
    """Recompute every throw, deal and draw of a record from its secrets; say which differ."""
    with _refusals(file):
        record = _read(file)
        differences = list(verify(_rules_of(record), record))
    for found in differences:
        typer.echo(f"line {found.event.line}: {found.event}: expected {CHANCE} {found.expected}")
    if differences:
        raise typer.Exit(DIFFERENT)
    count = sum(event.actor == CHANCE for event in record.events)
    typer.echo(f"All {count} chance events come from the record's secrets.")


@app.command()
def serve(  # noqa: PLR0917 -- typer takes options as parameters
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen at; 0.0.0.0 lets others in the network join."),
    ] = None,
    port: Annotated[
        str | None, typer.Option(metavar=NUMBER, help="Port to listen at; 0 takes any free one.")
    ] = None,
    data: DataFolder = None,
    database: DatabaseUrl = None,
    public_url: Annotated[
        str | None, typer.Option(help="Address that people use when a proxy stands before Pasch.")
    ] = None,
    trusted_proxy: Annotated[
        str | None, typer.Option(help="Address of the proxy whose forwarding headers are believed.")
    ] = None,
    connections: Annotated[
        str | None,
        typer.Option(metavar=NUMBER, help="Most connections at a time, live pages included."),
    ] = None,
    log_level: Annotated[
        str | None, typer.Option(help="Least level of what is logged: debug to error.")
    ] = None,
    log_format: Annotated[
        str | None, typer.Option(help="Lines of the log: console, for people, or json.")
    ] = None,
    metrics_port: Annotated[
        str | None,
        typer.Option(metavar=NUMBER, help="Port of 127.0.0.1 that shows counts to Prometheus."),
    ] = None,
) -> None:
    """Open the parlour and serve it until it is stopped."""
    from pasch.app import serve as run  # noqa: PLC0415 -- see the head of this module

    given = {
        "host": host,
        "port": port,
        "data": data,
        "database": database,
        "public_url": public_url,
        "trusted_proxy": trusted_proxy,
        "connections": connections,
        "log_level": log_level,
        "log_format": log_format,
        "metrics_port": metrics_port,
    }
    with _errors("Pasch cannot start"):
        run(_settings(given))


@app.command()
def migrate(data: DataFolder = None, database: DatabaseUrl = None) -> None:
    """Bring the database up to date; `serve` does the same when it starts."""
    from pasch.store.migrate import migrate as run  # noqa: PLC0415 -- see the head of this module

    with _errors("The database cannot be brought up to date"):
        settings = _settings({"data": data, "database": database})
        settings.make_data_folder()
        typer.echo(run(settings.database_url))


@app.command()
def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that can be solved.")],
    data: Annotated[Path | None, typer.Option(help="Folder that takes the tables.")] = None,
) -> None:
    """Compute the best play of a game exactly; print the value at the start, store the table."""
    try:
        solution = discovery.solution(game)
    except Unreadable as refusal:
        known = ", ".join(discovery.solvable())
        _end(f"{_clip_words(refusal.reason)}: expected one of {known}")
    from pasch.solve.tables import write_table  # noqa: PLC0415 -- see the head of this module

    settings = _settings({"data": data})
    with typer.progressbar(length=PROGRESS_STEPS, file=sys.stderr, label=game) as bar:
        begin = perf_counter()
        tables = solution.solve(lambda share: bar.update(int(share * PROGRESS_STEPS) - bar.pos))
        seconds = perf_counter() - begin
    settings.make_data_folder()
    for table in tables:
        typer.echo(f"{table.options or table.game}: {table.start:.9f}")
        write_table(table, settings.tables)
    typer.echo(f"Solved in {seconds:.2f} s, stored in {settings.tables}.")


@app.command("backup")
def back_up(
    file: Annotated[Path, typer.Argument(help="Where the copy shall be.", dir_okay=False)],
    data: DataFolder = None,
    database: DatabaseUrl = None,
    overwrite: Annotated[bool, typer.Option(help="Replace a file that is there already.")] = False,
) -> None:
    """Write a checked copy of the SQLite database to a file; the server may go on meanwhile."""
    from pasch.store import backup  # noqa: PLC0415 -- see the head of this module

    with _errors("No copy was made"):
        url = _settings({"data": data, "database": database}).database_url
        size = backup.back_up(url, file, overwrite=overwrite)
        typer.echo(f"{file} is a sound copy of the database ({size:,} bytes).")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A copy that `pasch backup` has made.")],
    data: DataFolder = None,
    database: DatabaseUrl = None,
) -> None:
    """Put such a copy in the place of the database, which is kept; stop the server before."""
    from pasch.store import backup  # noqa: PLC0415 -- see the head of this module

    with _errors("Nothing was restored"):
        settings = _settings({"data": data, "database": database})
        settings.make_data_folder()
        now = datetime.now().astimezone()
        stamp = f"before-{now:%Y%m%d-%H%M%S}"
        former = backup.restore(settings.database_url, file, stamp=stamp)
        typer.echo(f"The database is now what {file} was.")
        if former is not None:
            typer.echo(f"The former one is kept: {former}")


def _settings(given: Mapping[str, Any]) -> "Settings":
    """Return the settings; what the command line leaves open comes from the environment."""
    from pasch.config import BadSetting, settings  # noqa: PLC0415 -- see the head of this module

    try:
        return settings(given)
    except BadSetting as error:
        _end(str(error))


@contextmanager
def _errors(outcome: str) -> Iterator[None]:
    """Turn what may stand against a command into one line, which begins so, and exit code 1."""
    from pasch.store.backup import BadBackup, NotHere  # noqa: PLC0415 -- see the head of this module
    from pasch.store.engines import Unreachable  # noqa: PLC0415 -- as above
    from pasch.store.lock import InUse  # noqa: PLC0415 -- as above
    from pasch.store.revisions import UnknownRevision  # noqa: PLC0415 -- as above

    known = (BadBackup, InUse, NotHere, Unreachable, UnknownRevision, OSError, ValueError)
    try:
        yield
    except known as error:
        typer.echo(f"{outcome}: {error}", err=True)
        raise typer.Exit(1) from error


def _read(file: str) -> Record:
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return read_record(content.decode("utf-8"))


def _rules_of(record: Record) -> Rules[object, object]:
    try:
        return discovery.rules(record.game)
    except Unreadable as refusal:
        raise bad_header(record, "game", refusal.reason) from None


@contextmanager
def _refusals(file: str) -> Iterator[None]:
    """Turn what is wrong with a record into one line on standard error and an exit code."""
    try:
        yield
    except BadEvent as refusal:
        _refuse(_where(refusal.event.line, str(refusal.event)), refusal.reason)
    except BadRecord as refusal:
        _refuse(_where(refusal.line, refusal.text), refusal.reason)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        _end(f"line {line}: the text is not UTF-8")
    except OSError as error:
        _end(f"{error.strerror}: {file}")


def _where(line: int, text: str) -> str:
    return f"line {line}: {clip(text)}: " if text else f"line {line}: "


def _refuse(where: str, reason: Reason) -> NoReturn:
    """End with the reason; were the line too long, the rule's number would still stand in it."""
    rule = f" ({reason.rule})" if reason.rule else ""
    text = str(replace(_clip_words(reason), rule=None))
    _end(clip(where + text, MAX_LINE - len(rule)) + rule)


def _clip_words(reason: Reason) -> Reason:
    """Shorten what a reason quotes, so that its own words remain."""
    params = (
        (name, clip(value, MAX_WORD) if isinstance(value, str) else value)
        for name, value in reason.params
    )
    return replace(reason, params=tuple(params))


def _end(line: str) -> NoReturn:
    typer.echo(clip(line, MAX_LINE), err=True)
    raise typer.Exit(REFUSED)
