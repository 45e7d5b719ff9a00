"""How positions are solved: on the CPU or on a GPU, with which opening book."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.exact.book import Book, load_book, shipped_book
from inarow.search.exact.row_solver import CpuRowSolver, RowSolver


def add_device(parser: argparse.ArgumentParser) -> None:
    """Take a device and the size of its table."""
    parser.add_argument(
        "--device",
        choices=("cpu", "gpu", "auto"),
        default="cpu",
        help="where to solve; auto takes a GPU if there is one (default: cpu)",
    )
    parser.add_argument(
        "--table-gb",
        type=float,
        metavar="GB",
        help="size of the transposition table on the GPU (default: 16)",
    )


def takes_gpu(device: str) -> bool:
    """Say whether to use a GPU; if one was asked for and there is none, say why."""
    if device == "cpu":
        return False
    from inarow.search.exact.gpu import GpuError, missing_gpu

    reason = missing_gpu()
    if reason is None:
        return True
    if device == "gpu":
        raise GpuError(f"cannot solve on a GPU: {reason}; --device auto falls back to the CPU")
    print(f"inarow: solving on the CPU: {reason}", file=sys.stderr)
    return False


def row_solver(game: Game, options: argparse.Namespace) -> tuple[RowSolver, str]:
    """What solves many positions on the device that was asked for, and the device's name."""
    if takes_gpu(options.device):
        from inarow.search.exact.gpu import GpuSolver

        return GpuSolver(game, table_gb=options.table_gb), "gpu"
    return CpuRowSolver(game, options.jobs), "cpu"


def book_of(file: str | None, game: Game) -> Book:
    """The opening book in a file, or without one the package's own."""
    if file:
        return load_book(Path(file))
    if (book := shipped_book(game)) is None:
        raise InarowError(f"there is no built-in book for {game}")
    return book
