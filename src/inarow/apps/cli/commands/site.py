"""Build the page as a folder of plain files, for any web host.

`inarow site build FOLDER` writes the page, the program's Python, the engines as WebAssembly, and
Pyodide, which runs Python in the browser. Visitors can play, analyse and learn as with `inarow
web`, and after the first visit also offline. Pyodide comes from npm: npm install pyodide@314.0.7.
If Node is installed, the Python is compiled and the page starts faster.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from inarow.apps.cli.output.progress import ProgressLine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where to build from what."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    build = actions.add_parser("build", help="write the site to a folder")
    build.add_argument("folder", metavar="FOLDER", type=Path, help="where to write it")
    build.add_argument(
        "--pyodide",
        metavar="FOLDER",
        type=Path,
        default=Path("node_modules/pyodide"),
        help="the folder with Pyodide (default: node_modules/pyodide)",
    )
    build.set_defaults(action=_build)


def run(options: argparse.Namespace) -> int:
    """Do what was asked."""
    status: int = options.action(options)
    return status


def _build(options: argparse.Namespace) -> int:
    from inarow.apps.web.site import build

    steps = ["the site"]
    with ProgressLine(lambda: f"building {steps[-1]}"):
        sizes = build(options.folder, options.pyodide, steps.append)
    loaded = sum(sizes.values()) / 1e6
    print(f"{options.folder}: a first visit loads {len(sizes)} files, {loaded:.1f} MB")
    print(f"Try it: python -m http.server --directory {options.folder}")
    return 0
