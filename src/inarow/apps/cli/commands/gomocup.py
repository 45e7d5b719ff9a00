"""Play Gomoku for a tournament manager, by the Gomocup protocol on standard input and output.

Any manager that runs ``pbrain-...`` programs can run ``inarow gomocup``.
"""

from __future__ import annotations

import argparse
import os
import sys

from inarow.apps.gomocup import serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the number of threads."""
    parser.add_argument("--threads", type=int, default=1, help="threads that search (usually 1)")


def run(options: argparse.Namespace) -> int:
    """Serve the manager until it says END."""
    # A manager may send anything; what is not text must not end the program. The stream is one of
    # our own: a thread that still waits for a line keeps it locked, and the interpreter cannot end
    # while that is the lock of sys.stdin.
    source = os.fdopen(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False)
    return serve(source, sys.stdout, threads=max(1, options.threads))
