"""Own scripts as they are sent: each with the modules that it imports.

Every file costs its headers and a place in the queue, which is as much as a small module weighs.
"""

import re
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?function )", re.MULTILINE)


def is_own(path: Path, folder: Path) -> bool:
    """Return whether a file is one of our scripts, which lie in that folder itself."""
    return path.suffix == ".js" and path.parent == folder


def imported(folder: Path) -> frozenset[str]:
    """Return the names of the scripts that others bring along: nobody asks for them."""
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.js")]
    return frozenset(name for text in texts for _, name in _IMPORT.findall(text))


def sent(path: Path) -> bytes:
    """Return a script with its modules in it, each in a scope of its own."""
    return _joined(path).encode()


def _joined(path: Path) -> str:
    def module(match: re.Match[str]) -> str:
        names, file = match[1], path.with_name(match[2])
        return f"const {{ {names} }} = (() => {{\n{_joined(file)}return {{ {names} }};\n}})();"

    text = path.read_text(encoding="utf-8")
    return _EXPORT.sub("", _IMPORT.sub(module, text))
