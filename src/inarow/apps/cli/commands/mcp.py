"""Give an assistant the tools of inarow, by the Model Context Protocol.

The assistant's program starts this command and talks to it on standard input and output; in its
settings the command is `inarow` and its argument `mcp`. Needs an extra package:
pip install 'inarow[mcp]'.
"""

from __future__ import annotations

import argparse
import sys

from inarow.files.extras import check_extra


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Take nothing: an assistant says everything else."""


def run(_: argparse.Namespace) -> int:
    """Serve until the assistant's program closes the connection."""
    check_extra("mcp", "a server for assistants")
    from inarow.apps.mcp import serve

    if sys.stdin.isatty():
        print("Waiting for an assistant on standard input; Ctrl-C ends.", file=sys.stderr)
    return serve()
