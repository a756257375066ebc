"""What travels over a tab's socket. The scripts hold no text: all of it comes from here."""

from typing import Final, Literal

import msgspec


class Request(msgspec.Struct, frozen=True):
    """A form that a tab sends: `do` names the action, `id` is chosen by the tab."""

    id: str = ""
    do: str = ""
    fields: dict[str, str] = {}


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a request: accepted, or refused with a code and a text for people.

    A text with an accepted request is for its sender alone. `ask` is the question to put before
    the same command is sent again as confirmed. `link` and `href` lead to the rule that stands
    against it.
    """

    id: str
    k: Literal["ok", "no"]
    code: str = ""
    text: str = ""
    ask: bool = False
    link: str = ""
    href: str = ""


class Cue(msgspec.Struct, frozen=True):
    """Something that moves or sounds: its kind and the ids of elements."""

    t: str
    at: tuple[str, ...]


class Update(msgspec.Struct, frozen=True, omit_defaults=True):
    """New content of a page: a snapshot, or a patch that follows message `n` - 1 of its epoch.

    `regions` maps the id of an element to its HTML, `log` lists new lines of the log; that of a
    snapshot is complete, with the lines of the chat in between. The kind `here` tells that a page
    shows all of it already. A message of the kind `chat` has
    no number: it brings `chat`, new lines for this tab alone. `match` and `seen` are what the
    next command has to carry. `said` is read out politely, `turn` at once. `now` is the server's
    time in milliseconds, `go` an address to go to.
    """

    k: Literal["snap", "here", "patch", "chat"]
    epoch: str
    n: int
    match: str = ""
    seen: int = 0
    title: str = ""
    regions: dict[str, str] = {}
    log: tuple[str, ...] = ()
    chat: tuple[str, ...] = ()
    cues: tuple[Cue, ...] = ()
    said: str = ""
    turn: str = ""
    now: int = 0
    go: str = ""


PONG: Final = '{"k":"pong"}'

_ENCODER: Final = msgspec.json.Encoder()
_REQUESTS: Final = msgspec.json.Decoder(Request)


def encode(message: Answer | Update) -> str:
    """Return a message as JSON text; its kind is the field `k`."""
    return _ENCODER.encode(message).decode()


def read_request(text: str) -> Request | None:
    """Return what a tab has sent, or None when it cannot be read."""
    try:
        return _REQUESTS.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None
