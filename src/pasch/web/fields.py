"""Read the fields of a form; every fault is named."""

from collections.abc import Mapping
from typing import Final

from pasch.kernel.draws import SHARE_BYTES
from pasch.kernel.refusals import N_, Reason, Unreadable

Fields = Mapping[str, str]

LONGEST_FIELD: Final = 200
"""Longest value of a field in characters; no event or name needs more."""


class BadField(Unreadable):
    """A field of a form is missing or cannot be read."""

    code = "bad-field"

    def __init__(self, name: str) -> None:
        """Name the field."""
        params = (("name", name),)
        super().__init__(Reason(N_("The field “%(name)s” is missing or wrong."), None, params))


def text(fields: Fields, name: str) -> str:
    """Return a field that has to be there."""
    value = fields.get(name, "")
    if not value or len(value) > LONGEST_FIELD:
        raise BadField(name)
    return value


def number(fields: Fields, name: str) -> int:
    """Return a field that holds a number from 0 to 999,999."""
    value = text(fields, name)
    if not (value.isascii() and value.isdecimal() and len(value) <= len("999999")):
        raise BadField(name)
    return int(value)


def flag(fields: Fields, name: str) -> bool:
    """Return a field that is 1 or 0; 0 when it is missing."""
    value = fields.get(name, "0")
    if value not in {"0", "1"}:
        raise BadField(name)
    return value == "1"


def share(fields: Fields) -> bytes | None:
    """Return the seat's share in the throws that the browser has made, or None."""
    value = fields.get("share", "")
    if not value:
        return None
    try:
        made = bytes.fromhex(value)
    except ValueError:
        raise BadField("share") from None
    if len(made) != SHARE_BYTES:
        raise BadField("share")
    return made
