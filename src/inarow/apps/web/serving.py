"""Run the application and open it in the browser."""

from __future__ import annotations

import ipaddress
import socket
import webbrowser
from collections.abc import Callable, Iterable
from pathlib import Path

import uvicorn

from inarow.apps.web.app import create_app
from inarow.apps.web.guard import LOCAL_HOSTS
from inarow.apps.web.limits import BODY_BYTES, Limits
from inarow.apps.web.network import invitation, own_names
from inarow.rules.errors import InarowError

#: Where the page is to be found unless something else is there already.
USUAL_PORT = 8420


class ServingError(InarowError):
    """The server cannot be started like this."""


class _Server(uvicorn.Server):
    """Tells when it can be reached."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_started()


def serve(
    host: str,
    port: int | None,
    *,
    names: Iterable[str] = (),
    open_browser: bool = True,
    limits: Limits | None = None,
    lan: bool = False,
    pyodide: Path | None = None,
) -> int:
    """Serve the page until interrupted; ``names`` are further names that the server goes by.

    With ``lan`` it listens to the network, goes by the machine's own addresses, and says how a
    phone gets there.
    """
    if lan:
        host, names = "0.0.0.0", [*names, *own_names()]
    listening = _listen(host, port)
    used_port = listening.getsockname()[1]
    address = f"http://{_url_host(host)}:{used_port}/"

    def say_where() -> None:
        print(f"inarow is at {address}  (Ctrl-C ends it)", flush=True)
        if lan:
            print(invitation(own_names(), used_port), flush=True)
        if open_browser:
            webbrowser.open(address)

    config = uvicorn.Config(
        create_app(limits=limits, hosts={*LOCAL_HOSTS, host, *names}, pyodide=pyodide),
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=BODY_BYTES,
        ws_ping_interval=20,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    try:
        _Server(config, say_where).run(sockets=[listening])
    except KeyboardInterrupt:
        print()
    return 0


def _listen(host: str, port: int | None) -> socket.socket:
    """A listening socket; the usual port may be replaced by a free one, a chosen one may not."""
    try:
        return _bound_somewhere(host) if port is None else _bound(host, port)
    except OSError as error:
        where = host if port is None else f"{host}, port {port}"
        raise ServingError(f"cannot listen on {where}: {error.strerror}") from None
    except TypeError:  # Python did not get as far as asking the system.
        raise ServingError(f"cannot listen on {host[:80]}: there is no host of that name") from None


def _bound_somewhere(host: str) -> socket.socket:
    try:
        return _bound(host, USUAL_PORT)
    except OSError:
        return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, OverflowError, TypeError):
        listening.close()
        raise
    return listening


def _url_host(host: str) -> str:
    """How a browser on this machine reaches a server that listens on ``host``."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.is_unspecified:
        return "127.0.0.1"
    return f"[{host}]" if address.version == 6 else host
