"""Play a game in the terminal."""

from __future__ import annotations

import argparse

from inarow.apps.arguments import add_game, add_limit, add_seed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the game and who plays it."""
    add_game(parser, option=False)
    add_limit(parser)
    add_seed(parser)


def run(options: argparse.Namespace) -> int:
    """Play."""
    raise NotImplementedError
