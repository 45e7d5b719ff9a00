"""The value of the empty board for every size that fits 64 bits, as a table in Markdown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace

from inarow.rules.board import Board
from inarow.rules.errors import GameError
from inarow.rules.game import LARGEST, SMALLEST, Game
from inarow.search.exact.memory import SolverError
from inarow.search.exact.solution import Solution
from inarow.search.exact.solvable import refusal
from inarow.search.exact.solver import Solver
from inarow.search.limit import Limit


def sizes_of(game: Game) -> Iterator[Game]:
    """The game on every board that the solver can hold, small boards first."""
    sides = range(SMALLEST, LARGEST + 1)
    sizes = sorted(
        ((w, h) for w in sides for h in sides), key=lambda size: (size[0] * size[1], size)
    )
    for width, height in sizes:
        try:
            resized = replace(game, width=width, height=height)
        except GameError:
            continue
        if refusal(resized) is None:
            yield resized


def size_table(
    game: Game,
    limit: Limit,
    table_mb: float,
    threads: int,
    showing: Callable[[Callable[[], str]], AbstractContextManager[object]],
) -> Iterator[str]:
    """Solve each size within the limit; the lines of the table, each as soon as it is known.

    ``showing`` makes what shows the progress of one size from a function that describes it.
    Seconds are the processor's, so that they mean the same on a busy machine.
    """
    sizes = list(sizes_of(game))
    if not sizes:
        raise SolverError(f"no size of {game} can be solved: {refusal(game)}")
    yield "| width x height | value | score | last move | nodes | seconds |"
    yield "|---|---|---|---|---|---|"
    for resized in sizes:
        solver = Solver(resized, table_mb=table_mb, threads=threads)

        def describe(solver: Solver = solver) -> str:
            nodes, bounds = solver.progress()
            return f"{solver.game}: {nodes:,} nodes, score {bounds or 'unknown'}"

        started = time.process_time()
        with showing(describe):
            solution = solver.solve(Board(resized), limit, best_moves=False, line=False)
        yield _row(solution, time.process_time() - started)


def _row(solution: Solution, seconds: float) -> str:
    game = solution.board.game
    bounds, score = solution.bounds, solution.score
    if bounds.is_exact:
        value = {1: "first player wins", 0: "draw", -1: "second player wins"}[
            (bounds.lower > 0) - (bounds.lower < 0)
        ]
        last = str(game.cells if score.plies is None else score.plies)
    else:
        value, last = "not within the limit", ""
    return (
        f"| {game.width}x{game.height} | {value} | {bounds} | {last} "
        f"| {solution.nodes:,} | {seconds:.2f} |"
    )
