"""What a line on a terminal quotes of what it was given."""

from typing import Final

MAX_QUOTE: Final = 60
"""Longest quotation in a line, in characters."""


def clip(text: str, length: int = MAX_QUOTE) -> str:
    """Return the text on one line of at most `length` characters; odd characters are escaped."""
    line = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
    return line if len(line) <= length else line[: length - 1] + "…"
