"""Where positions are solved: on the processor or on a GPU."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inarow.rules.game import Game
    from inarow.search.exact.row_solver import RowSolver


def add_device(parser: argparse.ArgumentParser) -> None:
    """Take a device and the size of its table."""
    parser.add_argument(
        "--device",
        choices=("cpu", "gpu", "auto"),
        default="cpu",
        help="solve on the processor (cpu), on a GPU, or on a GPU if there is one (auto)",
    )
    parser.add_argument("--table-gb", type=float, metavar="GB", help="size of the GPU's table (16)")


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Take how many cores to use."""
    parser.add_argument("--jobs", type=int, metavar="N", help="how many cores to use (all)")


def jobs_of(options: argparse.Namespace) -> int:
    """The number of cores to use."""
    from inarow.rules.errors import InarowError

    if options.jobs is not None and options.jobs < 1:
        raise InarowError(f"at least 1 core does the work, not {options.jobs}")
    return options.jobs or os.cpu_count() or 1


def takes_gpu(device: str) -> bool:
    """Say whether to use a GPU; if there is none, say why."""
    if device == "cpu":
        return False
    from inarow.search.exact.gpu import GpuError, missing_gpu

    reason = missing_gpu()
    if reason is None:
        return True
    if device == "gpu":
        raise GpuError(f"cannot solve on a GPU: {reason}; --device auto uses the processor then")
    print(f"inarow: solving on the processor: {reason}", file=sys.stderr)
    return False


def row_solver(game: Game, options: argparse.Namespace) -> tuple[RowSolver, str]:
    """What solves many positions on the device that was asked for, and the device's name."""
    from inarow.search.exact.row_solver import CpuRowSolver, GpuRowSolver

    if takes_gpu(options.device):
        return GpuRowSolver(game, options.table_gb), "gpu"
    return CpuRowSolver(game, jobs_of(options)), "cpu"
