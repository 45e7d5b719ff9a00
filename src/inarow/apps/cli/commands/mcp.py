"""Serve the tools of inarow to an AI assistant (Model Context Protocol).

In the settings of your assistant, add a server with the command `inarow` and the argument `mcp`; it
talks on standard input and output. Needs an extra package: pip install 'inarow[mcp]'.
"""

from __future__ import annotations

import argparse
import sys

from inarow.files.extras import check_extra


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Take nothing: an assistant says everything else."""


def run(_: argparse.Namespace) -> int:
    """Serve until the assistant's program closes the connection."""
    check_extra("mcp", "a server for AI assistants")
    from inarow.apps.mcp import serve

    if sys.stdin.isatty():
        print("Waiting for an assistant on standard input; press Ctrl-C to stop.", file=sys.stderr)
    return serve()
