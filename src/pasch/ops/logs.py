"""Logs: one line an event on standard error, for people or as JSON, without anybody's secrets.

What is written about an error is its place in the source and its message, never the values of
variables, and of an error in data that the database refuses not even its message: it quotes them.
"""

import logging
import sys
import traceback
from collections.abc import Iterator
from typing import Any, Final, Literal

import structlog
from sqlalchemy.exc import DBAPIError
from structlog.typing import EventDict, Processor

Format = Literal["console", "json"]
Level = Literal["debug", "info", "warning", "error"]

HIDDEN: Final = "[hidden]"

_SECRETS: Final = ("authorization", "cookie", "key", "password", "secret", "share", "token")
"""What the name of a value that must not be written holds."""

_DATA_ERRORS: Final = ("22", "23")
"""PostgreSQL's classes of errors whose texts may quote the data: bad values, broken constraints."""


def configure(form: Format, level: Level) -> None:
    """Write logs of `pasch` from a level on, and warnings of everything else."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
        structlog.processors.ExceptionRenderer(describe),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _lines(form)],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("pasch").setLevel(level.upper())


def _lines(form: Format) -> Processor:
    if form == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(),
        exception_formatter=structlog.dev.plain_traceback,
        repr_native_str=True,  # a line break in a value begins no line of its own
    )


def hide_secrets(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Take the values out of an event whose names say that they are secret."""
    for name in event:
        if any(word in name.lower() for word in _SECRETS):
            event[name] = HIDDEN
    return event


def describe(exc_info: Any) -> str:  # noqa: ANN401 -- structlog's own type is a union of tuples
    """Return an error with those that led to it, as Python prints it but without any data."""
    return "".join(_parts(exc_info[1], set())).rstrip("\n")


def _parts(error: BaseException, told: set[int]) -> Iterator[str]:
    told.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in told and not isinstance(error, DBAPIError):
        yield from _parts(before, told)
        yield "\nand then:\n\n"
    yield "Traceback (most recent call last):\n"
    yield from traceback.format_tb(error.__traceback__)
    yield f"{type(error).__qualname__}: {_message(error)}\n"
    if isinstance(error, BaseExceptionGroup):
        for member in error.exceptions:
            yield from _parts(member, told)


def _message(error: BaseException) -> str:
    if not isinstance(error, DBAPIError):
        return str(error)
    origin = error.orig
    state = getattr(origin, "sqlstate", None) or getattr(origin, "sqlite_errorname", None) or ""
    text = "" if state.startswith(_DATA_ERRORS) else str(origin).partition("\n")[0]
    constraint = getattr(getattr(origin, "diag", None), "constraint_name", None) or ""
    return " ".join(filter(None, (type(origin).__qualname__, state, constraint, text)))
