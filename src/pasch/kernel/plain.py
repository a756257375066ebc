"""Values of the rules as JSON has them, for programs."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can hold."""


def plain(value: object) -> Plain:
    """Return a value as JSON has it: dataclasses and named tuples by field, other tuples as lists.

    Raise `TypeError` for anything that views and reports do not hold.
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        parts = [plain(part) for part in value]
        return parts if names is None else dict(zip(names, parts, strict=True))
    if isinstance(value, frozenset):
        return sorted(map(plain, value), key=str)
    raise TypeError(f"{type(value).__name__} is no plain value")
