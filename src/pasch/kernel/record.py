"""Record text: `key: value` header lines, an empty line, then one event a line.

The writer produces exactly one form; the reader forgives extra spaces and comments, nothing else.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeVar

from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.chance import read_number
from pasch.kernel.draws import SECRET_BYTES, SHARE_BYTES
from pasch.kernel.refusals import N_, Reason, Unreadable

REQUIRED: Final = ("game", "rules", "options", "seats")
PROVENANCE: Final = ("match", "shares", "seals", "secrets")
"""Headers that finished records carry in addition."""

HEADERS: Final = REQUIRED + PROVENANCE

ValueT = TypeVar("ValueT")

SEAL_BYTES: Final = 32
_HEX: Final = frozenset("0123456789abcdef")
_MATCH_ID: Final = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_")


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a match's log. `line` is its line in the file it came from, 0 if none."""

    actor: Actor
    text: str
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Return the line as the writer writes it."""
        return f"{self.actor} {self.text}"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the throws of a finished record came from; secrets and seals in order, as bytes."""

    match: str
    shares: tuple[bytes, ...]
    seals: tuple[bytes, ...]
    secrets: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A match as text tells it, with options as written (a missing one has its default).

    `header_lines` are the lines of its headers in the file it came from, in their order.
    """

    game: str
    rules: int
    options: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    events: tuple[Event, ...] = ()
    provenance: Provenance | None = None
    header_lines: tuple[int, ...] = field(default=tuple(range(1, len(HEADERS) + 1)), compare=False)


class BadRecord(Unreadable):
    """A line of a record cannot be read; `line` counts the file's lines from 1."""

    def __init__(self, line: int, text: str, reason: Reason) -> None:
        """Keep the line's number and its text as it was read."""
        super().__init__(reason)
        self.line = line
        self.text = text


def squeeze(text: str) -> str:
    """Return `text` without extra spaces: the one liberty a reader takes."""
    return " ".join(filter(None, text.split(" ")))


def write_record(record: Record) -> str:
    """Return the record in its one written form, with a line break at the end."""
    headers = (f"{key}: {value}".rstrip(" ") for key, value in _header_values(record))
    return "\n".join([*headers, "", *map(str, record.events)]) + "\n"


def bad_header(record: Record, key: str, reason: Reason) -> BadRecord:
    """Return the refusal of a record for the content of one of its headers."""
    text = f"{key}: {dict(_header_values(record))[key]}"
    return BadRecord(record.header_lines[HEADERS.index(key)], text, reason)


def _header_values(record: Record) -> Iterator[tuple[str, str]]:
    yield "game", record.game
    yield "rules", str(record.rules)
    yield "options", " ".join(f"{name}={value}" for name, value in record.options)
    yield "seats", ", ".join(record.seats)
    if record.provenance is not None:
        yield "match", record.provenance.match
        yield "shares", _write_hex(record.provenance.shares)
        yield "seals", _write_hex(record.provenance.seals)
        yield "secrets", _write_hex(record.provenance.secrets)


def read_record(text: str) -> Record:
    """Read a record, whole or partial; raise `BadRecord` with the line that cannot be read.

    Only the form is checked here: whether events are legal is told by `replay`.
    """
    lines = text.split("\n")
    headers, end = _read_headers(lines)
    events = tuple(
        _read_event(number, squeezed)
        for number, raw in enumerate(lines[end:], end + 1)
        if (squeezed := _without_comment(raw))
    )
    return Record(
        game=_read(headers, "game", str),
        rules=_read(headers, "rules", read_number),
        options=_read(headers, "options", _read_options),
        seats=_read(headers, "seats", _read_seats),
        events=events,
        provenance=_read_provenance(headers) if "match" in headers else None,
        header_lines=tuple(number for number, _ in headers.values()),
    )


Headers = dict[str, tuple[int, str]]
"""Each header's line number and its text without extra spaces."""


def _without_comment(line: str) -> str:
    return squeeze(line.partition("#")[0].strip(" "))


def _read_headers(lines: list[str]) -> tuple[Headers, int]:
    """Return the headers and the number of lines up to and with the empty line."""
    headers: Headers = {}
    end = len(lines)
    for number, raw in enumerate(lines, 1):
        if not raw.strip(" "):
            end = number
            break
        line = _without_comment(raw)
        if line:
            _add_header(headers, number, line)
    _check_all_there(headers, end)
    return headers, end


def _add_header(headers: Headers, number: int, line: str) -> None:
    key, colon, value = line.partition(":")
    if not colon or key not in HEADERS:
        raise BadRecord(number, line, Reason(N_("this is no header of a record")))
    if key in headers or key != HEADERS[len(headers)]:
        reason = N_("the header “%(key)s” is not in its place")
        raise BadRecord(number, line, Reason(reason, params=(("key", key),)))
    if value and not value.startswith(" "):
        raise BadRecord(number, line, Reason(N_("a blank must follow the colon")))
    headers[key] = (number, value.removeprefix(" "))


def _check_all_there(headers: Headers, end: int) -> None:
    wanted = HEADERS if len(headers) > len(REQUIRED) else REQUIRED
    missing = [key for key in wanted if key not in headers]
    if missing:
        reason = N_("the header “%(key)s” is missing")
        raise BadRecord(end, "", Reason(reason, params=(("key", missing[0]),)))


def _read(headers: Headers, key: str, reader: Callable[[str], ValueT]) -> ValueT:
    number, value = headers[key]
    try:
        return reader(value)
    except Unreadable as refusal:
        raise BadRecord(number, f"{key}: {value}", refusal.reason) from None


def _read_options(value: str) -> tuple[tuple[str, str], ...]:
    pairs: dict[str, str] = {}
    for word in filter(None, value.split(" ")):
        name, equals, chosen = word.partition("=")
        if not (name and equals and chosen):
            reason = N_("“%(word)s” is not of the form name=value")
            raise Unreadable(Reason(reason, params=(("word", word),)))
        if name in pairs:
            reason = N_("option “%(name)s” is given twice")
            raise Unreadable(Reason(reason, params=(("name", name),)))
        pairs[name] = chosen
    return tuple(pairs.items())


def _read_seats(value: str) -> tuple[str, ...]:
    names = tuple(name.removesuffix(" ") for name in value.split(", "))
    if any(not name or "," in name for name in names):
        raise Unreadable(Reason(N_("seats are names, separated by a comma and a blank")))
    return names


def _read_provenance(headers: Headers) -> Provenance:
    provenance = Provenance(
        match=_read(headers, "match", _read_match),
        shares=_read(headers, "shares", lambda value: _read_hex(value, SHARE_BYTES)),
        seals=_read(headers, "seals", lambda value: _read_hex(value, SEAL_BYTES)),
        secrets=_read(headers, "secrets", lambda value: _read_hex(value, SECRET_BYTES)),
    )
    if len(provenance.seals) != len(provenance.secrets):
        number, value = headers["secrets"]
        raise BadRecord(number, f"secrets: {value}", Reason(N_("each seal needs its secret")))
    return provenance


def _read_match(value: str) -> str:
    if not value or not _MATCH_ID.issuperset(value):
        raise Unreadable(Reason(N_("this is no id of a match")))
    return value


def _read_hex(value: str, size: int) -> tuple[bytes, ...]:
    words = value.split(" ")
    if any(len(word) != 2 * size or not _HEX.issuperset(word) for word in words):
        reason = N_("expected %(size)d bytes each, in lower-case hex")
        raise Unreadable(Reason(reason, params=(("size", size),)))
    return tuple(bytes.fromhex(word) for word in words)


def _write_hex(values: tuple[bytes, ...]) -> str:
    return " ".join(value.hex() for value in values)


_ACTORS: Final[dict[str, Actor]] = {CHANCE: CHANCE} | {str(n): Seat(n) for n in range(1, 10)}


def _read_event(number: int, line: str) -> Event:
    word, _, text = line.partition(" ")
    actor = _ACTORS.get(word)
    if actor is None:
        reason = N_("“%(word)s” is no actor: expected * or the number of a seat")
        raise BadRecord(number, line, Reason(reason, params=(("word", word),)))
    if not text:
        raise BadRecord(number, line, Reason(N_("the event is missing")))
    return Event(actor, text, number)
