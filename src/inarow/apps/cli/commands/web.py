"""Play, analyse and learn in your browser.

Serves one page from your own machine and opens it; nothing is sent anywhere else. Needs some extra
packages: pip install 'inarow[web]'.
"""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from inarow.rules.errors import InarowError

_NEEDED = ("fastapi", "uvicorn", "websockets")


class MissingExtraError(InarowError):
    """Packages that this command needs are not installed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where to listen."""
    parser.add_argument(
        "--port", type=_port, help="default: 8420, or any free port if that is taken"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen on (default: 127.0.0.1, this machine only)",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name or address that browsers reach this server by; needed with --host",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise MissingExtraError(
            f"the web app needs {', '.join(missing)}; install with: pip install 'inarow[web]'"
        )
    from inarow.apps.web.serving import serve

    return serve(
        options.host, options.port, names=options.name, open_browser=not options.no_browser
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 65536):
        raise argparse.ArgumentTypeError(
            f"a port must be a number from 0 to 65535, not {text[:20]!r}"
        )
    return int(text)
