"""How much a first visit transfers, with fonts, styles, scripts and what the socket brings."""

from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page

from tests.e2e.people import Guests, Person

PAGE_LIMIT: Final = 150_000
"""Most bytes of a first visit."""

SCRIPT_LIMIT: Final = 15_000
"""Most bytes of scripts in it."""


@dataclass
class Scales:
    """Adds up what a tab transfers, as it comes over the network."""

    page: Page
    types: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    frames: int = 0

    def __post_init__(self) -> None:
        """Begin to weigh."""
        session = self.page.context.new_cdp_session(self.page)
        session.on("Network.responseReceived", self._note_response)
        session.on("Network.loadingFinished", self._note_end)
        session.on("Network.webSocketFrameReceived", self._note_frame)
        session.send("Network.enable")

    def _note_response(self, event: dict[str, Any]) -> None:
        self.types[event["requestId"]] = event["type"]

    def _note_end(self, event: dict[str, Any]) -> None:
        self.sizes[event["requestId"]] = event["encodedDataLength"]

    def _note_frame(self, event: dict[str, Any]) -> None:
        self.frames += len(event["response"]["payloadData"].encode())

    def of(self, kind: str) -> int:
        """Return the bytes of a kind of resource, such as Script."""
        return sum(size for key, size in self.sizes.items() if self.types.get(key) == kind)

    @property
    def total(self) -> int:
        """All bytes, with those of the socket."""
        return sum(self.sizes.values()) + self.frames


def weigh(visitor: Person, path: str) -> Scales:
    """Let somebody who was never here visit a page."""
    scales = Scales(visitor.page)
    visitor.page.goto(path, wait_until="networkidle")
    visitor.until(lambda: scales.frames > 0)
    return scales


def check(scales: Scales) -> None:
    """The page is light; and it was weighed with everything that it needs."""
    kinds = {kind: scales.of(kind) for kind in ("Document", "Stylesheet", "Script", "Font")}
    assert all(kinds.values()), kinds
    assert kinds["Script"] <= SCRIPT_LIMIT, kinds
    assert scales.total <= PAGE_LIMIT, kinds


def test_lobby_is_light(guests: Guests) -> None:
    check(weigh(guests.come("Anna"), "/"))


def test_table_is_light(guests: Guests) -> None:
    anna, *_ = guests.begin("Anna", "Jo", "Mira")
    anna.throw()
    check(weigh(guests.come("Zoe"), anna.page.url))
    elsewhere = guests.come("Anna")
    elsewhere.context.add_cookies(anna.context.cookies())  # type: ignore[arg-type]
    check(weigh(elsewhere, anna.page.url))
    assert elsewhere.offers() == anna.offers()
