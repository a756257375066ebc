"""Everything that the kernel and the games say has a German text with the same named places."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from pasch import kernel
from pasch.games import discovery

KERNEL = Path(kernel.__file__).parent
FOLDERS = [KERNEL, *map(discovery.home, discovery.slugs())]


def messages_of(folder: Path) -> Iterator[str]:
    """Yield every text that a module marks with `N_`, or with `NN_`: its plural."""
    for path in folder.rglob("*.py"):
        if "tests" not in path.parts:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"N_", "NN_"}:
                    yield ast.literal_eval(node.args[-1])


def catalogue_of(folder: Path) -> dict[str, str]:
    """Return the German texts of a folder; of a plural the form for many."""
    with (folder / "de.po").open(encoding="utf-8") as file:
        messages = [message for message in read_po(file, locale="de") if message.id]
    return {_last(message.id): _last(message.string) for message in messages}


def _last(text: str | Sequence[str] | None) -> str:
    return text if isinstance(text, str) else (text or [""])[-1]


def _places(text: str) -> list[str]:
    return sorted(re.findall(r"%\(\w+\)[sd]", text))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_message_has_german(folder: Path) -> None:
    catalogue = catalogue_of(KERNEL) | catalogue_of(folder)
    assert {text for text in messages_of(folder) if not catalogue.get(text)} == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_named_places_are_the_same(folder: Path) -> None:
    for message, german in catalogue_of(folder).items():
        assert _places(german) == _places(message), message
