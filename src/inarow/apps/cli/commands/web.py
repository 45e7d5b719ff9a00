"""Play, analyse and learn in your browser.

Starts a server on your own machine and opens its page; nothing is sent anywhere else. Needs extra
packages: pip install 'inarow[web]'.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from inarow.apps.cli.options.arguments import positive
from inarow.apps.web.limits import Limits
from inarow.apps.web.pyodide import check_pyodide
from inarow.files.extras import check_extra
from inarow.rules.errors import InarowError

#: What can be limited, see :class:`inarow.apps.web.limits.Limits`.
_LIMITS = {
    "moves": "how many moves to search at once (default: one per core)",
    "analyses": "how many analyses to run at once (default: one per core)",
    "studies": "how many reviews, search trees and puzzles to make at once (default: 1)",
    "sockets": "how many pages may be connected for analysis (default: 200)",
}
_THIS_MACHINE = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where to listen, and how much to give away."""
    parser.add_argument(
        "--port",
        type=_port,
        help="the port to listen on (default: 8420, or a free one if that is taken)",
    )
    parser.add_argument(
        "--host",
        default=_THIS_MACHINE,
        help="the address to listen on (default: 127.0.0.1, this machine only)",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name or address under which browsers reach this server; needed with --host",
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="let phones and other computers in this network join; shows the address and a QR code",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--pyodide",
        type=Path,
        metavar="FOLDER",
        help="where Pyodide is, which runs the code that you write on the page (default: where "
        "scripts/fetch-pyodide puts it)",
    )
    limits = parser.add_argument_group(
        "limits", "How much the server does for all its visitors together."
    )
    for name, what in _LIMITS.items():
        limits.add_argument(f"--{name}", type=positive, metavar="N", help=what)
    limits.add_argument(
        "--seconds",
        type=_seconds,
        metavar="S",
        help="the longest that an analysis may take (default: 60)",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    check_extra("web", "the web app")
    if options.lan and options.host != _THIS_MACHINE:
        raise InarowError("--lan cannot be combined with --host: it chooses the address itself")
    if options.pyodide is not None:
        check_pyodide(options.pyodide)
    from inarow.apps.web.serving import serve

    wanted = {name: getattr(options, name) for name in _LIMITS}
    wanted["analysis_seconds"] = options.seconds
    return serve(
        options.host,
        options.port,
        names=options.name,
        open_browser=not options.no_browser,
        lan=options.lan,
        pyodide=options.pyodide,
        limits=Limits(**{name: value for name, value in wanted.items() if value is not None}),
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 65536):
        raise argparse.ArgumentTypeError(
            f"a port must be a number from 0 to 65535, not {text[:20]!r}"
        )
    return int(text)


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < math.inf:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number of seconds above 0")
    return found
