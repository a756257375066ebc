"""Under which address people reach this server, to be sent on to others."""

from dataclasses import dataclass
from typing import Final

from starlette.datastructures import URL
from starlette.requests import HTTPConnection

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1", "[::1]"})
_SECURE: Final = frozenset({"https", "wss"})


@dataclass(frozen=True, slots=True)
class Addresses:
    """`public` is the address before a proxy, `network` this machine's in its own network.

    Both may be "". Nobody else can use the address of a visitor who sits at the machine itself.
    """

    public: str = ""
    network: str = ""

    def base_of(self, connection: HTTPConnection) -> str:
        """Return the address to which others can add a path, without a slash at its end."""
        if self.public:
            return self.public.rstrip("/")
        url = connection.url
        scheme = "https" if url.scheme in _SECURE else "http"
        if self.network and url.hostname in _LOOPBACK:
            return f"{scheme}://{_with_port(self.network, url)}"
        return f"{scheme}://{url.netloc}"


def _with_port(host: str, url: URL) -> str:
    return host if url.port is None else f"{host}:{url.port}"
