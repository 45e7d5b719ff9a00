"""Random positions through two threads, compared with one thread, for a number of seconds.

Run as a program of its own with NUMBA_BOUNDSCHECK=1, which must be set before the kernels are
loaded: Numba then compiles them so that every index out of range is an error.
``python tests/solver/check_bounds.py SECONDS``
"""

from __future__ import annotations

import random
import sys
import time

from inarow.rules.catalogue import game
from inarow.search.exact.sampling import random_board
from inarow.search.exact.solver import Solver

CASES = {
    "connect4": 16,
    "connect4(8x7)": 40,
    "connect4(9x6)": 38,
    "connect4(4x15)": 44,
    "connect5": 40,
    "square": 20,
    "square(7x8)": 34,
}


def main(seconds: float) -> int:
    """Compare until the time is over, then say how many positions agreed."""
    chance = random.Random(42)
    end = time.monotonic() + seconds
    rules = {name: game(name) for name in CASES}
    together = {name: Solver(rules[name], threads=2, table_mb=1) for name in CASES}
    compared = 0
    while time.monotonic() < end or compared < len(CASES):
        name = list(CASES)[compared % len(CASES)]
        board = random_board(rules[name], CASES[name], chance)
        alone = Solver(rules[name], entries=64).solve(board, line=False)
        both = together[name].solve(board, line=False)
        assert (both.points, both.best_moves) == (alone.points, alone.best_moves), board
        compared += 1
    print(f"{compared} positions agreed")
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
