"""Play, analyse and learn in your browser.

Serves one page from your own machine and opens it; nothing is sent anywhere else. Needs some extra
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
    "moves": "how many moves are searched for at once (as many as there are processors)",
    "analyses": "how many analyses run at once (as many as there are processors)",
    "studies": "how many reviews, search trees and puzzles are made at once (1)",
    "sockets": "how many pages may be connected for analysis (200)",
}
_THIS_MACHINE = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where to listen, and how much to give away."""
    parser.add_argument(
        "--port", type=_port, help="default: 8420, or any free port if that is taken"
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
        help="a host name or address that browsers reach this server by; needed with --host",
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="let phones and other computers in this network play too: listen on the network, go "
        "by this machine's addresses, and show the address and a QR code",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--pyodide",
        type=Path,
        metavar="FOLDER",
        help="Pyodide, in which the page runs code that you write there (default: where "
        "scripts/fetch-pyodide puts it)",
    )
    limits = parser.add_argument_group("limits", "What the server gives to all its visitors.")
    for name, what in _LIMITS.items():
        limits.add_argument(f"--{name}", type=positive, metavar="N", help=what)
    limits.add_argument(
        "--seconds", type=_seconds, metavar="S", help="the longest an analysis may take (60)"
    )


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    check_extra("web", "the web app")
    if options.lan and options.host != _THIS_MACHINE:
        raise InarowError("--lan chooses the address itself, so that --host has no place")
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
