"""Measure the compiled searches against the readable ones, and each extra against none.

    python benchmarks/searches.py speed
    python benchmarks/searches.py extras [--player discount] [--deepest 10] [--positions 20]

Both print tables in Markdown. Positions are random ones from a fixed seed; run it on an idle
machine, since it measures time (of the processor).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import replace

from inarow import Analysis, Board, Limit
from inarow.search.tree import documented
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.readable import search_readably
from inarow.search.tree.recipe import ALL_EXTRAS, Extras, Recipe

PLAYERS: dict[str, tuple[str, Recipe, int]] = {
    "minimax": ("connect4", documented.MINIMAX, documented.MINIMAX_DEPTH),
    "branch-and-bound": (
        "connect4",
        documented.BRANCH_AND_BOUND,
        documented.BRANCH_AND_BOUND_DEPTH,
    ),
    "discount": ("connect4", documented.DISCOUNT, documented.DISCOUNT_DEPTH),
    "square-5(opponent=1)": ("square", documented.SQUARE_BOTH_SIDES, 5),
    "shapes": ("gomoku", documented.SHAPES, documented.SHAPES_DEPTH),
}

EXTRAS = {
    "none": Extras(),
    "table": Extras(table=True),
    "killers": Extras(killers=True),
    "history": Extras(history=True),
    "null windows": Extras(null_windows=True),
    "deepening": Extras(deepening=True),
    "deepening + table": Extras(deepening=True, table=True),
    "all": ALL_EXTRAS,
}


def positions(game: str, count: int) -> list[Board]:
    """Unfinished positions with 4 to 12 pieces, free games near the centre."""
    choose = random.Random(2026)
    boards: list[Board] = []
    while len(boards) < count:
        board = Board(game)
        for _ in range(choose.randrange(4, 13)):
            moves = list(board.legal_moves)
            if not board.game.gravity:
                moves = [m for m in moves if all(abs(c - 7) <= 2 for c in board.game.xy(m))]
            board.push(choose.choice(moves))
            if board.outcome() is not None:
                break
        if board.outcome() is None:
            boards.append(board)
    return boards


def timed(search: Callable[[Board], Analysis], boards: list[Board]) -> tuple[float, int]:
    """Processor seconds and nodes of a search over all the boards."""
    started = time.process_time()
    nodes = sum(search(board).nodes for board in boards)
    return time.process_time() - started, nodes


def measure_speed() -> None:
    """Print how much faster the compiled search of each documented player is."""
    print("| player | depth | nodes | readable | compiled | times as fast |")
    print("|---|---|---|---|---|---|")
    for name, (game, recipe, depth) in PLAYERS.items():
        boards = positions(game, 3 if name == "gomoku" else 10)
        search_compiled(boards[0], recipe, Limit(depth=1))

        def compiled(board: Board, recipe: Recipe = recipe, depth: int = depth) -> Analysis:
            return search_compiled(board, recipe, Limit(depth=depth))

        def readable(board: Board, recipe: Recipe = recipe, depth: int = depth) -> Analysis:
            return search_readably(board, recipe, depth)

        fast, nodes = timed(compiled, boards)
        slow, same_nodes = timed(readable, boards)
        assert nodes == same_nodes
        print(
            f"| {name} | {depth} | {nodes:,} | {slow:.2f} s | {fast:.4f} s | {slow / fast:,.0f} |",
            flush=True,
        )


def measure_extras(name: str, deepest: int, count: int) -> None:
    """Print nodes and time of each extra relative to none, depth by depth."""
    game, recipe, _ = PLAYERS[name]
    boards = positions(game, count)
    depths = range(4, deepest + 1)
    print(f"{name}, {count} positions; nodes and time, each divided by those without extras")
    print()
    print("| extras | " + " | ".join(f"depth {depth}" for depth in depths) + " |")
    print("|---" * (len(depths) + 1) + "|")
    plain: dict[int, tuple[float, int]] = {}
    for label, extras in EXTRAS.items():
        search_compiled(boards[0], replace(recipe, extras=extras), Limit(depth=1))
        cells = []
        for depth in depths:

            def search(board: Board, extras: Extras = extras, depth: int = depth) -> Analysis:
                return search_compiled(board, replace(recipe, extras=extras), Limit(depth=depth))

            seconds, nodes = timed(search, boards)
            if label == "none":
                plain[depth] = seconds, nodes
                cells.append(f"{nodes:,} in {seconds:.3f} s")
            else:
                cells.append(f"{nodes / plain[depth][1]:.2f}, {seconds / plain[depth][0]:.2f}")
        print(f"| {label} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("speed", "extras"))
    parser.add_argument("--player", choices=PLAYERS, default="discount")
    parser.add_argument("--deepest", type=int, default=10)
    parser.add_argument("--positions", type=int, default=20)
    options = parser.parse_args()
    if options.what == "speed":
        measure_speed()
    else:
        measure_extras(options.player, options.deepest, options.positions)


if __name__ == "__main__":
    main()
