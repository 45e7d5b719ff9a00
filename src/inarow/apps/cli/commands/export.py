"""Write a player as a file for another program.

`inarow export connectx --player level-7 agent.py` writes one Python file that plays in Kaggle's
ConnectX. It needs no other packages, and respects the time limit.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from inarow.apps.cli.options.arguments import add_game, add_seed
from inarow.files.whole import check_writable, write_whole
from inarow.players.roster import player


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to write a file for."""
    programs = parser.add_subparsers(title="programs", metavar="PROGRAM", required=True)
    connectx = programs.add_parser("connectx", help="an agent for Kaggle's ConnectX")
    connectx.add_argument("file", type=Path, metavar="OUT.py", help="the file to write")
    connectx.add_argument(
        "--player", default="level-7", metavar="LEVEL",
        help="level-1 to level-10, or your own level (default: level-7)",
    )  # fmt: skip
    add_game(connectx, option=True)
    add_seed(connectx)


def run(options: argparse.Namespace) -> int:
    """Write the file."""
    from inarow.apps.connectx.export import agent_text

    check_writable(options.file)
    text = agent_text(player(options.player), options.game, options.seed)
    write_whole(options.file, text)
    print(f"Wrote {options.file}, {len(text.encode()):,} bytes.")
    return 0
