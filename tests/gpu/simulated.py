"""Solve tiny boards in numba-cuda's simulator; run as a program, for it must be chosen at import.

Prints the positions of some games with their bounds as JSON.
"""

from __future__ import annotations

import json
import sys
import warnings
from dataclasses import asdict

from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.search.exact.gpu import GpuSolver, solve_boards
from inarow.wire.write import solution_info


def main() -> None:
    # Numbers of 64 bits are meant to wrap around, which NumPy warns of outside compiled code.
    warnings.simplefilter("ignore", RuntimeWarning)
    found = []
    for name, positions in json.loads(sys.argv[1]).items():
        boards = [Board(game(name), moves) for moves in positions]
        solver = GpuSolver(game(name), table_gb=1e-5)
        found += [asdict(solution_info(s)) for s in solve_boards(solver, boards)]
        found += [
            asdict(solution_info(s))
            for s in solve_boards(solver, boards[:1], moves=True, weak=True)
        ]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
