"""Play Gomoku under a tournament manager (Gomocup protocol on standard input and output).

Any manager that runs pbrain-... programs can run `inarow gomocup`. If yours needs an executable
file, --install writes one.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path

import inarow
from inarow.apps.cli.options.arguments import add_threads
from inarow.apps.gomocup import serve
from inarow.files.whole import write_whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the number of threads."""
    add_threads(parser, "search with N threads (default: 1)", default=1)
    parser.add_argument(
        "--install",
        type=Path,
        metavar="FOLDER",
        help="write an executable pbrain-inarow to FOLDER, and exit",
    )


def run(options: argparse.Namespace) -> int:
    """Serve the manager until it says END, or write what it can start."""
    if options.install is not None:
        print(f"Wrote {_install(options.install)}.")
        return 0
    # A manager may send anything; what is not text must not end the program. The stream is one of
    # our own: a thread that still waits for a line keeps it locked, and the interpreter cannot end
    # while that is the lock of sys.stdin.
    source = os.fdopen(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False)
    return serve(source, sys.stdout, threads=options.threads)


def _install(folder: Path) -> Path:
    """Write a script that starts the engine with the Python that runs now."""
    folder.mkdir(parents=True, exist_ok=True)
    package = str(Path(inarow.__file__).parents[1])
    if sys.platform == "win32":
        file = folder / "pbrain-inarow.bat"
        start = f'@set "PYTHONPATH={package}"\n@"{sys.executable}" -m inarow gomocup %*\n'
    else:
        file = folder / "pbrain-inarow"
        start = f"#!/bin/sh\nexport PYTHONPATH={shlex.quote(package)}\n"
        start += f'exec {shlex.quote(sys.executable)} -m inarow gomocup "$@"\n'
    write_whole(file, start)
    file.chmod(0o755)
    return file
