"""Cookies: all of them for this site alone, out of reach of scripts."""

import base64
import binascii
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

ACCESS: Final = "pasch"
LANGUAGE: Final = "language"
THEME: Final = "theme"
SOUND: Final = "sound"
TABLE_PASSWORD: Final = "table-password"  # noqa: S105 - a name
INVITATION: Final = "invitation"

SECONDS: Final = 400 * 24 * 60 * 60
"""How long a cookie lasts: the longest that browsers grant."""


def set_cookie(request: Request, answer: Response, name: str, value: str) -> None:
    """Let the browser keep a value."""
    answer.set_cookie(
        name,
        value,
        max_age=SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def drop_cookie(answer: Response, name: str) -> None:
    """Let the browser forget a value."""
    answer.delete_cookie(name, httponly=True, samesite="lax")


def set_text(request: Request, answer: Response, name: str, text: str) -> None:
    """Let the browser keep a text of any characters; nothing for an empty one."""
    if text:
        value = base64.urlsafe_b64encode(text.encode()).decode("ascii").rstrip("=")
        set_cookie(request, answer, name, value)
    else:
        drop_cookie(answer, name)


def text_of(connection: HTTPConnection, name: str) -> str:
    """Return a text that `set_text` has kept, "" for none or one that cannot be read."""
    value = connection.cookies.get(name, "")
    try:
        return base64.b64decode(value + "=" * (-len(value) % 4), b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        return ""
