"""`pasch admin`: what a host does with accounts. A running server notices within seconds.

Whatever needs the database is imported when it is used, so that other commands stay quick.
"""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn, TypeVar

import typer

from pasch.kernel.refusals import Refusal
from pasch.matches.refusals import StillPlaying

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pasch.matches.accounts import Accounts
    from pasch.matches.model import Account
    from pasch.matches.own_data import OwnData

PASSWORD_BYTES: Final = 12
"""Random bytes of a password that is made here: 16 characters."""

REFUSED: Final = 1
"""Exit code when what was asked for cannot be done."""

BAD_SETTING: Final = 2
"""Exit code when a setting is refused."""

ResultT = TypeVar("ResultT")

Name = Annotated[str, typer.Argument(help="The name of the account.")]
Data = Annotated[Path | None, typer.Option(help="Folder of the database.", file_okay=False)]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(help="SQLAlchemy address of a PostgreSQL database; without it SQLite is used."),
]

admin = typer.Typer(
    help="Create, help, ban, export and delete accounts.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@admin.command()
def create(name: Name, data: Data = None, database: DatabaseUrl = None) -> None:
    """Make an account with a password, which is printed once."""
    password = _new_password()

    async def work(office: "Office") -> str:
        account = await office.accounts.create(name, password)
        return account.name

    shown = _run(work, data, database)
    typer.echo(f"{shown} can sign in with the password {password}")


@admin.command("reset-password")
def reset_password(name: Name, data: Data = None, database: DatabaseUrl = None) -> None:
    """Give an account a new password, printed once; it is signed out everywhere."""
    password = _new_password()

    async def work(office: "Office") -> str:
        account = await office.find(name)
        await office.accounts.set_password(account.id, password, None)
        return account.name

    shown = _run(work, data, database)
    typer.echo(f"{shown} can sign in with the password {password}")


@admin.command()
def ban(
    name: Name,
    lift: Annotated[bool, typer.Option("--lift", help="Let the account in again.")] = False,
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """End all sessions of an account and let it begin no other; --lift takes that back."""

    async def work(office: "Office") -> str:
        account = await office.find(name)
        await (office.accounts.lift_ban if lift else office.accounts.ban)(account.id)
        return account.name

    shown = _run(work, data, database)
    typer.echo(f"{shown} may come in again." if lift else f"{shown} is banned.")


@admin.command()
def export(
    name: Name,
    to: Annotated[
        Path | None, typer.Option(help="File to write; without it standard output.", dir_okay=False)
    ] = None,
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """Write what is kept of an account as JSON."""

    async def work(office: "Office") -> str:
        found = await office.own_data.export(await office.find(name))
        return json.dumps(found, ensure_ascii=False, indent=2)

    text = _run(work, data, database)
    if to is None:
        typer.echo(text)
    else:
        to.write_text(text + "\n", encoding="utf-8")


@admin.command()
def delete(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """Delete an account; matches of others stay, with “deleted account” for its name."""

    async def find(office: "Office") -> str:
        return (await office.find(name)).name

    async def work(office: "Office") -> None:
        account = await office.find(name)
        try:
            await office.own_data.delete(account)
        except StillPlaying:
            _end(f"a match of {account.name} is still running")

    shown = _run(find, data, database)
    if not yes:
        typer.confirm(f"Delete the account of {shown}? This cannot be undone.", abort=True)
    _run(work, data, database)
    typer.echo(f"The account of {shown} is deleted.")


class Office:
    """The service, opened for one command."""

    def __init__(self, accounts: "Accounts", own_data: "OwnData") -> None:
        """Work with accounts and what is kept of them."""
        self.accounts = accounts
        self.own_data = own_data

    async def find(self, name: str) -> "Account":
        """Return the account that bears a name; end the command if there is none."""
        account = await self.accounts.named(name)
        if account is None:
            _end(f"nobody here is called {name}")
        return account


def _run(
    work: Callable[[Office], Awaitable[ResultT]], data: Path | None, database: str | None
) -> ResultT:
    """Do something with the service, and turn what is refused into one line and exit code 1."""
    from pasch import config  # noqa: PLC0415 -- see the head of this module

    try:
        settings = config.settings({"data": data, "database": database})
    except config.BadSetting as error:
        _end(str(error), BAD_SETTING)
    with _one_line():
        settings.make_data_folder()
        return asyncio.run(_open(work, settings.database_url))


async def _open(work: Callable[[Office], Awaitable[ResultT]], url: str) -> ResultT:
    from pasch.matches.accounts import Accounts  # noqa: PLC0415 -- see the head of this module
    from pasch.matches.attempts import Attempts  # noqa: PLC0415 -- as above
    from pasch.matches.bus import LocalBus  # noqa: PLC0415 -- as above
    from pasch.matches.clock import SystemClock  # noqa: PLC0415 -- as above
    from pasch.matches.own_data import OwnData  # noqa: PLC0415 -- as above
    from pasch.matches.parlour import Parlour  # noqa: PLC0415 -- as above
    from pasch.store.sql import open_store  # noqa: PLC0415 -- as above

    store, clock, attempts = open_store(url), SystemClock(), Attempts()
    try:
        accounts = Accounts(store, clock, secrets.token_bytes, attempts)
        parlour = Parlour(store, LocalBus(), clock, secrets.token_bytes, attempts)
        return await work(Office(accounts, OwnData(store, parlour, clock)))
    finally:
        await store.close()


@contextmanager
def _one_line() -> "Iterator[None]":
    from pasch.store.engines import Unreachable  # noqa: PLC0415 -- see the head of this module
    from pasch.store.revisions import UnknownRevision  # noqa: PLC0415 -- as above

    try:
        yield
    except Refusal as refusal:
        _end(str(refusal.reason))
    except (Unreachable, UnknownRevision, OSError, ValueError) as error:
        _end(str(error))


def _new_password() -> str:
    return secrets.token_urlsafe(PASSWORD_BYTES)


def _end(line: str, code: int = REFUSED) -> NoReturn:
    typer.echo(line, err=True)
    raise typer.Exit(code)
