"""Solve random positions of Connect Four on the GPU and some of them on one core; compare.

python benchmarks/gpu.py --positions 100000 --pieces 12 --cpu 1000 --empty
"""

from __future__ import annotations

import argparse
import platform
import time

import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.exact import solving
from inarow.rules.catalogue import game
from inarow.search.exact.batch import Progress
from inarow.search.exact.gpu import GpuSolver
from inarow.search.exact.memory import Memory, Table
from inarow.search.exact.positions import PositionArrays

_CONNECT_FOUR = game("connect4")
_CPU_TABLE = (64 << 20) // 8


def random_positions(count: int, pieces: int, seed: int) -> Array:
    """Positions after random moves in which nobody has won and nobody can win at once."""
    arrays, chance = PositionArrays(_CONNECT_FOUR), np.random.default_rng(seed)
    found: list[Array] = []
    while sum(map(len, found)) < count:
        rows = np.repeat(arrays.start(), count, axis=0)
        for _ in range(pieces):
            rows = _after_random_move(arrays, rows, chance)
        found.append(rows[~arrays.can_win_now(rows)])
    return np.concatenate(found)[:count]


def _after_random_move(arrays: PositionArrays, rows: Array, chance: np.random.Generator) -> Array:
    """Each row after a random legal move; rows where that ended the game are left out."""
    weight = np.full(len(rows), -1.0)
    after = rows.copy()
    for _, which, moved in arrays.after_each_column(rows):
        drawn = chance.random(len(which))
        better = drawn > weight[which]
        weight[which[better]] = drawn[better]
        after[which[better]] = moved[better]
    return after[~arrays.won(after[:, 1])]


def _show(progress: Progress) -> None:
    print(
        f"  {progress.seconds:7.2f} s  {progress.solved:9,} of {progress.total:,} solved,"
        f" {progress.nodes / 1e9:.2f} G nodes",
        flush=True,
    )


def _on_gpu(solver: GpuSolver, rows: Array) -> tuple[Array, float]:
    cells = _CONNECT_FOUR.cells
    seen: list[Progress] = []

    def show(progress: Progress) -> None:
        seen.append(progress)
        _show(progress)

    bounds = solver.bounds(rows, -cells, cells, on_progress=show)
    last = seen[-1]
    print(
        f"GPU: {len(rows):,} positions in {last.seconds:.2f} s:"
        f" {len(rows) / last.seconds:,.0f} positions/s, {last.nodes / last.seconds / 1e9:.2f} G"
        f" nodes/s, {last.nodes / len(rows):,.0f} nodes a position"
    )
    return bounds, len(rows) / last.seconds


def _on_one_core(rows: Array) -> tuple[Array, float]:
    memory = Memory(_CONNECT_FOUR, Table(_CONNECT_FOUR, _CPU_TABLE))
    results = np.zeros((len(rows), 2), dtype=np.int64)
    started = time.perf_counter()
    solving.solve_many(rows, results, *memory.arrays)
    seconds = time.perf_counter() - started
    nodes = int(memory.search["nodes"])
    print(
        f"one core: {len(rows):,} positions in {seconds:.2f} s: {len(rows) / seconds:,.1f}"
        f" positions/s, {nodes / seconds / 1e6:.2f} M nodes/s,"
        f" {nodes / len(rows):,.0f} nodes a position"
    )
    return results[:, 0], len(rows) / seconds


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--pieces", type=int, default=12)
    parser.add_argument("--cpu", type=int, default=1000, help="how many also on one core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table-gb", type=float, default=None)
    parser.add_argument("--empty", action="store_true", help="the empty board on the GPU too")
    parser.add_argument("--save", metavar="FILE", help="write positions and scores (.npz)")
    options = parser.parse_args()
    started = time.perf_counter()
    solver = GpuSolver(_CONNECT_FOUR, table_gb=options.table_gb)
    easy = random_positions(100, 34, options.seed)
    solver.bounds(easy, -1, 1)
    print(f"numpy {np.__version__}, Python {platform.python_version()}")
    print(f"ready in {time.perf_counter() - started:.1f} s, table of {solver.table_gb:.1f} GB")
    rows = random_positions(options.positions, options.pieces, options.seed)
    solver.clear()
    bounds, gpu_speed = _on_gpu(solver, rows)
    if options.save:
        np.savez_compressed(options.save, rows=rows, scores=bounds[:, 0].astype(np.int8))
    if options.cpu:
        scores, cpu_speed = _on_one_core(rows[: options.cpu])
        different = int((scores != bounds[: options.cpu, 0]).sum())
        print(f"{different} differences; the GPU is {gpu_speed / cpu_speed:.1f} times as fast")
    if options.empty:
        solver.clear()
        print("the empty board")
        bounds, _ = _on_gpu(solver, PositionArrays(_CONNECT_FOUR).start())
        print(f"its score: {bounds[0, 0]}")


if __name__ == "__main__":
    main()
